// Package demo draws the drawing layer's own test picture: the Compare screen on the myopia example.
// It exists to look at and to measure; the explorer has its own screens.
package demo

import (
	"fmt"
	"math"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// The myopia example of DESIGN §5: a constructed function of one input and its cost.
func objective(x float64) float64 {
	return -0.1 + 0.2*math.Sin(7.5*x+6) + 1.8*math.Exp(-math.Pow((x-0.75)/0.18, 2))
}

func cost(x float64) float64 {
	return 1 + 8/(1+math.Exp(-20*(x-0.45))) - 0.5*math.Exp(-math.Pow((x-1)/0.1, 2))
}

const budget = 27.3

var initial = []float64{.06, .18, .34, .44, .54, .91}

// Column is one policy's half of the screen, computed once and drawn often.
type Column struct {
	name, note, value string
	hue               int
	chosen            []float64 // evaluated so far
	next, runnerUp    float64
	words             string

	best, left          float64
	paid                []float64
	mean, lo, hi, truth []float64
	cMean, cLo, cHi     []float64
	cTruth, acq         []float64
	acqMax, acqNext     float64
}

const samples = 201

// NewColumn computes the posterior after the given evaluations.
func NewColumn(name, note, value, words string, hue int, chosen []float64, next float64, perCost bool) *Column {
	k := &Column{name: name, note: note, value: value, words: words, hue: hue, chosen: chosen, next: next, left: budget}
	var x, y, z []float64
	for _, v := range append(append([]float64(nil), initial...), chosen...) {
		x, y, z = append(x, v), append(y, objective(v)), append(z, math.Log(cost(v)))
	}
	k.best = math.Inf(-1)
	for _, v := range y {
		k.best = math.Max(k.best, v)
	}
	for _, v := range chosen {
		k.paid = append(k.paid, cost(v))
		k.left -= cost(v)
	}
	f, c := condition(0, 0.09, x, y), condition(1.6, 0.5, x, z)
	for i := range samples {
		x := float64(i) / (samples - 1)
		m, s := f.predict(x)
		mc, sc := c.predict(x)
		k.mean, k.lo, k.hi = append(k.mean, m), append(k.lo, m-1.96*s), append(k.hi, m+1.96*s)
		k.truth, k.cTruth = append(k.truth, objective(x)), append(k.cTruth, cost(x))
		k.cMean = append(k.cMean, math.Exp(mc))
		k.cLo, k.cHi = append(k.cLo, math.Exp(mc-1.96*sc)), append(k.cHi, math.Exp(mc+1.96*sc))
		a := improvement(m, s, k.best)
		if perCost {
			a *= math.Exp(-mc + sc*sc/2)
		} else {
			a *= normalCDF((math.Log(k.left) - mc) / sc)
		}
		k.acq = append(k.acq, a)
		k.acqMax = math.Max(k.acqMax, a)
	}
	k.acqNext = k.acq[int(math.Round(next*(samples-1)))]
	k.runnerUp = peak(k.acq, next)
	return k
}

// peak is the best local maximum at least 0.1 away from x.
func peak(v []float64, x float64) float64 {
	best, at := 0.0, math.NaN()
	for i := 1; i+1 < len(v); i++ {
		xi := float64(i) / float64(len(v)-1)
		if v[i] >= v[i-1] && v[i] > v[i+1] && v[i] > best && math.Abs(xi-x) > 0.1 {
			best, at = v[i], xi
		}
	}
	return at
}

// Columns are the two policies of the wireframe, at step 2.
func Columns() (left, right *Column) {
	left = NewColumn("EI-PUC", "", "expected improvement per unit of cost",
		"EI-PUC paid 1.00 for a point at 0.000 that brought nothing: cheap points look good per coin, and the best counts, not the sum.",
		0, []float64{.255, .000}, .995, true)
	right = NewColumn("B-MS-EI", "N=2, Gauss-Hermite 9x3", "improvement that still fits the budget",
		"B-MS-EI paid 8.98 at 0.800 and found 1.46. One more such evaluation fits in 9.37; it will be near 0.745.",
		1, []float64{.850, .800}, .745, false)
	return left, right
}

// Draw draws the column: header, gauge, three charts, words.
func (k *Column) Draw(c chart.Canvas, th theme.Theme) {
	st := th.Style()
	hue := th.Policy(k.hue)
	r := c.Rect()
	head, r := r.CutTop(1)
	h := c.Sub(head)
	x := h.Spans(0, 0, chart.Span{Text: k.name, Ink: chart.Ink{Fg: hue, Attr: chart.Bold}}, chart.Span{Text: "  " + k.note, Ink: th.MutedInk()})
	sum := fmt.Sprintf("best %s   %d paid", chart.Num(k.best), len(k.paid))
	if x+2+chart.Width(sum) <= head.W {
		h.TextRight(head.W, 0, sum, th.TextInk())
	}
	gauge, r := r.CutTop(1)
	chart.Gauge{Budget: budget, Paid: k.paid, Fill: hue, Track: th.Left}.Draw(c.Sub(gauge), st)
	_, r = r.CutTop(1)
	words, r := r.CutBottom(min(3, r.H/6))
	xr := chart.XLine
	if r.H < 24 {
		xr = chart.XLabels
	}
	plots, weights := k.plots(th), []int{5, 3, 3}
	if r.H < 20 {
		plots, weights = []chart.Plot{plots[0], plots[2]}, []int{5, 3}
	}
	next := chart.Cursor{X: k.next, Color: th.Next}
	if xr == chart.XLabels {
		next.Label = "next " + chart.Num(k.next)
	}
	chart.Stack{Plots: plots, Weights: weights, XRows: xr, Cursors: []chart.Cursor{next}}.Draw(c.Sub(r), st)
	c.Paragraph(words, k.words, th.TextInk())
}

func (k *Column) plots(th theme.Theme) []chart.Plot {
	unit := chart.Axis{Min: 0, Max: 1, Label: "x"}
	var fp, cp []chart.Point
	for _, x := range initial {
		fp = append(fp, chart.Point{X: x, Y: objective(x), Shape: chart.Circle, Color: th.Initial})
		cp = append(cp, chart.Point{X: x, Y: cost(x), Shape: chart.Circle, Color: th.Initial})
	}
	for i, x := range k.chosen {
		p := chart.Point{X: x, Y: objective(x), Shape: chart.Disc, Color: th.Older}
		if i == len(k.chosen)-1 {
			p.Shape, p.Color, p.Attr = chart.Diamond, th.Newest, chart.Bold
		}
		fp = append(fp, p)
		p.Y = cost(x)
		cp = append(cp, p)
	}
	return []chart.Plot{
		{
			Title: "objective", Hue: th.Objective, X: unit, Y: chart.Axis{Min: -2, Max: 3},
			Bands:  []chart.Band{{Name: "95 %", Lo: k.lo, Hi: k.hi, Fill: th.ObjectiveBand, Edge: th.Objective}},
			Series: []chart.Series{{Name: "true", Y: k.truth, Color: th.Truth, Dash: chart.Dashed}, {Name: "model", Y: k.mean, Color: th.Objective, Heavy: true}},
			Rules:  []chart.Rule{{Y: k.best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best observed " + chart.Num(k.best)}},
			Points: fp,
		},
		{
			Title: "cost, log", Hue: th.Cost, Note: "┄ " + chart.Num(k.left) + " left", X: unit, Y: chart.Axis{Min: 0.5, Max: 40, Log: true},
			Bands:   []chart.Band{{Lo: k.cLo, Hi: k.cHi, Fill: th.CostBand, Edge: th.Cost}},
			Series:  []chart.Series{{Y: k.cTruth, Color: th.Truth, Dash: chart.Dashed}, {Y: k.cMean, Color: th.Cost, Heavy: true}},
			Rules:   []chart.Rule{{Y: k.left, Dash: chart.Dotted, Color: th.Exhausted}},
			Hatches: []chart.Hatch{{X0: math.Inf(-1), X1: math.Inf(1), Y0: k.left, Y1: math.Inf(1), Color: th.Unaffordable}},
			Points:  cp,
		},
		{
			Title: k.value, Hue: th.Acquisition, X: unit, Y: chart.Axis{Min: 0, Max: k.acqMax * 1.1},
			Series: []chart.Series{{Y: k.acq, Color: th.Acquisition, Heavy: true}},
			Feet: []chart.Foot{{X: k.runnerUp, Shape: chart.UpHollow, Color: th.RunnerUp},
				{X: k.next, Shape: chart.Up, Color: th.Next, Attr: chart.Bold, Label: "next " + chart.Num(k.next)}},
		},
	}
}

// Compare draws the whole screen. Below 100 columns it shows one policy.
func Compare(c chart.Canvas, th theme.Theme, left, right *Column) {
	r := c.Rect().Inset(1, 0)
	title, r := r.CutTop(1)
	t := c.Sub(title)
	t.Spans(0, 0, chart.Span{Text: "farsight", Ink: th.TitleInk()},
		chart.Span{Text: "   myopia: who spends 27.3 better?", Ink: th.TextInk()},
		chart.Span{Text: "   (constructed example)", Ink: th.MutedInk()})
	if title.W > 110 {
		t.TextRight(title.W, 0, "step 2   equal evaluations   ▶ 1.0/s", th.MutedInk())
	}
	keys, r := r.CutBottom(1)
	keyLine(c.Sub(keys), th)
	_, r = r.CutTop(1)
	if r.W < 99 {
		right.Draw(c.Sub(r), th)
		return
	}
	w := (r.W - 3) / 2
	a, rest := r.CutLeft(w)
	b, mid := rest.CutRight(w)
	left.Draw(c.Sub(a), th)
	right.Draw(c.Sub(b), th)
	c.VLine(mid.X+1, r.Y, r.H, '│', chart.Ink{Fg: th.Left})
}

func keyLine(c chart.Canvas, th theme.Theme) {
	x := 0
	for _, k := range [...][2]string{{"←/→", "step"}, {"space", "play"}, {"tab", "focus"}, {"t", "tree"}, {"f", "formula"}, {"p", "policies"},
		{"b", "browse"}, {"s", "settings"}, {"?", "all keys"}, {"q", "quit"}} {
		if x+chart.Width(k[0])+1+chart.Width(k[1]) > c.Rect().W {
			break
		}
		x = c.Spans(x, 0, chart.Span{Text: k[0], Ink: th.KeyInk()}, chart.Span{Text: " " + k[1], Ink: th.MutedInk()}) + 3
	}
}
