package compare

import (
	"math"
	"strings"
	"testing"

	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// The lines of the score go by steps: where an evaluation is paid, and as high as
// the best is then. As far as the present step they are drawn in full, the rest
// begins where that ends, and an ended run keeps what it found.
func TestScoreGoesByEvaluations(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), New(), 160, 48)
	x.Move(2)
	budget := x.Session.Problem.Budget
	for i := range 2 {
		track := x.View.Tracks[i]
		past, future := path(track, 2, track.Last(), budget)
		at := func(s chart.Series, money float64) float64 {
			y := math.NaN()
			for k := range s.X {
				if s.X[k] <= money {
					y = s.Y[k]
				}
			}
			return y
		}
		for k, s := range track.Snaps() {
			line := past
			if k > 2 {
				line = future
			}
			if got := at(line, track.Spent(k)); got != s.Best {
				t.Errorf("policy %d: at %v the score is %v, want %v", i, track.Spent(k), got, s.Best)
			}
		}
		if n := len(past.X) - 1; past.X[n] != track.Spent(2) || past.Y[n] != track.Snaps()[2].Best || future.X[0] != past.X[n] || future.Y[0] != past.Y[n] {
			t.Errorf("policy %d: the line is divided at %v and %v", i, past.X[n], future.X[0])
		}
		if n := len(future.X) - 1; future.X[n] != budget || future.Y[n] != track.Snaps()[track.Last()].Best {
			t.Errorf("policy %d: the line ends at %v", i, future.X[n])
		}
	}
}

// Before it is played nothing shows how a run ends, though it is computed: no steps to
// come, no paler curves, no reason. They are drawn once they were played, or asked for.
func TestTheEndIsNotTold(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), New(), 160, 48)
	told := func() (steps, curve, reason bool) {
		text := x.Text()
		p := scorePlot(x.View, standings(x.View), 12)
		return strings.ContainsRune(text, chart.MarkPending.Rune()), len(p.Series[0].X) > 1, strings.Contains(text, "the last evaluation did not fit") && strings.Contains(text, "too little is left")
	}
	if steps, curve, reason := told(); steps || curve || reason {
		t.Errorf("at step 0 there are steps to come %v, a curve %v, the end %v", steps, curve, reason)
	}
	x.Shows("computed")
	x.Session.Future = true
	if steps, curve, reason := told(); !steps || !curve || !reason {
		t.Errorf("asked for, there are steps to come %v, a curve %v, the end %v", steps, curve, reason)
	}
	x.Session.Future = false
	x.Move(9)
	x.Move(-9)
	if steps, curve, reason := told(); !steps || !curve || !reason {
		t.Errorf("played, there are steps to come %v, a curve %v, the end %v", steps, curve, reason)
	}
}

// Who is ahead is told in large digits where there is a chart, and in a line of
// blocks where there is none.
func TestWhoIsAheadIsTold(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), New(), 160, 48)
	x.Shows("EI-PUC and B-MS-EI are", "best so far against cost spent", "higher is better")
	x.Move(2)
	x.Shows("B-MS-EI is ahead by", "0.768   for 2.17")
	if strings.Contains(x.Text(), "+0.686") {
		t.Error("the digits are not large")
	}
	x.View.W, x.View.H = 80, 24
	x.Shows("  EI-PUC  0.768 ▁", "★ B-MS-EI   1.45 ▁", "+0.686")
	x.View.W, x.View.Terminal.Glyphs = 160, chart.ASCII
	x.View.H = 48
	x.Shows("+0.686") // without blocks there are no large digits
}

// Where there is no room for all, whoever is ahead and the one in front are kept.
func TestPick(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "random", "ei-puc-cc", "b-ms-ei"), New(), 80, 24)
	if !allLevel(standings(x.View)) {
		t.Error("with nothing but the initial design one is ahead")
	}
	x.Move(2)
	x.Session.Front = 2
	all := standings(x.View)
	first, _ := ahead(x.View, all)
	got := pick(x.View, all, 2)
	if len(got) != 2 || got[0].track != min(first.track, 2) || got[1].track != max(first.track, 2) {
		t.Errorf("picked %+v, ahead is %s", got, first.name)
	}
	if n := len(pick(x.View, all, 9)); n != 4 {
		t.Errorf("of four, nine are %d", n)
	}
}

// The axis of values holds all that was found, and the optimum where that does
// not press the rest together; it is never empty, and never finer than numbers
// are written.
func TestValueAxis(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lo, hi, best float64
		optimum      bool
	}{
		{0.8, 1.5, 1.6, true}, {0.8, 1.5, 9, false}, {0.8, 1.5, math.NaN(), false}, {-9, -3, 0, true},
		{0.152764, 0.152765, 1, true}, {0.152764, 0.152765, math.NaN(), false}, {1, 1, 1, true}, {0, 0, math.NaN(), false}, {-2, -2, math.NaN(), false},
	} {
		a := valueAxis(c.lo, c.hi, c.best)
		if !(a.Min < c.lo && a.Max > c.hi) || chart.Num(a.Min) == chart.Num(a.Max) {
			t.Errorf("%+v: the axis goes from %v to %v", c, a.Min, a.Max)
		}
		if holds := c.best >= a.Min && c.best <= a.Max; holds != c.optimum {
			t.Errorf("%+v: the optimum is on the axis from %v to %v: %v", c, a.Min, a.Max, holds)
		}
	}
	if a := valueAxis(math.Inf(1), math.Inf(-1), 3); a.Min != 0 || a.Max != 1 {
		t.Errorf("nothing was found, and the axis is %+v", a)
	}
}
