package player

import (
	"fmt"
	"math"

	"farsight/tui/chart"
	"farsight/tui/chart/big"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// finaleGap is between the two ends.
const finaleGap = 3

// drawFinale shows both ends side by side, whatever the width, each with its
// result in large digits below; it tells where they are.
func (g *Guide) drawFinale(c chart.Canvas, s *backdrop) *screen.Spots {
	v := s.m.ScreenView()
	v.Spots, v.Plots, v.Captioned = screen.NewSpots(), nil, true
	_, h := c.Size()
	rows := min(max(5, h/3), 16)
	for k, r := range g.ends(c.Rect(), len(s.se.Columns)) {
		track := s.se.Columns[k]
		column, digits := r.CutTop(h - rows)
		pane.Column(v, c.Sub(column), track)
		g.drawResult(c.Sub(digits), s, track)
		v.Spots.Of(track)
		v.Spots.Note("result", c.Sub(digits))
		if k > 0 {
			c.VLine(column.X-2, 0, h, '│', chart.Ink{Fg: g.theme.Axis})
		}
	}
	return v.Spots
}

// ends are where n ends stand.
func (g *Guide) ends(r chart.Rect, n int) []chart.Rect {
	out := make([]chart.Rect, n)
	for k := range out {
		each := (r.W - finaleGap*(n-1)) / n
		out[k] = chart.Rect{X: r.X + k*(each+finaleGap), Y: r.Y, W: each, H: r.H}
	}
	return out
}

// drawResult is where a run ended: the best in large digits, and what it took.
func (g *Guide) drawResult(c chart.Canvas, s *backdrop, track int) {
	th, t := g.theme, s.se.Tracks[track]
	w, h := c.Size()
	if !t.Done() || t.Last() < 0 {
		return
	}
	end := &t.Snaps()[t.Last()]
	r := chart.Rect{W: w, H: h}
	_, r = r.CutTop(1)
	foot, r := r.CutBottom(1)
	ink := chart.Ink{Fg: th.Policy(t.Hue()), Attr: chart.Bold}
	var results []string
	for _, i := range s.se.Columns {
		results = append(results, ended(s.se.Tracks[i]))
	}
	best := ended(t)
	if !big.Fill(c.Sub(r), best, ink, results...) {
		c.TextCentre(0, r.Y+r.H/2, w, best, ink)
	}
	made := pane.Plural(end.Evaluations, "evaluation")
	words := []string{fmt.Sprintf("%s, %s spent", made, chart.Num(end.Money.Spent)), made}
	if lead := g.lead(s, track, end.Best); lead != "" {
		words = append([]string{words[0] + ", better by " + lead, made + ", better by " + lead, fmt.Sprintf("%d in all, better by %s", end.Evaluations, lead)}, words...)
	}
	for _, text := range words {
		if c.Width(text) <= w {
			c.TextCentre(0, foot.Y, w, text, th.TextInk())
			return
		}
	}
}

// ended is what a run found in the end, in figures.
func ended(t *session.Track) string {
	if t.Last() < 0 {
		return "…"
	}
	end := &t.Snaps()[t.Last()]
	if math.IsNaN(end.Best) || end.BestRow < 0 {
		return "nothing"
	}
	return chart.Num(end.Best)
}

// lead is by how much a run ended better than all others shown; "": it did not.
func (g *Guide) lead(s *backdrop, track int, best float64) string {
	lead := math.Inf(1)
	for _, other := range s.se.Columns {
		if t := s.se.Tracks[other]; other != track && t.Done() && t.Last() >= 0 {
			lead = math.Min(lead, s.se.Problem.Sign()*(best-t.Snaps()[t.Last()].Best))
		}
	}
	if !(lead > 0) || math.IsInf(lead, 0) {
		return ""
	}
	return chart.Num(lead)
}
