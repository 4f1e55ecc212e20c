package problemfile

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
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

func TestChoices(t *testing.T) {
	t.Parallel()
	p, err := Parse("chosen.toml", []byte(chosen), "")
	testkit.OK(t, err)
	s := p.Parameters[0]
	if !s.Categorical() || s.Low != 0 || s.High != 2 || !slices.Equal(s.Choices, []string{"THF", "DMF", "water"}) {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(p.Initial.X[1], scenarios.Point{2, 20.5}) || !slices.Equal(p.Optimum.X, scenarios.Point{1, 120}) {
		t.Errorf("initial %v, optimum %v", p.Initial.X, p.Optimum.X)
	}
	if e := at(t, p, 1, 80); e.Value != 80 || e.Cost != 2 || p.KnownCost(p.ToUnit(scenarios.Point{2, 50})) != 1 {
		t.Errorf("%+v", e)
	}
	text, err := Format(p)
	testkit.OK(t, err)
	again, err := Parse("again.toml", text, "")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	same(t, p, again)
	if !strings.Contains(string(text), `points = [["DMF", 80], ["water", 20.5]]`) {
		t.Errorf("points are not written by names:\n%s", text)
	}
}

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
