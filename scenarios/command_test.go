package scenarios

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary play the external program: with this variable
// set it acts instead of testing, so the tests need no shell.
const actAs = "FARSIGHT_TEST_ACT_AS"

func TestMain(m *testing.M) {
	if os.Getenv(actAs) == "" {
		os.Exit(m.Run())
	}
	act(os.Args[1:])
}

func act(args []string) {
	switch args[0] {
	case "print":
		fmt.Println(strings.Join(args[1:], " "))
	case "fail":
		fmt.Fprintln(os.Stderr, "first line")
		fmt.Fprintln(os.Stderr, "no \x1b[31mdata\x1b[0m for", args[1])
		os.Exit(3)
	case "ramble":
		fmt.Fprintln(os.Stderr, strings.Repeat("é blah\n", 1000)+"the end")
		os.Exit(1)
	case "sleep":
		time.Sleep(time.Minute)
	case "flood":
		for {
			if _, err := fmt.Println(strings.Repeat("0.5 ", 1000)); err != nil {
				os.Exit(1)
			}
		}
	case "parent": // starts a child that holds our output open and beats on
		child := exec.Command(os.Args[0], "beat", args[1])
		child.Stdout = os.Stdout
		if err := child.Run(); err != nil {
			os.Exit(1)
		}
	case "beat":
		for range 3000 {
			f, err := os.OpenFile(args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				os.Exit(1)
			}
			fmt.Fprintln(f, "beat")
			f.Close()
			time.Sleep(10 * time.Millisecond)
		}
	case "where":
		dir, _ := os.Getwd()
		_ = os.WriteFile("ran-here", nil, 0o600)
		fmt.Println(dir, 1)
	}
	os.Exit(0)
}

// command is an allowed command source over x and the whole number n.
func command(t *testing.T, args ...string) *Command {
	t.Helper()
	t.Setenv(actAs, "yes")
	c := &Command{
		Args:       append([]string{os.Args[0]}, args...),
		parameters: []Parameter{{Name: "x", Low: 0, High: 1}, {Name: "n", Low: 1, High: 1e9, Integer: true}},
	}
	return c.Allow()
}

func TestCommandResult(t *testing.T) {
	for _, c := range []struct {
		args []string
		want Evaluation // Cost 0: the wall time
	}{
		{[]string{"print", `{"value": {x}, "cost": 2.5}`}, Evaluation{0.125, 2.5}},
		{[]string{"print", "loss", "{x}"}, Evaluation{0.125, 0}},
		{[]string{"print", "n={n}, accuracy: -1e-3%"}, Evaluation{-1e-3, 0}},
		{[]string{"print", "{n}"}, Evaluation{3000000, 0}},
		{[]string{"print", "{x}{n}"}, Evaluation{0.1253000000, 0}},
		{[]string{"print", "{{x}}", "[{x}", "{", "{other thing}", "{n}]"}, Evaluation{3000000, 0}},
		{[]string{"print", "epoch 1\nepoch 2\n{\"value\": 7}"}, Evaluation{7, 0}},
		{[]string{"print", "log 3\n{\n  \"value\": 7,\n  \"cost\": 2\n}\n"}, Evaluation{7, 2}},
	} {
		e, err := command(t, c.args...).Evaluate(t.Context(), []float64{0.125, 3e6})
		if err != nil {
			t.Errorf("%q: %v", c.args, err)
			continue
		}
		if e.Value != c.want.Value || c.want.Cost != 0 && e.Cost != c.want.Cost || e.Cost <= 0 || e.Cost > 60 {
			t.Errorf("%q: %+v, want %+v", c.args, e, c.want)
		}
	}
	v := command(t, "a{x}b{{n}}{n}{q}").Vector([]float64{0.1, 2})
	if want := "a0.1b{n}2{q}"; v[1] != want {
		t.Errorf("argument %q, want %q", v[1], want)
	}
}

