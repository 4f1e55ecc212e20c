package screen

import (
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// DrawKeys lists keys with what they do in short, as many as fit one row: for
// screens that stand alone.
func DrawKeys(c chart.Canvas, th theme.Theme, keys []Binding) {
	w, _ := c.Size()
	x := 0
	for _, b := range keys {
		if b.Short() == "" {
			continue
		}
		if x+c.Width(b.Shown()+" "+b.Short()) > w {
			return
		}
		x = c.Spans(x, 0, chart.Span{Text: b.Shown(), Ink: th.KeyInk()}, chart.Span{Text: " " + b.Short(), Ink: th.MutedInk()}) + 3
	}
}
