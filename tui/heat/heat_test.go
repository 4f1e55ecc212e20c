package heat

import (
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// nine has more parameters than slices have room for.
func nine() string {
	var b strings.Builder
	b.WriteString("name = \"nine\"\nbudget = 10\n")
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "a_long_name_indeed", "i"} {
		b.WriteString("[[parameter]]\nname = \"" + n + "\"\nlow = 0\nhigh = 1\nunit = \"mol/l\"\n")
	}
	b.WriteString("[objective]\ngoal = \"minimise\"\nexpression = \"a + b\"\n[cost]\nexpression = \"1 + c\"\n")
	b.WriteString("[initial]\npoints = [[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9],[0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1]]\nvalues = [1, 2]\ncosts = [1, 1.5]\n")
	return b.String()
}

// show shows the heat map of a problem.
func show(t *testing.T, text string, limit int, policies ...string) (*Screen, *screentest.Host) {
	t.Helper()
	s := New()
	return s, screentest.Show(t, screentest.OpenText(t, text, limit, policies...), s, 160, 48)
}

// drawn is what is on the screen: a step and its grid.
func drawn(t *testing.T, s *Screen, x *screentest.Host) (*study.Snapshot, *grid) {
	t.Helper()
	snap, _ := x.View.Shown(x.View.Focused())
	d := s.grids[s.key(x.View, snap)]
	if d == nil {
		t.Fatal("there is no grid")
	}
	return snap, d
}

var next, back = screen.ActMsg{Act: screen.ActQuantity}, screen.ActMsg{Act: screen.ActQuantityBack}

// The numbers on the grid and along the slices are the snapshot's own, through
// the next point or the incumbent.
func TestShowsThePosterior(t *testing.T) {
	t.Parallel()
	s, x := show(t, screentest.Bowl, 3, "ei", "ei-puc")
	x.Move(1)
	for _, incumbent := range []bool{false, true} {
		if incumbent {
			x.Through()
		}
		snap, d := drawn(t, s, x)
		through := snap.Decision.U
		if incumbent {
			through = snap.Rows[snap.BestRow].U
		}
		i, j := 10, 40
		u := append([]float64(nil), through...)
		u[0], u[1] = float64(i)/(columns-1), float64(j)/(rows-1)
		at := []model.Unit{u}
		f, c, a := snap.Objective(at), snap.Cost(at), snap.Acquisition(at)
		k := j*columns + i
		for name, pair := range map[string][2]float64{
			"mean": {d.mean[k], f.Mean[0]}, "cost": {d.cost[k], c.Mean[0]}, "acquisition": {d.closed[k], a[0]},
			"uncertainty": {d.spread[k], (f.High[0] - f.Low[0]) / (2 * 1.959963984540054)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s at the grid's point %d, %d is %v, but %v in the snapshot", name, i, j, pair[0], pair[1])
			}
		}
		line := snap.Objective(study.Line(through, model.Axis{At: 2}, samples))
		if got := d.slices[2].objective.Mean[30]; got != line.Mean[30] {
			t.Errorf("the slice along turns has %v, the snapshot %v", got, line.Mean[30])
		}
	}
}

// Keys show one quantity after the other.
func TestQuantities(t *testing.T) {
	t.Parallel()
	_, x := show(t, screentest.Bowl, 2, "ei", "ei-puc")
	if q := x.Screen.About(x.View).Question; q != "where does EI-PUC evaluate?" {
		t.Errorf("the title asks %q", q)
	}
	x.Shows("objective, mean", "up: salt", "along heat (C)", "along salt", "along turns", "through the next point: turns ")
	for _, want := range []string{"uncertainty of the objective", "cost, median, log", "expected improvement per unit of cost", "objective, mean"} {
		x.Send(next)
		x.Shows(want)
		if !x.Wants.Taken {
			t.Error("the key is left to the program")
		}
	}
	x.Send(back)
	x.Shows("expected improvement per unit of cost")
	x.Through()
	x.Shows("through the incumbent")
}

