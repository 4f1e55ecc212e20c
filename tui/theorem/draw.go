package theorem

import (
	"fmt"
	"math"
	"strings"

	"farsight/policy"
	"farsight/scenarios/theorem1"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// layout says where the parts go. Empty: there is no space for it.
type layout struct {
	arms, sliders, ratio    chart.Rect
	beads, run, table, tale chart.Rect
}

// arrange divides the screen: arms, sliders and ratio above, a run and
// the values below. Small windows go without the chart of the arms and set the
// values under the sliders.
func arrange(w, h int) layout {
	var l layout
	r := chart.Rect{W: w, H: h}
	l.tale, r = r.CutBottom(pane.NarrationRows(h))
	if w < screen.TwoColumns-2 || h < 28 {
		top, rest := r.CutTop(max(7, min(12, (r.H-1)/2)))
		left, right := top.CutLeft(max(w/2, min(47, w*3/5)))
		_, l.ratio = right.CutLeft(2)
		l.sliders, l.table = left.CutTop(3)
		if l.table.H >= 5 {
			_, l.table = l.table.CutTop(1)
		}
		l.beads, l.run = rest.CutTop(1)
		return l
	}
	top, rest := r.CutTop(r.H * 9 / 20)
	_, rest = rest.CutTop(1)
	parts := chart.Split(w-6, 28, 30, 42)
	l.arms, top = top.CutLeft(parts[0])
	_, top = top.CutLeft(3)
	l.sliders, top = top.CutLeft(parts[1])
	_, l.ratio = top.CutLeft(3)
	l.beads, l.arms = l.arms.CutBottom(min(3, l.arms.H/4))
	l.table, l.run = rest.CutRight(max(48, w*36/100))
	l.run.W -= 3
	_, l.tale = l.tale.CutTop(1)
	return l
}

// Draw draws the sliders, and the rest once it is known.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	l := arrange(w, h)
	l.note(v.Spots, c)
	s.drawSliders(v, c.Sub(l.sliders))
	if s.run == nil {
		c.Text(l.run.X, l.run.Y, "computing …", v.Theme.MutedInk())
		return
	}
	s.drawArms(v, c.Sub(l.arms))
	s.drawBeads(v, c.Sub(l.beads))
	s.drawRatio(v, c.Sub(l.ratio))
	s.drawRun(v, c.Sub(l.run))
	s.drawTable(v, c.Sub(l.table))
	c.Paragraph(l.tale, s.tale(), v.Theme.TextInk())
}

// note notes where the parts are. A tour that points at them has its own words instead of the
// story.
func (l layout) note(spots *screen.Spots, c chart.Canvas) {
	spots.Of(-1)
	spots.Note("arms", c.Sub(l.arms))
	spots.Note("arms", c.Sub(l.beads))
	spots.Note("sliders", c.Sub(l.sliders))
	spots.Note("ratio", c.Sub(l.ratio))
	spots.Note("run", c.Sub(l.run))
	spots.Note("table", c.Sub(l.table))
	spots.Note("tale", c.Sub(l.tale))
}

// hues are the policy's and the other choice's: B-MS-EI's where it chooses that,
// else no policy's.
func (s *Screen) hues(v screen.View) [2]chart.Color {
	hues := [2]chart.Color{v.Theme.Text, v.Theme.Text}
	for _, k := range policy.All() {
		hue := v.Theme.Policy(policy.Policy{Name: k.ID}.Hue())
		switch k.Title {
		case s.t.Policy().String():
			hues[0] = hue
		case theorem1.PlayAhead.String():
			if s.run != nil && s.run.ahead == 1 {
				hues[1] = hue
			}
		}
	}
	return hues
}

// armHues are those of cheap arms and of the expensive one: of the policy that takes them, unless
// that is hidden.
func (s *Screen) armHues(v screen.View) [2]chart.Color {
	hues := s.hues(v)
	switch {
	case v.Veil.Hides(-1, screen.Choice):
		return [2]chart.Color{v.Theme.Text, v.Theme.Text}
	case s.shown.Part == 2:
		return [2]chart.Color{hues[1], hues[0]}
	}
	return hues
}

