package problemfile

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/command"
	"farsight/scenarios/table"
)

// chosen is a problem with a choice; its lines are counted below.
const chosen = `budget = 20
[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "water"]
[[parameter]]
name = "t"
low = 20
high = 120
[objective]
expression = "solvent == 'DMF' ? t : 0"
[cost]
expression = "solvent == 'water' ? 1 : 2"
known = true
[initial]
points = [["DMF", 80], ["water", 20.5]]
[optimum]
value = 120
x = ["DMF", 120]
`

func TestTooManyChoices(t *testing.T) {
	t.Parallel()
	many := make([]string, scenarios.MaxChoices+1)
	for i := range many {
		many[i] = fmt.Sprintf("%q", fmt.Sprint("c", i))
	}
	text := strings.Replace(chosen, `["THF", "DMF", "water"]`, "["+strings.Join(many, ", ")+"]", 1)
	if _, err := Parse("p.toml", []byte(text), ""); err == nil || !strings.Contains(err.Error(), "21 choices") {
		t.Errorf("21 choices: %v", err)
	}
	var wide strings.Builder
	wide.WriteString("budget = 1\n")
	for i := range 7 {
		fmt.Fprintf(&wide, "[[parameter]]\nname = \"p%d\"\nchoices = [%s]\n", i, strings.Join(many[1:], ", "))
	}
	if _, err := Parse("wide.toml", []byte(wide.String()), ""); err == nil || !strings.Contains(err.Error(), "140 in all are more than the 128") {
		t.Errorf("140 coordinates: %v", err)
	}
}

// A table has a column of names; the surrogate tells them apart.
func TestTableOfChoices(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := "solvent,t,yield,hours\n"
	for i, s := range []string{"THF", "DMF", "water"} {
		for k := range 6 {
			rows += fmt.Sprintf("%s,%d,%d,%d\n", s, 20+20*k, 10*i+k, 1+k)
		}
	}
	problem := `budget = 20
[[parameter]]
name = "solvent"
choices = ["water", "THF", "DMF"]
[[parameter]]
name = "t"
low = 20
high = 120
[table]
file = "runs.csv"
objective = "yield"
cost = "hours"
`
	write := func(rows string) (*scenarios.Problem, error) {
		testkit.OK(t, os.WriteFile(filepath.Join(dir, "runs.csv"), []byte(rows), 0o600))
		return Parse("p.toml", []byte(problem), dir)
	}
	p, err := write(rows)
	testkit.OK(t, err)
	// The values at 20 °C are 0, 10 and 20 by construction.
	for k, want := range []float64{20, 0, 10} {
		if e := at(t, p, float64(k), 20); math.Abs(e.Value-want) > 0.5 {
			t.Errorf("%s has %v at 20 °C, want %v", p.Parameters[0].Choices[k], e.Value, want)
		}
	}
	best, err := p.BestKnown()
	if err != nil || best.X[0] != 0 || best.X[1] < 110 || math.Abs(best.Value-25) > 1 {
		t.Errorf("the best is %+v, %v; want water at 120 °C", best, err)
	}
	fit, err := p.Source.(*table.Source).Fitted()
	if err != nil || len(fit.Objective.Scale) != 2 || !fit.Suits(p.Source.(*table.Source), p) {
		t.Errorf("the fit is %+v, %v; want a lengthscale a parameter", fit, err)
	}
	if _, err := write(strings.Replace(rows, "DMF", "DMSO", 1)); err == nil || !strings.Contains(err.Error(), `runs.csv:8:1: solvent: row 7: "DMSO" is no choice`) {
		t.Errorf("an unknown name: %v", err)
	}
	problem = strings.Replace(problem, "\n[[parameter]]\nname = \"t\"", "\ncolumn = \"2*t\"\n[[parameter]]\nname = \"t\"", 1)
	if _, err := write(rows); err == nil || !strings.Contains(err.Error(), "a choice needs a column") {
		t.Errorf("a formula for a choice: %v", err)
	}
}

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

// drawText is a problem in one dimension with drawn functions.
const drawText = `budget = 8
[[parameter]]
name = "x"
low = 0
high = 1
[draw]
seed = %d
correlation = %v
[model.objective]
mean = 2
variance = 4
lengthscale = 0.1
noise-variance = 1e-6
[model.cost]
mean = 0.5
variance = 0.25
lengthscale = 0.15
noise-variance = 1e-6
`

// A minimised problem is the maximised one upside down: the mean as written,
// the lowest value for the best, and the cost rises with the objective as
// written.
func TestDrawnAndMinimised(t *testing.T) {
	t.Parallel()
	text := fmt.Sprintf(drawText, 3, 1) + "[objective]\ngoal = \"minimise\"\n"
	p, q := parse(t, fmt.Sprintf(drawText, 3, 1)), parse(t, text)
	low := math.Inf(1)
	for i := range 201 {
		x := float64(i) / 200
		a, b := at(t, p, x), at(t, q, x)
		if a != b {
			t.Fatalf("%+v and %+v at %v", a, b, x)
		}
		if want := math.Exp(0.5 + 0.5*(a.Value-2)/2); math.Abs(a.Cost/want-1) > 1e-9 { // ρ = 1
			t.Fatalf("cost %v, want %v", a.Cost, want)
		}
		low = math.Min(low, a.Value)
	}
	best, err := q.BestKnown()
	if err != nil || best.Value > low || best.Value < low-0.1 {
		t.Errorf("the lowest value is %v (%v); the lowest seen %v", best, err, low)
	}
	again, err := Format(q)
	testkit.OK(t, err)
	same(t, q, parse(t, string(again)))
}
