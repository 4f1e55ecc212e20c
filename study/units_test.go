package study

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// inUnits is a problem whose money and whose objective are counted in other
// units: every cost times money, every value times value.
type inUnits struct {
	scenarios.Source
	money, value float64
}

func (s inUnits) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	e, err := s.Source.Evaluate(ctx, x)
	e.Value *= s.value
	e.Cost *= s.money
	return e, err
}

// converted counts a problem's money and values in other units.
func converted(p *scenarios.Problem, money, value float64) *scenarios.Problem {
	out := *p
	out.Source = inUnits{p.Source, money, value}
	out.Budget *= money
	if known := p.KnownCost; known != nil {
		out.KnownCost = func(u model.Unit) float64 { return money * known(u) }
	}
	out.Initial.Value, out.Initial.Cost = nil, nil
	for _, v := range p.Initial.Value {
		out.Initial.Value = append(out.Initial.Value, value*v)
	}
	for _, c := range p.Initial.Cost {
		out.Initial.Cost = append(out.Initial.Cost, money*c)
	}
	if h := p.Objective.Fixed; h != nil {
		scaled := *h
		scaled.Mean, scaled.Variance, scaled.Noise = value*h.Mean, value*value*h.Variance, value*value*h.Noise
		out.Objective.Fixed = &scaled
	}
	if h := p.Cost.Fixed; h != nil {
		shifted := *h
		shifted.Mean += math.Log(money)
		out.Cost.Fixed = &shifted
	}
	return &out
}

// Nothing depends on the unit of budget or of the objective: counted in cents or
// in millions, every policy takes the same steps and ends for the same reason.
func TestUnitsChangeNothing(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	problems := map[string]*scenarios.Problem{"myopia": scenario(t, "myopia", 0), "overspend": scenario(t, "overspend", 0), "sequencing": scenario(t, "sequencing", 0), "dropwave": scenario(t, "dropwave", 3)}
	if testing.Short() {
		problems = map[string]*scenarios.Problem{"myopia": problems["myopia"]}
	}
	factors := testkit.SweepSize( // of money and of values
		[][2]float64{{1e-9, 1e9}},
		[][2]float64{{1e-9, 1e9}, {1e9, 1e-9}}, // each at both ends, by turns
		[][2]float64{{1e-9, 1}, {1, 1e-9}, {1e-3, 1}, {1, 1e-3}, {1e9, 1}, {1, 1e9}, {1e-9, 1e-9}, {1e9, 1e-9}},
	)
	for _, kind := range policy.All() {
		for i, name := range slices.Sorted(maps.Keys(problems)) {
			p := problems[name]
			t.Run(kind.ID+" on "+name, func(t *testing.T) {
				t.Parallel()
				q := policy.Must(kind.ID)
				limit := map[string]int{"kg-pc": 3, "ei-puc-rollout": 3}[kind.ID] // each decision takes long
				switch {
				case kind.ID == "ms-ei", kind.ID == "b-ms-ei-p" && name == "overspend": // the top of a deeper tree is flat, and rounding says where on it the search ends
					q = q.Given("steps=2")
				case name == "dropwave":
					q = q.Given("steps=2 effort=quick")
				}
				if name == "dropwave" {
					limit = 2
				}
				want := run(t, p, q, limit)
				for k, units := range factors {
					if !testkit.SweepTurn(i+k, len(factors)) {
						continue
					}
					got := run(t, converted(p, units[0], units[1]), q, limit)
					if err := sameSteps(got, want); err != nil {
						t.Errorf("money times %g, values times %g: %v", units[0], units[1], err)
					}
				}
			})
		}
	}
}

func run(t *testing.T, p *scenarios.Problem, q policy.Policy, limit int) Snapshot {
	t.Helper()
	r, err := NewReplay(t.Context(), p, q, Settings{Seed: 3, Limit: limit, Workers: 1}, nil)
	testkit.OK(t, err)
	return r.Last()
}

// unitTolerance is how far apart, in the unit cube, the same step may be: the
// logarithm of a cost in another unit has another last digit, and the searches
// continue from there.
const unitTolerance = 2e-4

func sameSteps(got, want Snapshot) error {
	if end(got) != end(want) || got.Evaluations != want.Evaluations || len(got.Rows) != len(want.Rows) {
		return fmt.Errorf("%d evaluations, then %q; else %d, then %q", got.Evaluations, got.Stop, want.Evaluations, want.Stop)
	}
	for i, row := range got.Rows {
		for k, u := range row.U {
			if math.Abs(u-want.Rows[i].U[k]) > unitTolerance {
				return fmt.Errorf("row %d is at %v, else at %v", i+1, row.U, want.Rows[i].U)
			}
		}
	}
	return nil
}

// end is why a run ended. Where a known cost was spent to its last coin, whether
// the coin counts as left is a matter of the last digit.
func end(s Snapshot) Stop {
	if s.Stop == NothingAffordable && s.Money.Left < 1e-6*s.Money.Total {
		return BudgetSpent
	}
	return s.Stop
}
