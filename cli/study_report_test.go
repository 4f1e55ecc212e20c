package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// element is a page's element as an XML reader sees it.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all are the elements of a name below e, in their order.
func (e element) all(name string) []element {
	var out []element
	for _, c := range e.Children {
		if c.XMLName.Local == name {
			out = append(out, c)
		}
		out = append(out, c.all(name)...)
	}
	return out
}

func (e element) section(t *testing.T, id string) element {
	t.Helper()
	for _, s := range e.all("section") {
		if s.attr("id") == id {
			return s
		}
	}
	t.Fatalf("the page has no section %s", id)
	return element{}
}

// words is all text of e.
func (e element) words() string {
	s := e.Text
	for _, c := range e.Children {
		s += " " + c.words()
	}
	return strings.Join(strings.Fields(s), " ")
}

// number is the full value of the number e shows; nil where there is none.
func (e element) number(t *testing.T) *float64 {
	t.Helper()
	data := e.all("data")
	if len(data) == 0 {
		return nil
	}
	v, err := strconv.ParseFloat(data[0].attr("value"), 64)
	testkit.OK(t, err)
	return &v
}

// report writes a study's page, reads it strictly and wants it to need nothing
// else.
func report(t *testing.T, path string) (string, element) {
	t.Helper()
	code, text, talk := run("study", "report", path, "--out", "-")
	if code != exitOK || talk != "" {
		t.Fatalf("exit code %d: %s", code, talk)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	var root element
	if err := d.Decode(&root); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if _, err := d.Token(); err != nil && err != io.EOF {
		t.Fatalf("after the page: %v", err)
	}
	var look func(e element)
	look = func(e element) {
		for _, a := range e.Attrs {
			if name := a.Name.Local; name == "src" || name == "style" || strings.HasPrefix(name, "on") || name == "href" && a.Value != "data:," {
				t.Errorf("%s has %s=%q", e.XMLName.Local, name, a.Value)
			}
		}
		for _, c := range e.Children {
			look(c)
		}
	}
	look(root)
	_, rest, _ := strings.Cut(text, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	if strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style fetches something")
	}
	sum := sha256.Sum256([]byte(style))
	if want := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(text, want) {
		t.Error("the policy does not admit the page's style, or admits more")
	}
	return text, root
}

// reported is what the page must agree with.
type reported struct {
	Budget, Spent, Left float64
	Best                *struct {
		Value float64
		Line  int
	}
	History []struct {
		Line, Design int
		X            map[string]any
		Value, Best  *float64
		Cost         float64
		Source, Note string
	}
	Parameters []string
}

// agree holds the page's numbers against those of status --json.
func agree(t *testing.T, path string, page element) {
	t.Helper()
	code, out, talk := run("study", "status", path, "--json")
	var s reported
	if err := json.Unmarshal([]byte(out), &s); code != exitOK || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, talk)
	}
	same := func(what string, got, want *float64) {
		t.Helper()
		if (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: %v on the page, %v in the status", what, got, want)
		}
	}
	var rows []element
	if body := page.section(t, "history").all("tbody"); len(body) > 0 {
		rows = body[0].all("tr")
	}
	if len(rows) != len(s.History) {
		t.Fatalf("%d rows for %d evaluations", len(rows), len(s.History))
	}
	for i, h := range s.History {
		cells := rows[i].all("td")
		what := fmt.Sprintf("line %d, ", h.Line)
		if cells[0].words() != fmt.Sprint(h.Line) {
			t.Errorf("row %d is of line %s, want %d", i, cells[0].words(), h.Line)
		}
		for k, name := range s.Parameters {
			if v, ok := h.X[name].(float64); ok {
				same(what+name, cells[2+k].number(t), &v)
			} else if cells[2+k].words() != h.X[name] {
				t.Errorf("%s%s: %q, want %q", what, name, cells[2+k].words(), h.X[name])
			}
		}
		at := 2 + len(s.Parameters)
		same(what+"value", cells[at].number(t), h.Value)
		same(what+"cost", cells[at+1].number(t), &h.Cost)
		same(what+"best", cells[at+3].number(t), h.Best)
		if by, note := cells[at+5].words(), cells[at+6].words(); by != h.Source || note != h.Note {
			t.Errorf("%sby %q: %q, want %q: %q", what, by, note, h.Source, h.Note)
		}
	}
	if tables := page.section(t, "spending").all("tbody"); len(tables) > 0 {
		all := tables[0].all("tr")
		last := all[len(all)-1].all("td")
		same("spent", last[3].number(t), &s.Spent)
		sum := 0.0
		for _, r := range all[:len(all)-1] {
			sum += *r.all("td")[3].number(t)
		}
		if d := sum - s.Spent; d > 1e-9*s.Budget || d < -1e-9*s.Budget {
			t.Errorf("its parts add up to %v, want %v", sum, s.Spent)
		}
	} else if len(s.History) > 0 {
		t.Error("nothing is said of the spending")
	}
	if s.Best != nil {
		same("the result", page.section(t, "result").number(t), &s.Best.Value)
	}
}

