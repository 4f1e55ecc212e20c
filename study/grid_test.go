package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// gridded is a problem of nine points; %s: what is said of its values.
const gridded = `name = "gridded"
budget = 1000
[[parameter]]
name = "n"
low = 1
high = 3
integer = true
[[parameter]]
name = "x"
low = 0
high = 1
step = 0.5
[initial]
sobol = 2
[objective]
goal = "maximise"
expression = "n*x - x^2"
%s
[cost]
expression = "n"
known = true
`

func parsed(t *testing.T, text string) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("gridded.toml", []byte(text), "")
	testkit.OK(t, err)
	return p
}

// A run on a grid ends when all of its points are evaluated, and says so; where
// values are noisy it continues.
func TestExhaustedGrid(t *testing.T) {
	t.Parallel()
	r := replayOf(t, parsed(t, fmt.Sprintf(gridded, "")), "random", Settings{Seed: 1}).Last()
	seen := map[string]bool{}
	for _, row := range r.Rows {
		seen[fmt.Sprint(row.X)] = true
	}
	if r.Stop != GridExhausted || len(seen) != 9 {
		t.Errorf("random stops with %q after %d of 9 points", r.Stop, len(seen))
	}
	if r = replayOf(t, parsed(t, fmt.Sprintf(gridded, "noisy = true")), "random", Settings{Seed: 1, Limit: len(r.Rows)}).Last(); r.Stop != Limit {
		t.Errorf("noisy values are evaluated once: %q", r.Stop)
	}
}

// What is known exactly is not evaluated again: the best point of a grid looked worth it
// by the little noise that models have, and took the whole budget.
func TestExactGridPointsAreNotRepeated(t *testing.T) {
	t.Parallel()
	const text = `name = "line"
budget = 20
[[parameter]]
name = "x"
low = 0
high = 12
step = 1
[objective]
goal = "maximise"
expression = "sin(x/2) + x/20"
%s
[cost]
expression = "1 + x/12"
[initial]
points = [[3], [8]]
`
	for _, name := range []string{"ei", "ei-puc", "ei-pc", "b-ms-ei steps=2", "b-ms-ei effort=quick", "p-ms-ei", "far", "kg-pc", "ts-pc"} {
		r := replayOf(t, parsed(t, fmt.Sprintf(text, "")), name, Settings{Seed: 1}).Last()
		seen := map[float64]bool{}
		for _, row := range r.Rows {
			if x := row.X[0]; seen[x] && row.Counted {
				t.Errorf("%s: %v is evaluated again", name, x)
				break
			} else {
				seen[x] = true
			}
		}
		if len(seen) < 5 {
			t.Errorf("%s ends after %d points: %s", name, len(seen), r.Stop)
		}
	}
}

// A known point of a grid is worth nothing, and one that must move away from it stays
// where the constraint holds.
func TestGridWithoutKnownPoints(t *testing.T) {
	t.Parallel()
	p := parsed(t, strings.Replace(fmt.Sprintf(gridded, ""), "budget = 1000", "budget = 1000\nconstraints = [\"n + 2*x <= 4\"]", 1))
	known := []scenarios.Point{{2, 0.5}, {1, 0.5}, {2, 0}}
	w := p.GridWithout(known, p.Region).(model.Region)
	for _, x := range known {
		u := p.ToUnit(x)
		if v := w.LogWeight(u, make([]float64, len(u))); !math.IsInf(v, -1) || w.Allows(u) {
			t.Errorf("%v has weight exp(%v)", x, v)
		}
		w.Move(u)
		if y := p.FromUnit(u); !w.Allows(u) || p.CheckPoint(y) != nil || slices.ContainsFunc(known, func(k scenarios.Point) bool { return slices.Equal(k, y) }) {
			t.Errorf("%v moves to %v", x, y)
		}
	}
	u := p.ToUnit(scenarios.Point{1, 1})
	if v := w.LogWeight(u, nil); v != 0 || !w.Allows(u) {
		t.Errorf("a point that is not known has weight exp(%v)", v)
	}
}

// A live study on a grid ends likewise, unless a point measured twice gave two
// values.
func TestExhaustedLiveGrid(t *testing.T) {
	t.Parallel()
	text := strings.Replace(fmt.Sprintf(gridded, ""), `expression = "n*x - x^2"`, "", 1)
	l, err := CreateLive(filepath.Join(t.TempDir(), "grid.study"), "gridded.toml", []byte(text), LiveSettings{Policy: policy.Must("random")})
	testkit.OK(t, err)
	tell := func(x scenarios.Point, y float64) {
		t.Helper()
		if _, err := l.Tell(l.State().Seq, Answer{X: x, Value: y, Cost: x[0]}); err != nil {
			t.Fatal(err)
		}
	}
	for n := 1.0; n <= 3; n++ {
		for x := 0.0; x <= 1; x += 0.5 {
			if _, err := l.Ask(t.Context()); err != nil {
				t.Fatalf("before (%v, %v): %v", n, x, err)
			}
			tell(scenarios.Point{n, x}, n*x)
		}
	}
	var end EndedError
	if _, err := l.Ask(context.Background()); !errors.As(err, &end) || end.Stop != GridExhausted || !strings.Contains(err.Error(), "every point of the grid") {
		t.Errorf("after all points: %v", err)
	}
	tell(scenarios.Point{2, 0.5}, 7)
	if _, err := l.Ask(context.Background()); err != nil {
		t.Errorf("after two values at a point: %v", err)
	}
}

