package player

import (
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/tour"
)

// thickest is the most rows a bar has.
const thickest = 13

// drawGauges shows the scene's budgets one below the other, on one scale, so
// that what is paid and what is left can be compared by eye.
func (g *Guide) drawGauges(c chart.Canvas, s *backdrop, scene int) *screen.Spots {
	spots := screen.NewSpots()
	th := g.theme
	w, h := c.Size()
	list := g.tour.Scenes[scene].Gauges
	v := values{g, scene}
	bars, total := make([]chart.Gauge, len(list)), s.se.Problem.Budget
	known := true
	for i, one := range list {
		track := 0
		if one.Of == tour.Right {
			track = min(1, len(s.se.Tracks)-1)
		}
		bar := chart.Gauge{Budget: s.se.Problem.Budget, Fill: th.Policy(s.se.Tracks[track].Hue()), Track: th.Left}
		spent := 0.0
		for _, a := range one.Paid {
			x, ok := a.Eval(v)
			known = known && ok
			bar.Paid = append(bar.Paid, x)
			spent += x
		}
		if one.Over != nil {
			x, ok := one.Over.Eval(v)
			known = known && ok
			bar.Over = x
		}
		bars[i], total = bar, max(total, spent+bar.Over)
	}
	if !known {
		c.Text(0, 1, "computing …", th.MutedInk())
		return spots
	}
	block := g.blockOf(list, w, h)
	y := max(0, (h-len(list)*block.rows)/3)
	for i, one := range list {
		bars[i].Total = total
		area := c.Sub(chart.Rect{Y: y, W: w, H: min(block.rows, h-y)})
		g.drawGauge(area, one, bars[i], block)
		y += block.rows
	}
	return spots
}

// exact fills a text with numbers as the bars have them, for presenters too.
func (g *Guide) exact(t tour.Text) string {
	text, _ := t.Fill(values{g, g.at}, chart.Num)
	return text
}

// block is how much space a gauge has.
type block struct {
	thick, note int // rows of the bar, and of its words
	rows        int // all of them, with what is left free
}

// blockOf divides h rows among the gauges: words first, then bars, thicker where
// there is room, then air.
func (g *Guide) blockOf(list []tour.Gauge, w, h int) block {
	b := block{thick: 1}
	for _, one := range list {
		b.note = max(b.note, len(chart.Wrap(g.exact(one.Note), w)))
	}
	each := h / max(1, len(list))
	if free := each - 2 - b.note - 1; free >= 3 { // a title, the names, the note, and a row free
		b.thick = min(thickest, (free+1)/2/2*2+1) // odd: the numbers stand in the middle
	}
	b.note = max(0, min(b.note, each-2-b.thick))
	b.rows = min(each, 2+b.thick+b.note+max(2, each/6))
	return b
}

// drawGauge draws one: its title, the bar, what its parts are called, its note.
func (g *Guide) drawGauge(c chart.Canvas, one tour.Gauge, bar chart.Gauge, b block) {
	th := g.theme
	w, _ := c.Size()
	c.TextIn(0, 0, w, g.exact(one.Title), chart.Ink{Fg: th.Title, Attr: chart.Bold})
	for k := range b.thick {
		row := bar
		row.Bare = k != b.thick/2
		row.Draw(c.Sub(chart.Rect{Y: 1 + k, W: w, H: 1}), th.Style())
	}
	y := 1 + b.thick
	at, unit := 0.0, float64(w)/bar.Total
	amounts := one.Paid
	costs := bar.Paid
	if one.Over != nil {
		amounts, costs = append(amounts[:len(amounts):len(amounts)], *one.Over), append(costs[:len(costs):len(costs)], bar.Over)
	}
	free := 0
	for i, a := range amounts {
		from, to := int(at*unit), int((at+costs[i])*unit)
		at += costs[i]
		if n := c.Width(a.Name); n > 0 {
			x := max(free, from+(to-from-n)/2)
			if x+n <= w {
				free = c.Text(x, y, a.Name, th.MutedInk()) + 1
			}
		}
	}
	if b.note > 0 {
		c.Paragraph(chart.Rect{Y: y + 1, W: w, H: b.note}, g.exact(one.Note), th.TextInk())
	}
}
