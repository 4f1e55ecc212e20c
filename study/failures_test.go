package study

import (
	"context"
	"fmt"
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// corner is a source with two hills, the higher in a corner where every
// measurement fails.
type corner struct{ scenarios.Code }

func (corner) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	hill := func(a, b, width float64) float64 {
		return math.Exp(-((x[0]-a)*(x[0]-a) + (x[1]-b)*(x[1]-b)) / width)
	}
	value := 2*hill(0.95, 0.95, 0.3) + hill(0.2, 0.3, 0.05)
	if x[0] > 0.65 && x[1] > 0.65 {
		value = math.NaN()
	}
	return scenarios.Evaluation{Value: value, Cost: 1 + 0.5*x[0]}, nil
}

func cornerProblem(budget float64) *scenarios.Problem {
	return &scenarios.Problem{
		Name: "corner", Parameters: []scenarios.Parameter{{Name: "x", High: 1}, {Name: "y", High: 1}}, Source: corner{}, Budget: budget,
	}
}

// After two failures at a place, suggestions are elsewhere, whatever the policy.
func TestAfterTwoFailuresElsewhere(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, kind := range policy.All() {
		for seed := range uint64(2) {
			p := cornerProblem(30)
			p.Source = nil
			in := scenarios.Initial{X: []scenarios.Point{{0.1, 0.2}, {0.3, 0.6}, {0.6, 0.3}, {0.5, 0.9}, {0.9, 0.5}}}
			for _, x := range in.X {
				in.Value, in.Cost = append(in.Value, x[0]+x[1]+0.5*x[0]*x[1]), append(in.Cost, 1+0.5*x[0])
			}
			p.Initial = in
			name := kind.ID
			if kind.Prefix != "" {
				name = "2-" + name // deeper trees take longer and say the same
			}
			st, err := New(t.Context(), p, policy.Must(name), Settings{Seed: seed})
			testkit.OK(t, err)
			place := scenarios.Point{1, 1}
			for range 2 {
				testkit.OK(t, st.observe(place, scenarios.Evaluation{Value: math.NaN(), Cost: 1.5}))
			}
			testkit.OK(t, st.Decide(t.Context()))
			if st.stop != Running {
				continue // PBGI's rule may end it
			}
			snap := st.Snapshot()
			if chance := snap.Success([]model.Unit{snap.Decision.U, {1, 1}, {0, 0}}); chance[0] < 0.3 || chance[1] > 0.02 || chance[2] < 0.99 {
				t.Errorf("%s, seed %d: suggests %v, chances of success there, in the corner and far away %.3f", name, seed, snap.Decision.X, chance)
			}
		}
	}
}

// Without failures nothing is said of the chance of success, and after one in
// the initial design it is.
func TestSuccessOfASnapshot(t *testing.T) {
	t.Parallel()
	p := cornerProblem(20)
	p.Initial.X = []scenarios.Point{{0.2, 0.2}, {0.5, 0.6}, {0.7, 0.1}}
	for _, failing := range []bool{false, true} {
		if failing {
			p.Initial.X = append(p.Initial.X, scenarios.Point{0.9, 0.9})
		}
		st, err := New(t.Context(), p, policy.Must("ei"), Settings{})
		testkit.OK(t, err)
		testkit.OK(t, st.Decide(t.Context()))
		snap := st.Snapshot()
		if chance := snap.Success([]model.Unit{{0.9, 0.9}}); (chance != nil) != failing || failing && !(chance[0] < 0.1) {
			t.Errorf("failing %v: chance of success %v", failing, chance)
		}
		if failing && !(snap.Decision.Success < 1) || !failing && snap.Decision.Success != 1 {
			t.Errorf("failing %v: the decision succeeds with chance %v", failing, snap.Decision.Success)
		}
	}
}

// Constraints hold at every point of a run: of the initial design, of every
// policy's decisions and runners-up, and of what stands in for them.
func TestConstraintsHold(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for i, kind := range policy.All() {
		for seed := range uint64(2) {
			if !testkit.SweepAll() && kind.ID != "ei" && seed != uint64(i%2) {
				continue // a box or a grid
			}
			p := constrained(t, seed == 1)
			name := kind.ID
			if kind.Prefix != "" {
				name = "2-" + name
			}
			st, err := New(t.Context(), p, policy.Must(name).Given("effort=quick"), Settings{Seed: seed})
			testkit.OK(t, err)
			for st.stop == Running {
				if err := st.Decide(t.Context()); err != nil {
					t.Fatal(name, err)
				}
				if d := st.decision; d != nil {
					if d.RunnerUp != nil && p.CheckPoint(d.RunnerUp.X) != nil {
						t.Errorf("%s: runner-up %v: %v", name, d.RunnerUp.X, p.CheckPoint(d.RunnerUp.X))
					}
					if d.Tree != nil {
						for _, n := range d.Tree.Nodes {
							if err := p.CheckPoint(n.Point); err != nil {
								t.Errorf("%s: node %v", name, err)
							}
						}
					}
				}
				if err := st.Step(t.Context()); err != nil {
					t.Fatal(name, err)
				}
			}
			edge := 0
			for _, r := range st.rows {
				if err := p.CheckPoint(r.X); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if r.X[0]+r.X[1] > 1-1e-6 {
					edge++
				}
			}
			// The best lies on the edge x + y = 1, where EI goes at once.
			if name == "ei" && edge == 0 {
				t.Errorf("%s never looks at the edge: %v", name, fmt.Sprint(st.rows))
			}
		}
	}
}

// constrained is a problem on x + y <= 1, on grids if asked for.
func constrained(t *testing.T, grids bool) *scenarios.Problem {
	t.Helper()
	step := ""
	if grids {
		step = "step = 0.1\n"
	}
	p, err := problemfile.Parse("triangle.toml", []byte(`budget = 9
constraints = ["x + y <= 1", "y >= 0.05"]
[[parameter]]
name = "x"
low = 0
high = 1
`+step+`[[parameter]]
name = "y"
low = 0
high = 1
`+step+`[objective]
expression = "x + 1.3*y - 0.5*(x - 0.5)^2"
[cost]
expression = "1 + x"
[initial]
sobol = 4
`), "")
	testkit.OK(t, err)
	return p
}
