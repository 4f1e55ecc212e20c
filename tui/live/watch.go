package live

import (
	"slices"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// A study opened for reading is watched: what others write appears, and nothing
// can be entered.

// watching are the actions that change nothing but the view.
var watching = []screen.Action{screen.ActNextAsk, screen.ActUp, screen.ActDown, screen.ActPageUp, screen.ActPageDown, screen.ActHome, screen.ActEnd}

// watchKeys are those of who watches.
func (s *Screen) watchKeys() []screen.Binding {
	var out []screen.Binding
	if len(s.out) > 1 {
		out = append(out, screen.Binding{Act: screen.ActNextAsk, Binding: screen.On("n", "next suggestion", "n"), Long: "the next of the suggestions that stand"})
	}
	for _, b := range studyKeys {
		if b.Act != screen.ActNextAsk && slices.Contains(watching, b.Act) {
			out = append(out, b)
		}
	}
	return out
}

// watchGlobals leave out what leads away from the study or writes files.
func watchGlobals() []screen.Binding {
	return screen.GlobalsOf(append([]screen.Action{screen.ActNextScreen, screen.ActPreviousScreen, screen.ActTree, screen.ActMap, screen.ActFormula, screen.ActCost, screen.ActAxis, screen.ActThrough, screen.ActDraws, screen.ActHelp, screen.ActQuit}, screen.CrossActions...)...)
}

// watched ends a look that would otherwise lead to a decision: it is not ours
// to ask for one.
func (s *Screen) watched() {
	s.deciding, s.ended = false, s.overview.Stop
}

// nothingAsked says why no suggestion is shown to who watches.
func (s *Screen) nothingAsked() string {
	switch {
	case s.trouble != "":
		return s.trouble
	case s.deciding:
		return ""
	case s.ended != study.Running:
		return "The study has ended: " + string(s.ended) + "."
	}
	return "Nothing is being asked for at the moment."
}

// drawWatched stands where the form would be.
func (s *Screen) drawWatched(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	s.headline(v, c, "read-only view", "nothing can be entered here")
	c.Paragraph(chart.Rect{X: 2, Y: 1, W: w - 2, H: h - 1}, "Entries are made where the study is kept; what is told there appears here.", v.Theme.MutedInk())
}
