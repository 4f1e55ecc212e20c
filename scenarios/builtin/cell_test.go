package builtin

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/drawn"
	"farsight/scenarios/problemfile"
)

func TestCells(t *testing.T) {
	t.Parallel()
	cells := Cells()
	if len(cells) != 126 { // 3 dimensions × 6 budgets × (1 + 3 × 2)
		t.Fatalf("%d cells", len(cells))
	}
	names := map[string]bool{}
	for _, c := range cells {
		if again, err := ParseCell(c.String()); err != nil || again != c {
			t.Errorf("%v reads as %v, %v", c, again, err)
		}
		names[c.String()] = true
	}
	if len(names) != 126 || cells[0].String() != "d=1 worth 2 spread 1 constant" || !names["d=2 worth 5 spread 10 rising"] {
		t.Errorf("%d names, the first %v", len(names), cells[0])
	}
	for _, bad := range []string{"", "dropwave", "d=4 worth 5 spread 10 rising", "d=2 worth 5 spread 1 rising", "d=2 worth 5 spread 10 falling",
		"d=2 worth 5 spread 10 rising ", "d=2 worth -5 spread 10 rising", "d=2 worth 5 spread NaN rising", "d=2  worth 5 spread 10 rising"} {
		if c, err := ParseCell(bad); err == nil {
			t.Errorf("%q reads as %v", bad, c)
		}
	}
	for _, bad := range []Cell{{}, {Dim: 2, Worth: 5, Spread: 1, Rising: true}, {Dim: 2, Worth: math.NaN(), Spread: 3}, {Dim: 2, Worth: 5, Spread: 0.5}} {
		if _, err := bad.Problem(1); err == nil {
			t.Errorf("%v has a problem", bad)
		}
	}
}

// What Text writes is the cell's problem.
func TestCellsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, c := range Cells() {
		if c.Worth != 5 {
			continue
		}
		p, err := c.Problem(3)
		testkit.OK(t, err)
		text, err := c.Text(3)
		testkit.OK(t, err)
		q, err := problemfile.Parse("cell.toml", text, "")
		if err != nil {
			t.Fatalf("%v: %v\n%s", c, err, text)
		}
		same(t, p, q)
		if p.Constructed || p.Budget != 5 || p.Initial.Sobol != c.Dim+1 || !strings.HasPrefix(string(text), "# A problem of the map") {
			t.Errorf("%v: %+v", c, p)
		}
	}
}

// A typical evaluation costs 1, two thirds cost between 1/√spread and √spread;
// functions are the same for every budget and differ between other cells.
func TestCellCosts(t *testing.T) {
	t.Parallel()
	const n = 1500
	c := Cell{Dim: 1, Worth: 5, Spread: 10, Rising: true}
	below, inside := 0.0, 0.0
	for seed := range uint64(n) {
		p, err := c.Problem(seed)
		testkit.OK(t, err)
		cost := at(t, p, 0.4).Cost
		if cost < 1 {
			below += 1.0 / n
		}
		if cost > 1/math.Sqrt(10) && cost < math.Sqrt(10) {
			inside += 1.0 / n
		}
	}
	// Four standard errors of the shares ½ and Φ(1) − Φ(−1) = 0.6827.
	if math.Abs(below-0.5) > 4*0.5/math.Sqrt(n) || math.Abs(inside-0.6827) > 4*0.466/math.Sqrt(n) {
		t.Errorf("%.3f below 1, %.3f within the spread", below, inside)
	}
	value := func(c Cell) scenarios.Evaluation {
		p, err := c.Problem(6)
		testkit.OK(t, err)
		return at(t, p, []float64{0.4, 0.4, 0.4}[:c.Dim]...)
	}
	want := value(c)
	if value(Cell{Dim: 1, Worth: 40, Spread: 10, Rising: true}) != want {
		t.Error("the budget changes the functions")
	}
	for _, other := range []Cell{{Dim: 1, Worth: 5, Spread: 10}, {Dim: 1, Worth: 5, Spread: 3, Rising: true}, {Dim: 2, Worth: 5, Spread: 10, Rising: true}, {Dim: 1, Worth: 5, Spread: 1}} {
		if value(other).Value == want.Value {
			t.Errorf("%v and %v have the same function", other, c)
		}
	}
	if e := value(Cell{Dim: 1, Worth: 5, Spread: 1}); e.Cost != 1 {
		t.Errorf("a cost of spread 1 is %v", e.Cost)
	}
}

