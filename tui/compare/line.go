package compare

import (
	"fmt"
	"math"

	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Widths of the line of blocks.
const (
	mostBlocks, leastBlocks = 24, 4
	bestWidth               = 6 // of a number to three figures, mostly
	leadWidth               = 8
)

// drawLine is the score in one row: who has found what, block by block of the
// budget, and by how much the first is ahead.
func drawLine(v screen.View, c chart.Canvas, all []standing) {
	th := v.Theme
	w, _ := c.Size()
	first, second := ahead(v, all)
	end := w
	if n := v.Waiting(); n > 0 && len(all) > 2 {
		spans := moreSpans(v, n)
		end -= c.Width(spans[0].Text) + c.Width(spans[1].Text)
		c.Spans(end, 0, spans...)
		end -= 2
	}
	if second != nil {
		words, ink := lead(first, second), chart.Ink{Fg: first.color, Attr: chart.Bold}
		if level(first, second) {
			words, ink = "even", th.TextInk()
		}
		c.TextRight(end, 0, words, ink)
		end -= leadWidth + 1
	}
	shown, blocks := fit(v, c, all, end)
	lo, hi := found(v, all)
	x := 0
	for i, st := range shown {
		if i > 0 {
			c.Set(x+1, 0, '│', chart.Ink{Fg: th.Axis})
			x += 3
		}
		name := chart.Ink{Fg: st.color, Attr: chart.Bold}
		if first != nil && second != nil && st.track == first.track && !level(first, second) {
			c.Set(x, 0, chart.MarkBest.Rune(), name)
		}
		x = c.Text(x+2, 0, st.name, name) + 1
		best := "—"
		if st.known {
			best = chart.Num(st.best)
		}
		c.TextRight(x+bestWidth, 0, best, th.TextInk())
		x += bestWidth
		if blocks > 0 {
			drawBlocks(v, c.Sub(chart.Rect{X: x + 1, W: blocks, H: 1}), st, lo, hi)
			x += 1 + blocks
		}
	}
}

// fit chooses as many policies as a row of w cells holds, and how many blocks
// each has.
func fit(v screen.View, c chart.Canvas, all []standing, w int) (shown []standing, blocks int) {
	for n := len(all); n > 0; n-- {
		shown = pick(v, all, n)
		used := -3
		for _, st := range shown {
			used += 2 + c.Width(st.name) + 1 + bestWidth + 3
		}
		if used > w {
			continue
		}
		if blocks = (w-used)/n - 1; blocks < leastBlocks {
			blocks = 0
		}
		return shown, min(blocks, mostBlocks)
	}
	return nil, 0
}

// found is the range of all that was found in what was played.
func found(v screen.View, all []standing) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, st := range all {
		t := v.Tracks[st.track]
		for k := range v.Revealed(st.track) + 1 {
			session.Grow(&lo, &hi, t.Snaps()[k].Best)
		}
	}
	return lo, hi
}

// blockRunes are heights from the least to the best, and their form in ASCII.
var blockRunes = [2][8]rune{[8]rune([]rune("▁▂▃▄▅▆▇█")), [8]rune([]rune("_.-~=+*#"))}

// drawBlocks draws the best by the money spent, as far as it is: the taller, the
// better. What is left of the budget is a dotted line.
func drawBlocks(v screen.View, c chart.Canvas, st standing, lo, hi float64) {
	n, _ := c.Size()
	t, budget := v.Tracks[st.track], v.Problem.Budget
	runes := blockRunes[0]
	if c.Glyphs() == chart.ASCII {
		runes = blockRunes[1]
	}
	for x := range n {
		at := float64(x) / float64(n) * budget
		s := t.At(min(session.AffordedBy(t, at), v.StepOf(st.track)))
		if s == nil || s.BestRow < 0 || at > st.spent {
			c.Set(x, 0, '·', chart.Ink{Fg: v.Theme.Axis})
			continue
		}
		share := 0.0
		if hi > lo {
			share = (s.Best - lo) / (hi - lo)
		}
		if v.Problem.Minimise {
			share = 1 - share
		}
		c.Set(x, 0, runes[min(7, int(8*share))], chart.Ink{Fg: st.color})
	}
}

// moreSpans say how many policies have no column, and which key shows them.
func moreSpans(v screen.View, n int) []chart.Span {
	key := "o"
	if screen.Columns(v.W) == 1 {
		key = "x"
	}
	return []chart.Span{{Text: key, Ink: v.Theme.KeyInk()}, {Text: fmt.Sprintf(" %d more", n), Ink: v.Theme.MutedInk()}}
}
