package problemfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/command"
)

// TestMain lets the test binary play the external program: with this variable
// set it notes where it runs instead of testing.
const actAs = "FARSIGHT_TEST_ACT_AS"

func TestMain(m *testing.M) {
	if os.Getenv(actAs) == "" {
		os.Exit(m.Run())
	}
	dir, _ := os.Getwd()
	_ = os.WriteFile("ran-here", nil, 0o600)
	fmt.Println(dir + "\n1")
}

const commandFile = `budget = 10
[[parameter]]
name = "x"
low = 0
high = 1
[command]
run = ["%s", "where", "{x}"]
cost = "time"
`

// Nothing in a file can make its command run: loading does not, formatting
// does not, evaluating does not, until the caller allows it. It then runs in
// the file's directory.
func TestCommandNeedsPermission(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Setenv(actAs, "yes")
	dir := t.TempDir()
	path := filepath.Join(dir, "p.toml")
	testkit.OK(t, os.WriteFile(path, fmt.Appendf(nil, commandFile, filepath.ToSlash(os.Args[0])), 0o600))
	p, err := Load(path)
	testkit.OK(t, err)
	if _, err := Format(p); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Source.Evaluate(t.Context(), []float64{0.5}); !errors.Is(err, command.ErrNotAllowed) {
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
	if q.CommandToAllow() != "" || p.Permission().Given {
		t.Error("allowing a copy changed the original, or did not change the copy")
	}
	if _, isTruth := q.Source.(scenarios.Truth); isTruth {
		t.Error("a command claims to know the truth unpaid")
	}
}

// What a command says is read, shown and written again.
func TestCommandIsWrittenAsItIsRead(t *testing.T) {
	t.Parallel()
	p, err := Parse("p.toml", []byte(commandHead+"[command]\nrun = [\"./a b\", \"\\u001b[31m{rate}\", \"\"]\ntime-limit = \"90s\"\n[cost]\nexpression = \"1+rate\"\nknown = true\n"), "d")
	testkit.OK(t, err)
	c := p.Source.(*command.Source)
	if c.TimeLimit != 90*time.Second || c.Dir != "d" || c.Cost == nil || p.KnownCost == nil {
		t.Errorf("%+v", c)
	}
	if want := `"./a b" "\x1b[31m{rate}" ""`; c.String() != want {
		t.Errorf("shown as %s, want %s", c.String(), want)
	}
	again, err := Format(p)
	testkit.OK(t, err)
	q, err := Parse("q.toml", again, "d")
	testkit.OK(t, err)
	if d := q.Source.(*command.Source); !slices.Equal(c.Args, d.Args) || c.TimeLimit != d.TimeLimit {
		t.Errorf("%+v read back as %+v", c, d)
	}
}

// What a file says of its program's output is read and written again.
func TestCommandOutputFields(t *testing.T) {
	t.Parallel()
	head := commandHead + "[cost]\nunit = \"EUR\"\n[command]\nrun = [\"a\", \"{rate}\"]\n"
	for text, want := range map[string]command.Source{
		"": {}, "prints = \"value\"\n": {}, "prints = \"value and cost\"\n": {Both: true}, "cost = \"time\"\n": {Timed: true},
	} {
		p, err := Parse("p.toml", []byte(head+text), "")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		again, err := Format(p)
		testkit.OK(t, err)
		q, err := Parse("q.toml", again, "")
		testkit.OK(t, err)
		for _, p := range []*scenarios.Problem{p, q} {
			if c := p.Source.(*command.Source); c.Both != want.Both || c.Timed != want.Timed || c.CostUnit != "EUR" {
				t.Errorf("%q: %+v", text, c)
			}
		}
	}
}
