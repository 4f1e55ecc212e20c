package screen

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Action is what a key asks for.
type Action int

const (
	ActNone Action = iota
	ActForward
	ActBack
	ActHome
	ActEnd
	ActPlay
	ActFaster
	ActSlower
	ActNextScreen
	ActPreviousScreen
	ActScreen // by its number
	ActPalette
	ActTree
	ActFocus
	ActSwap
	ActPolicies
	ActOverlay
	ActPace
	ActCost
	ActAxis
	ActThrough
	ActWhole
	ActDraws
	ActLuck
	ActCrossLeft
	ActCrossRight
	ActCrossFarLeft
	ActCrossFarRight
	ActCrossMoney
	ActCrossType
	ActCopy
	ActFormula
	ActHelp
	ActBrowse
	ActSettings
	ActUp
	ActDown
	ActLeft
	ActRight
	ActFold
	ActLikeliest
	ActWorthiest
	ActPlayPath
	ActEnter
	ActType
	ActMore
	ActLess
	ActClear
	ActReset
	actEscape
	ActCancel
	ActSave
	ActResume
	ActMouse
	ActSuspend
	ActMap
	ActPredict
	ActQuantity
	ActQuantityBack
	ActAxisY
	ActTell
	ActOther
	ActFailed
	ActMeasure
	ActUndo
	ActSkip
	ActBudget
	ActAgain
	ActRevise
	ActOneMore
	ActNextAsk
	ActPageUp
	ActPageDown
	ActNextField
	ActPreviousField
	ActToggle
	ActYes
	ActNo
	ActQuit
)

// Binding ties keys to an action, with the words that explain it. The same
// table drives dispatch, the footer and the help overlay.
type Binding struct {
	Act    Action
	Keys   []string // as bubbletea names them
	Show   string   // as the footer shows them
	All    string   // as the help shows them; "": as the footer does
	Short  string   // in the footer; "": only in the help
	Long   string   // in the help; "": told beside another key
	Does   string   // in the palette; "": what Long says, or nothing
	Always bool     // obeyed while a form takes text
}

