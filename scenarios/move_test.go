package scenarios

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios/formula"
)

// moved are parameters of every kind.
func moved() []Parameter {
	return []Parameter{
		{Name: "x", Low: -3, High: 5},
		{Name: "t", Low: 0.1, High: 100, Log: true},
		{Name: "n", Low: 1, High: 9, Integer: true},
		{Name: "s", Low: 0, High: 1, Choices: []string{"THF", "DMF"}},
	}
}

func moveFormula(t *testing.T, parameters []Parameter, text string) *Move {
	t.Helper()
	names, choices := MoveNames(parameters)
	f, err := formula.Choosing(text, names, choices)
	testkit.OK(t, err)
	return NewMoveFormula(parameters, f)
}

// On the unit cube a move has the price it has in the problem's units, and
// gradients by both points that meet differences.
func TestMovePrice(t *testing.T) {
	t.Parallel()
	parameters := moved()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range []*Move{
		NewMove(parameters, 0.5, nil),
		NewMove(parameters, 2, []string{"t", "n"}),
		moveFormula(t, parameters, `0.3*hypot(to_x - from_x, 1) + 0.01*max(to_t - from_t, 0) + (from_s == to_s ? 0 : 2)`),
		moveFormula(t, parameters, `to_s == "DMF" ? 1 + (to_n - from_n)^2 : 0.5`),
	} {
		for range 50 {
			share := func() []float64 {
				s := make([]float64, len(parameters))
				for i := range s {
					s[i] = 0.05 + 0.9*rng.Float64()
				}
				return s
			}
			x, y := FromShares(parameters, share()), FromShares(parameters, share())
			u, v := ToUnit(parameters, x), ToUnit(parameters, y)
			want, err := m.Cost(x, y)
			testkit.OK(t, err)
			dFrom, dTo := make([]float64, len(u)), make([]float64, len(u))
			if got := m.Price(u, v, dFrom, dTo); math.Abs(got-want) > 1e-9*(1+want) {
				t.Fatalf("%v: %v on the cube, %v in its units", m, got, want)
			}
			for _, side := range []struct {
				at   model.Unit
				grad []float64
			}{{u, dFrom}, {v, dTo}} {
				for j := range 3 { // the coordinates that are numbers
					const step = 1e-5
					c := side.at[j]
					side.at[j] = c + step
					up := m.Price(u, v, nil, nil)
					side.at[j] = c - step
					down := m.Price(u, v, nil, nil)
					side.at[j] = c
					if d := (up - down) / (2 * step); math.Abs(d-side.grad[j]) > 1e-4*(1+math.Abs(d)) {
						t.Errorf("%v: gradient %v, differences %v", m, side.grad[j], d)
					}
				}
			}
		}
	}
}

// Staying costs what the formula says, a distance nothing; there is no slope at
// no distance, and nowhere to come from is free.
func TestMoveFromNowhere(t *testing.T) {
	t.Parallel()
	parameters := moved()
	x := Point{1, 2, 3, 0}
	u := ToUnit(parameters, x)
	m := NewMove(parameters, 0.5, nil)
	grad := []float64{1, 1, 1, 1, 1}
	if v := m.Price(u, u, nil, grad); v != 0 || norm(grad) != 0 {
		t.Errorf("staying costs %v, slopes %v", v, grad)
	}
	if v, err := m.Cost(nil, x); v != 0 || err != nil {
		t.Errorf("from nowhere: %v, %v", v, err)
	}
	var none *Move
	if v, err := none.Cost(x, Point{4, 5, 6, 1}); v != 0 || err != nil || none.Formula() != "" {
		t.Errorf("without a price: %v, %v", v, err)
	}
}

// What is no price is an error that names both points, and out of reach for a
// search.
func TestMoveThatIsNoPrice(t *testing.T) {
	t.Parallel()
	parameters := moved()
	a, b := Point{1, 2, 3, 0}, Point{0, 2, 3, 1}
	for _, text := range []string{"to_x - from_x", "0/(to_t - from_t)", "1/(to_t - from_t)^2", "1e300*(1 + to_t)"} {
		m := moveFormula(t, parameters, text)
		_, err := m.Cost(a, b)
		if err == nil || !strings.Contains(err.Error(), "x = 1") || !strings.Contains(err.Error(), "s = DMF") {
			t.Errorf("%s: %v", text, err)
		}
		if v := m.Price(ToUnit(parameters, a), ToUnit(parameters, b), nil, nil); !math.IsInf(v, 1) {
			t.Errorf("%s: a search sees %v", text, v)
		}
	}
}

func TestMoveDoesNotAllocate(t *testing.T) {
	parameters := moved()
	u, v := ToUnit(parameters, Point{1, 2, 3, 0}), ToUnit(parameters, Point{0, 3, 4, 1})
	dFrom, dTo := make([]float64, len(u)), make([]float64, len(u))
	for _, m := range []*Move{NewMove(parameters, 0.5, nil), moveFormula(t, parameters, "abs(to_x - from_x)")} {
		if n := testing.AllocsPerRun(20, func() { m.Price(u, v, dFrom, dTo) }); n != 0 {
			t.Errorf("%v: %v allocations", m, n)
		}
	}
}

// At three times the prices everything that is paid, known or believed is three times as much, and values stay.
func TestAtPrices(t *testing.T) {
	t.Parallel()
	parameters := moved()
	cost, err := formula.New("20 + x + n", Names(parameters))
	testkit.OK(t, err)
	value, err := formula.New("x * t", Names(parameters))
	testkit.OK(t, err)
	known, from, to := KnownCost(cost, parameters), Point{1, 2, 3, 0}, Point{4, 5, 6, 1}
	for _, move := range []*Move{nil, NewMove(parameters, 0.5, nil), moveFormula(t, parameters, `1 + abs(to_x - from_x)`)} {
		p := &Problem{
			Parameters: parameters, Source: &Expression{value, cost, parameters}, KnownCost: known, CostPart: known,
			Price: Price{4, 3}, Move: move, Initial: Initial{Cost: []float64{2}},
		}
		p.Cost.Fixed = &model.Hyper{Variance: 2, Mean: 1}
		paid := func(p *Problem) (money, same []float64) {
			e, err := p.Source.Evaluate(t.Context(), to)
			testkit.OK(t, err)
			u := p.ToUnit(to)
			money = []float64{e.Cost, p.KnownCost(u), p.CostPart(u), p.Price.Typical, p.Initial.Cost[0], math.Exp(p.Cost.Fixed.Mean)}
			if p.Move != nil {
				way, err := p.Move.Cost(from, to)
				testkit.OK(t, err)
				money = append(money, way)
			}
			return money, []float64{e.Value, p.Price.Spread, p.Cost.Fixed.Variance}
		}
		before, same := paid(p)
		after, still := paid(p.AtPrices(3))
		thrice := func(a, b float64) bool { return math.Abs(b-3*a) < 1e-9*b }
		if !slices.EqualFunc(before, after, thrice) || !slices.Equal(same, still) {
			t.Errorf("%v and %v at three times the prices are %v and %v", before, same, after, still)
		}
	}
}
