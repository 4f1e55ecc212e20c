package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// Actions of a tour.
const (
	actTourNext action = 2000 + iota
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
var tourKeys = []binding{
	{act: actTourNext, keys: []string{" ", "right", "pgdown", "n", "l", "enter", "down"}, show: "space", short: "next", long: "next (also →, n, enter, Page Down)"},
	{act: actTourBack, keys: []string{"left", "pgup", "p", "h", "up", "backspace"}, show: "←", short: "back", long: "back (also p, Page Up)"},
	{act: actTourFirst, keys: []string{"home", "g"}, show: "home", all: "home end", long: "to the first scene, to the last (also g G)"},
	{act: actTourLast, keys: []string{"end", "G"}, show: "end"},
	{act: actTourExplore, keys: []string{"esc"}, show: "esc", short: "explore from here", long: "explore freely from here; T goes back to the tour"},
	{act: actTourAuto, keys: []string{"a"}, show: "a", short: "autoplay", long: "play by itself, and pause"},
	{act: actTourFaster, keys: []string{"+", "="}, show: "+", all: "+ -", long: "autoplay faster, slower"},
	{act: actTourSlower, keys: []string{"-"}, show: "-"},
	{act: actTourPresenter, keys: []string{"P"}, show: "P", short: "presenter", long: "large captions, a clock, fewer numbers; and back"},
	{act: actTourNotes, keys: []string{"N"}, show: "N", short: "notes", long: "notes for whoever presents"},
	{act: actTourBlank, keys: []string{"b", "."}, show: "b", long: "blank the screen until the next key"},
	{act: actTourReturn, keys: []string{"T", "f5"}, show: "T", long: "from free exploration back to the tour"},
	{act: actTourHelp, keys: []string{"?"}, show: "?", short: "keys", long: "this list"},
	{act: actTourSuspend, keys: []string{"ctrl+z"}, show: "ctrl+z", long: "leave for the shell; fg comes back"},
	{act: actTourQuit, keys: []string{"q", "ctrl+c"}, show: "q", short: "quit", long: "quit"},
}

// returns tells whether a key leads from free exploration back to the tour.
func returns(msg tea.KeyMsg) bool {
	return slices.ContainsFunc(names(msg), func(k string) bool { return find(k, tourKeys) == actTourReturn })
}

// key obeys a key.
func (g *guide) key(k string) tea.Cmd {
	a := find(k, tourKeys)
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
		if s := g.stage(); s != nil {
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

// explore hands the stage to the user.
func (g *guide) explore() {
	s := g.stage()
	if s == nil {
		return // words alone: there is nothing to explore
	}
	g.free, g.auto = true, false
	m := s.m
	m.w, m.h, m.captioned, m.spots = g.w, g.h, false, nil
	m.s.Left, m.s.Right = 0, max(0, min(1, len(m.s.Tracks)-1))
	m.note = "You explore freely now; T goes back to the tour, ? lists all keys."
}
