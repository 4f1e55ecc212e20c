package player

import (
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// What fades is still read: in every theme, every letter and digit of a scene
// that is faded keeps a contrast of 3.5, or what it had where that was less.
func TestFadedWordsKeepTheirContrast(t *testing.T) {
	const least = 3.5
	tr := parseTour(t, `problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "a"
step = "end"
highlight = ["left.gauge"]
caption = "b"
[[scene]]
title = "c"
screen = "theorem"
highlight = ["ratio"]
caption = "d"
`)
	g := stillGuide(t, tr, 120, 40)
	g.options.Terminal = chart.Terminal{}
	faded := 0
	visit(t, g, func(p place) {
		for _, name := range theme.Names() {
			th, _ := theme.Named(name)
			for _, size := range [][2]int{{80, 24}, {120, 40}} {
				g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				fades := g.paint(th)
				highlight := g.tour.Scenes[p.scene].Highlight
				g.tour.Scenes[p.scene].Highlight = nil
				plain := g.paint(th)
				g.tour.Scenes[p.scene].Highlight = highlight
				faded += compareContrast(t, name, th, plain, fades, least)
			}
		}
	})
	for _, name := range theme.Names() { // the outline's titles of what is still to come
		th, _ := theme.Named(name)
		if c := chart.Contrast(chart.FadeWord(th.Muted, th.Background, dimmed), th.Background); c < least {
			t.Errorf("%s: titles to come have a contrast of %.2f", name, c)
		}
	}
	if faded < 1000 {
		t.Errorf("only %d letters are faded: nothing was tested", faded)
	}
}

// compareContrast counts the letters that are faded and says which cannot be read.
func compareContrast(t *testing.T, name string, th theme.Theme, plain, faded chart.Still, least float64) (n int) {
	t.Helper()
	on := func(c chart.Cell) float64 {
		bg := c.Bg
		if bg == chart.Default {
			bg = th.Background
		}
		return chart.Contrast(c.Fg, bg)
	}
	w, h := faded.Size()
	for y := range h {
		for x := range w {
			a, b := plain.Cell(x, y), faded.Cell(x, y)
			if r := b.Rune; a.Rune != r || a.Fg == b.Fg || a.Fg == chart.Default || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				continue
			}
			n++
			if was, is := on(a), on(b); is < min(least, was)-0.01 {
				t.Errorf("%s: %q at %d,%d has a contrast of %.2f, %.2f before", name, b.Rune, x, y, is, was)
				return n
			}
		}
	}
	return n
}
