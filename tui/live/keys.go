package live

import "farsight/tui/screen"

var (
	tellKey    = screen.Binding{Act: screen.ActTell, Binding: screen.On("enter", "tell the result", "enter"), All: "enter 0-9", Long: "type in what the suggestion gave; a digit starts at once"}
	typeKey    = screen.Binding{Act: screen.ActType, Binding: screen.On("0-9", "", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-")}
	measureKey = screen.Binding{Act: screen.ActMeasure, Binding: screen.On("e", "evaluate", "e"), Long: "measure the suggestion with the problem's own source"}
	studyKeys  = []screen.Binding{
		{Act: screen.ActOther, Binding: screen.On("o", "other point", "o"), Long: "tell of another point, or of other settings"},
		{Act: screen.ActFailed, Binding: screen.On("x", "failed", "x"), Long: "tell that the evaluation failed: only its cost is learnt"},
		{Act: screen.ActUndo, Binding: screen.On("u", "undo", "u"), Long: "take back the last entry, after asking"},
		{Act: screen.ActSkip, Binding: screen.On("d", "skip", "d"), Long: "drop this suggestion: it will not be measured"},
		{Act: screen.ActNextAsk, Binding: screen.On("n", "", "n"), All: "n N", Long: "the next of the suggestions that stand; N asks for one more, to be measured at the same time"},
		{Act: screen.ActOneMore, Binding: screen.On("N", "one more", "N")},
		{Act: screen.ActRevise, Binding: screen.On("v", "revise", "v"), Long: "correct or annotate an entry told before"},
		{Act: screen.ActSettings, Binding: screen.On("s", "settings", "s"), Long: "go on with another policy, other bounds, priors or another budget"},
		{Act: screen.ActBudget, Binding: screen.On("+", "budget", "+"), Long: "extend or reduce the budget"},
		{Act: screen.ActAgain, Binding: screen.On("r", "", "r"), Long: "decide again after stopping or trouble"},
		{Act: screen.ActUp, Binding: screen.On("↑", "", "up", "k"), All: "↑ ↓", Long: "history: towards the newest, the oldest (also k j, pages)"},
		{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
		{Act: screen.ActPageUp, Binding: screen.On("page up", "", "pgup")},
		{Act: screen.ActPageDown, Binding: screen.On("page down", "", "pgdown")},
		{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g"), All: "home end", Long: "history: the newest, the oldest (also g G)"},
		{Act: screen.ActEnd, Binding: screen.On("end", "", "end", "G")},
	}
	stopKey  = screen.Binding{Act: screen.ActCancel, Binding: screen.On("esc", "stop", "esc"), Long: "stop deciding or measuring"}
	pickKeys = []screen.Binding{
		{Act: screen.ActUp, Binding: screen.On("↑", "choose", "up", "k"), All: "↑ ↓", Long: "towards the newest entry, the oldest (also k j, pages, home, end)"},
		{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
		{Act: screen.ActPageUp, Binding: screen.On("page up", "", "pgup")},
		{Act: screen.ActPageDown, Binding: screen.On("page down", "", "pgdown")},
		{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g")},
		{Act: screen.ActEnd, Binding: screen.On("end", "", "end", "G")},
		{Act: screen.ActEnter, Binding: screen.On("enter", "revise it", "enter"), Long: "revise this entry"},
		{Act: screen.ActCancel, Binding: screen.On("esc", "back", "esc"), Long: "leave the history as it is"},
	}
	aheadKeys = []screen.Binding{{Act: screen.ActCancel, Binding: screen.On("esc", "drop what was typed", "esc"), Long: "drop what was typed ahead for the form"}}
	undoKeys  = []screen.Binding{
		{Act: screen.ActYes, Binding: screen.On("y", "take it back", "y"), Long: "take it back"},
		{Act: screen.ActNo, Binding: screen.On("n", "keep it", "n", "esc"), Long: "keep it (also esc)"},
	}
)

// keys are those that mean something now.
func (s *Screen) keys() []screen.Binding {
	switch {
	case s.watch:
		return s.watchKeys()
	case len(s.ahead) > 0:
		return aheadKeys
	case s.form != nil:
		return s.form.Keys()
	case s.undo != nil:
		return undoKeys
	case s.picked >= 0:
		return pickKeys
	}
	var out []screen.Binding
	if s.deciding || s.measuring != nil {
		out = append(out, stopKey)
	}
	if s.next != nil {
		out = append(out, opening...)
		if s.problem.Source != nil && s.measuring == nil {
			out = append(out, measureKey)
		}
	}
	return append(out, studyKeys...)
}

// opening are the keys that open the form of a suggestion.
var opening = []screen.Binding{tellKey, typeKey}

// globals are those that mean something beside a study.
func (s *Screen) globals() []screen.Binding {
	switch {
	case s.watch:
		return watchGlobals()
	case s.form != nil || len(s.ahead) > 0:
		return nil
	case s.undo != nil || s.picked >= 0:
		return screen.GlobalsOf(screen.ActHelp, screen.ActQuit)
	}
	return screen.GlobalsOf(append([]screen.Action{screen.ActNextScreen, screen.ActPreviousScreen, screen.ActTree, screen.ActMap, screen.ActFormula, screen.ActCost, screen.ActAxis, screen.ActThrough, screen.ActDraws, screen.ActBrowse, screen.ActSave, screen.ActHelp, screen.ActQuit}, screen.CrossActions...)...)
}
