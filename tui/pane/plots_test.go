package pane

import (
	"fmt"
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// columns is a screen of nothing but columns.
type columns struct{}

func (columns) Name() string                             { return "columns" }
func (columns) Available(screen.View) bool               { return true }
func (columns) About(screen.View) screen.About           { return screen.About{} }
func (columns) Update(screen.View, tea.Msg) screen.Wants { return screen.Wants{} }
func (columns) Close()                                   {}

func (columns) Draw(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	shown := v.Visible()
	for k, i := range shown {
		Column(v, c.Sub(chart.Rect{X: k * w / len(shown), W: w / len(shown), H: h}), i)
	}
}

// shown shows the columns of a session, with everything computed.
func shown(t *testing.T, se *session.Session, w, h int) *screentest.Host {
	t.Helper()
	return screentest.Show(t, se, columns{}, w, h)
}

// The charts of both columns have the same axes at every step: those of the step,
// or, once asked for, those of the whole replay, which stay put.
func TestColumnsShareAxes(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), 160, 48)
	axes := func() string {
		out := ""
		for _, i := range x.View.Visible() {
			s, sc := x.View.Shown(i)
			f, c := ObjectivePlot(x.View, s, sc), CostPlot(x.View, s, sc)
			out += fmt.Sprint(f.X, f.Y, c.X, c.Y, ";")
		}
		return out
	}
	for _, whole := range []bool{false, true} {
		x.Session.Whole = whole
		x.Session.GoTo(false)
		x.Drain(x.Session.Want())
		x.Shows(map[bool]string{false: "axes: this step", true: "axes: whole replay"}[whole])
		first, moved := axes(), false
		for range 6 {
			x.Move(1)
			got := axes()
			if a, b, _ := strings.Cut(got, ";"); a+";" != b {
				t.Errorf("the columns' axes differ: %s and %s", a, b)
			}
			moved = moved || got != first
		}
		if moved == whole {
			t.Errorf("whole replay %v: the axes move %v", whole, moved)
		}
	}
}

// A run that has ended shows no curve of rounding errors.
func TestNothingWorthIsDrawnAsNothing(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), 160, 48)
	x.Session.GoTo(true)
	x.Drain(x.Session.Want())
	x.Shows("nothing to gain")
	if text := x.Text(); strings.Contains(text, "e-1") || strings.Contains(text, "e-5") {
		t.Errorf("rounding errors are drawn:\n%s", text)
	}
	s, sc := x.View.Shown(1)
	if p := acquisitionPlot(x.View, s, sc, 80); p.Series != nil || p.Empty != "nothing to gain" {
		t.Errorf("a curve is drawn on an invented axis: %+v", p)
	}
}

// Slices say along what and through what they go, also when there is no next
// point any more, and their points are quiet where they lie elsewhere.
func TestSlices(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.OpenText(t, screentest.Bowl, 2, "ei", "ei-puc"), 160, 48)
	to := func(end bool) {
		x.Session.GoTo(end)
		x.Drain(x.Session.Want())
	}
	x.Shows("objective (lower is better) along heat, through its own next point")
	x.Turn()
	x.Shows("objective (lower is better) along salt, through its own next point")
	x.Through()
	x.Shows("objective (lower is better) along salt, through its own incumbent")
	x.Through()
	to(true)
	if s, _ := x.View.Shown(0); s.Decision != nil {
		t.Fatal("the run has not ended")
	}
	x.Shows("objective (lower is better) along salt, through its own incumbent")
	x.Turn()
	x.Turn()
	to(false)
	x.Shows("objective (lower is better) along heat, through its own next point")
	s, sc := x.View.Shown(0)
	for i, p := range Points(x.View.Theme, s, sc, func(r study.Row) float64 { return r.Y }) {
		off := false
		for k := 1; k < 3; k++ {
			off = off || math.Abs(s.Rows[i].U[k]-s.Decision.U[k]) > OffSlice
		}
		if (p.Shape == chart.MarkSmall) != off {
			t.Errorf("row %d at %v has shape %v; the slice goes through %v", i, s.Rows[i].U, p.Shape, s.Decision.U)
		}
	}
}