// GlobalKeys hold on every screen unless the screen binds the key itself.
var GlobalKeys = []Binding{
	{Act: ActResume, Keys: []string{"r"}, Show: "r", Short: "go on", Long: "go on with what esc stopped"},
	{Act: ActForward, Keys: []string{"right", "l", "n"}, Show: "→", All: "→ ←", Short: "step", Long: "one evaluation forward, back (also l h, n p)", Does: "one evaluation forward"},
	{Act: ActBack, Keys: []string{"left", "h", "p"}, Show: "←", Does: "one evaluation back"},
	{Act: ActHome, Keys: []string{"home", "g"}, Show: "home", All: "home end", Long: "to the start, to the end (also g G); 12g goes to step 12", Does: "to the start"},
	{Act: ActEnd, Keys: []string{"end", "G"}, Show: "end", Does: "to the end"},
	{Act: ActPlay, Keys: []string{" "}, Show: "space", Short: "play", Long: "play and pause"},
	{Act: ActFaster, Keys: []string{"+"}, Show: "+", All: "+ -", Long: "play faster, slower", Does: "play faster"},
	{Act: ActSlower, Keys: []string{"-"}, Show: "-", Does: "play slower"},
	{Act: ActSwap, Keys: []string{"x"}, Show: "x", Short: "swap", Long: "swap the policies in the columns, or show the next one"},
	{Act: ActCost, Keys: []string{"c"}, Show: "c", Short: "cost", Long: "cost instead of acquisition, where there is no room for both"},
	{Act: ActTree, Keys: []string{"t"}, Show: "t", Short: "tree", Long: "the scenario tree of this decision"},
	{Act: ActMap, Keys: []string{"m"}, Show: "m", Short: "map", Long: "heat map over two parameters"},
	{Act: ActFormula, Keys: []string{"f"}, Show: "f", Short: "formula", Long: "the formula with this step's numbers in it"},
	{Act: ActLuck, Keys: []string{"L"}, Show: "L", Short: "luck", Long: "was it luck? the policies on many drawn functions", Does: "was it luck? run the policies on drawn functions"},
	{Act: ActPolicies, Keys: []string{"o"}, Show: "o", Short: "others", Long: "show the next policy that has no column yet in the last one"},
	{Act: ActOverlay, Keys: []string{"v"}, Show: "v", Short: "overlay", Long: "policies side by side, or laid over each other"},
	{Act: ActPace, Keys: []string{"e"}, Show: "e", Long: "step by equal evaluations or by equal money"},
	{Act: ActAxis, Keys: []string{"a"}, Show: "a", Short: "axis", Long: "slice along the next parameter"},
	{Act: ActThrough, Keys: []string{"i"}, Show: "i", Long: "slice through the next point or through the incumbent"},
	{Act: ActWhole, Keys: []string{"z"}, Show: "z", Short: "zoom", Long: "axes of this step or of the whole replay"},
	{Act: ActDraws, Keys: []string{"D"}, Show: "D", Long: "functions drawn from the posterior, from the prior, none", Does: "functions drawn from the posterior or the prior"},
	{Act: ActScreen, Keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, Show: "1-9", Long: "to the screen of that number in the title"},
	{Act: ActNextScreen, Keys: []string{"tab"}, Show: "tab", Short: "next screen", Long: "next screen (shift+tab: previous)", Does: "next screen"},
	{Act: ActPreviousScreen, Keys: []string{"shift+tab"}, Show: "shift+tab", Does: "previous screen"},
	{Act: ActBrowse, Keys: []string{"b"}, Show: "b", Short: "browse", Long: "choose another problem"},
	{Act: ActSettings, Keys: []string{"s"}, Show: "s", Short: "settings", Long: "policies, horizon, fantasies, effort, seed", Does: "settings: policies, horizon, fantasies, effort, seed"},
	{Act: ActPredict, Keys: []string{"P"}, Show: "P", Long: "predict: mark where you would look, and be scored beside the policies"},
	{Act: ActPalette, Keys: []string{":"}, Show: ":", Short: "find", Long: "find a command, a scenario, a policy, a step by typing"},
	{Act: ActCrossRight, Keys: []string{"]"}, Show: "[ ]", Short: "measure", Long: "a line through the charts with its numbers below: left, right", Does: "measure: a line through the charts"},
	{Act: ActCrossLeft, Keys: []string{"["}, Show: "["},
	{Act: ActCrossFarRight, Keys: []string{"}"}, Show: "{ }", Long: "ten columns at once; on a map down, up"},
	{Act: ActCrossFarLeft, Keys: []string{"{"}, Show: "{"},
	{Act: ActCrossMoney, Keys: []string{"|"}, Show: "|", Long: "the line in the chart of money spent, and back"},
	{Act: ActCrossType, Keys: []string{"="}, Show: "=", Long: "type where the line goes"},
	{Act: ActCopy, Keys: []string{"y"}, Show: "y", Long: "copy the line's numbers; esc takes it away"},
	{Act: ActCancel, Keys: []string{"esc"}, Show: "esc", Long: "close, go back, or stop what is being computed"},
	{Act: ActSave, Keys: []string{"w"}, Show: "w", Long: "save this frame as a picture (SVG) in the present folder"},
	{Act: ActMouse, Keys: []string{"M"}, Show: "M", Long: "use the mouse here, or leave it to the terminal"},
	{Act: ActSuspend, Keys: []string{"ctrl+z"}, Show: "ctrl+z", Long: "leave for the shell; fg comes back"},
	{Act: ActHelp, Keys: []string{"?"}, Show: "?", Short: "keys", Long: "this list", Does: "all keys"},
	{Act: ActQuit, Keys: []string{"q", "ctrl+c"}, Show: "q", Short: "quit", Long: "quit", Always: true},
}

// GlobalsOf picks global keys by what they do.
func GlobalsOf(actions ...Action) []Binding {
	var out []Binding
	for _, b := range GlobalKeys {
		if slices.Contains(actions, b.Act) {
			out = append(out, b)
		}
	}
	return out
}

// Find is the action of a key among bindings.
func Find(key string, tables ...[]Binding) Action {
	for _, table := range tables {
		for _, b := range table {
			for _, k := range b.Keys {
				if k == key {
					return b.Act
				}
			}
		}
	}
	return ActNone
}

// Names splits one message into the keys it holds: several keys in one read,
// as from key repeat, a paste or a script, arrive as one message.
func Names(msg tea.KeyMsg) []string {
	if msg.Type != tea.KeyRunes || msg.Alt {
		return []string{msg.String()}
	}
	out := make([]string, 0, len(msg.Runes))
	for _, r := range msg.Runes {
		out = append(out, string(r))
	}
	return out
}

// Hint is a binding as the footer shows it.
func (b Binding) Hint() string { return strings.TrimSpace(b.Show + " " + b.Short) }

// Shown are the keys of a binding as the help shows them.
func (b Binding) Shown() string {
	if b.All != "" {
		return b.All
	}
	return b.Show
}