// The same seed draws the same bits, at whatever time and from however many
// goroutines; another seed draws others.
func TestDrawnBySeed(t *testing.T) {
	t.Parallel()
	const n = 50
	values := func(p *scenarios.Problem) []float64 {
		out := make([]float64, 2*n)
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				x := []float64{float64(i) / n, 0.3, 0.7}
				var err error
				if out[2*i], out[2*i+1], err = p.Source.(scenarios.Truth).Truth(x[:p.Dim()]); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		return out
	}
	for _, c := range []Cell{{Dim: 1, Worth: 5, Spread: 10, Rising: true}, {Dim: 2, Worth: 5, Spread: 3}, {Dim: 3, Worth: 5, Spread: 30, Rising: true}} {
		first, _ := c.Problem(4)
		again, _ := c.Problem(4)
		other, _ := c.Problem(5)
		want := values(first)
		if !slices.Equal(want, values(again)) {
			t.Errorf("%v: the same seed drew other functions", c)
		}
		if different := values(other); want[0] == different[0] || want[1] == different[1] {
			t.Errorf("%v: two seeds drew the same", c)
		}
	}
}

// Along a run whose points do not depend on what is to come, the expected gains
// and the gains have the same mean: here over many functions, always evaluated
// at the same points.
func TestExpectedGainsAreTheGains(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, c := range []Cell{{Dim: 1, Worth: 2, Spread: 10}, {Dim: 2, Worth: 3, Spread: 30, Rising: true}, {Dim: 2, Worth: 2, Spread: 1}, {Dim: 1, Worth: 3, Spread: 8, Uneven: true}} {
		const draws = 600
		excess := make([]float64, draws)
		spread := 0.0
		for seed := range uint64(draws) {
			p, err := c.Problem(seed)
			testkit.OK(t, err)
			d := p.Source.(*drawn.Source)
			rng := rand.New(rand.NewPCG(5, 5))
			var data model.Data
			best, left := math.Inf(-1), p.Budget
			for i := range 7 {
				x := make([]float64, c.Dim)
				for j := range x {
					x[j] = rng.Float64()
				}
				value, cost, err := d.Truth(x)
				testkit.OK(t, err)
				if i >= 3 { // the first ones are free
					expected, err := d.ExpectedGain(data, x, best, left)
					testkit.OK(t, err)
					gain := math.Max(value-best, 0)
					if left -= cost; left < 0 {
						gain = 0
					}
					excess[seed] += gain - expected
					spread += gain
					if left < 0 {
						break
					}
				}
				data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, value), append(data.Cost, cost)
				best = math.Max(best, value)
			}
		}
		s := stats.Summarise(excess)
		t.Logf("%v: gains of %.4f, expected ones differ by %+.4f ± %.4f", c, spread/draws, s.Mean, (s.High-s.Low)/2)
		if half := (s.High - s.Low) / 2; math.Abs(s.Mean) > 1.6*half { // 99.8 %
			t.Errorf("%v: the gains exceed the expected ones by %v ± %v", c, s.Mean, half)
		}
	}
}

// With independent processes the integral is EI·Φ.
func TestExpectedGainOfIndependentProcesses(t *testing.T) {
	t.Parallel()
	p, err := Cell{Dim: 1, Worth: 3, Spread: 10}.Problem(1)
	testkit.OK(t, err)
	data := model.Data{X: []model.Unit{{0.3}, {0.35}}, Y: []float64{0.4, 0.7}, Cost: []float64{1.2, 0.8}}
	got, err := p.Source.(*drawn.Source).ExpectedGain(data, []float64{0.4}, 0.7, 1.5)
	testkit.OK(t, err)
	var ws model.Workspace
	f, _ := model.New(data.X, data.Y, *p.Objective.Fixed)
	c, _ := model.New(data.X, []float64{math.Log(1.2), math.Log(0.8)}, *p.Cost.Fixed)
	mu, v := f.Predict(&ws, []float64{0.4})
	mc, vc := c.Predict(&ws, []float64{0.4})
	u := (mu - 0.7) / math.Sqrt(v)
	cdf := func(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
	want := math.Sqrt(v) * (math.Exp(-u*u/2)/math.Sqrt(2*math.Pi) + u*cdf(u)) * cdf((math.Log(1.5)-mc)/math.Sqrt(vc))
	if math.Abs(got-want) > 1e-4*want {
		t.Errorf("%v, want EI·Φ = %v", got, want)
	}
}

// A cell with moves has costs as those without, and a price at which a move
// between two points anywhere costs 1 in the mean; it is written and read back.
func TestMovingCells(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 9))
	for _, c := range []Cell{{Dim: 1, Worth: 2, Spread: 10, Moving: true}, {Dim: 2, Worth: 5, Spread: 30, Moving: true}, {Dim: 3, Worth: 5, Spread: 1, Moving: true}} {
		again, err := ParseCell(c.String())
		if err != nil || again != c || c.Cost() != CellMoving {
			t.Fatalf("%v is read as %v, %v", c, again, err)
		}
		p, err := c.Problem(3)
		testkit.OK(t, err)
		const n = 20_000
		sum := 0.0
		for range n {
			a, b := make(scenarios.Point, c.Dim), make(scenarios.Point, c.Dim)
			for i := range a {
				a[i], b[i] = rng.Float64(), rng.Float64()
			}
			v, err := p.Move.Cost(a, b)
			testkit.OK(t, err)
			sum += v
		}
		if mean := sum / n; math.Abs(mean-1) > 0.02 {
			t.Errorf("%v: a move costs %v in the mean", c, mean)
		}
		if (c.Spread == 1) != (p.KnownCost != nil) {
			t.Errorf("%v: known cost %v", c, p.KnownCost != nil)
		}
		text, err := c.Text(3)
		testkit.OK(t, err)
		q, err := problemfile.Parse("cell.toml", text, "")
		if err != nil || q.Move == nil || q.Move.PerUnit != p.Move.PerUnit {
			t.Errorf("%v: %v\n%s", c, err, text)
		}
	}
	if err := (Cell{Dim: 2, Worth: 5, Spread: 10, Rising: true, Moving: true}).Check(); err == nil {
		t.Error("a cell rises and moves")
	}
	// Its functions are its own.
	moving, _ := Cell{Dim: 1, Worth: 5, Spread: 10, Moving: true}.Problem(1)
	rising, _ := Cell{Dim: 1, Worth: 5, Spread: 10, Rising: true}.Problem(1)
	a, err := moving.Source.Evaluate(t.Context(), scenarios.Point{0.4})
	b, err2 := rising.Source.Evaluate(t.Context(), scenarios.Point{0.4})
	if err != nil || err2 != nil || a.Value == b.Value {
		t.Errorf("%v and %v at one point, %v, %v", a.Value, b.Value, err, err2)
	}
}

