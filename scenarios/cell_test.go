package scenarios

import (
	"math"
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
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
	for _, bad := range []Cell{{}, {2, 5, 1, true}, {2, math.NaN(), 3, false}, {2, 5, 0.5, false}} {
		if _, err := bad.Problem(1); err == nil {
			t.Errorf("%v has a problem", bad)
		}
	}
}

// What Text writes is the cell's problem.
func TestCellsRoundTrip(t *testing.T) {
	for _, c := range Cells() {
		if c.Worth != 5 {
			continue
		}
		p, err := c.Problem(3)
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.Text(3)
		if err != nil {
			t.Fatal(err)
		}
		q, err := Parse("cell.toml", text, "")
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
	const n = 1500
	c := Cell{1, 5, 10, true}
	below, inside := 0.0, 0.0
	for seed := range uint64(n) {
		p, err := c.Problem(seed)
		if err != nil {
			t.Fatal(err)
		}
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
	value := func(c Cell) Evaluation {
		p, err := c.Problem(6)
		if err != nil {
			t.Fatal(err)
		}
		return at(t, p, []float64{0.4, 0.4, 0.4}[:c.Dim]...)
	}
	want := value(c)
	if value(Cell{1, 40, 10, true}) != want {
		t.Error("the budget changes the functions")
	}
	for _, other := range []Cell{{1, 5, 10, false}, {1, 5, 3, true}, {2, 5, 10, true}, {1, 5, 1, false}} {
		if value(other).Value == want.Value {
			t.Errorf("%v and %v have the same function", other, c)
		}
	}
	if e := value(Cell{1, 5, 1, false}); e.Cost != 1 {
		t.Errorf("a cost of spread 1 is %v", e.Cost)
	}
}
