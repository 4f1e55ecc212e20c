package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// served is what the tests read of an answer.
type served struct {
	told
	ID         any
	Farsight   int
	Suggestion *struct {
		Line int
		X    map[string]float64
	}
	Error *struct{ Kind, What, Field, Hint string }
	Event *struct {
		N    int
		Kind string
	}
	Already bool
}

// serve has all requests answered at once; the greeting is left out.
func serveLines(t *testing.T, path string, requests ...string) []served {
	t.Helper()
	var out, talk bytes.Buffer
	if code := Run([]string{"study", "serve", path}, strings.NewReader(strings.Join(requests, "\n")), &out, &talk); code != exitOK {
		t.Fatalf("exit code %d: %s", code, talk.String())
	}
	var all []served
	for line := range strings.Lines(out.String()) {
		var a served
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		all = append(all, a)
	}
	if len(all) == 0 || all[0].Farsight != 1 {
		t.Fatalf("no greeting: %s", out.String())
	}
	return all[1:]
}

// What is served is what the commands print, to the byte but for the id and the
// space between.
func TestServedIsWhatCommandsPrint(t *testing.T) {
	t.Parallel()
	path := newStudyFile(t, breadProblem)
	other := path + ".other"
	text, err := os.ReadFile(path)
	testkit.OK(t, err)
	testkit.OK(t, os.WriteFile(other, text, 0o600))
	requests := []struct {
		request string
		args    []string
	}{
		{`"do":"ask"`, []string{"ask"}},
		{`"do":"tell","value":1.5,"cost":2,"note":"-a <b> note","by":"ana","ask":4`, []string{"tell", "--value", "1.5", "--cost", "2", "--note", "-a <b> note", "--by", "ana", "--ask", "4"}},
		{`"do":"tell","value":1.5,"cost":2,"ask":4`, []string{"tell", "--value", "1.5", "--cost", "2", "--ask", "4"}},
		{`"do":"tell","at":{"hours":4.5},"failed":true,"cost":2,"value":null`, []string{"tell", "--at", "hours=4.5", "--failed", "--cost", "2"}},
		{`"do":"ask"`, []string{"ask"}},
		{`"do":"skip","reason":"no flour"`, []string{"skip", "--reason", "no flour"}},
		{`"do":"budget","by":5`, []string{"budget", "+5"}},
		{`"do":"budget","by":-2.5`, []string{"budget", "-2.5"}},
		{`"do":"undo"`, []string{"undo"}},
		{`"do":"amend","line":5,"value":1.75,"note":"mistyped"`, []string{"amend", "--line", "5", "--value", "1.75", "--note", "mistyped"}},
		{`"do":"set","policy":"ei","bounds":{"hours":"1:4.75"}`, []string{"set", "--policy", "ei", "--bounds", "hours=1:4.75"}},
		{`"do":"ask","as":"oven 2","count":2,"expires":"2h"`, []string{"ask", "--as", "oven 2", "--count", "2", "--expires", "2h"}},
		{`"do":"status"`, []string{"status"}},
	}
	var in []string
	for i, r := range requests {
		in = append(in, fmt.Sprintf(`{"id":%d,%s}`, i, r.request))
	}
	var out, talk bytes.Buffer
	if code := Run([]string{"study", "serve", path}, strings.NewReader(strings.Join(in, "\n")), &out, &talk); code != exitOK {
		t.Fatal(talk.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(requests)+1 {
		t.Fatalf("%d lines for %d requests:\n%s", len(lines), len(requests), out.String())
	}
	for i, r := range requests {
		args := append([]string{"study", r.args[0], other}, r.args[1:]...)
		code, want, talk := run(append(args, "--json")...)
		if code != exitOK {
			t.Fatalf("%v: %s", args, talk)
		}
		if got, want := keysOf(t, lines[i+1]), append([]string{"id"}, keysOf(t, want)...); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s is answered with %v, and the command prints %v", r.request, got, want)
		}
	}
	// Of two studies only the times and the name differ; of one, nothing does.
	_, want, _ := run("study", "status", path, "--json")
	var flat bytes.Buffer
	testkit.OK(t, json.Compact(&flat, []byte(want)))
	if got := strings.Replace(lines[len(lines)-1], `"id":12,`, "", 1); got != flat.String() {
		t.Errorf("served:\n%s\nprinted:\n%s", got, flat.String())
	}
}

// keysOf lists the names of an object, and of those within, in their order.
func keysOf(t *testing.T, text string) []string {
	t.Helper()
	var names []string
	d := json.NewDecoder(strings.NewReader(text))
	type level struct{ object, value bool }
	var at []level
	for {
		token, err := d.Token()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		top := len(at) - 1
		if s, ok := token.(string); ok && top >= 0 && at[top].object && !at[top].value {
			names, at[top].value = append(names, s), true
			continue
		}
		if top >= 0 {
			at[top].value = false
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			at = append(at, level{object: token == json.Delim('{')})
		case json.Delim('}'), json.Delim(']'):
			at = at[:top]
		}
	}
}

// Whatever comes, each line is answered once, what is wrong is named, and
// nothing is recorded.
func TestServeRefusesByName(t *testing.T) {
	t.Parallel()
	path := newStudyFile(t, breadProblem)
	before, err := os.ReadFile(path)
	testkit.OK(t, err)
	for _, c := range []struct{ request, kind, field, what string }{
		{`hello`, "request", "", "not a JSON object"},
		{`[{"do":"ask"}]`, "request", "", "not a JSON object"},
		{`{"do":"ask"`, "request", "", "not JSON"},
		{`{"do":"ask",}`, "request", "", "not JSON"},
		{`{"do":"ask"} {"do":"ask"}`, "request", "", "something follows"},
		{`{}`, "request", "do", `no "do"`},
		{`{"do":7}`, "request", "do", "must be a word"},
		{`{"do":"tel"}`, "request", "do", `did you mean "tell"?`},
		{`{"id":{},"do":"ask"}`, "request", "id", "a number or a string"},
		{`{"do":"status","do":"undo"}`, "request", "do", "twice"},
		{`{"do":"ask","ask":3}`, "request", "ask", `ask has no field "ask"`},
		{`{"do":"tell","valeu":1,"cost":1}`, "request", "valeu", `did you mean "value"?`},
		{`{"do":"tell","value":1,"cost":1,"json":false}`, "request", "json", "no field"},
		{`{"do":"status","salvage":true}`, "request", "salvage", "no field"},
		{`{"do":"tell","value":"1","cost":1}`, "request", "value", "must be a number"},
		{`{"do":"tell","value":[1],"cost":1}`, "request", "value", "must be a number"},
		{`{"do":"tell","value":1e999,"cost":1}`, "request", "value", "too large a number"},
		{`{"do":"tell","failed":"yes","cost":1}`, "request", "failed", "true or false"},
		{`{"do":"tell","value":1,"cost":1,"note":{}}`, "request", "note", "must be a string"},
		{`{"do":"tell","value":1,"cost":1,"at":"hours=2"}`, "request", "at", "must be an object"},
		{`{"do":"tell","value":1,"cost":1,"at":{"hours":[2]}}`, "request", "at", `"hours" must be a number`},
		{`{"do":"tell","value":1,"cost":1,"at":{"hours":2,"hours":3}}`, "request", "hours", "twice"},
		{`{"do":"tell","value":1,"cost":1,"at":{"houres":2}}`, "request", "at", `did you mean "hours"?`},
		{`{"do":"tell","value":1,"cost":1,"at":{"hours":9}}`, "failed", "", "outside"},
		{`{"do":"tell","value":1,"cost":-1,"at":{"hours":2}}`, "failed", "cost", "above zero"},
		{`{"do":"tell","cost":1}`, "request", "value", "what was measured?"},
		{`{"do":"tell","value":1,"cost":1}`, "failed", "", "nothing has been asked"},
		{`{"do":"tell","value":1,"cost":1,"ask":2}`, "failed", "", "line 2 is no suggestion"},
		{`{"do":"skip"}`, "failed", "", "no suggestion to skip"},
		{`{"do":"budget"}`, "request", "by", `needs "by"`},
		{`{"do":"budget","by":"+5"}`, "request", "by", "must be a number"},
		{`{"do":"subscribe","since":1}`, "request", "since", "no field"},
		{`{"do":"subscribe","from":0}`, "request", "from", "number of a line"},
		{"{\"do\":\"tell\",\"value\":1,\"cost\":1,\"note\":\"\xff\"}", "request", "", "not UTF-8"},
		{`{"do":"` + strings.Repeat("x", 2<<20) + `"}`, "request", "", "more than 1048576 bytes"},
		{strings.Repeat("[", 1<<19), "request", "", "not a JSON object"},
		{`{"do":` + strings.Repeat("[", 1<<19) + `}`, "request", "", "not JSON"},
	} {
		all := serveLines(t, path, c.request, "", " \r", `{"id":"after","do":"status"}`+"\r")
		if len(all) != 2 || all[1].ID != "after" || all[1].Error != nil {
			t.Errorf("%.60s: %d answers: %+v", c.request, len(all), all)
			continue
		}
		e := all[0].Error
		if e == nil || e.Kind != c.kind || e.Field != c.field || !strings.Contains(e.What, c.what) || len(e.What) > 1000 {
			t.Errorf("%.60s: %+v, want %s of field %q: %q", c.request, e, c.kind, c.field, c.what)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the study was changed: %v", err)
	}
}

// A program that asks and tells to the end takes the very steps of study run.
func TestServedToTheEnd(t *testing.T) {
	t.Parallel()
	problem := strings.Replace(breadProblem, "1e6", "4", 1)
	byRun, byServe := newStudyFile(t, problem), newStudyFile(t, problem)
	if code, _, talk := run("study", "run", byRun); code != exitOK {
		t.Fatal(talk)
	}
	c := converse(t, byServe)
	for {
		next := c.ask(`{"id":"next","do":"ask"}`)
		if next.Stop != nil {
			break
		}
		line, x := next.Suggestion.Line, next.Suggestion.X["hours"]
		said := fmt.Sprintf(`{"id":%d,"do":"tell","ask":%d,"value":%v,"cost":1}`, line, line, x)
		if a := c.ask(said); a.Error != nil || a.Already || a.Told.Value != x {
			t.Fatalf("%s: %+v", said, a)
		}
		if a := c.ask(said); a.Error != nil || !a.Already {
			t.Fatalf("told once more: %+v", a)
		}
	}
	c.end()
	want, got := status(t, byRun).History, status(t, byServe).History
	if len(want) != 6 || len(got) != len(want) {
		t.Fatalf("%d evaluations by run, %d by serve", len(want), len(got))
	}
	for i := range want {
		if got[i].X["hours"] != want[i].X["hours"] || *got[i].Value != *want[i].Value {
			t.Errorf("evaluation %d is %v, by run %v", i, got[i], want[i])
		}
	}
}

// conversation is a program that is served.
type conversation struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	talk  *bytes.Buffer
	apart []served // events that came between answers
}

func converse(t *testing.T, path string) *conversation {
	t.Helper()
	c := &conversation{t: t, cmd: farsight(t, "study", "serve", path), talk: &bytes.Buffer{}}
	var err error
	c.in, err = c.cmd.StdinPipe()
	testkit.OK(t, err)
	out, err := c.cmd.StdoutPipe()
	testkit.OK(t, err)
	c.out, c.cmd.Stderr = bufio.NewReader(out), c.talk
	testkit.OK(t, c.cmd.Start())
	// What hangs is ended, and seen by whoever waits for it.
	patience := time.AfterFunc(2*time.Minute, func() { _ = c.cmd.Process.Kill() })
	t.Cleanup(func() {
		patience.Stop()
		_ = c.in.Close()
		_ = c.cmd.Wait()
	})
	if hello := c.read(); hello.Farsight != 1 {
		t.Fatalf("%+v", hello)
	}
	return c
}

func (c *conversation) read() served {
	c.t.Helper()
	line, err := c.out.ReadBytes('\n')
	var a served
	if err == nil {
		err = json.Unmarshal(line, &a)
	}
	if err != nil {
		c.t.Fatalf("%v: %q%s", err, line, c.talk)
	}
	return a
}

// ask sends a request and returns its answer; events are put apart.
func (c *conversation) ask(request string) served {
	c.t.Helper()
	if _, err := io.WriteString(c.in, request+"\n"); err != nil {
		c.t.Fatal(err)
	}
	for {
		a := c.read()
		if a.Event == nil {
			return a
		}
		c.apart = append(c.apart, a)
	}
}

// event is the next one.
func (c *conversation) event() served {
	c.t.Helper()
	if len(c.apart) > 0 {
		e := c.apart[0]
		c.apart = c.apart[1:]
		return e
	}
	e := c.read()
	if e.Event == nil {
		c.t.Fatalf("no event: %+v", e)
	}
	return e
}

// end hangs up and wants the program to end well, with nothing more to say.
func (c *conversation) end() {
	c.t.Helper()
	_ = c.in.Close()
	if rest, err := io.ReadAll(c.out); err != nil || len(rest) > 0 {
		c.t.Errorf("after the last answer: %q, %v", rest, err)
	}
	if err := c.cmd.Wait(); err != nil {
		c.t.Errorf("%v: %s", err, c.talk)
	}
}

// Subscribers hear of every line once, in order, whoever writes it.
func TestServeSendsEvents(t *testing.T) {
	t.Parallel()
	path := newStudyFile(t, breadProblem)
	c := converse(t, path)
	if a := c.ask(`{"id":1,"do":"subscribe","from":2}`); a.Error != nil || a.Line != 3 {
		t.Fatalf("%+v", a)
	}
	next := 2
	expect := func(kinds ...string) {
		t.Helper()
		for _, kind := range kinds {
			if e := c.event().Event; e.N != next || e.Kind != kind {
				t.Fatalf("event %+v, want %d, %s", e, next, kind)
			}
			next++
		}
	}
	expect("told", "told")
	if code, _, talk := run("study", "ask", path); code != exitOK {
		t.Fatal(talk)
	}
	if code, _, talk := run("study", "tell", path, "--value", "3", "--cost", "1"); code != exitOK {
		t.Fatal(talk)
	}
	expect("asked", "told")
	if a := c.ask(`{"id":2,"do":"undo"}`); a.Error != nil || a.Line != 6 {
		t.Fatalf("%+v", a)
	}
	expect("undone")
	if a := c.ask(`{"id":3,"do":"subscribe"}`); a.Error == nil || !strings.Contains(a.Error.What, "already") {
		t.Errorf("%+v", a)
	}
	// What others told is known to the next request.
	if code, _, talk := run("study", "tell", path, "--value", "4", "--cost", "1"); code != exitOK {
		t.Fatal(talk)
	}
	if a := c.ask(`{"id":4,"do":"status"}`); len(a.History) != 3 || a.Line != 7 {
		t.Errorf("%+v", a)
	}
	expect("told")
	c.end()
}

// A program that is served ends when it is asked to, and says so by its code.
func TestServeEndsWhenAsked(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no such signal there")
	}
	c := converse(t, newStudyFile(t, breadProblem))
	testkit.OK(t, c.cmd.Process.Signal(syscall.SIGTERM))
	if rest, err := io.ReadAll(c.out); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v", rest, err)
	}
	if err := c.cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, c.talk)
	}
}

