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

	"farsight/internal/mistake"
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
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("again.toml", text, "")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	same(t, p, again)
	if !strings.Contains(string(text), `points = [["DMF", 80], ["water", 20.5]]`) {
		t.Errorf("points are not written by names:\n%s", text)
	}
}

func TestChoiceMistakes(t *testing.T) {
	t.Parallel()
	const names = `["THF", "DMF", "water"]`
	many := make([]string, scenarios.MaxChoices+1)
	for i := range many {
		many[i] = fmt.Sprintf("%q", fmt.Sprint("c", i))
	}
	for _, c := range []struct{ old, new, at, field, words string }{
		{names, `["THF"]`, "4:12", "parameter[1].choices", "1 choices: name from 2 to 20"},
		{names, "[" + strings.Join(many, ", ") + "]", "4:12", "parameter[1].choices", "21 choices"},
		{names, `"THF"`, "4:11", "parameter[1].choices", "a list of texts"},
		{names, `["THF", 3]`, "4:19", "parameter[1].choices[2]", "text in quotes, not the number 3"},
		{names, `["THF", "thf", "DMF"]`, "4:19", "parameter[1].choices[2]", "named twice"},
		{names, `["THF", "", "DMF"]`, "4:19", "parameter[1].choices[2]", "is empty"},
		{names, `["THF", "DMF "]`, "4:19", "parameter[1].choices[2]", "blanks at an end"},
		{names, `["THF", "a\u001b[31mb", "DMF"]`, "4:19", "parameter[1].choices[2]", "cannot be shown"},
		{names, `["THF", "a=b", "DMF"]`, "4:19", "parameter[1].choices[2]", "stand between values"},
		{names, `["THF", "` + strings.Repeat("x", 41) + `", "DMF"]`, "4:19", "parameter[1].choices[2]", "longer than 40"},
		{"choices = " + names, "choices = " + names + "\nlow = 0", "5:7", "parameter[1].low", "leave it out"},
		{"choices = " + names, "choices = " + names + "\nscale = \"log\"", "5:9", "parameter[1].scale", "leave it out"},
		{"choices = " + names, "choices = " + names + "\nstep = 1", "5:8", "parameter[1].step", "leave it out"},
		{`["DMF", 80]`, `["DMSO", 80]`, "15:12", "initial.points[1][1]", `"DMSO" is no choice of solvent`},
		{`["DMF", 80]`, `[1, 80]`, "15:12", "initial.points[1][1]", "the name of a choice"},
		{`["DMF", 80]`, `["DMF", "80"]`, "15:19", "initial.points[1][2]", "needs a number"},
		{`["DMF", 80]`, `["DMF", 180]`, "15:19", "initial.points[1]", "outside [20, 120]"},
		{`["DMF", 120]`, `["DMG", 120]`, "18:6", "optimum.x[1]", `did you mean "DMF"?`},
		{"solvent == 'DMF'", "solvent == 'DMSO'", "10:26", "objective.expression", "is no choice"},
		{"solvent == 'DMF' ? t : 0", "solvent", "10:15", "objective.expression", "is a choice, not a number"},
		{"expression = \"solvent == 'DMF' ? t : 0\"", "[push]\ntarget = [1, 2]", "4:12", "parameter[1].choices", "a [push] takes numbers only"},
	} {
		text := strings.Replace(chosen, c.old, c.new, 1)
		if text == chosen {
			t.Fatalf("%q is no part of the text", c.old)
		}
		_, err := Parse("p.toml", []byte(text), "")
		var found mistake.List
		if !errors.As(err, &found) {
			t.Errorf("%s: no mistake found", c.new)
			continue
		}
		if !slices.ContainsFunc(found, func(m mistake.Mistake) bool {
			return fmt.Sprintf("%d:%d", m.Line, m.Column) == c.at && m.Field == c.field && strings.Contains(m.Message, c.words)
		}) {
			t.Errorf("%s: %v\nwant %s: %s: … %s", c.new, err, c.at, c.field, c.words)
		}
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
		if err := os.WriteFile(filepath.Join(dir, "runs.csv"), []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
		return Parse("p.toml", []byte(problem), dir)
	}
	p, err := write(rows)
	if err != nil {
		t.Fatal(err)
	}
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
