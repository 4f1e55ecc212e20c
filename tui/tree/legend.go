package tree

import (
	"fmt"
	"strings"

	"farsight/lookahead"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawLegend explains the marks, with counts, in as many words as fit.
func drawLegend(v screen.View, c chart.Canvas, tree *lookahead.Snapshot, budgets bool) {
	th := v.Theme
	w, _ := c.Size()
	open, exhausted, truncated := pane.Counts(tree)
	for _, long := range []bool{true, false} {
		words := [4]string{"open", "exhausted", "truncated", "   Q value, B budget"}
		if long {
			words = [4]string{"open", "exhausted: the budget is gone", "truncated: the horizon ends", "   % chance of the branch   Q value with what follows   B budget"}
		}
		if !budgets { // the labels are short ones
			words[3], _, _ = strings.Cut(words[3], ", B")
			words[3], _, _ = strings.Cut(words[3], "   B")
		}
		spans := []chart.Span{
			{Text: string(chart.Circle.Rune()), Ink: chart.Ink{Fg: th.Open, Attr: chart.Bold}}, {Text: fmt.Sprintf(" %d %s   ", open, words[0]), Ink: th.MutedInk()},
			{Text: string(chart.Disc.Rune()), Ink: chart.Ink{Fg: th.Exhausted, Attr: chart.Bold}}, {Text: fmt.Sprintf(" %d %s   ", exhausted, words[1]), Ink: th.MutedInk()},
			{Text: string(chart.Square.Rune()), Ink: chart.Ink{Fg: th.Truncated, Attr: chart.Bold}}, {Text: fmt.Sprintf(" %d %s", truncated, words[2]), Ink: th.MutedInk()},
			{Text: words[3], Ink: th.MutedInk()},
		}
		n := 0
		for _, s := range spans {
			n += c.Width(s.Text)
		}
		if n <= w || !long {
			c.Spans(0, 0, spans...)
			return
		}
	}
}