// Both axes run through all parameters and are never the same.
func TestAxes(t *testing.T) {
	t.Parallel()
	s, x := show(t, screentest.Bowl, 2, "ei", "ei-puc")
	seen := map[[2]int]bool{}
	for range 3 {
		for range 3 {
			_, d := drawn(t, s, x)
			if d.key.x == d.key.y {
				t.Fatalf("both axes show parameter %d", d.key.x)
			}
			seen[[2]int{d.key.x, d.key.y}] = true
			x.Send(screen.ActMsg{Act: screen.ActAxisY})
		}
		x.Send(screen.ActMsg{Act: screen.ActAxis}) // the program's, once the screen has seen it
		x.Turn()
	}
	if len(seen) != 6 {
		t.Errorf("the axes showed %v", seen)
	}
}

// Q₁ is a closed form; Q_N comes curve by curve, is reached by trees, and is
// nowhere much above what the policy found to be best.
func TestTrees(t *testing.T) {
	t.Parallel()
	s, x := show(t, screentest.Bowl, 1, "2-b-ms-ei")
	for range 3 {
		x.Send(next)
	}
	x.Shows("Q₁: improvement that still fits, one step ahead")
	cmd := x.Tell(next)
	x.Shows("Q_2: with what it leaves room for", "0 of 16 curves")
	x.Drain(cmd)
	x.Shows("17 x 13 trees")
	snap, d := drawn(t, s, x)
	best := snap.Decision.Acquisition
	one := snap.OneStep([]model.Unit{snap.Decision.U})[0]
	top := 0.0
	for i, v := range d.trees.values {
		if math.IsNaN(v) || v < 0 || v > 1.05*best {
			t.Fatalf("value %d of the map is %v; the decision's is %v", i, v, best)
		}
		top = math.Max(top, v)
	}
	for axis, curve := range d.trees.slices {
		lo, hi := chart.Limits(curve)
		if hi > 1.05*best || hi < 0.8*best || lo < 0 {
			t.Errorf("along parameter %d the value runs from %v to %v; the decision's is %v", axis, lo, hi, best)
		}
	}
	if top < one {
		t.Errorf("two steps are worth %v at most, but one is worth %v at the decision", top, one)
	}
}

// Stopping calls off the trees; going on continues where it was.
func TestTreesStops(t *testing.T) {
	t.Parallel()
	s, x := show(t, screentest.Bowl, 1, "2-b-ms-ei")
	for range 3 {
		x.Send(next)
	}
	cmd := x.Tell(next)
	x.Session.Stop()
	x.Drain(cmd)
	_, d := drawn(t, s, x)
	if d.trees.done != 0 {
		t.Errorf("%d curves although stopped", d.trees.done)
	}
	x.Drain(x.Session.Resume(), x.Tell(screen.EnteredMsg{}))
	if d.trees.done != d.trees.pieces(3) {
		t.Errorf("%d of %d curves after going on", d.trees.done, d.trees.pieces(3))
	}
}

// What belongs to an older run changes nothing.
func TestStaleGridsAreDropped(t *testing.T) {
	t.Parallel()
	s, x := show(t, screentest.Bowl, 1, "ei")
	_, d := drawn(t, s, x)
	old := *d
	old.key.run--
	x.Tell(gridMsg{old.key.run, &old})
	if s.grids[old.key] != nil {
		t.Error("a grid of an older run was taken in")
	}
	if cmd := x.Tell(treesMsg{key: old.key, values: []float64{1}}); cmd != nil {
		t.Error("a curve of an older run asks for the next")
	}
	x.Session.Begin(x.Session.Problem, x.Session.Policies)
	x.Tell(gridMsg{d.key.run, d})
	x.Shows("deciding")
}

