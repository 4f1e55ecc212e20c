package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

// Actions of a tour.
const (
	actTourNext screen.Action = 2000 + iota
	actTourBack
	actTourFirst
	actTourLast
	actTourAuto
	actTourFaster
	actTourSlower
	actTourPresenter
	actTourNotes
	actTourBlank
	actTourExplore
	actTourReturn
	actTourHelp
	actTourSuspend
	actTourQuit
)

// tourKeys drive dispatch, footer and help of a tour. Page Up and Page Down are
// what a remote clicker sends, b or . its button for a black screen.
var tourKeys = []screen.Binding{
	{Act: actTourNext, Keys: []string{" ", "right", "pgdown", "n", "l", "enter", "down"}, Show: "space", Short: "next", Long: "next (also →, n, enter, Page Down)"},
	{Act: actTourBack, Keys: []string{"left", "pgup", "p", "h", "up", "backspace"}, Show: "←", Short: "back", Long: "back (also p, Page Up)"},
	{Act: actTourFirst, Keys: []string{"home", "g"}, Show: "home", All: "home end", Long: "to the first scene, to the last (also g G)"},
	{Act: actTourLast, Keys: []string{"end", "G"}, Show: "end"},
	{Act: actTourExplore, Keys: []string{"esc"}, Show: "esc", Short: "explore from here", Long: "explore freely from here; T goes back to the tour"},
	{Act: actTourAuto, Keys: []string{"a"}, Show: "a", Short: "autoplay", Long: "play by itself, and pause"},
	{Act: actTourFaster, Keys: []string{"+", "="}, Show: "+", All: "+ -", Long: "autoplay faster, slower"},
	{Act: actTourSlower, Keys: []string{"-"}, Show: "-"},
	{Act: actTourPresenter, Keys: []string{"P"}, Show: "P", Short: "presenter", Long: "large captions, a clock, fewer numbers; and back"},
	{Act: actTourNotes, Keys: []string{"N"}, Show: "N", Short: "notes", Long: "notes for whoever presents"},
	{Act: actTourBlank, Keys: []string{"b", "."}, Show: "b", Long: "blank the screen until the next key"},
	{Act: actTourReturn, Keys: []string{"T", "f5"}, Show: "T", Long: "from free exploration back to the tour"},
	{Act: actTourHelp, Keys: []string{"?"}, Show: "?", Short: "keys", Long: "this list"},
	{Act: actTourSuspend, Keys: []string{"ctrl+z"}, Show: "ctrl+z", Long: "leave for the shell; fg comes back"},
	{Act: actTourQuit, Keys: []string{"q", "ctrl+c"}, Show: "q", Short: "quit", Long: "quit"},
}

// returns tells whether a key leads from free exploration back to the tour.
func returns(msg tea.KeyMsg) bool {
	return slices.ContainsFunc(names(msg), func(k string) bool { return screen.Find(k, tourKeys) == actTourReturn })
}

// key obeys a key.
func (g *guide) key(k string) tea.Cmd {
	a := screen.Find(k, tourKeys)
	if g.free {
		if a == actTourReturn {
			return tea.Batch(g.enter(), g.timer())
		}
		return nil
	}
	if a != actTourQuit && (g.blank || g.help) { // any key ends it
		g.blank, g.help = false, false
		if a != actTourNext && a != actTourBack {
			return nil
		}
	}
	switch a {
	case actTourNext:
		return g.next()
	case actTourBack:
		return g.back()
	case actTourFirst:
		return g.jump(0)
	case actTourLast:
		return g.jump(len(g.tour.Scenes) - 1)
	case actTourAuto:
		g.auto = !g.auto
		return tea.Batch(g.timer(), g.clock())
	case actTourFaster:
		g.speed = min(fastest, g.speed*2)
		return g.timer()
	case actTourSlower:
		g.speed = max(slowest, g.speed/2)
		return g.timer()
	case actTourPresenter:
		g.presenter = !g.presenter
		if s := g.backdrop(); s != nil {
			g.fit(s)
		}
		return g.clock()
	case actTourNotes:
		g.notes = !g.notes
	case actTourBlank:
		g.blank = true
	case actTourHelp:
		g.help = true
	case actTourExplore:
		g.explore()
	case actTourSuspend:
		if !g.options.Guest {
			return tea.Suspend
		}
	case actTourQuit:
		return tea.Quit
	}
	return nil
}

// explore hands the backdrop to the user.
func (g *guide) explore() {
	s := g.backdrop()
	if s == nil {
		return // words alone: there is nothing to explore
	}
	g.free, g.auto = true, false
	m := s.m
	m.w, m.h, m.captioned, m.spots = g.w, g.h, false, nil
	m.s.Left, m.s.Right = 0, max(0, min(1, len(m.s.Tracks)-1))
	m.note = "You explore freely now; T goes back to the tour, ? lists all keys."
}