// What is out of money is not out of promise.
func TestNothingAffordable(t *testing.T) {
	t.Parallel()
	const text = `name = "dear"
budget = 1
[[parameter]]
name = "x"
low = 0
high = 1
[initial]
points = [[0.1], [0.9]]
[objective]
goal = "maximise"
expression = "%s"
[cost]
expression = "%s"
known = true
`
	for _, name := range []string{"ei", "ei-puc", "b-ms-ei steps=2 effort=quick"} {
		if r := replayOf(t, parsed(t, fmt.Sprintf(text, "sin(9*x)", "2 + x")), name, Settings{}).Last(); r.Stop != NothingAffordable {
			t.Errorf("%s: %q though everything costs twice what there is", name, r.Stop)
		}
	}
}

// solvents has its best in the second of three choices: no more than 1 can be
// had in the first, 1.2 in the third and 2 in the second, away from where the
// others have theirs.
const solvents = `
name = "solvents"
budget = 18
[[parameter]]
name = "t"
low = 20
high = 120
[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "water"]
[[parameter]]
name = "c"
low = 0
high = 1
[objective]
expression = """
let top = solvent == "THF" ? 1 : solvent == "DMF" ? 2 : 1.2;
let best = solvent == "THF" ? 90 : solvent == "DMF" ? 50 : 75;
top*exp(-((t - best)/40)^2 - ((c - 0.4)/0.6)^2)"""
[cost]
expression = 'solvent == "DMF" ? 1.2 : 0.9'
[initial]
sobol = 6
`

func solventProblem(t *testing.T) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("solvents.toml", []byte(solvents), "")
	testkit.OK(t, err)
	return p
}

// Every policy finds the best choice: it ends better than anybody could who
// never tries it, and every point on the way is one that can be chosen.
func TestEveryPolicyFindsTheBestChoice(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := solventProblem(t)
	for _, k := range policy.All() {
		t.Run(k.ID, func(t *testing.T) {
			t.Parallel()
			name := k.ID
			if name == "pbgi" {
				name += " lambda=0.01" // at 0.1 a point is soon not worth its price
			}
			limit := 14
			if name == "mes-pc" {
				limit = 24 // of exact values every peak tells it much
			}
			for seed := range testkit.SweepSize(uint64(1), 1, 2) {
				s, err := New(t.Context(), p, policy.Must(name).Given("effort=quick"), Settings{Seed: seed, Limit: limit})
				testkit.OK(t, err)
				testkit.OK(t, s.Run(t.Context()))
				snap := s.Snapshot()
				if snap.Best <= 1.2 || snap.Rows[snap.BestRow].X[1] != 1 {
					t.Errorf("seed %d: ends at %v with %s; the other choices have no more than 1.2", seed, snap.Best, scenarios.ShowPoint(p.Parameters, snap.Rows[snap.BestRow].X))
				}
				for _, r := range snap.Rows {
					if err := p.CheckPoint(r.X); err != nil || !slices.Equal(p.ToUnit(r.X), r.U) {
						t.Errorf("seed %d: a row at %v, %v on the cube: %v", seed, r.X, r.U, err)
					}
				}
			}
		})
	}
}

// A live study of choices takes the steps of a replay, and its file brings them
// back: journals hold the number of a choice.
func TestLiveChoices(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	p := solventProblem(t)
	for _, name := range []string{"ei-puc", "2-b-ms-ei"} {
		want, err := New(t.Context(), p, policy.Must(name), Settings{Seed: 2, Limit: 4})
		testkit.OK(t, err)
		testkit.OK(t, want.Run(t.Context()))
		l, err := CreateLive(filepath.Join(liveDir(t), "s.study"), "solvents.toml", []byte(solvents), LiveSettings{Policy: policy.Must(name), Seed: 2})
		testkit.OK(t, err)
		for i, r := range want.Snapshot().Rows {
			l = reopen(t, l) // whoever opens it is asked the same
			x := ask(t, l).X
			if !slices.Equal(x, r.X) {
				t.Fatalf("%s, row %d: asked for %v, the replay measured %v", name, i, x, r.X)
			}
			e, err := p.Source.Evaluate(t.Context(), x)
			testkit.OK(t, err)
			if _, err := l.Tell(l.State().Seq, Answer{Value: e.Value, Cost: e.Cost}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := l.Tell(l.State().Seq, Answer{X: scenarios.Point{30, 1.5, 0.5}, Value: 1, Cost: 1}); err == nil {
			t.Error("half a choice is told and taken")
		}
	}
}

// Fixed models give a lengthscale a parameter; a choice's holds for all its
// coordinates.
func TestFixedModelsOfChoices(t *testing.T) {
	t.Parallel()
	const fixed = `
[model.objective]
mean = 0.5
variance = 1
lengthscale = [0.2, 0.7, 0.4]
noise-variance = 1e-4
[model.cost]
mean = 0
variance = 1
lengthscale = 0.5
noise-variance = 1e-4
`
	p, err := problemfile.Parse("solvents.toml", []byte(solvents+fixed), "")
	testkit.OK(t, err)
	s, err := New(t.Context(), p, policy.Must("ei"), Settings{})
	testkit.OK(t, err)
	testkit.OK(t, s.Decide(t.Context()))
	fitted := s.Snapshot().Fitted
	if got := fitted.Objective.Scale; !slices.Equal(got, []float64{0.2, 0.7, 0.7, 0.7, 0.4}) {
		t.Errorf("lengthscales %v", got)
	}
	if got := fitted.LogCost.Scale; !slices.Equal(got, []float64{0.5, 0.5, 0.5, 0.5, 0.5}) {
		t.Errorf("lengthscales of the cost %v", got)
	}
}
