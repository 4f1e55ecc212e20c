package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// action is what a key asks for.
type action int

const (
	actNone action = iota
	actForward
	actBack
	actHome
	actEnd
	actPlay
	actFaster
	actSlower
	actNextScreen
	actPreviousScreen
	actTree
	actFocus
	actSwap
	actPolicies
	actPace
	actCost
	actAxis
	actThrough
	actFormula
	actHelp
	actBrowse
	actSettings
	actUp
	actDown
	actLeft
	actRight
	actFold
	actEnter
	actType
	actMore
	actLess
	actClear
	actReset
	actEscape
	actCancel
	actSave
	actResume
	actMouse
	actSuspend
	actMap
	actQuantity
	actAxisY
	actTell
	actOther
	actFailed
	actMeasure
	actUndo
	actSkip
	actBudget
	actAgain
	actPageUp
	actPageDown
	actNextField
	actPreviousField
	actToggle
	actYes
	actNo
	actQuit
)

// binding ties keys to an action, with the words that explain it. The same
// table drives dispatch, the footer and the help overlay.
type binding struct {
	act    action
	keys   []string // as bubbletea names them
	show   string   // as the footer shows them
	short  string   // in the footer; "": only in the help
	long   string   // in the help
	always bool     // obeyed while a form takes text
}

// globalKeys hold on every screen unless the screen binds the key itself.
var globalKeys = []binding{
	{act: actForward, keys: []string{"right", "l", "n"}, show: "→", short: "step", long: "one evaluation forward (also l, n)"},
	{act: actBack, keys: []string{"left", "h", "p"}, show: "←", long: "one evaluation back (also h, p)"},
	{act: actHome, keys: []string{"home", "g"}, show: "home", long: "to the start (also g)"},
	{act: actEnd, keys: []string{"end", "G"}, show: "end", long: "to the end (also G)"},
	{act: actPlay, keys: []string{" "}, show: "space", short: "play", long: "play and pause"},
	{act: actFaster, keys: []string{"+", "="}, show: "+", long: "play faster"},
	{act: actSlower, keys: []string{"-"}, show: "-", long: "play slower"},
	{act: actNextScreen, keys: []string{"tab"}, show: "tab", short: "next screen", long: "next screen"},
	{act: actPreviousScreen, keys: []string{"shift+tab"}, show: "shift+tab", long: "previous screen"},
	{act: actTree, keys: []string{"t"}, show: "t", short: "tree", long: "the scenario tree of this decision"},
	{act: actMap, keys: []string{"m"}, show: "m", long: "heat map over two parameters, where there are two"},
	{act: actFormula, keys: []string{"f"}, show: "f", short: "formula", long: "the formula with this step's numbers in it"},
	{act: actSwap, keys: []string{"x"}, show: "x", short: "swap", long: "swap the two policies (below 100 columns: show the other)"},
	{act: actPolicies, keys: []string{"o"}, show: "o", long: "show the next other policy in the right column"},
	{act: actPace, keys: []string{"e"}, show: "e", long: "step by equal evaluations or by equal money"},
	{act: actCost, keys: []string{"c"}, show: "c", long: "on small screens: cost instead of acquisition"},
	{act: actAxis, keys: []string{"a"}, show: "a", long: "slice along the next parameter"},
	{act: actThrough, keys: []string{"i"}, show: "i", long: "slice through the next point or through the incumbent"},
	{act: actBrowse, keys: []string{"b"}, show: "b", short: "browse", long: "choose another problem"},
	{act: actSettings, keys: []string{"s"}, show: "s", short: "settings", long: "policies, horizon, fantasies, effort, seed"},
	{act: actCancel, keys: []string{"esc"}, show: "esc", long: "close, go back, or stop what is being computed"},
	{act: actResume, keys: []string{"r"}, show: "r", long: "go on with what esc stopped"},
	{act: actSave, keys: []string{"w"}, show: "w", long: "save this frame as a picture (SVG) in the present folder"},
	{act: actSuspend, keys: []string{"ctrl+z"}, show: "ctrl+z", long: "leave for the shell; fg comes back"},
	{act: actHelp, keys: []string{"?"}, show: "?", short: "all keys", long: "this list"},
	{act: actQuit, keys: []string{"q", "ctrl+c"}, show: "q", short: "quit", long: "quit", always: true},
}

// narrower is implemented by screens on which only some of the global keys
// make sense.
type narrower interface{ globals(m *Model) []binding }

// globals are the global keys as far as the screen leaves them.
func (m *Model) globals(s screen) []binding {
	if n, ok := s.(narrower); ok {
		return n.globals(m)
	}
	return globalKeys
}

// globalsOf picks global keys by what they do.
func globalsOf(actions ...action) []binding {
	var out []binding
	for _, b := range globalKeys {
		if slices.Contains(actions, b.act) {
			out = append(out, b)
		}
	}
	return out
}

// names splits one message into the keys it holds: several keys in one read,
// as from key repeat, a paste or a script, arrive as one message.
func names(msg tea.KeyMsg) []string {
	if msg.Type != tea.KeyRunes || msg.Alt {
		return []string{msg.String()}
	}
	out := make([]string, 0, len(msg.Runes))
	for _, r := range msg.Runes {
		out = append(out, string(r))
	}
	return out
}

// find is the action of a key among bindings.
func find(key string, tables ...[]binding) action {
	for _, table := range tables {
		for _, b := range table {
			for _, k := range b.keys {
				if k == key {
					return b.act
				}
			}
		}
	}
	return actNone
}

// hint is a binding as the footer shows it.
func (b binding) hint() string { return strings.TrimSpace(b.show + " " + b.short) }
