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
	actQuantityBack
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
	all    string   // as the help shows them; "": as the footer does
	short  string   // in the footer; "": only in the help
	long   string   // in the help; "": told beside another key
	always bool     // obeyed while a form takes text
}

// globalKeys hold on every screen unless the screen binds the key itself.
var globalKeys = []binding{
	{act: actResume, keys: []string{"r"}, show: "r", short: "go on", long: "go on with what esc stopped"},
	{act: actForward, keys: []string{"right", "l", "n"}, show: "→", all: "→ ←", short: "step", long: "one evaluation forward, back (also l h, n p)"},
	{act: actBack, keys: []string{"left", "h", "p"}, show: "←"},
	{act: actHome, keys: []string{"home", "g"}, show: "home", all: "home end", long: "to the start, to the end (also g G)"},
	{act: actEnd, keys: []string{"end", "G"}, show: "end"},
	{act: actPlay, keys: []string{" "}, show: "space", short: "play", long: "play and pause"},
	{act: actFaster, keys: []string{"+", "="}, show: "+", all: "+ -", long: "play faster, slower"},
	{act: actSlower, keys: []string{"-"}, show: "-"},
	{act: actNextScreen, keys: []string{"tab"}, show: "tab", short: "next screen", long: "next screen (shift+tab: previous)"},
	{act: actPreviousScreen, keys: []string{"shift+tab"}, show: "shift+tab"},
	{act: actTree, keys: []string{"t"}, show: "t", short: "tree", long: "the scenario tree of this decision"},
	{act: actMap, keys: []string{"m"}, show: "m", short: "map", long: "heat map over two parameters"},
	{act: actFormula, keys: []string{"f"}, show: "f", short: "formula", long: "the formula with this step's numbers in it"},
	{act: actSwap, keys: []string{"x"}, show: "x", short: "swap", long: "swap the two policies (below 100 columns: show the other)"},
	{act: actPolicies, keys: []string{"o"}, show: "o", short: "others", long: "show the next other policy in the right column"},
	{act: actPace, keys: []string{"e"}, show: "e", long: "step by equal evaluations or by equal money"},
	{act: actCost, keys: []string{"c"}, show: "c", short: "cost", long: "cost instead of acquisition, where there is no room for both"},
	{act: actAxis, keys: []string{"a"}, show: "a", short: "axis", long: "slice along the next parameter"},
	{act: actThrough, keys: []string{"i"}, show: "i", long: "slice through the next point or through the incumbent"},
	{act: actBrowse, keys: []string{"b"}, show: "b", short: "browse", long: "choose another problem"},
	{act: actSettings, keys: []string{"s"}, show: "s", short: "settings", long: "policies, horizon, fantasies, effort, seed"},
	{act: actCancel, keys: []string{"esc"}, show: "esc", long: "close, go back, or stop what is being computed"},
	{act: actSave, keys: []string{"w"}, show: "w", long: "save this frame as a picture (SVG) in the present folder"},
	{act: actSuspend, keys: []string{"ctrl+z"}, show: "ctrl+z", long: "leave for the shell; fg comes back"},
	{act: actHelp, keys: []string{"?"}, show: "?", short: "all keys", long: "this list"},
	{act: actQuit, keys: []string{"q", "ctrl+c"}, show: "q", short: "quit", long: "quit", always: true},
}

// narrower is implemented by screens on which only some of the global keys
// make sense.
type narrower interface{ globals(m *Model) []binding }

// globals are the global keys as far as the screen leaves them and they can do
// something now.
func (m *Model) globals(s screen) []binding {
	table := globalKeys
	if n, ok := s.(narrower); ok {
		table = n.globals(m)
	}
	own := s.bindings(m)
	out := make([]binding, 0, len(table))
	for _, b := range table {
		if m.usable(b.act) && !slices.ContainsFunc(own, func(o binding) bool { return o.act == b.act }) {
			out = append(out, b)
		}
	}
	return out
}

// smallest height of a window whose columns hold all three charts.
const allCharts = 27

// usable tells whether a global action can do something now.
func (m *Model) usable(a action) bool {
	switch a {
	case actForward, actBack, actHome, actEnd, actPlay, actFaster, actSlower:
		return len(m.s.Tracks) > 0 && !m.s.IsLive() // a study is at its present
	case actSwap, actPace:
		return len(m.s.Tracks) > 1
	case actPolicies:
		return len(m.s.Tracks) > 2
	case actAxis, actThrough:
		return m.s.Problem.Dim() > 1
	case actCost:
		return len(m.s.Tracks) > 0 && m.h < allCharts
	case actTree:
		return m.has("tree")
	case actMap:
		return m.has("map")
	case actBrowse:
		return m.has("browse")
	case actSettings:
		return m.has("settings") && !m.s.IsLive() // a study's were fixed when it was made
	case actResume:
		return m.s.Stopped
	case actSuspend:
		return m.suspendable && !m.options.Guest
	case actSave:
		return !m.options.Guest
	}
	return true
}

// has tells whether there is such a screen now.
func (m *Model) has(name string) bool {
	return slices.ContainsFunc(m.screens, func(s screen) bool { return s.name() == name && s.available(m) })
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

// shown are the keys of a binding as the help shows them.
func (b binding) shown() string {
	if b.all != "" {
		return b.all
	}
	return b.show
}
