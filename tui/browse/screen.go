// Package browse lists the available problems, with a description of each.
//
//	screen.go  the list, its keys, and what is read for it
//	draw.go    the list, and what a problem is about
package browse

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui/form"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Screen is the list. Files are read in the background, one after another.
type Screen struct {
	screen.Endless
	number   int // of the newest listing; older ones are dropped
	offers   []offer
	listed   bool
	selected int
	top      int
	typing   bool // the line takes text
	line     form.Line
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen before anything is listed.
func New() *Screen { return &Screen{} }

// offer is one problem to choose.
type offer struct {
	name    string
	file    bool
	problem *scenarios.Problem // nil: not read yet, or err
	sketch  *pane.Sketch       // nil: nothing to draw
	err     error
}

// listedMsg brings the names there are.
type listedMsg struct {
	number int
	offers []offer
}

// readMsg brings one file of the list.
type readMsg struct {
	number, index int
	problem       *scenarios.Problem
	sketch        *pane.Sketch
	err           error
}

// completedMsg brings a typed name with its end filled in.
type completedMsg struct {
	number      int
	typed, full string
}

var keys = []screen.Binding{
	{Act: screen.ActUp, Binding: screen.On("↑↓", "choose", "up", "k"), Long: "to the previous problem, to the next (also k j)"},
	{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
	{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g"), All: "home end", Long: "to the first, to the last (also g G)"},
	{Act: screen.ActEnd, Binding: screen.On("end", "", "end", "G")},
	{Act: screen.ActEnter, Binding: screen.On("enter", "open", "enter"), Long: "open the problem"},
	{Act: screen.ActType, Binding: screen.On("/", "type a file", "/", "o"), Long: "type the name of a file to open (also o)"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "back", "esc"), Long: "back, or stop reading"},
}

// typingKeys are shown while a name is being typed; the line takes all
// other keys as text.
var typingKeys = []screen.Binding{
	{Act: screen.ActEnter, Binding: screen.On("enter", "open", "enter"), Long: "open the file"},
	{Act: screen.ActType, Binding: screen.On("tab", "complete", "tab"), Long: "fill in the rest of the name as far as it is clear"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "leave the line", "esc"), Long: "back to the list"},
}

// Name is "browse".
func (*Screen) Name() string { return "browse" }

// Available is always: there are other problems.
func (*Screen) Available(screen.View) bool { return true }

// About lists the keys: few while a name is being typed. Guests type none.
func (b *Screen) About(v screen.View) screen.About {
	a := screen.About{Question: "which problem next?", Apart: true, Beside: true, Keys: keys}
	if b.typing {
		a.Keys = typingKeys
		return a
	}
	if v.Guest() {
		a.Keys = slices.DeleteFunc(slices.Clone(keys), func(k screen.Binding) bool { return k.Act == screen.ActType })
	}
	a.Globals = screen.GlobalsOf(screen.ActNextScreen, screen.ActPreviousScreen, screen.ActSettings, screen.ActHelp, screen.ActQuit)
	return a
}

// Update lists the problems whenever the screen is entered, and asks for one to be read.
func (b *Screen) Update(v screen.View, msg tea.Msg) (w screen.Wants) {
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		b.number++
		b.typing = false
		w.Cmd = b.list(v)
	case screen.ActMsg:
		w = b.act(v, msg.Act)
	case screen.TypedMsg:
		w = b.typed(v, msg.Key)
	case screen.SizeMsg:
	case listedMsg:
		w.Cmd = b.received(v, msg)
	case readMsg:
		if msg.number != b.number {
			return w
		}
		o := &b.offers[msg.index]
		o.problem, o.sketch, o.err = msg.problem, msg.sketch, msg.err
		w.Cmd = b.read(v, msg.index+1)
	case completedMsg:
		if msg.number == b.number && b.line.String() == msg.typed {
			b.line.Set(msg.full)
		}
	default:
		return w
	}
	b.scroll(v)
	return w
}

// received takes a listing in, with the cursor where it was or on the problem
// that is open.
func (b *Screen) received(v screen.View, msg listedMsg) tea.Cmd {
	if msg.number != b.number {
		return nil
	}
	at := v.Name
	if b.listed && b.selected < len(b.offers) {
		at = b.offers[b.selected].name
	}
	b.offers, b.listed = msg.offers, true
	b.selected = max(0, slices.IndexFunc(b.offers, func(o offer) bool { return o.name == at }))
	return b.read(v, 0)
}

