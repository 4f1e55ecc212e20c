package study

import (
	"context"
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// Where looking ahead gains: one constructed scenario for each source. The
// numbers are those of our own search, kept here so that the stories told in
// the scenarios' notes stay true.
var sources = []struct {
	name   string
	points map[string][]float64 // what each policy chooses
	best   map[string]float64   // what it ends with
}{
	{
		// The price is known left of 0.4 only. EI/E[c] shuns what may be dear and
		// fills a gap on the left; E[1/c] is large where the price is anyone's guess,
		// so EI-PUC leaps to the far end, which does not fit. B-MS-EI asks for the
		// price a step beyond what is known, and the answer tells it to continue.
		"cost-learning",
		map[string][]float64{"ei": {1}, "ei-puc": {1}, "ei-pc": {0.255, 0.553, 0.625}, "b-ms-ei": {0.530, 0.599, 1}},
		map[string]float64{"ei": 0.239, "ei-puc": 0.239, "ei-pc": 0.879, "b-ms-ei": 1.353},
	},
	{
		// Prices are known: about 1 left of the wall at 0.54, 8 beyond it, and there
		// are 9.3. EI and B-MS-EI buy the same two things, one dear look and one at the
		// foot of the wall for the 1.3 that leaves, in opposite orders: EI's dear look
		// comes first, with nothing to guide it; B-MS-EI's cheap look places the dear
		// one. EI-PUC buys a cheap look and another, after which the dear one does not
		// fit any more.
		"sequencing",
		map[string][]float64{"ei": {0.701, 0.501}, "ei-puc": {0.365, 0.501, 0.524, 0.540}, "b-ms-ei": {0.501, 0.646}},
		map[string]float64{"ei": 0.930, "ei-puc": 0.844, "b-ms-ei": 1.444},
	},
	{
		// Three gaps in what is known, for about 1, 3.6 and 9.6, and 3.9 to spend. EI
		// wants the widest, which does not fit; EI-PUC the cheapest, after which the
		// middle one does not fit; B-MS-EI takes the middle one.
		"deadline",
		map[string][]float64{"ei": {0.793}, "ei-puc": {0.065, 0.356}, "b-ms-ei": {0.358}},
		map[string]float64{"ei": 0.167, "ei-puc": 0.167, "b-ms-ei": 1.168},
	},
}

func TestSourcesTellTheirStories(t *testing.T) {
	t.Parallel()
	for _, c := range sources {
		p := scenario(t, c.name, 0)
		if !p.Constructed || p.Compare[1] != "b-ms-ei" {
			t.Errorf("%s: constructed %v, compares %v", c.name, p.Constructed, p.Compare)
		}
		for policy, want := range c.points {
			s := replayOf(t, p, policy, Settings{}).Last()
			x, _ := chosen(s)
			sameWithin(t, c.name+", "+policy, x, want, 0.03)
			if math.Abs(s.Best-c.best[policy]) > 0.06 {
				t.Errorf("%s: %s ends at %v, want %v", c.name, policy, s.Best, c.best[policy])
			}
			if ahead := c.best["b-ms-ei"]; policy != "b-ms-ei" && s.Best > ahead-0.3 {
				t.Errorf("%s: %s ends at %v, B-MS-EI at %v: hardly a story", c.name, policy, s.Best, ahead)
			}
		}
	}
}

// sameWithin compares points of two runs.
func sameWithin(t *testing.T, what string, x, want []float64, tolerance float64) {
	t.Helper()
	if len(x) != len(want) {
		t.Errorf("%s: chose %v, want %v", what, x, want)
		return
	}
	for i := range x {
		if !(math.Abs(x[i]-want[i]) <= tolerance) {
			t.Errorf("%s: evaluation %d at %v, want %v", what, i+1, x[i], want[i])
		}
	}
}

// The choices are the problem's, not the search's: other seeds and a harder
// search agree, and the mirrored problem gives the mirrored points.
func TestSourcesHoldHoweverSearched(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	efforts, seeds := []string{"standard", "thorough"}, uint64(5)
	if testing.Short() {
		efforts, seeds = efforts[:1], 1
	}
	for _, c := range sources {
		p := scenario(t, c.name, 0)
		m := mirrored(p)
		for _, effort := range efforts {
			for seed := range seeds {
				for _, at := range []*scenarios.Problem{p, m} {
					r, err := NewReplay(context.Background(), at, policy.Must("b-ms-ei effort="+effort), Settings{Seed: seed}, nil)
					testkit.OK(t, err)
					x, _ := chosen(r.Last())
					if at == m {
						reflect1(x)
					}
					sameWithin(t, c.name+", "+effort, x, c.points["b-ms-ei"], 0.03)
				}
			}
		}
		for policy := range c.points {
			if policy == "b-ms-ei" {
				continue // done; the others are closed forms
			}
			x, _ := chosen(replayOf(t, m, policy, Settings{Seed: 3}).Last())
			reflect1(x)
			sameWithin(t, c.name+" mirrored, "+policy, x, c.points[policy], 0.03)
		}
	}
}

// mirrored is a problem on [0, 1] with left and right exchanged.
func mirrored(p *scenarios.Problem) *scenarios.Problem {
	m := *p
	m.Source = mirror{p.Source}
	if known := p.KnownCost; known != nil {
		m.KnownCost = func(u model.Unit) float64 { return known([]float64{1 - u[0]}) }
	}
	m.Initial.X = nil
	for _, x := range p.Initial.X {
		m.Initial.X = append(m.Initial.X, []float64{1 - x[0]})
	}
	return &m
}

type mirror struct{ scenarios.Source }

func (m mirror) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	return m.Source.Evaluate(ctx, []float64{1 - x[0]})
}

