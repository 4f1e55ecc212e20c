package builtin

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

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
