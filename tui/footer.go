package tui

import (
	"slices"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// hint is a key with its word in the footer.
type hint struct {
	screen.Binding
	x, w int
}

// hints are the keys that matter here, as many as fit into w columns: those that
// lead everywhere, and out, stand at the right end and are always there.
func (m *Model) hints(w int, a screen.About) []hint {
	first := m.crossHints()
	if m.overlay != overlayNone {
		a, first = m.overlayAbout(), nil
	}
	var left, right []hint
	for _, b := range slices.Concat(first, a.Keys, m.globals(a)) {
		h := hint{Binding: b, w: m.width(b.Hint())}
		switch {
		case b.Act == screen.ActCrossRight && m.cross.On: // told first, as what it does then
		case b.Act == screen.ActPalette, b.Act == screen.ActHelp, b.Act == screen.ActQuit:
			right = append(right, h)
		case b.Short() != "":
			left = append(left, h)
		}
	}
	if !slices.ContainsFunc(right, func(h hint) bool { return slices.Contains(h.Keys(), "q") }) {
		quit := hint{Binding: screen.Binding{Act: screen.ActQuit, Binding: screen.On("ctrl+c", "quit", "ctrl+c")}} // q is text
		quit.w = m.width(quit.Hint())
		right = append(right, quit)
	}
	if placed, all := placeHints(w, 3, left, right); all {
		return placed
	}
	placed, _ := placeHints(w, 2, left, right)
	return placed
}

// overlayAbout has the keys of what covers the screen.
func (m *Model) overlayAbout() screen.About {
	leave := screen.Binding{Act: screen.ActCancel, Binding: screen.On("esc", "close", "esc")}
	scroll := screen.Binding{Act: screen.ActDown, Binding: screen.On("↑↓", "scroll", "down")}
	switch {
	case m.overlay == overlayPalette:
		return screen.About{Keys: []screen.Binding{
			{Act: screen.ActDown, Binding: screen.On("↑↓", "choose", "down")},
			{Act: screen.ActEnter, Binding: screen.On("enter", "do it", "enter")},
			leave,
		}}
	case m.longCover():
		return screen.About{Keys: []screen.Binding{scroll, leave}, Globals: screen.GlobalsOf(screen.ActQuit)}
	}
	return screen.About{Keys: []screen.Binding{leave}, Globals: screen.GlobalsOf(screen.ActQuit)}
}

// placeHints places hints with a gap between them, those that fit; all tells
// whether all of them do.
func placeHints(w, gap int, left, right []hint) (placed []hint, all bool) {
	placed = append(slices.Clone(left), right...)
	end := w
	for i := len(placed) - 1; i >= len(left); i-- {
		placed[i].x = end - placed[i].w
		end = placed[i].x - gap
	}
	x := 0
	for i := range left {
		if x+placed[i].w > end {
			return slices.Delete(placed, i, len(left)), false
		}
		placed[i].x = x
		x += placed[i].w + gap
	}
	return placed, true
}

// footer lists the keys that matter here, or tells something instead.
func (m *Model) footer(c chart.Canvas, a screen.About) {
	th := m.theme
	w, _ := c.Size()
	if m.cross.typing != nil {
		m.drawTyping(c)
		return
	}
	if m.note != "" && m.overlay == overlayNone {
		c.TextIn(0, 0, w, m.note, th.TextInk())
		return
	}
	for _, h := range m.hints(w, a) {
		c.Spans(h.x, 0, chart.Span{Text: h.Show(), Ink: th.KeyInk()}, chart.Span{Text: " " + h.Short(), Ink: th.MutedInk()})
	}
}