// choices are the policy and the other choice, each with B-MS-EI where that does
// the same.
func (s *Screen) choices() [2]string {
	names := [2]string{s.shown.Policy().String(), s.shown.Other().String()}
	if s.run.ahead == 1 {
		names[1] = fmt.Sprintf("%v: %s", theorem1.PlayAhead, names[1])
	} else {
		names[0] = fmt.Sprintf("%s, %v", names[0], theorem1.PlayAhead)
	}
	return names
}

// drawSliders shows the part, ε and δ, and in larger windows what they make.
func (s *Screen) drawSliders(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, h := c.Size()
	large := h >= 12
	y := 0
	for part := 1; part <= 2; part++ {
		against := theorem1.Instance{Part: part}.Policy()
		ink := th.MutedInk()
		if part == s.t.Part {
			ink = chart.Ink{Fg: s.hues(v)[0], Attr: chart.Bold}
		}
		mark := "  "
		if part == s.t.Part {
			mark = string(chart.MarkHere.Rune()) + " "
		}
		c.Text((part-1)*max(18, min(21, w-12)), y, fmt.Sprintf("%spart %d: %v", mark, part, against), ink)
	}
	y++
	for i, one := range []struct {
		name, about string
		value       float64
		values      []float64
	}{
		{"ε", "cost of a cheap arm", s.t.Epsilon, epsilonValues},
		{"δ", "the expensive arm costs 1 + δ", s.t.Delta, deltaValues},
	} {
		if large {
			y++
			c.Text(2, y, one.about, th.MutedInk())
			y++
		}
		s.drawSlider(v, c, y, i, one.name, one.value, one.values)
		y++
	}
	if large {
		c.Paragraph(chart.Rect{X: 2, Y: y + 1, W: c.Rect().W - 2, H: h - y - 1}, s.setting(), th.TextInk())
	}
}

// drawSlider is a track with a knob at a value, on a log scale.
func (s *Screen) drawSlider(v screen.View, c chart.Canvas, y, i int, name string, value float64, values []float64) {
	th := v.Theme
	w, _ := c.Size()
	name = strings.TrimSpace(name + " " + pane.Number(value))
	ink, mark := th.TextInk(), "  "
	if i == s.slider {
		ink, mark = th.TextInk().With(chart.Bold), string(chart.Selected)+" "
	}
	c.Text(0, y, mark, th.KeyInk())
	c.Text(2, y, name, ink)
	x := 2 + c.Width("ε 0.00012") + 1
	n := w - x
	if n < 4 {
		return
	}
	lo, hi := math.Log(values[0]), math.Log(values[len(values)-1])
	at := int(math.Round((math.Log(value) - lo) / (hi - lo) * float64(n-1)))
	at = max(0, min(at, n-1))
	c.HLine(x, y, at, '━', chart.Ink{Fg: th.Next})
	c.HLine(x+at, y, n-at, '─', chart.Ink{Fg: th.Axis})
	c.Set(x+at, y, chart.MarkHere.Rune(), chart.Ink{Fg: th.Next, Attr: chart.Bold})
}

// setting says in words what the sliders make.
func (s *Screen) setting() string {
	t := s.t
	return fmt.Sprintf("A budget of %s buys %d of %d cheap arms, or the expensive one. Standard deviation of their values: %s and 1. Arm 0 is known to be worth 0.",
		chart.Num(t.Budget()), t.N(), t.K(), chart.Num(t.CheapSd()))
}