// Every size is filled and no more, with nothing but ASCII where nothing else
// was asked for. A frame drawn for another window changes nothing.
func TestFitsEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for name, text := range map[string]string{"three": screentest.Bowl, "nine": nine()} {
		_, x := show(t, text, 1, "ei", "random")
		before := x.Text()
		for _, x.View.Terminal.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
			for range 4 {
				for w := 20; w <= 200; w += 30 {
					for h := 6; h <= 62; h += 11 {
						x.View.W, x.View.H = w, h
						fits(t, x, name)
					}
				}
				x.Send(next)
			}
		}
		x.View.Terminal.Glyphs, x.View.W, x.View.H = chart.Braille, 160, 48
		for range 2 * 4 % len(quantities(x.View.Tracks[x.View.Focused()].Policy())) {
			x.Send(back)
		}
		if after := x.Text(); after != before {
			t.Errorf("%s: the frame has changed:\n%s\nbefore:\n%s", name, after, before)
		}
	}
}

func fits(t *testing.T, x *screentest.Host, what string) {
	t.Helper()
	w, h := x.View.BodySize()
	lines := strings.Split(x.Text(), "\n")
	if len(lines) != h {
		t.Fatalf("%s at %d x %d: %d lines", what, w, h, len(lines))
	}
	for i, l := range lines {
		if n := chart.Width(l); n != w {
			t.Fatalf("%s at %d x %d: line %d is %d wide: %q", what, w, h, i, n, l)
		}
		if x.View.Terminal.Glyphs == chart.ASCII && strings.ContainsFunc(l, func(r rune) bool { return r > 126 || r < 32 }) {
			t.Fatalf("%s at %d x %d: line %d is not ASCII: %q", what, w, h, i, l)
		}
	}
}

// What constraints forbid is blank on the map and hatched along its slices, and
// where failure is likely there are marks; without either there is nothing.
func TestMarksWhereNotToLook(t *testing.T) {
	t.Parallel()
	const half = `budget = 9
constraints = ["a + b <= 1"]
[[parameter]]
name = "a"
low = 0
high = 1
[[parameter]]
name = "b"
low = 0
high = 1
[objective]
expression = "a + 2*b"
[cost]
expression = "1 + a"
`
	s, x := show(t, half, 3, "ei")
	snap, d := drawn(t, s, x)
	for k, v := range d.mean {
		if i, j := k%columns, k/columns; math.IsNaN(v) != (snap.Problem.Region.Check([]float64{float64(i) / (columns - 1), float64(j) / (rows - 1)}) != nil) {
			t.Fatalf("the cell at %d, %d is %v", i, j, v)
		}
	}
	if p := s.slicePlot(x.View, snap, d, s.aspectOf(x.View, snap, d), 0, chart.Axis{Max: 1}); len(p.Hatches) != 1 || p.Hatches[0].X0 < snap.Decision.X[0]-0.01 {
		t.Errorf("hatched: %+v, next %v", p.Hatches, snap.Decision.X)
	}
	if !strings.Contains(x.Text(), "blank, hatched: not allowed") || strings.Contains(x.Text(), "likely to fail") {
		t.Error("the legend does not say what is blank, or says too much")
	}
	s, x = show(t, screentest.Bowl, 3, "ei")
	snap, d = drawn(t, s, x)
	if d.allowed != nil || len(s.doubts(x.View, d)) > 0 {
		t.Error("something is in doubt where nothing is")
	}
	d.success = make([]float64, columns*rows)
	for k := range d.success {
		if d.success[k] = 1; k%columns > columns/2 {
			d.success[k] = 0.2
		}
	}
	marks := s.doubts(x.View, d)
	if len(marks) < 50 {
		t.Errorf("%d marks over half the map", len(marks))
	}
	low, high := snap.Problem.Parameters[0].Low, snap.Problem.Parameters[0].High
	for _, m := range marks {
		if m.X < (low+high)/2 {
			t.Errorf("a mark at %v, where nothing fails", m.X)
		}
	}
}
