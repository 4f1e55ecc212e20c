package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
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
	ActSliders
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
	Act         Action
	key.Binding        // with what the footer shows; no words: only in the help
	All         string // the keys as the help shows them; "": as the footer does
	Long        string // in the help; "": described beside another key
	Does        string // in the palette; "": what Long says, or nothing
}

// On ties keys, as bubbletea names them, to what the footer shows of them and says
// in short.
func On(show, short string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(show, short))
}

// pressed is the name of a key that was pressed.
type pressed string

func (p pressed) String() string { return string(p) }

// GlobalKeys hold on every screen unless the screen binds the key itself.
var GlobalKeys = []Binding{
	{Act: ActResume, Binding: On("r", "go on", "r"), Long: "continue what esc stopped"},
	{Act: ActForward, Binding: On("→", "step", "right", "l", "n"), All: "→ ←", Long: "one evaluation forward, back (also l h, n p)", Does: "one evaluation forward"},
	{Act: ActBack, Binding: On("←", "", "left", "h", "p"), Does: "one evaluation back"},
	{Act: ActHome, Binding: On("home", "", "home", "g"), All: "home end", Long: "to the start, to the end (also g G); 12g goes to step 12", Does: "to the start"},
	{Act: ActEnd, Binding: On("end", "", "end", "G"), Does: "to the end"},
	{Act: ActPlay, Binding: On("space", "play", " "), Long: "play and pause"},
	{Act: ActFaster, Binding: On("+", "", "+"), All: "+ -", Long: "play faster, slower", Does: "play faster"},
	{Act: ActSlower, Binding: On("-", "", "-"), Does: "play slower"},
	{Act: ActSliders, Binding: On("S", "sliders", "S"), Long: "what if it were otherwise? sliders under the charts: budget, N, prices, lengthscale, noise", Does: "sliders: what if the budget, N, prices, lengthscale or noise were otherwise"},
	{Act: ActSwap, Binding: On("x", "swap", "x"), Long: "swap the policies in the columns, or show the next one"},
	{Act: ActCost, Binding: On("c", "cost", "c"), Long: "cost instead of acquisition, where there is no room for both"},
	{Act: ActTree, Binding: On("t", "tree", "t"), Long: "the scenario tree of this decision"},
	{Act: ActMap, Binding: On("m", "map", "m"), Long: "heat map over two parameters"},
	{Act: ActFormula, Binding: On("f", "formula", "f"), Long: "the formula with this step's numbers in it"},
	{Act: ActLuck, Binding: On("L", "luck", "L"), Long: "was it luck? the policies on many drawn functions", Does: "was it luck? run the policies on drawn functions"},
	{Act: ActPolicies, Binding: On("o", "others", "o"), Long: "show the next policy that has no column yet in the last one"},
	{Act: ActOverlay, Binding: On("v", "overlay", "v"), Long: "policies side by side, or laid over each other"},
	{Act: ActPace, Binding: On("e", "", "e"), Long: "step by equal evaluations or by equal spending"},
	{Act: ActAxis, Binding: On("a", "axis", "a"), Long: "slice along the next parameter"},
	{Act: ActThrough, Binding: On("i", "", "i"), Long: "slice through the next point or through the incumbent"},
	{Act: ActWhole, Binding: On("z", "zoom", "z"), Long: "axes of this step, or the whole replay with what is still to play"},
	{Act: ActDraws, Binding: On("D", "", "D"), Long: "functions drawn from the posterior, from the prior, none", Does: "functions drawn from the posterior or the prior"},
	{Act: ActScreen, Binding: On("1-9", "", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"), Long: "to the screen of that number in the title"},
	{Act: ActNextScreen, Binding: On("tab", "next screen", "tab"), Long: "next screen (shift+tab: previous)", Does: "next screen"},
	{Act: ActPreviousScreen, Binding: On("shift+tab", "", "shift+tab"), Does: "previous screen"},
	{Act: ActBrowse, Binding: On("b", "browse", "b"), Long: "choose another problem"},
	{Act: ActSettings, Binding: On("s", "settings", "s"), Long: "policies, horizon, fantasies, effort, seed", Does: "settings: policies, horizon, fantasies, effort, seed"},
	{Act: ActPredict, Binding: On("P", "", "P"), Long: "predict: choose the next point yourself, and be scored beside the policies"},
	{Act: ActPalette, Binding: On(":", "find", ":"), Long: "find a command, a scenario, a policy, a step by typing"},
	{Act: ActCrossRight, Binding: On("[ ]", "measure", "]"), Long: "a line through the charts with its numbers below: left, right", Does: "measure: a line through the charts"},
	{Act: ActCrossLeft, Binding: On("[", "", "[")},
	{Act: ActCrossFarRight, Binding: On("{ }", "", "}"), Long: "ten columns at once; on a map down, up"},
	{Act: ActCrossFarLeft, Binding: On("{", "", "{")},
	{Act: ActCrossMoney, Binding: On("|", "", "|"), Long: "the line in the chart of cost spent, and back"},
	{Act: ActCrossType, Binding: On("=", "", "="), Long: "type where the line goes"},
	{Act: ActCopy, Binding: On("y", "", "y"), Long: "copy the line's numbers; esc takes it away"},
	{Act: ActCancel, Binding: On("esc", "", "esc"), Long: "close, go back, or stop what is being computed"},
	{Act: ActSave, Binding: On("w", "", "w"), Long: "save this frame as a picture (SVG) in the present folder"},
	{Act: ActMouse, Binding: On("M", "", "M"), Long: "use the mouse here, or leave it to the terminal"},
	{Act: ActSuspend, Binding: On("ctrl+z", "", "ctrl+z"), Long: "leave for the shell; fg comes back"},
	{Act: ActHelp, Binding: On("?", "keys", "?"), Long: "this list", Does: "all keys"},
	{Act: ActQuit, Binding: On("q", "quit", "q", "ctrl+c"), Long: "quit"},
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
func Find(name string, tables ...[]Binding) Action {
	for _, table := range tables {
		for _, b := range table {
			if key.Matches(pressed(name), b.Binding) {
				return b.Act
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
func (b Binding) Hint() string { return strings.TrimSpace(b.Show() + " " + b.Short()) }

// Shown are the keys of a binding as the help shows them.
func (b Binding) Shown() string {
	if b.All != "" {
		return b.All
	}
	return b.Show()
}

// Show are the keys as the footer shows them.
func (b Binding) Show() string { return b.Help().Key }

// Short is what they do, in the footer; "": only in the help.
func (b Binding) Short() string { return b.Help().Desc }
