package live

import "farsight/tui/screen"

var (
	tellKey    = screen.Binding{Act: screen.ActTell, Keys: []string{"enter"}, Show: "enter", All: "enter 0-9", Short: "tell the result", Long: "type in what the suggestion gave; a digit starts at once"}
	typeKey    = screen.Binding{Act: screen.ActType, Keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-"}, Show: "0-9"}
	measureKey = screen.Binding{Act: screen.ActMeasure, Keys: []string{"e"}, Show: "e", Short: "evaluate", Long: "measure the suggestion with the problem's own source"}
	studyKeys  = []screen.Binding{
		{Act: screen.ActOther, Keys: []string{"o"}, Show: "o", Short: "other point", Long: "tell of another point, or of other settings"},
		{Act: screen.ActFailed, Keys: []string{"x"}, Show: "x", Short: "failed", Long: "tell that the evaluation failed: only its cost is learnt"},
		{Act: screen.ActUndo, Keys: []string{"u"}, Show: "u", Short: "undo", Long: "take back the last entry, after asking"},
		{Act: screen.ActSkip, Keys: []string{"d"}, Show: "d", Short: "skip", Long: "drop this suggestion: it will not be measured"},
		{Act: screen.ActNextAsk, Keys: []string{"n"}, Show: "n", All: "n N", Long: "the next of the suggestions that stand; N asks for one more, to be measured at the same time"},
		{Act: screen.ActOneMore, Keys: []string{"N"}, Show: "N", Short: "one more"},
		{Act: screen.ActRevise, Keys: []string{"v"}, Show: "v", Short: "revise", Long: "correct or annotate an entry told before"},
		{Act: screen.ActSettings, Keys: []string{"s"}, Show: "s", Short: "settings", Long: "go on with another policy, other bounds, priors or another budget"},
		{Act: screen.ActBudget, Keys: []string{"+"}, Show: "+", Short: "budget", Long: "extend or reduce the budget"},
		{Act: screen.ActAgain, Keys: []string{"r"}, Show: "r", Long: "decide again after stopping or trouble"},
		{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑", All: "↑ ↓", Long: "history: towards the newest, the oldest (also k j, pages)"},
		{Act: screen.ActDown, Keys: []string{"down", "j"}, Show: "↓"},
		{Act: screen.ActPageUp, Keys: []string{"pgup"}, Show: "page up"},
		{Act: screen.ActPageDown, Keys: []string{"pgdown"}, Show: "page down"},
		{Act: screen.ActHome, Keys: []string{"home", "g"}, Show: "home", All: "home end", Long: "history: the newest, the oldest (also g G)"},
		{Act: screen.ActEnd, Keys: []string{"end", "G"}, Show: "end"},
	}
	stopKey  = screen.Binding{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "stop", Long: "stop deciding or measuring"}
	pickKeys = []screen.Binding{
		{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑", All: "↑ ↓", Short: "choose", Long: "towards the newest entry, the oldest (also k j, pages, home, end)"},
		{Act: screen.ActDown, Keys: []string{"down", "j"}, Show: "↓"},
		{Act: screen.ActPageUp, Keys: []string{"pgup"}, Show: "page up"},
		{Act: screen.ActPageDown, Keys: []string{"pgdown"}, Show: "page down"},
		{Act: screen.ActHome, Keys: []string{"home", "g"}, Show: "home"},
		{Act: screen.ActEnd, Keys: []string{"end", "G"}, Show: "end"},
		{Act: screen.ActEnter, Keys: []string{"enter"}, Show: "enter", Short: "revise it", Long: "revise this entry"},
		{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "back", Long: "leave the history as it is"},
	}
	aheadKeys = []screen.Binding{{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "drop what was typed", Long: "drop what was typed ahead for the form"}}
	undoKeys  = []screen.Binding{
		{Act: screen.ActYes, Keys: []string{"y"}, Show: "y", Short: "take it back", Long: "take it back"},
		{Act: screen.ActNo, Keys: []string{"n", "esc"}, Show: "n", Short: "keep it", Long: "keep it (also esc)"},
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
