package tree

import (
	"fmt"
	"strings"

	"farsight/lookahead"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawLegend explains the marks, with counts, in as many words as fit, and says
// how many rows are out of sight.
func drawLegend(v screen.View, c chart.Canvas, tree *lookahead.Snapshot, above, below int) {
	th := v.Theme
	w, _ := c.Size()
	if above+below > 0 {
		words := fmt.Sprintf("↑ %d  ↓ %d rows", above, below)
		c.TextRight(w, 0, words, chart.Ink{Fg: th.Muted, Attr: chart.Italic})
		w -= c.Width(words) + 2
	}
	open, exhausted, truncated, stopped := pane.Counts(tree)
	better := "better"
	if v.Problem.Sign() < 0 {
		better = "better: lower"
	}
	for _, words := range [][7]string{
		{better, "alike: within a third of a standard deviation", "worse than the best so far", "%d open", "%d: nothing more is affordable", "%d: the horizon ends", "%d stop: the money is worth more later"},
		{better, "alike, within 1/3 sd", "worse than the best", "%d open", "%d: nothing more is affordable", "%d: the horizon ends", "%d stop: the money is worth more later"},
		{better, "alike, within 1/3 sd", "worse than the best", "%d open", "%d can afford nothing", "%d at the horizon", "%d stop"},
		{better, "alike", "worse", "%d open", "%d can afford nothing", "%d at the horizon", "%d stop"},
		{"better", "alike", "worse", "open", "affords nothing", "horizon", "stops"},
	} {
		spans := []chart.Span{}
		mark := func(r rune, color chart.Color, words string) {
			spans = append(spans, chart.Span{Text: string(r), Ink: chart.Ink{Fg: color, Attr: chart.Bold}}, chart.Span{Text: " " + words + "   ", Ink: th.MutedInk()})
		}
		counted := func(form string, n int) string {
			if form[0] != '%' {
				return form
			}
			return fmt.Sprintf(form, n)
		}
		mark(futures.Better.Rune(), th.Good, words[0])
		mark(futures.Alike.Rune(), th.Truncated, words[1])
		mark(futures.Worse.Rune(), th.Warning, words[2])
		mark(futures.Open.Shape().Rune(), th.Open, counted(words[3], open))
		mark(futures.Exhausted.Shape().Rune(), th.Exhausted, counted(words[4], exhausted))
		mark(futures.Truncated.Shape().Rune(), th.Truncated, counted(words[5], truncated))
		if tree.Price > 0 {
			mark(futures.Stopped.Shape().Rune(), th.Truncated, counted(words[6], stopped))
		}
		last := &spans[len(spans)-1]
		last.Text = strings.TrimRight(last.Text, " ")
		n := 0
		for _, s := range spans {
			n += c.Width(s.Text)
		}
		if n <= w {
			c.Spans(0, 0, spans...)
			return
		}
	}
}