// mostFiles is the number of files a folder may fill the list with; any other
// can be typed.
const mostFiles = 200

// list finds the built-in scenarios and the problem files of the folder, which
// are not for guests.
func (b *Screen) list(v screen.View) tea.Cmd {
	number, find, seed, guest := b.number, v.Finder(), v.RunSettings().Seed, v.Guest()
	return v.InTurn(func() tea.Msg {
		var out []offer
		for _, name := range builtin.Names() {
			p, err := find(name, seed)
			out = append(out, offer{name: name, problem: p, sketch: pane.SketchOf(p), err: err})
		}
		if guest {
			return listedMsg{number, out}
		}
		files, _ := filepath.Glob("*.toml") // the pattern is ours: it cannot be wrong
		slices.Sort(files)
		for _, f := range files[:min(len(files), mostFiles)] {
			out = append(out, offer{name: f, file: true})
		}
		return listedMsg{number, out}
	})
}

// read reads the next file of the list, from index on.
func (b *Screen) read(v screen.View, index int) tea.Cmd {
	for index < len(b.offers) && !b.offers[index].file {
		index++
	}
	if index >= len(b.offers) {
		return nil
	}
	number, name, find, seed := b.number, b.offers[index].name, v.Finder(), v.RunSettings().Seed
	return func() tea.Msg {
		p, err := find(name, seed)
		return readMsg{number, index, p, pane.SketchOf(p), err}
	}
}

// act handles a key that is not text.
func (b *Screen) act(v screen.View, a screen.Action) screen.Wants {
	w := screen.Wants{Taken: true, Forgive: true}
	last := max(0, len(b.offers)-1)
	switch a {
	case screen.ActUp:
		b.selected = max(0, b.selected-1)
	case screen.ActDown:
		b.selected = min(last, b.selected+1)
	case screen.ActHome:
		b.selected = 0
	case screen.ActEnd:
		b.selected = last
	case screen.ActEnter:
		if b.selected < len(b.offers) {
			return opened(b.offers[b.selected].name)
		}
	case screen.ActType:
		b.typing = true
	case screen.ActCancel:
		if v.Loading.Busy == "" {
			return screen.Wants{}
		}
		w.GiveUp = true
	default:
		return screen.Wants{}
	}
	return w
}

// opened asks for a problem to be opened; the reason why the last could not be stays until then.
func opened(name string) screen.Wants {
	return screen.Wants{Taken: true, Load: &screen.Load{Name: name}}
}

// typed takes keys as text while a name is being typed.
func (b *Screen) typed(v screen.View, k string) screen.Wants {
	if !b.typing {
		return screen.Wants{}
	}
	w := screen.Wants{Taken: true}
	switch k {
	case "esc":
		if v.Loading.Busy != "" {
			w.GiveUp = true
			break
		}
		b.typing, w.Forgive = false, true
	case "enter":
		if name := strings.TrimSpace(b.line.String()); name != "" {
			return opened(expandHome(name))
		}
	case "tab":
		w.Cmd = b.complete()
	default:
		w.Forgive = b.line.Key(k)
	}
	return w
}

// complete fills in the rest of the typed name in the background.
func (b *Screen) complete() tea.Cmd {
	number, typed := b.number, b.line.String()
	return func() tea.Msg { return completedMsg{number, typed, completeFile(typed)} }
}

// completeFile extends a name by what all problem files and folders that begin
// so have in common.
func completeFile(typed string) string {
	dir, base := filepath.Split(typed)
	entries, err := os.ReadDir(expandHome(filepath.Join(".", dir)))
	if filepath.IsAbs(dir) || strings.HasPrefix(dir, "~") {
		entries, err = os.ReadDir(expandHome(dir))
	}
	if err != nil {
		return typed
	}
	common, found := "", false
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += string(filepath.Separator)
		} else if filepath.Ext(name) != ".toml" {
			continue
		}
		switch {
		case !strings.HasPrefix(name, base) || strings.HasPrefix(name, ".") && base == "":
		case !found:
			common, found = name, true
		default:
			n := 0
			for n < len(common) && n < len(name) && common[n] == name[n] {
				n++
			}
			common = strings.ToValidUTF8(common[:n], "")
		}
	}
	if len(common) <= len(base) {
		return typed
	}
	return dir + common
}

// expandHome replaces a leading ~ as a shell would.
func expandHome(name string) string {
	rest, ok := strings.CutPrefix(name, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || strings.HasPrefix(rest, "/")) {
		return home + rest
	}
	return name
}