func reflect1(x []float64) {
	for i := range x {
		x[i] = 1 - x[i]
	}
}

// The functions are such as the models expect: within 3 standard deviations
// of the posterior given the initial points, everywhere.
func TestSourcesAreLikelyFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range sources {
		p := scenario(t, c.name, 0)
		s, err := New(context.Background(), p, policy.Must("random"), Settings{})
		testkit.OK(t, err)
		testkit.OK(t, s.fit(context.Background()))
		var ws model.Workspace
		for _, u := range Line([]float64{0}, model.Axis{}, 101) {
			v, z, err := p.Source.(scenarios.Truth).Truth(p.FromUnit(u))
			testkit.OK(t, err)
			m := s.pair.Moments(&ws, u)
			if math.Abs(v-m.MuF) > 3*m.SdF+1e-3 || p.KnownCost == nil && math.Abs(math.Log(z)-m.MuC) > 3*m.SdC+1e-3 {
				t.Errorf("%s at %v: value %v, believed %v ± %v; ln cost %v, believed %v ± %v", c.name, u, v, m.MuF, m.SdF, math.Log(z), m.MuC, m.SdC)
			}
		}
	}
}

// What B-MS-EI learns of the price decides what it does next: where looks right
// of all that is known are 1.6 times dearer, it turns back to the left. And the
// chance to fit is what sends it there first, not the news it imagines: with one
// price per fantasy it goes to the same place.
func TestCostLearningHeedsTheAnswer(t *testing.T) {
	t.Parallel()
	p := scenario(t, "cost-learning", 0)
	dear := *p
	dear.Source = surcharge{p.Source}
	for _, c := range []struct {
		problem   *scenarios.Problem
		fantasies string
		want      []float64
	}{{p, "9x7", []float64{0.530, 0.599}}, {&dear, "9x7", []float64{0.530, 0.258}}, {p, "9x1", []float64{0.558, 0.609}}, {p, "25x15", []float64{0.531, 0.599}}} {
		r, err := NewReplay(context.Background(), c.problem, policy.Must("b-ms-ei fantasies="+c.fantasies), Settings{Limit: 2}, nil)
		testkit.OK(t, err)
		x, _ := chosen(r.Last())
		sameWithin(t, "cost-learning, "+c.fantasies, x, c.want, 0.03)
	}
}

// surcharge makes everything right of 0.45 dearer.
type surcharge struct{ scenarios.Source }

func (s surcharge) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	e, err := s.Source.Evaluate(ctx, x)
	if x[0] > 0.45 {
		e.Cost *= 1.6
	}
	return e, err
}