// few is an output that takes a few lines and then nothing.
type few struct{ lines int }

func (f *few) Write(p []byte) (int, error) {
	if f.lines--; f.lines < 0 {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

// Who cannot be answered any more is told by the exit code whether the last
// thing was saved.
func TestServedToNobody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lines, code int }{{0, exitFailed}, {1, exitSaved}, {2, exitFailed}, {3, exitOK}} {
		path := newStudyFile(t, breadProblem)
		in := strings.NewReader(`{"do":"tell","at":{"hours":2},"value":1,"cost":1}` + "\n" + `{"do":"status"}`)
		var talk bytes.Buffer
		if code := Run([]string{"study", "serve", path}, in, &few{c.lines}, &talk); code != c.code {
			t.Errorf("after %d lines: exit code %d, want %d: %s", c.lines, code, c.code, talk.String())
		}
	}
}

// FuzzServe: whatever a line holds, it is answered by lines of JSON, and the
// study it was about still opens.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		`{"id":1,"do":"ask"}`, `{"do":"tell","at":{"hours":2},"value":1,"cost":1,"note":"x"}`, `{"do":"skip","reason":"\u001b"}`, `{"do":"undo"}`,
		`{"do":"budget","by":1e308}`, `{"do":"budget","by":-5e-324}`, `{"do":"subscribe","from":1}`, `{"do":"status","x":[]}`, "{}", "null", `{"do":"tell","ask":-1,"failed":true,"cost":1e-308}`,
	} {
		f.Add(s)
	}
	dir := f.TempDir()
	file := filepath.Join(dir, "bread.toml")
	if err := os.WriteFile(file, []byte(breadProblem), 0o600); err != nil {
		f.Fatal(err)
	}
	n := 0
	f.Fuzz(func(t *testing.T, line string) {
		n++
		path := filepath.Join(dir, fmt.Sprintf("%d-%d.study", os.Getpid(), n))
		if code, _, talk := run("study", "new", file, path, "--policy", "random"); code != exitOK {
			t.Fatal(talk)
		}
		serveLines(t, path, line)
		status(t, path)
		_ = os.Remove(path)
	})
}
