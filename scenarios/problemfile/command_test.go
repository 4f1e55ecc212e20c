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

	"farsight/internal/mistake"
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

func TestCommandMistakes(t *testing.T) {
	t.Parallel()
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
		{"[command]\nrun = [\"a\", \"{rate}\"]\nprints = \"cost\"\n", "p.toml:8:10: command.prints: \"cost\" is not known"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\ncost = \"seconds\"\n", "p.toml:8:8: command.cost: \"seconds\" is not known"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\ncost = \"time\"\nprints = \"value and cost\"\n", "p.toml:8:8: command.cost: the program prints its cost"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\nprints = \"value and cost\"\n[cost]\nexpression = \"1\"\nknown = true\n", "p.toml:8:10: command.prints: the cost is known"},
		{"[command]\nrun = [\"a\", \"{rate}\"]\ncost = \"time\"\n[cost]\nexpression = \"1\"\nknown = true\n", "p.toml:8:8: command.cost: the cost is known"},
	} {
		_, err := Parse("p.toml", []byte(head+c.text), "")
		var all mistake.List
		if !errors.As(err, &all) || !slices.ContainsFunc(all, func(m mistake.Mistake) bool { return strings.HasPrefix(m.String(), c.want) }) {
			t.Errorf("%q gives\n%v\nwant %s", c.text, err, c.want)
		}
	}
	p, err := Parse("p.toml", []byte(head+"[command]\nrun = [\"./a b\", \"\\u001b[31m{rate}\", \"\"]\ntime-limit = \"90s\"\n[cost]\nexpression = \"1+rate\"\nknown = true\n"), "d")
	if err != nil {
		t.Fatal(err)
	}
	c := p.Source.(*command.Source)
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
	if d := q.Source.(*command.Source); !slices.Equal(c.Args, d.Args) || c.TimeLimit != d.TimeLimit {
		t.Errorf("%+v read back as %+v", c, d)
	}
}

// What a file says of its program's output is read and written again.
func TestCommandOutputFields(t *testing.T) {
	t.Parallel()
	head := "budget = 10\n[[parameter]]\nname = \"rate\"\nlow = 0\nhigh = 1\n[cost]\nunit = \"EUR\"\n[command]\nrun = [\"a\", \"{rate}\"]\n"
	for text, want := range map[string]command.Source{
		"": {}, "prints = \"value\"\n": {}, "prints = \"value and cost\"\n": {Both: true}, "cost = \"time\"\n": {Timed: true},
	} {
		p, err := Parse("p.toml", []byte(head+text), "")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		again, err := Format(p)
		if err != nil {
			t.Fatal(err)
		}
		q, err := Parse("q.toml", again, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*scenarios.Problem{p, q} {
			if c := p.Source.(*command.Source); c.Both != want.Both || c.Timed != want.Timed || c.CostUnit != "EUR" {
				t.Errorf("%q: %+v", text, c)
			}
		}
	}
}