// A curve that ended with its work says how exact it is.
func TestRoughCurvesSaySo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rough *session.Rough
		want  string
	}{
		{nil, ""}, {&session.Rough{Points: 61, Moved: 0.032}, "rough: 61 points, to about 4 %"},
		{&session.Rough{Points: 121}, "rough: 121 points, to about 1 %"},
		{&session.Rough{Points: 9, Moved: math.NaN()}, "rough: 9 points"}, {&session.Rough{Points: 9, Moved: 70}, "rough: 9 points"},
	} {
		if got := roughWords(c.rough); got != c.want {
			t.Errorf("%+v: %q, want %q", c.rough, got, c.want)
		}
	}
	x := shown(t, screentest.Decided(t, "myopia", policy.Must("b-ms-ei")), 80, 24)
	_, sc := x.View.Shown(0)
	sc.Acquisition, sc.Final, sc.Rough = sc.Objective.High, true, &session.Rough{Points: 61, Moved: 0.05}
	if got := x.Text(); !strings.Contains(got, "rough: 61 points") {
		t.Errorf("the chart does not say how exact it is:\n%s", got)
	}
}

// Runs of places in doubt are hatched, from half-way to half-way, and named.
func TestDoubts(t *testing.T) {
	t.Parallel()
	x := []float64{0, 1, 2, 3, 4}
	inf := math.Inf(1)
	for _, c := range []struct {
		success []float64
		allowed []bool
		want    [][2]float64
		words   string
	}{
		{nil, nil, nil, ""},
		{[]float64{1, 0.9, 0.6, 0.5, 1}, nil, nil, ""},
		{[]float64{0.2, 0.4, 0.6, 1, 1}, nil, [][2]float64{{-inf, 1.5}}, "hatched: likely to fail"},
		{nil, []bool{true, false, true, true, false}, [][2]float64{{0.5, 1.5}, {3.5, inf}}, "hatched: not allowed"},
		{[]float64{0.1, 0.1, 1, 1, 1}, []bool{false, true, true, true, true}, [][2]float64{{-inf, 0.5}, {0.5, 1.5}}, "hatched: not allowed, or likely to fail"},
	} {
		var p chart.Plot
		Doubts(theme.Theme{}, &p, x, c.success, c.allowed)
		words := DoubtWords(c.success, c.allowed)
		if words != c.words || len(p.Hatches) != len(c.want) {
			t.Errorf("%v, %v: %q, %+v", c.success, c.allowed, words, p.Hatches)
			continue
		}
		for i, w := range c.want {
			if h := p.Hatches[i]; h.X0 != w[0] || h.X1 != w[1] {
				t.Errorf("%v, %v: hatched %v, want %v", c.success, c.allowed, h, w)
			}
		}
	}
}

// Functions drawn from what is believed are thin lines below the mean in the
// charts of objective and cost, and named.
func TestDrawsInTheCharts(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.Open(t, "dropwave", "ei"), 100, 40)
	s, sc := x.View.Shown(0)
	before := len(ObjectivePlot(x.View, s, sc).Series)
	x.Session.Draws = session.PriorDraws
	x.Drain(x.Session.Want())
	s, sc = x.View.Shown(0)
	f, c := ObjectivePlot(x.View, s, sc), CostPlot(x.View, s, sc)
	if len(f.Series) != before+session.DrawnFunctions || len(c.Series) != len(f.Series) {
		t.Fatalf("%d series of the objective and %d of the cost, before %d", len(f.Series), len(c.Series), before)
	}
	if last := f.Series[len(f.Series)-1]; !last.Heavy || f.Series[0].Heavy {
		t.Errorf("the first is heavy: %v; the last, the mean: %v", f.Series[0].Heavy, last.Heavy)
	}
	d := x.View.Drawn(sc)
	for k := range d.Cost {
		for _, v := range d.Cost[k] {
			if v < c.Y.Min || v > c.Y.Max {
				t.Fatalf("a cost of %v is drawn on an axis from %v to %v", v, c.Y.Min, c.Y.Max)
			}
		}
	}
	for _, size := range [][2]int{{100, 40}, {60, 18}, {220, 60}} {
		x.View.W, x.View.H = size[0], size[1]
		x.Shows("thin: 5 draws of the prior")
	}
}
