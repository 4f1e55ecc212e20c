package player

import tea "github.com/charmbracelet/bubbletea"

// remoteKeyMsg brings a key that the presenter pressed on another terminal.
type remoteKeyMsg string

// listen waits for the next of them.
func (g *Guide) listen() tea.Cmd {
	if g.notesServer == nil {
		return nil
	}
	keys := g.notesServer.keys
	return func() tea.Msg {
		k, open := <-keys
		if !open {
			return nil
		}
		return remoteKeyMsg(k)
	}
}

// prompt sends the presenter the place of the tour.
func (g *Guide) prompt() {
	if g.notesServer != nil {
		g.notesServer.show(g.where().String())
	}
}

// where the tour is now.
func (g *Guide) where() where {
	w := where{g.tour.FrameOf(g.at, g.asking), seesTour, g.since}
	switch {
	case g.free:
		w.sees = seesExplorer
	case g.blank:
		w.sees = seesNothing
	}
	return w
}