// drawArms shows the standard deviation of an arm's value against its cost. The axes hold for all positions of the
// sliders.
func (s *Screen) drawArms(v screen.View, c chart.Canvas) {
	if c.Rect().Empty() {
		return
	}
	th, hues := v.Theme, s.armHues(v)
	cheap, expensive := s.measured(theorem1.ArmCheap), s.measured(theorem1.ArmExpensive)
	point := func(x, y float64, n int, hue chart.Color, label string) chart.Point {
		p := chart.Point{X: x, Y: y, Shape: chart.MarkPending, Color: hue, Attr: chart.Bold, Label: label}
		if n > 0 {
			p.Shape = chart.MarkChosen
		}
		return p
	}
	t := s.shown
	chart.Plot{
		Title: "arms: sd of the value, cost", Hue: th.Objective, XRows: chart.XLine,
		X: chart.Axis{Min: 0.7e-4, Max: 20, Log: true, Label: "cost"}, Y: chart.Axis{Min: 0, Max: 1.15},
		Cursors: []chart.Cursor{{X: t.Budget(), Dash: chart.Dotted, Color: th.Exhausted, Label: "budget"}},
		Points: []chart.Point{
			point(t.Epsilon, t.CheapSd(), cheap, hues[0], fmt.Sprintf("%d cheap", t.K())),
			point(1+t.Delta, 1, expensive, hues[1], "expensive"),
		},
	}.Draw(c, th.Style())
}

// measured is how many arms of a class either play has measured so far.
func (s *Screen) measured(class theorem1.ArmClass) int {
	n := 0
	for _, pulls := range s.run.pulls {
		if len(pulls) > 0 && pulls[0].Class == class {
			n = max(n, min(s.arms, len(pulls)))
		}
	}
	return n
}

// drawBeads shows every arm as a dot, filled once it is measured; where there are too many, a dot
// represents several.
func (s *Screen) drawBeads(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	if w <= 0 || h <= 0 {
		return
	}
	th, hues := v.Theme, s.armHues(v)
	x := c.Text(0, 0, "expensive ", th.MutedInk())
	s.bead(c, x, 0, s.measured(theorem1.ArmExpensive) > 0, hues[1])
	k, done := s.shown.K(), s.measured(theorem1.ArmCheap)
	words := fmt.Sprintf("cheap %d/%d", done, k)
	space := w * (h - 1)
	if h == 1 {
		space = w - x - 3 - c.Width(words) - len(", 1000 a dot ")
	}
	each := (k + max(1, space) - 1) / max(1, space)
	if each > 1 {
		words += fmt.Sprintf(", %d a dot", each)
	}
	x = c.Text(x+3, 0, words, th.MutedInk()) + 1
	for i := range (k + each - 1) / each {
		at, y := x+i, 0
		if h > 1 {
			at, y = i%w, 1+i/w
		}
		s.bead(c, at, y, i*each < done, hues[0])
	}
}

func (s *Screen) bead(c chart.Canvas, x, y int, filled bool, hue chart.Color) {
	shape := chart.MarkPending
	if filled {
		shape = chart.MarkChosen
	}
	c.Set(x, y, shape.Rune(), chart.Ink{Fg: hue})
}

// drawRatio shows how many times better the other choice is, against 1/ε.
func (s *Screen) drawRatio(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, _ := c.Size()
	n := s.numbers
	title := fmt.Sprintf("times better than %v", s.shown.Policy())
	if c.Width(title) > w {
		title = "times better"
	}
	p := chart.Plot{
		Title: title, Hue: th.Acquisition, XRows: chart.XLine,
		X: chart.Axis{Min: 1, Max: 1 / epsilonValues[0], Log: true, Label: "1/ε"},
		Y: chart.Axis{Min: 0.5, Max: 1000, Log: true},
	}
	if curve := s.curves[s.shown.Delta]; curve != nil {
		_, hi := chart.Limits(curve.ratio[0], curve.ratio[1])
		p.Y.Max = 1.5 * hi
		own, other := s.shown.Part-1, 2-s.shown.Part
		p.Series = []chart.Series{
			{Name: fmt.Sprintf("part %d", own+1), X: curve.inverse, Y: curve.ratio[own], Color: th.Acquisition, Heavy: true},
			{Name: "its bound", X: curve.inverse, Y: curve.bound[own], Color: th.Acquisition, Dash: chart.Dotted},
			{Name: fmt.Sprintf("part %d", other+1), X: curve.inverse, Y: curve.ratio[other], Color: th.Truth, Dash: chart.Dashed},
		}
	} else {
		p.Note = "computing"
	}
	at := chart.Point{X: 1 / n.Epsilon, Y: n.Ratio, Shape: chart.MarkHere, Color: th.Next, Attr: chart.Bold, Label: figures(n.Ratio, 4) + " times"}
	p.Cursors = []chart.Cursor{{X: at.X, Dash: chart.Dotted, Color: th.Next}}
	p.Points = []chart.Point{at}
	p.Draw(c, th.Style())
}