// boxProblem has d parameters and is measured by an expression.
func boxProblem(d int, goal string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name = \"box\"\nbudget = 6\n")
	sum := "0"
	for i := range d {
		fmt.Fprintf(&b, "[[parameter]]\nname = \"x%d\"\nlow = 1\nhigh = %d\n", i, 5+i)
		if i%3 == 1 {
			b.WriteString("scale = \"log\"\n")
		}
		if i%3 == 2 {
			b.WriteString("integer = true\n")
		}
		sum += fmt.Sprintf(" + sin(x%d)", i)
	}
	fmt.Fprintf(&b, "[objective]\ngoal = %q\nexpression = %q\n[cost]\nexpression = \"1 + x0/10\"\n", goal, sum)
	return b.String()
}

// Whatever its size, its goal and its state, a study is a page that a strict
// reader reads and that agrees with the status.
func TestReportAgreesWithStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, problem string
		do            [][]string
	}{
		{"nothing", boxProblem(2, "maximise"), nil},
		{"asked", boxProblem(2, "maximise"), [][]string{{"ask"}}},
		{"one", boxProblem(1, "maximise"), [][]string{{"run", "--limit", "1"}}},
		{"failed", boxProblem(1, "maximise"), [][]string{{"ask"}, {"tell", "--failed", "--cost", "1", "--note", "clogged"}}},
		{"1", boxProblem(1, "minimise"), [][]string{{"run"}, {"budget", "+3"}, {"ask"}, {"tell", "--failed", "--cost", "0.5", "--sure"}, {"ask"}, {"skip", "--reason", "no"}, {"ask"}}},
		{"2", boxProblem(2, "maximise"), [][]string{{"run"}, {"undo"}}},
		{"3", boxProblem(3, "minimise"), [][]string{{"run", "--limit", "10"}, {"tell", "--at", "x0=2", "--at", "x1=2", "--at", "x2=2", "--value", "1", "--cost", "0.25", "--by", "ana", "--note", "by hand", "--sure"}, {"ask"}}},
		{"6", boxProblem(6, "maximise"), [][]string{{"run"}}},
		{"choices", `
name = "solvent"
budget = 5
[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "<water>"]
[[parameter]]
name = "hours"
low = 1
high = 2
[objective]
[cost]
[initial]
points = [["THF", 1], ["<water>", 2], ["DMF", 1.5]]
values = [1, 3, 2]
costs = [1, 1, 2]
`, [][]string{{"ask"}, {"tell", "--value", "2", "--cost", "1"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file, path := filepath.Join(dir, "box.toml"), filepath.Join(dir, "box.study")
			testkit.OK(t, os.WriteFile(file, []byte(c.problem), 0o600))
			for _, args := range append([][]string{{"new", file, "--policy", "ei"}}, c.do...) {
				line := append([]string{"study", args[0], path}, args[1:]...)
				if args[0] == "new" {
					line = []string{"study", "new", file, path, "--policy", "ei"}
				}
				if code, _, talk := run(line...); code != exitOK {
					t.Fatalf("%v: exit code %d: %s", line, code, talk)
				}
			}
			before, err := os.ReadFile(path)
			testkit.OK(t, err)
			text, page := report(t, path)
			agree(t, path, page)
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the report changed the study: %v", err)
			}
			for _, bad := range []string{"NaN", "Inf", "%!"} {
				if strings.Contains(text, bad) {
					t.Errorf("the page has %q", bad)
				}
			}
			if page.section(t, "result").number(t) != nil {
				each := 2
				if strings.Contains(page.section(t, "history").words(), "failed") {
					each++ // the chance of success
				}
				if n, d := len(page.section(t, "belief").all("svg")), strings.Count(c.problem, "[[parameter]]"); n != each*d {
					t.Errorf("%d slices for %d parameters", n, d)
				}
			}
		})
	}
}

