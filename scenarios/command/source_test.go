package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/scenarios"
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
		<-time.After(time.Minute)
	case "flood":
		for {
			if _, err := fmt.Println(strings.Repeat("0.5 ", 1000)); err != nil {
				os.Exit(1)
			}
		}
	case "parent": // starts a child that holds our output and a connection open
		child := exec.Command(os.Args[0], "child", args[1])
		child.Stdout = os.Stdout
		if err := child.Run(); err != nil {
			os.Exit(1)
		}
	case "child": // until it is killed
		conn, err := net.Dial("tcp", args[1])
		if err != nil {
			os.Exit(1)
		}
		_, _ = io.Copy(io.Discard, conn)
	case "where":
		dir, _ := os.Getwd()
		_ = os.WriteFile("ran-here", nil, 0o600)
		fmt.Println(dir + "\n1")
	}
	os.Exit(0)
}

// program is an allowed command source over x and the whole number n, whose
// seconds are its cost.
func program(t *testing.T, args ...string) *Source {
	t.Helper()
	t.Setenv(actAs, "yes")
	c := &Source{
		CostUnit:   "s",
		Args:       append([]string{os.Args[0]}, args...),
		Parameters: []scenarios.Parameter{{Name: "x", Low: 0, High: 1}, {Name: "n", Low: 1, High: 1e9, Integer: true}},
	}
	return c.allow()
}

func TestCommandResult(t *testing.T) {
	testkit.SkipEmulated(t)
	for _, c := range []struct {
		args []string
		want scenarios.Evaluation // Cost 0: the wall time
	}{
		{[]string{"print", `{"value": {x}, "cost": 2.5}`}, scenarios.Evaluation{Value: 0.125, Cost: 2.5}},
		{[]string{"print", "loss {x}\n-1e-3"}, scenarios.Evaluation{Value: -1e-3, Cost: 0}},
		{[]string{"print", "{n}"}, scenarios.Evaluation{Value: 3000000, Cost: 0}},
		{[]string{"print", "{x}{n}"}, scenarios.Evaluation{Value: 0.1253000000, Cost: 0}},
		{[]string{"print", "{{x}} [{x} { {other thing}\n +{n}\r\n\n"}, scenarios.Evaluation{Value: 3000000, Cost: 0}},
		{[]string{"print", "epoch 1\nepoch 2\n{\"value\": 7}"}, scenarios.Evaluation{Value: 7, Cost: 0}},
		{[]string{"print", "log 3\n{\"step\": {\"value\": 1}, \"value\": 7, \"cost\": 2}\n"}, scenarios.Evaluation{Value: 7, Cost: 2}},
	} {
		e, err := program(t, c.args...).Evaluate(t.Context(), []float64{0.125, 3e6})
		if err != nil {
			t.Errorf("%q: %v", c.args, err)
			continue
		}
		if e.Value != c.want.Value || c.want.Cost != 0 && e.Cost != c.want.Cost || e.Cost <= 0 || e.Cost > 60 {
			t.Errorf("%q: %+v, want %+v", c.args, e, c.want)
		}
	}
	v := program(t, "a{x}b{{n}}{n}{q}").vector([]float64{0.1, 2})
	if want := "a0.1b{n}2{q}"; v[1] != want {
		t.Errorf("argument %q, want %q", v[1], want)
	}
}

