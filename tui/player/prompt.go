package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/prompter"
)

// deskMsg brings what whoever presents asked for on another terminal.
type deskMsg prompter.Key

// listen waits for the next of them.
func (g *guide) listen() tea.Cmd {
	if g.desk == nil {
		return nil
	}
	keys := g.desk.Keys()
	return func() tea.Msg {
		k, open := <-keys
		if !open {
			return nil
		}
		return deskMsg(k)
	}
}

// presses are the keys of a tour that stand for what is asked from afar.
var presses = map[prompter.Key]string{
	prompter.Next: " ", prompter.Back: "left", prompter.First: "home", prompter.Last: "end",
	prompter.Auto: "a", prompter.Blank: "b", prompter.Tour: "T",
}

// asked obeys it, as if the key had been pressed here.
func (g *guide) asked(k prompter.Key) tea.Cmd {
	if k == prompter.Watched {
		g.told = prompter.Sheet{} // who has come knows nothing yet
	}
	if name, ok := presses[k]; ok {
		return tea.Batch(g.key(name), g.listen())
	}
	return g.listen()
}

// prompt tells whoever presents what there is to say, if anybody looks and it is
// not what they were told.
func (g *guide) prompt() {
	if g.desk == nil || !g.desk.Watched() {
		return
	}
	if s := g.sheet(); s != g.told {
		g.told = s
		g.desk.Show(s)
	}
}

// sheet is what there is to say of the present frame.
func (g *guide) sheet() prompter.Sheet {
	sc := g.scene()
	s := prompter.Sheet{
		Tour: g.tour.Title, Frame: g.tour.FrameOf(g.at, g.asking), Of: g.tour.Frames(),
		Title: sc.Title, Asking: g.asking, Question: g.words(sc.Question), Said: g.words(sc.Caption), Notes: sc.Notes,
		Next: g.comes(), Doubt: g.doubt(), Since: g.since,
	}
	switch {
	case g.free:
		s.Place = "the explorer, not the tour; T goes back"
	case g.blank:
		s.Place = "nothing: the screen is blank until the next key"
	case g.presenter && !g.asking:
		s.Said = g.large()
	}
	return s
}

// comes is what the next key shows; "": nothing.
func (g *guide) comes() string {
	switch {
	case g.asking:
		return "the answer"
	case g.at == len(g.tour.Scenes)-1:
		return ""
	}
	next := g.tour.Scenes[g.at+1]
	if !next.Question.Empty() {
		return "a question; " + next.Title
	}
	return next.Title
}