// Uneven costs have two levels, the spread apart, and cost 1 in the mean over all
// points, by counting; the cheap share is that of walls, valleys or islands. The
// problem is written and read back, and knows the cost if it says so.
func TestUnevenCells(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	shares := map[string]int{}
	for _, c := range []Cell{{Dim: 1, Worth: 2, Spread: 8, Uneven: true}, {Dim: 2, Worth: 5, Spread: 8, Uneven: true, Known: true}, {Dim: 3, Worth: 3, Spread: 30, Uneven: true}} {
		if again, err := ParseCell(c.String()); err != nil || again != c {
			t.Fatalf("%v is read as %v, %v", c, again, err)
		}
		for seed := range uint64(30) {
			p, err := c.Problem(seed)
			testkit.OK(t, err)
			const n = 10_000
			low, high, sum, cheap := math.Inf(1), 0.0, 0.0, 0.0
			cost, err := c.uneven(c.drawSeed(seed))
			testkit.OK(t, err)
			x := make(scenarios.Point, c.Dim)
			for range n {
				for i := range x {
					x[i] = rng.Float64()
				}
				v := cost.Eval(x)
				if v < 1 {
					cheap += 1.0 / n
				}
				low, high, sum = min(low, v), max(high, v), sum+v
			}
			if got := at(t, p, x...).Cost; got != cost.Eval(x) || p.KnownCost != nil && p.KnownCost(p.ToUnit(x)) != got {
				t.Errorf("%v, draw %d: an evaluation costs %v, not %v", c, seed, got, cost.Eval(x))
			}
			// Five standard errors of a share of the two levels.
			if math.Abs(high/low-c.Spread) > 1e-9 || math.Abs(sum/n-1) > 5*(high-low)*math.Sqrt(cheap*(1-cheap)/n) {
				t.Errorf("%v, draw %d: costs from %v to %v, %v in the mean", c, seed, low, high, sum/n)
			}
			switch {
			case cheap > 0.29 && cheap < 0.92:
				shares["most places cheap"]++
			case cheap > 0.025 && cheap < 0.42:
				shares["few places cheap"]++
			default:
				t.Errorf("%v, draw %d: %v of all places are cheap", c, seed, cheap)
			}
			if (p.KnownCost != nil) != c.Known || (p.Cost.Fixed == nil) != c.Known {
				t.Errorf("%v: known %v, modelled %v", c, p.KnownCost != nil, p.Cost.Fixed)
			}
			text, err := c.Text(seed)
			testkit.OK(t, err)
			q, err := problemfile.Parse("cell.toml", text, "")
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			same(t, p, q)
		}
	}
	if len(shares) != 2 {
		t.Errorf("the draws have %v", shares)
	}
	for _, bad := range []Cell{{Dim: 1, Worth: 2, Spread: 1, Uneven: true}, {Dim: 1, Worth: 2, Spread: 8, Known: true}, {Dim: 1, Worth: 2, Spread: 8, Uneven: true, Moving: true}} {
		if err := bad.Check(); err == nil {
			t.Errorf("%+v is a cell", bad)
		}
	}
}

// Boxes that overlap are counted once.
func TestVolumeOfBoxes(t *testing.T) {
	t.Parallel()
	square := func(low, high float64) box { return box{{low, high}, {low, high}} }
	// 0.25 + 0.25 − 0.0625, and a third box inside of the first.
	if got := volume([]box{square(0, 0.5), square(0.25, 0.75), square(0.1, 0.2)}); math.Abs(got-0.4375) > 1e-12 {
		t.Errorf("%v", got)
	}
}