func TestCommandFailures(t *testing.T) {
	testkit.SkipEmulated(t)
	missing := program(t)
	missing.Args = []string{filepath.Join(t.TempDir(), "no-such-program")}
	impatient := program(t, "sleep")
	impatient.TimeLimit = 100 * time.Millisecond
	known := program(t, "print", "1")
	known.Cost = func(x scenarios.Point) float64 { return x[0] - 1 }
	for _, c := range []struct {
		name  string
		cmd   *Source
		why   failure
		words []string
	}{
		{"missing", missing, notStarted, []string{"could not be started", "no-such-program"}},
		{"status", program(t, "fail", "{x}"), exitStatus, []string{"exit status 3", "it said: first line no data for 0.5"}},
		{"ramble", program(t, "ramble"), exitStatus, []string{"it said: … ", "blah the end"}},
		{"time limit", impatient, outOfTime, []string{"time limit of 100ms", "raise time-limit"}},
		{"flood", program(t, "flood"), tooMuchOutput, []string{"more than 1024 KiB"}},
		{"silence", program(t, "print"), noResult, []string{"printed nothing"}},
		{"words", program(t, "print", "all\x1b[31m done"), noResult, []string{`its last line is "all done": `, "colours"}},
		{"not finite", program(t, "print", "nan"), noResult, []string{`its last line is "nan"`, `{"failed": true`}},
		{"hexadecimal", program(t, "print", "0x1p-2"), noResult, []string{`its last line is "0x1p-2"`}},
		{"too large", program(t, "print", "1e999"), noResult, []string{`its last line is "1e999"`}},
		{"beyond models", program(t, "print", "1e300"), noResult, []string{`its last line is "1e300": the objective at x = 0.5, n = 2 is 1e+300`}},
		{"several lines", program(t, "print", "{\n\"value\": 7\n}"), noResult, []string{"write the JSON object on one line"}},
		{"a long line", program(t, "print", strings.Repeat("é", 5000)), noResult, []string{strings.Repeat("é", quoted-1) + `…"`}},
		{"no value", program(t, "print", `{"cost": 3}`), noResult, []string{`no "value"`}},
		{"null", program(t, "print", `{"value": null}`), noResult, []string{`no "value"`}},
		{"text", program(t, "print", `{"value": "3"}`), noResult, []string{`"value" in its JSON is "3"`}},
		{"bad JSON", program(t, "print", `{"value": NaN, "cost": 3}`), noResult, []string{"not JSON", `{"failed": true`}},
		{"a comma in JSON", program(t, "print", `{"value": 12,5}`), noResult, []string{"not JSON", "use a decimal point"}},
		{"said twice", program(t, "print", `{"value": 1, "cost": 2, "Cost": 3}`), noResult, []string{`says "cost" twice`}},
		{"endless", program(t, "print", `{"value": 1e999}`), noResult, []string{`"value" in its JSON is 1e999, not a finite number`}},
		{"free", program(t, "print", `{"value": 1, "cost": 0}`), noResult, []string{`its last line is "{"value": 1, "cost": 0}": the cost at x = 0.5, n = 2 is 0`}},
		{"paid back", program(t, "print", `{"value": 1, "cost": -2}`), noResult, []string{"the cost at x = 0.5, n = 2 is -2"}},
		{"known cost", known, noResult, []string{"cost at x = 0.5, n = 2 is -0.5"}},
	} {
		start := time.Now()
		_, err := c.cmd.Evaluate(t.Context(), []float64{0.5, 2})
		var e *Error
		if !errors.As(err, &e) || e.failure != c.why {
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
		if c.why == exitStatus && !errors.As(err, new(*exec.ExitError)) {
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
	testkit.SkipEmulated(t)
	if runtime.GOOS == "windows" {
		t.Skip("without process groups only the program itself is stopped")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.OK(t, err)
	defer l.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	c := program(t, "parent", l.Addr().String())
	go func() {
		_, err := c.Evaluate(ctx, []float64{0.5, 2})
		done <- err
	}()
	child, err := l.Accept() // it lives
	testkit.OK(t, err)
	defer child.Close()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	testkit.OK(t, child.SetReadDeadline(time.Now().Add(time.Minute)))
	if _, err := child.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a process the program had started outlived the stop: %v", err)
	}
	if _, err := c.Evaluate(ctx, []float64{0.5, 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context still runs: %v", err)
	}
}

func FuzzReadResult(f *testing.F) {
	for _, s := range []string{"", "1", "{}", `{"value":1}`, "a\n{\"value\":1,\n\"cost\":2}", "nan", "1e999", "}", "{{", `{"value":[1]}`, "0x1p-2", "\xff}", `{"failed":true,"cost":1.5}`, `{"failed":null,"value":1}`, `{"value":1,"sd":0.1}`, `{"value":1,"sd":-1}`, "1 2", "12,5", "1 2\x1b[31m", `{"value":1} 2`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		two := len(s)%2 == 1
		r, err := readResult([]byte(s), two)
		if err != nil && (strings.ContainsAny(err.Error(), "\x1b\n") || len([]rune(err.Error())) > 400) {
			t.Errorf("%q gives the message %q", s, err)
		}
		if err == nil && r.hasCost != two && lastLine([]byte(s))[0] != '{' {
			t.Errorf("%q gives a cost: %v, although two numbers are expected: %v", s, r.hasCost, two)
		}
		if err == nil && (math.IsNaN(r.value) || math.IsInf(r.value, 0)) {
			t.Errorf("%q gives %v", s, r.value)
		}
		if err == nil && !(r.sd >= 0 && scenarios.CheckSd(math.Max(r.sd, 1)) == nil) {
			t.Errorf("%q gives an sd of %v", s, r.sd)
		}
	})
}