func TestCommandFailures(t *testing.T) {
	missing := command(t)
	missing.Args = []string{filepath.Join(t.TempDir(), "no-such-program")}
	impatient := command(t, "sleep")
	impatient.TimeLimit = 100 * time.Millisecond
	known := command(t, "print", "1")
	known.Cost, _ = NewFormula("x - 1", []string{"x", "n"})
	for _, c := range []struct {
		name  string
		cmd   *Command
		why   CommandFailure
		words []string
	}{
		{"missing", missing, CommandNotStarted, []string{"could not be started", "no-such-program"}},
		{"status", command(t, "fail", "{x}"), CommandExitStatus, []string{"exit status 3", "it said: first line no data for 0.5"}},
		{"ramble", command(t, "ramble"), CommandExitStatus, []string{"it said: … ", "blah the end"}},
		{"time limit", impatient, CommandTimeLimit, []string{"time limit of 100ms", "raise time-limit"}},
		{"flood", command(t, "flood"), CommandTooMuchOutput, []string{"more than 1024 KiB"}},
		{"silence", command(t, "print"), CommandNoResult, []string{"printed nothing"}},
		{"words", command(t, "print", "all\x1b[31m done"), CommandNoResult, []string{`no number in its output, which ends with "all done"`}},
		{"not finite", command(t, "print", "0.5 nan"), CommandNoResult, []string{"last number is nan"}},
		{"too large", command(t, "print", "1e999"), CommandNoResult, []string{"last number is 1e999"}},
		{"no value", command(t, "print", `{"cost": 3}`), CommandNoResult, []string{`no "value"`}},
		{"null", command(t, "print", `{"value": null}`), CommandNoResult, []string{`no "value"`}},
		{"text", command(t, "print", `{"value": "3"}`), CommandNoResult, []string{`"value" in its JSON is "3"`}},
		{"bad JSON", command(t, "print", `{"value": NaN, "cost": 3}`), CommandNoResult, []string{"not JSON"}},
		{"free", command(t, "print", `{"value": 1, "cost": 0}`), CommandNoResult, []string{"cost at x = 0.5, n = 2 is 0"}},
		{"known cost", known, CommandNoResult, []string{"cost at x = 0.5, n = 2 is -0.5"}},
	} {
		start := time.Now()
		_, err := c.cmd.Evaluate(t.Context(), []float64{0.5, 2})
		var e *CommandError
		if !errors.As(err, &e) || e.Failure != c.why {
			t.Errorf("%s: error %v, want failure %d", c.name, err, c.why)
			continue
		}
		for _, w := range append(c.words, "x = 0.5, n = 2") {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q does not say %q", c.name, err, w)
			}
		}
		if len(err.Error()) > keptStderr+500 {
			t.Errorf("%s: a message of %d bytes", c.name, len(err.Error()))
		}
		if c.why == CommandExitStatus && !errors.As(err, new(*exec.ExitError)) {
			t.Errorf("%s: the exit error is lost", c.name)
		}
		if strings.ContainsAny(err.Error(), "\x1b\n\ufffd") {
			t.Errorf("%s: %q is not one harmless line", c.name, err)
		}
		if time.Since(start) > 30*time.Second {
			t.Errorf("%s: took %v", c.name, time.Since(start))
		}
	}
}

