package pane

import (
	"fmt"
	"math"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Where a policy has a price, the price of each decision is drawn below the gauge,
// over the evaluation that was then made, and the present one is written behind it.

// Price draws the price of a unit of budget over the run so far, below the gauge.
func Price(v screen.View, c chart.Canvas, t *session.Track, s *study.Snapshot) {
	if s == nil || c.Rect().Empty() {
		return
	}
	w, _ := c.Size()
	x := c.Text(0, 0, "price  ", v.Theme.MutedInk())
	c = c.Sub(chart.Rect{X: x, W: w - x, H: 1})
	if w -= x; w <= 0 {
		return
	}
	most := 0.0
	for _, k := range t.Snaps() {
		most = math.Max(most, priceAt(&k))
	}
	unit := gauge(v, t.Hue(), s).Scale(w)
	end := 0
	for k, at := range t.Snaps() {
		// A live study has one snapshot, whatever its step: what a step paid is known from the next one only.
		if k >= s.Step || k+1 == len(t.Snaps()) || at.Decision == nil || !(most > 0) {
			break
		}
		from, to := int(math.Round(t.Spent(k)*unit)), int(math.Round(t.Spent(k+1)*unit))
		end = min(max(to, from+1), w)
		for cell := from; cell < end; cell++ {
			c.Set(cell, 0, level(c, priceAt(&at)/most), chart.Ink{Fg: v.Theme.Cost})
		}
	}
	said := priceWords(t, s)
	for _, words := range said {
		if end+1+c.Width(words) <= w {
			c.Text(end+min(end, 1), 0, words, v.Theme.TextInk())
			return
		}
	}
	if n := len(said); n > 0 && c.Width(said[n-1]) < w { // the number rather than the end of the curve
		c.TextRight(w, 0, " "+said[n-1], v.Theme.TextInk())
	}
}

// priceAt returns the price of a unit of budget at a step; 0 where nothing is decided.
func priceAt(s *study.Snapshot) float64 {
	if s.Decision == nil {
		return 0
	}
	return s.Decision.Price
}

// level is a share of a row as a block, never nothing.
func level(c chart.Canvas, share float64) rune {
	blocks := []rune("▁▂▃▄▅▆▇█")
	if c.Glyphs() == chart.ASCII {
		blocks = []rune("_.-:=+*#")
	}
	return blocks[min(max(int(math.Ceil(share*float64(len(blocks))))-1, 0), len(blocks)-1)]
}

// priceWords returns what a unit of budget is worth, from the longest to the
// shortest form; at the end of a run also what it was worth at first.
func priceWords(t *session.Track, s *study.Snapshot) []string {
	what := "a unit of budget"
	if u := s.Problem.CostUnit; u != "" {
		what = "1 " + sanitize.Text(u)
	}
	first := priceAt(&t.Snaps()[0])
	whole := s.Step < len(t.Snaps()) // a live study has only the present snapshot: what the price was is not known
	switch {
	case s.Decision == nil && s.Step > 0 && whole:
		last := chart.Num(priceAt(t.At(s.Step - 1)))
		return []string{fmt.Sprintf("%s was worth %s at first, %s at last", what, chart.Num(first), last), fmt.Sprintf("was %s, then %s", chart.Num(first), last), last}
	case s.Decision == nil:
		return nil
	}
	now := chart.Num(s.Decision.Price)
	words := fmt.Sprintf("%s is worth %s now", what, now)
	if s.Step == 0 || !whole {
		return []string{words, now}
	}
	return []string{fmt.Sprintf("%s, %s at first", words, chart.Num(first)), words, now + " now", now}
}