// Every rule that looks one evaluation ahead pays for the far end first, which is
// the wrong one; whoever looks further asks beside the start which way is uphill.
func TestPlanningIsWhatWins(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for name, budgets := range map[string][]float64{"planning": {11.2, 12.4, 13.6}, "planning-learned": {13.1, 14.5, 15.9}} {
		planningWins(t, scenario(t, name, 0), budgets)
	}
}

// Cheap evaluations beside poor values gain nothing and tell where the expensive one
// should go: rules of one step never make them first.
func TestScoutingIsWhatWins(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	p := *scenario(t, "scouting", 0)
	for _, p.Budget = range []float64{11.9, 13.2, 14.5} {
		for _, myopic := range []string{"ei", "ei-puc", "ei-puc-cc", "ei-pc", "ei-pes", "1-b-ms-ei"} {
			s := replayOf(t, &p, myopic, Settings{}).Last()
			if x, cost := chosen(s); x[0] < 0.99 || cost[0] != 8 || s.Best > 0.11 {
				t.Errorf("budget %v: %s begins at %v for %v and ends at %v", p.Budget, myopic, x[0], cost[0], s.Best)
			}
		}
		for _, ahead := range []string{"2-b-ms-ei", "3-b-ms-ei fantasies=5x1,3x1", "4-b-ms-ei fantasies=4x1,3x1,2x1", "2-b-ms-ei schedule=paper"} {
			s := replayOf(t, &p, ahead, Settings{}).Last()
			if x, cost := chosen(s); cost[0] != 1 || s.Best < 1.4 {
				t.Errorf("budget %v: %s begins at %v for %v and ends at %v", p.Budget, ahead, x[0], cost[0], s.Best)
			}
		}
	}
}

func planningWins(t *testing.T, p *scenarios.Problem, budgets []float64) {
	t.Helper()
	for _, budget := range budgets {
		q := *p
		q.Budget = budget
		for _, myopic := range []string{"ei", "ei-puc", "ei-puc-cc", "ei-pc", "ei-pes", "1-b-ms-ei"} {
			s := replayOf(t, &q, myopic, Settings{}).Last()
			if x, cost := chosen(s); x[0] > 0.01 || cost[0] < 7.9 || s.Best > 0.2 {
				t.Errorf("budget %v: %s begins at %v for %v and ends at %v", budget, myopic, x[0], cost[0], s.Best)
			}
		}
		for _, ahead := range []string{"2-b-ms-ei", "3-b-ms-ei fantasies=9x1,5x1", "4-b-ms-ei fantasies=7x1,5x1,3x1", "2-b-ms-ei schedule=paper"} {
			s := replayOf(t, &q, ahead, Settings{}).Last()
			if x, cost := chosen(s); math.Abs(x[0]-0.53) > 0.09 || cost[0] > 5.7 || s.Best < 0.7 {
				t.Errorf("budget %v: %s begins at %v for %v and ends at %v", budget, ahead, x[0], cost[0], s.Best)
			}
			if s.Money.Left != 0 && s.Money.Left < 1e-6 || s.Rows[len(s.Rows)-1].Remaining != s.Money.Left {
				t.Errorf("budget %v: %s leaves %v, by its last row %v", budget, ahead, s.Money.Left, s.Rows[len(s.Rows)-1].Remaining)
			}
		}
	}
}

// With the same data and more to spend, B-MS-EI goes for the widest gap: it is
// the end that sends it to the middle one. EI and EI-PUC do not notice.
func TestDeadlineIsAboutTheEnd(t *testing.T) {
	t.Parallel()
	p := scenario(t, "deadline", 0)
	rich := *p
	rich.Budget = 25
	for policy, moves := range map[string]bool{"ei": false, "ei-puc": false, "b-ms-ei": true} {
		a, _ := chosen(replayOf(t, p, policy, Settings{Limit: 1}).Last())
		b, _ := chosen(replayOf(t, &rich, policy, Settings{Limit: 1}).Last())
		if moved := math.Abs(a[0]-b[0]) > 0.3; moved != moves || !moves && math.Abs(a[0]-b[0]) > 1e-6 {
			t.Errorf("%s: first at %v with %v, at %v with %v", policy, a[0], p.Budget, b[0], rich.Budget)
		}
	}
}
