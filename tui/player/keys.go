package player

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

// Actions of a tour.
const (
	actNext screen.Action = 2000 + iota
	actBack
	actFirst
	actLast
	actAuto
	actFaster
	actSlower
	actPresenter
	actNotes
	actBlank
	actExplore
	actReturn
	actHelp
	actSuspend
	actQuit
)

// keys drive dispatch, footer and help of a tour. Page Up and Page Down are
// what a remote clicker sends, b or . its button for a black screen.
var keys = []screen.Binding{
	{Act: actNext, Binding: screen.On("space", "next", " ", "right", "pgdown", "n", "l", "enter", "down"), Long: "next (also →, n, enter, Page Down)"},
	{Act: actBack, Binding: screen.On("←", "back", "left", "pgup", "p", "h", "up", "backspace"), Long: "back (also p, Page Up)"},
	{Act: actFirst, Binding: screen.On("home", "", "home", "g"), All: "home end", Long: "to the first scene, to the last (also g G)"},
	{Act: actLast, Binding: screen.On("end", "", "end", "G")},
	{Act: actExplore, Binding: screen.On("esc", "explore from here", "esc"), Long: "explore freely from here; T goes back to the tour"},
	{Act: actAuto, Binding: screen.On("a", "autoplay", "a"), Long: "play by itself, and pause"},
	{Act: actFaster, Binding: screen.On("+", "", "+", "="), All: "+ -", Long: "autoplay faster, slower"},
	{Act: actSlower, Binding: screen.On("-", "", "-")},
	{Act: actPresenter, Binding: screen.On("P", "presenter", "P"), Long: "large captions, a clock, fewer numbers; and back"},
	{Act: actNotes, Binding: screen.On("N", "notes", "N"), Long: "notes for the speaker; in presenter mode, where they are"},
	{Act: actBlank, Binding: screen.On("b", "", "b", "."), Long: "blank the screen until the next key"},
	{Act: actReturn, Binding: screen.On("T", "", "T", "f5"), Long: "from free exploration back to the tour"},
	{Act: actHelp, Binding: screen.On("?", "keys", "?"), Long: "this list"},
	{Act: actSuspend, Binding: screen.On("ctrl+z", "", "ctrl+z"), Long: "leave for the shell; fg comes back"},
	{Act: actQuit, Binding: screen.On("q", "quit", "q", "ctrl+c"), Long: "quit"},
}

// returns reports whether a key leads from free exploration back to the tour.
func returns(msg tea.KeyMsg) bool {
	return slices.ContainsFunc(screen.Names(msg), func(k string) bool { return screen.Find(k, keys) == actReturn })
}

// key handles a key.
func (g *Guide) key(k string) tea.Cmd {
	a := screen.Find(k, keys)
	if g.free {
		if a == actReturn {
			return tea.Batch(g.enter(), g.timer())
		}
		return nil
	}
	if a != actQuit && (g.blank || g.help || g.over) { // any key ends it
		over := g.over
		g.blank, g.help, g.over = false, false, false
		if a != actNext && a != actBack && !(over && (a == actFirst || a == actExplore)) {
			return nil
		}
		if over && a == actNext {
			return nil
		}
	}
	switch a {
	case actNext:
		return g.next()
	case actBack:
		return g.back()
	case actFirst:
		return g.jump(0)
	case actLast:
		return g.jump(len(g.tour.Scenes) - 1)
	case actAuto:
		g.auto = !g.auto
		return tea.Batch(g.timer(), g.clock())
	case actFaster:
		g.speed = min(fastest, g.speed*2)
		return g.timer()
	case actSlower:
		g.speed = max(slowest, g.speed/2)
		return g.timer()
	case actPresenter:
		g.presenter = !g.presenter
		return tea.Batch(g.fit(g.backdrop()), g.clock())
	case actNotes:
		g.notes = !g.notes
	case actBlank:
		g.blank = true
	case actHelp:
		g.help = true
	case actExplore:
		return g.explore()
	case actSuspend:
		if g.canSuspend() {
			return tea.Suspend
		}
	case actQuit:
		return tea.Quit
	}
	return nil
}

// canSuspend reports whether leaving for the shell leads anywhere.
func (g *Guide) canSuspend() bool { return g.suspendable && !g.options.Guest }

// explore hands the backdrop to the user.
func (g *Guide) explore() tea.Cmd {
	s := g.backdrop()
	if s == nil {
		return nil // words alone: there is nothing to explore
	}
	g.free, g.auto = true, false
	return tea.Batch(g.fit(s), s.handOver())
}