// A stop reaches the program and what it started, and says it was a stop.
func TestCommandCancel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("without process groups only the program itself is stopped")
	}
	heart := filepath.Join(t.TempDir(), "heart")
	beats := func() int64 {
		info, err := os.Stat(heart)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	c := command(t, "parent", heart)
	go func() {
		_, err := c.Evaluate(ctx, []float64{0.5, 2})
		done <- err
	}()
	for range 1000 { // until the child lives
		if beats() > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if beats() == 0 {
		t.Fatal("the program started no child within ten seconds")
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	time.Sleep(50 * time.Millisecond) // a killed process may still be in its last write
	before := beats()
	time.Sleep(200 * time.Millisecond)
	if beats() != before {
		t.Error("a process the program had started outlived the stop")
	}
	if _, err := c.Evaluate(ctx, []float64{0.5, 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context still runs: %v", err)
	}
}

const commandFile = `budget = 10
[[parameter]]
name = "x"
low = 0
high = 1
[command]
run = ["%s", "where", "{x}"]
`

// Nothing in a file can make its command run: loading does not, formatting
// does not, evaluating does not, until the caller allows it. It then runs in
// the file's directory.
func TestCommandNeedsPermission(t *testing.T) {
	t.Setenv(actAs, "yes")
	dir := t.TempDir()
	path := filepath.Join(dir, "p.toml")
	if err := os.WriteFile(path, fmt.Appendf(nil, commandFile, filepath.ToSlash(os.Args[0])), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Format(p); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Source.Evaluate(t.Context(), []float64{0.5}); !errors.Is(err, ErrNotAllowed) {
		t.Errorf("error %v, want ErrNotAllowed", err)
	}
	if !strings.Contains(p.CommandToAllow(), "where {x}") {
		t.Errorf("command to allow: %q", p.CommandToAllow())
	}
	ran := filepath.Join(dir, "ran-here")
	if _, err := os.Stat(ran); err == nil {
		t.Fatal("the command ran without permission")
	}
	q := p.AllowCommands()
	if _, err := q.Source.Evaluate(t.Context(), []float64{0.5}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(ran); err != nil {
		t.Errorf("the command did not run in the file's directory: %v", err)
	}
	if q.CommandToAllow() != "" || p.Source.(*Command).Allowed() {
		t.Error("allowing a copy changed the original, or did not change the copy")
	}
	if _, isTruth := q.Source.(Truth); isTruth {
		t.Error("a command claims to know the truth unpaid")
	}
}

func TestCommandMistakes(t *testing.T) {
	head := "budget = 10\n[[parameter]]\nname = \"rate\"\nlow = 0\nhigh = 1\n"
	for _, c := range []struct{ text, want string }{
		{"[command]\n", "p.toml:6:2: command.run: is missing"},
		{"[command]\nrun = []\n", "p.toml:7:1: command.run: names no program"},
		{"[command]\nrun = \"python {rate}\"\n", "p.toml:7:7: command.run: needs a list"},
		{"[command]\nrun = [\"python\", \"{rat}\", \"{rate}\"]\n", "p.toml:7:18: command.run[2]: there is no parameter \"rat\"; did you mean \"rate\"?; write {{rat}} for the text itself"},
		{"[command]\nrun = [\"python\"]\n", "p.toml:7:8: command.run: the parameter rate is not passed"},
		{"[command]\nrun = [\"run-{rate}\"]\n", "p.toml:7:8: command.run[1]: the program's own name"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\ntime-limit = \"soon\"\n", "p.toml:8:14: command.time-limit: \"soon\": write a time such as"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\ntime-limit = \"-3s\"\n", "p.toml:8:14: command.time-limit:"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\nshell = true\n", "p.toml:8:1: command.shell: unknown field; known here: run, time-limit"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\nallow = true\n", "p.toml:8:1: command.allow: unknown field"},
		{"[command]\nrun = [\"a\\u0000b\", \"{rate}\"]\n", "p.toml:7:8: command.run[1]: an argument cannot hold a zero byte"},
	} {
		_, err := Parse("p.toml", []byte(head+c.text), "")
		var all Mistakes
		if !errors.As(err, &all) || !slices.ContainsFunc(all, func(m Mistake) bool { return strings.HasPrefix(m.String(), c.want) }) {
			t.Errorf("%q gives\n%v\nwant %s", c.text, err, c.want)
		}
	}
	p, err := Parse("p.toml", []byte(head+"[command]\nrun = [\"./a b\", \"\\u001b[31m{rate}\", \"\"]\ntime-limit = \"90s\"\n[cost]\nexpression = \"1+rate\"\nknown = true\n"), "d")
	if err != nil {
		t.Fatal(err)
	}
	c := p.Source.(*Command)
	if c.TimeLimit != 90*time.Second || c.Dir != "d" || c.Cost == nil || p.KnownCost == nil {
		t.Errorf("%+v", c)
	}
	if want := `"./a b" "\x1b[31m{rate}" ""`; c.String() != want {
		t.Errorf("shown as %s, want %s", c.String(), want)
	}
	again, err := Format(p)
	if err != nil {
		t.Fatal(err)
	}
	q, err := Parse("q.toml", again, "d")
	if err != nil {
		t.Fatal(err)
	}
	if d := q.Source.(*Command); !slices.Equal(c.Args, d.Args) || c.TimeLimit != d.TimeLimit {
		t.Errorf("%+v read back as %+v", c, d)
	}
}

func FuzzReadResult(f *testing.F) {
	for _, s := range []string{"", "1", "{}", `{"value":1}`, "a\n{\"value\":1,\n\"cost\":2}", "nan", "1e999", "}", "{{", `{"value":[1]}`, "0x1p-2", "\xff}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		value, _, _, err := readResult([]byte(s))
		if err == nil && (math.IsNaN(value) || math.IsInf(value, 0)) {
			t.Errorf("%q gives %v", s, value)
		}
	})
}