// Whatever names, units and notes hold, it is text on the page and nothing else.
func TestReportEscapes(t *testing.T) {
	t.Parallel()
	const evil = `</title></style><script>alert(1)</script><img src=x onerror=alert(1)>&amp;"'\u001b[31m\u202e`
	quoted := strings.ReplaceAll(evil, `"`, `\"`)
	problem := `
name = "n"
title = "t` + quoted + `"
note = "o` + quoted + `"
budget = 10
[[parameter]]
name = "hours"
unit = "u` + quoted + `"
note = "p` + quoted + `"
low = 1
high = 5
[objective]
unit = "v` + quoted + `"
[cost]
unit = "c` + quoted + `"
[initial]
points = [[2], [3]]
values = [1, 2]
costs = [1, 1]
`
	path := newStudyFile(t, problem)
	raw := strings.NewReplacer(`\u001b`, "\x1b", `\u202e`, "\u202e").Replace(evil)
	for _, args := range [][]string{
		{"tell", path, "--at", "hours=4", "--value", "3", "--cost", "1", "--note", raw, "--by", raw},
		{"ask", path},
		{"skip", path, "--reason", raw},
	} {
		if code, _, talk := run(append([]string{"study"}, args...)...); code != exitOK {
			t.Fatalf("%v: %s", args, talk)
		}
	}
	text, page := report(t, path)
	for _, r := range text {
		if r != '\n' && (r < ' ' || r == 0x202e || r == 0x7f) {
			t.Fatalf("the page has %U", r)
		}
	}
	allowed := map[string]bool{}
	for _, name := range strings.Fields("html head meta link title style body header section footer h1 h2 h3 p span div table thead tbody tr th td data time figure figcaption svg path text circle ul li pre") {
		allowed[name] = true
	}
	var walk func(e element)
	walk = func(e element) {
		if !allowed[e.XMLName.Local] {
			t.Errorf("the page has an element %s", e.XMLName.Local)
		}
		for _, c := range e.Children {
			walk(c)
		}
	}
	walk(page)
	if n := strings.Count(page.section(t, "history").words(), "alert(1)"); n < 4 {
		t.Errorf("what was noted is not on the page: %d", n)
	}
	if !strings.Contains(page.section(t, "happened").words(), "alert(1)") {
		t.Error("why it was skipped is not on the page")
	}
}

// The file is written whole, and over another only by force.
func TestReportFile(t *testing.T) {
	t.Parallel()
	path := newStudyFile(t, breadProblem)
	out := filepath.Join(t.TempDir(), "report.html")
	for _, c := range []struct {
		code int
		args []string
		talk string
	}{
		{exitUsage, nil, "where to?"},
		{exitUsage, []string{"--out", path, "--force"}, "is the study itself"},
		{exitUsage, []string{"--out", "-", "--json"}, "both use stdout"},
		{exitOK, []string{"--out", out}, "wrote "},
		{exitFailed, []string{"--out", out}, "exists; choose another name, or replace it with --force"},
		{exitOK, []string{"--out", out, "--force", "--json"}, ""},
	} {
		if code, _, talk := run(append([]string{"study", "report", path}, c.args...)...); code != c.code || !strings.Contains(talk, c.talk) {
			t.Errorf("%v: exit code %d, want %d: %s", c.args, code, c.code, talk)
		}
	}
	if text, err := os.ReadFile(out); err != nil || !bytes.HasPrefix(text, []byte("<!DOCTYPE html>")) {
		t.Errorf("%.40s, %v", text, err)
	}
}