// shownPoints is how many values of a run are drawn at most.
const shownPoints = 300

// drawRun shows the values of one run and the best so far, of both choices,
// against the cost spent.
func (s *Screen) drawRun(v screen.View, c chart.Canvas) {
	th, hues := v.Theme, s.hues(v)
	t := s.shown
	p := chart.Plot{
		Title: fmt.Sprintf("run %d: best so far", s.run.number), Hue: th.Objective, XRows: chart.XLine,
		X: chart.Axis{Min: 0, Max: t.Budget() * 1.02, Label: "spent"}, Y: chart.Axis{Min: s.lo, Max: s.hi}.Pad(0.06),
	}
	_, h := c.Size()
	if h < 10 {
		p.XRows = chart.XLabels
	}
	if t.CheapSd() < 0.05*(s.hi-s.lo) {
		p.Note = "z magnifies"
	}
	if s.zoom {
		p.Note = "z: all again"
		p.Y = chart.Axis{Min: -3.5 * t.CheapSd(), Max: 3.5 * t.CheapSd()}
	}
	preview := s.arms == 0 && v.Veil == nil && !v.Captioned
	if w, _ := c.Size(); preview && w >= 90 { // else the names need the row
		p.Note = "pale: the run to come"
	}
	for i, name := range s.choices() {
		if preview {
			x, y := staircase(s.run.pulls[i])
			p.Series = append(p.Series, chart.Series{X: x, Y: y, Color: chart.Blend(hues[i], th.Background, 0.35), Dash: chart.Dotted})
		}
		pulls := s.run.pulls[i][:min(s.arms, len(s.run.pulls[i]))]
		x, y := staircase(pulls)
		p.Series = append(p.Series, chart.Series{Name: name, X: x, Y: y, Color: hues[i], Heavy: true})
		stride := (len(pulls) + shownPoints - 1) / shownPoints
		spent := 0.0
		for k, pull := range pulls {
			spent = t.Budget() - pull.Remaining
			last := k == len(pulls)-1
			if !last && k%stride != 0 {
				continue
			}
			q := chart.Point{X: spent, Y: pull.Value, Shape: chart.MarkSmall, Color: hues[i]}
			if last {
				q.Shape, q.Color, q.Attr, q.Label = chart.MarkNewest, th.Newest, chart.Bold, chart.Num(pull.Value)
			}
			p.Points = append(p.Points, q)
		}
		value := [2]float64{s.numbers.Policy, s.numbers.Other}[i]
		level := chart.Level{Y: value, Dash: chart.Dotted, Color: hues[i]}
		if h >= 10 {
			level.Label = "expected " + figures(value, 3)
		}
		p.Levels = append(p.Levels, level)
	}
	p.Draw(c, th.Style())
}

// staircase is the best so far against the cost spent: it rises where an arm
// was better than all before.
func staircase(pulls []theorem1.Pull) (x, y []float64) {
	x, y = append(x, 0), append(y, 0)
	spent, best := 0.0, 0.0
	for _, p := range pulls {
		spent += p.Cost
		if p.Best > best {
			x, y = append(x, spent, spent), append(y, best, p.Best)
			best = p.Best
		}
	}
	return append(x, spent), append(y, best)
}
