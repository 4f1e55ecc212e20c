package compare

import (
	"fmt"
	"math"

	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// panel is where the parts of the sliders are, on the body of a screen.
type panel struct {
	all     chart.Rect
	list    chart.Rect // the sliders' names and values
	chart   chart.Rect // by how much one is ahead, over the range; empty: no room
	track   chart.Rect // of the knob: its columns are the range
	strips  chart.Rect // who wins, a row for the problem's own function and one for drawn ones
	about   chart.Rect // what the strips show, in words
	words   chart.Rect // who wins where the knob is
	command chart.Rect
	grip    chart.Rect // where the mouse takes the knob
}

// Sizes of the panel.
const (
	panelRows   = 7  // without the chart
	panelCharts = 9  // rows of the chart
	tallBody    = 40 // from which there is one
	listColumns = 25
	stripLabel  = 9
)

// rows is how many rows of a body of h the sliders take.
func (s *sliders) rows(h int) int {
	switch {
	case !s.open:
		return 0
	case h >= tallBody:
		return panelRows + 1 + panelCharts
	case h >= airHeight:
		return panelRows + 1
	}
	return panelRows
}

// layout divides the panel, which stands at the end of the body.
func (s *sliders) layout(v screen.View) panel {
	w, h := v.BodySize()
	return arrangePanel(chart.Rect{W: w, H: h}, s.rows(h))
}

// Grip is where the chosen slider can be dragged, within the body; empty: it is closed.
func (s *sliders) Grip(v screen.View) chart.Rect {
	if !s.open {
		return chart.Rect{}
	}
	return s.layout(v).grip
}

func arrangePanel(body chart.Rect, rows int) panel {
	var l panel
	l.all, _ = body.CutBottom(rows)
	r := l.all
	if rows > panelRows {
		_, r = r.CutTop(1) // the rule
	}
	l.command, r = r.CutBottom(1)
	l.words, r = r.CutBottom(1)
	var right chart.Rect
	l.list, right = r.CutLeft(listColumns)
	l.list, _ = l.list.CutTop(5)
	_, right = right.CutLeft(1)
	_, inner := right.CutLeft(stripLabel)
	l.track = chart.Rect{X: inner.X, Y: right.Y, W: inner.W, H: 1}
	l.strips = chart.Rect{X: right.X, Y: right.Y + 2, W: right.W, H: 2}
	l.about = chart.Rect{X: right.X, Y: right.Y + 4, W: right.W, H: 1}
	if rows > panelRows+1 {
		l.chart = chart.Rect{X: right.X, Y: right.Y + 5, W: right.W, H: right.H - 5}
	}
	l.grip = chart.Rect{X: inner.X, Y: right.Y, W: inner.W, H: right.H}
	return l
}

// draw draws the sliders at the end of a screen's body.
func (s *sliders) draw(v screen.View, c chart.Canvas) {
	l := s.layout(v)
	if l.all.Empty() {
		return
	}
	th := v.Theme
	if l.all.H > panelRows {
		c.HLine(l.all.X, l.all.Y, l.all.W, '─', chart.Ink{Fg: th.Axis})
		c.Text(l.all.X+2, l.all.Y, " what if it were otherwise? ", th.TitleInk())
	}
	v.Spots.Of(-1)
	v.Spots.Note("sliders", c.Sub(l.all))
	all := slidersOf(v, s.wanted(v))
	at := min(s.at, len(all)-1)
	for i, one := range all {
		s.drawName(v, c.Sub(chart.Rect{X: l.list.X, Y: l.list.Y + i, W: l.list.W, H: 1}), one, i == at)
	}
	one := all[at]
	if one.off != "" {
		c.TextIn(l.track.X, l.track.Y, l.track.W, one.off, th.MutedInk())
	} else {
		s.drawTrack(v, c, l, one)
		s.drawStrip(v, c, l, one)
	}
	drawCommand(v, c.Sub(l.command), command(v, s.wanted(v)))
}

// drawName is a slider's line in the list.
func (s *sliders) drawName(v screen.View, c chart.Canvas, one slider, chosen bool) {
	th := v.Theme
	w, _ := c.Size()
	ink, value := th.MutedInk(), th.TextInk()
	switch {
	case chosen:
		ink = th.TextInk().With(chart.Bold)
		value = ink
		c.Text(0, 0, string(chart.Selected), th.KeyInk())
	case one.off != "":
		value = th.MutedInk()
	}
	c.TextIn(2, 0, w-9, one.name, ink)
	words := one.title()
	if one.changed() {
		words = "* " + words
	}
	c.TextRight(w-1, 0, words, value)
}

// drawTrack is the slider with its knob, and below it where it can go.
func (s *sliders) drawTrack(v screen.View, c chart.Canvas, l panel, one slider) {
	th, t := v.Theme, l.track
	at := column(one.share(one.now), t.W)
	c.HLine(t.X, t.Y, at, '━', chart.Ink{Fg: th.Next})
	c.HLine(t.X+at, t.Y, t.W-at, '─', chart.Ink{Fg: th.Axis})
	c.Set(t.X+at, t.Y, chart.MarkHere.Rune(), chart.Ink{Fg: th.Next, Attr: chart.Bold})
	c.TextRight(t.X-1, t.Y, one.show(one.now), th.TextInk().With(chart.Bold))
	lo, hi := one.show(one.values[0]), one.show(one.values[len(one.values)-1])
	c.Text(t.X, t.Y+1, lo, th.MutedInk())
	c.TextRight(t.X+t.W, t.Y+1, hi, th.MutedInk())
	words := "↑ as it was"
	was := t.X + column(one.share(one.first), t.W)
	switch n := c.Width(words); {
	case was+n < t.X+t.W-c.Width(hi)-1 && was > t.X+c.Width(lo):
		c.Text(was, t.Y+1, words, th.MutedInk())
	case was-t.X > c.Width(lo) && was < t.X+t.W-c.Width(hi)-1:
		c.Text(was, t.Y+1, "↑", th.MutedInk())
	}
}

func column(share float64, w int) int { return int(math.Round(share * float64(w-1))) }

// drawStrip shows who wins over the range, and says it of where the knob is.
func (s *sliders) drawStrip(v screen.View, c chart.Canvas, l panel, one slider) {
	th := v.Theme
	if len(v.Columns) < 2 {
		c.TextIn(l.words.X, l.words.Y, l.words.W, "One policy runs: there is nothing to compare.", th.MutedInk())
		return
	}
	k := s.found(v, one)
	var pair [2]standing
	for _, st := range standings(v) {
		for i, track := range k.pair {
			if st.track == track {
				pair[i] = st
			}
		}
	}
	sign, alike := v.Problem.Sign(), k.alike()
	draws := 0
	for i, p := range k.places {
		if n := len(p.drawn[0]); i == 0 || n < draws {
			draws = n
		}
	}
	y := l.strips.Y
	if k.own {
		c.TextIn(l.strips.X, y, stripLabel-1, "this one", th.MutedInk())
	}
	c.TextIn(l.strips.X, y+1, stripLabel-1, fmt.Sprintf("%d drawn", draws), th.MutedInk())
	for x := range l.track.W {
		p := k.places[one.nearest(float64(x)/float64(max(1, l.track.W-1)))]
		if k.own {
			drawWinner(v, c, l.track.X+x, y, p.ran, p.ahead(sign), alike, false, pair)
		}
		g := p.gain(sign)
		drawWinner(v, c, l.track.X+x, y+1, g.N > 1, g.Mean, alike, g.Low <= 0 && g.High >= 0 && g.Half() > alike, pair)
	}
	if !l.chart.Empty() {
		s.drawGain(v, c, l, one, k, pair)
	}
	s.drawWords(v, c.Sub(l.words), one, k, pair)
	c.TextFit(l.about.X, l.about.Y, l.about.W, th.MutedInk(), "Each column: who ends ahead "+one.phrase+"; = even, · too close to tell (95 %).",
		"Columns: who ends ahead there; = even, · unclear", "who ends ahead; = even, · unclear")
}

// drawWinner is one place: the winner's symbol, = where both are even, a dot where
// luck may have decided.
func drawWinner(v screen.View, c chart.Canvas, x, y int, known bool, ahead, alike float64, doubtful bool, pair [2]standing) {
	winner := pair[0]
	if ahead > 0 {
		winner = pair[1]
	}
	switch {
	case !known:
		c.Set(x, y, '░', chart.Ink{Fg: v.Theme.Axis})
	case math.Abs(ahead) <= alike && !doubtful:
		c.Set(x, y, chart.MarkAlike.Rune(), v.Theme.MutedInk())
	case doubtful:
		c.Set(x, y, '·', chart.Ink{Fg: winner.color})
	default:
		c.Set(x, y, winner.shape.Rune(), chart.Ink{Fg: winner.color})
	}
}

// drawGain is by how much the second policy is ahead over the range, with the
// interval over drawn functions.
func (s *sliders) drawGain(v screen.View, c chart.Canvas, l panel, one slider, k *strip, pair [2]standing) {
	th, sign := v.Theme, v.Problem.Sign()
	p := chart.Plot{
		Title: fmt.Sprintf("%s ends ahead of %s by", pair[1].name, pair[0].name), Hue: pair[1].color, X: one.axis(), XRows: chart.XLabels, Gutter: stripLabel,
		Note:    "band: 95 % over drawn functions; dashed: this one",
		Levels:  []chart.Level{{Y: 0, Dash: chart.Dotted, Color: th.Axis}},
		Cursors: []chart.Cursor{{X: one.now, Dash: chart.Dotted, Color: th.Next}},
	}
	if p.X.Label = ""; !one.log && len(one.values) < sliderSide {
		p.X.Ticks = len(one.values) // whole numbers
	}
	band := chart.Band{Fill: th.AcquisitionBand, Edge: th.Acquisition}
	mean := chart.Series{Color: pair[1].color, Heavy: true}
	own := chart.Series{Color: th.Truth, Dash: chart.Dashed}
	lo, hi := 0.0, 0.0
	for i, q := range k.places {
		if g := q.gain(sign); g.N > 1 {
			band.X, band.Lo, band.Hi = append(band.X, one.values[i]), append(band.Lo, g.Low), append(band.Hi, g.High)
			mean.X, mean.Y = append(mean.X, one.values[i]), append(mean.Y, g.Mean)
			lo, hi = math.Min(lo, g.Mean), math.Max(hi, g.Mean)
			if g.N >= drawTargets[1] { // fewer draws have intervals as wide as anything
				lo, hi = math.Min(lo, g.Low), math.Max(hi, g.High)
			}
		}
		if q.ran {
			own.X, own.Y = append(own.X, one.values[i]), append(own.Y, q.ahead(sign))
			lo, hi = math.Min(lo, q.ahead(sign)), math.Max(hi, q.ahead(sign))
		}
	}
	if !(hi > lo) {
		lo, hi = lo-1, hi+1
	}
	p.Y = chart.Axis{Min: lo, Max: hi, Ticks: 3}.Pad(0.08)
	if len(band.X) > 1 {
		p.Bands, p.Series = []chart.Band{band}, []chart.Series{mean}
	}
	p.Series = append(p.Series, own)
	p.Draw(c.Sub(l.chart), th.Style())
}

// drawWords say who wins where the knob is, or what is wrong.
func (s *sliders) drawWords(v screen.View, c chart.Canvas, one slider, k *strip, pair [2]standing) {
	th := v.Theme
	w, _ := c.Size()
	if s.wrong != "" {
		c.TextIn(0, 0, w, "✗ "+s.wrong, chart.Ink{Fg: th.Warning, Attr: chart.Bold})
		return
	}
	p := k.places[one.nearest(one.share(one.now))]
	sign, alike := v.Problem.Sign(), k.alike()
	here, forms := "computing …", []string{}
	if p.ran {
		here = winnerWords(p.ahead(sign), alike, pair)
	}
	if g := p.gain(sign); g.N > 1 {
		own := ""
		if p.ran {
			own = here + "; "
		}
		forms = append(forms, fmt.Sprintf("%sover %d drawn functions %s%s", own, g.N, winnerWords(g.Mean, alike, pair), interval(g, alike)))
		forms = append(forms, fmt.Sprintf("%s%d drawn: %s%s", own, g.N, winnerWords(g.Mean, alike, pair), interval(g, alike)))
	}
	ink := th.TextInk()
	if k.err != nil {
		forms, ink = []string{"stopped: " + sanitize.Text(k.err.Error())}, chart.Ink{Fg: th.Warning}
	}
	c.TextFit(0, 0, w, ink, append(forms, here)...)
}

// winnerWords say who is ahead by how much.
func winnerWords(ahead, alike float64, pair [2]standing) string {
	switch {
	case math.Abs(ahead) <= alike:
		return "both end even"
	case ahead > 0:
		return pair[1].wins(ahead)
	}
	return pair[0].wins(-ahead)
}

func (st standing) wins(by float64) string {
	return fmt.Sprintf("%c %s +%s", st.shape.Rune(), st.name, chart.Num(by))
}

// interval is the 95 % interval of an advantage, seen from the policy that has it.
func interval(g stats.Summary, alike float64) string {
	if g.Half() <= alike {
		return ""
	}
	low, high := g.Low, g.High
	if g.Mean < 0 {
		low, high = -high, -low
	}
	return fmt.Sprintf(" (%s to %s)", chart.Num(low), chart.Num(high))
}

// drawCommand is the command that opens the setting.
func drawCommand(v screen.View, c chart.Canvas, text string) {
	if text == "" {
		return
	}
	w, _ := c.Size()
	x := c.Text(0, 0, "y ", v.Theme.KeyInk())
	c.TextIn(x, 0, w-x, text, v.Theme.MutedInk())
}
