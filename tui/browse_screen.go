package tui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// browseScreen lists the problems there are, with what each is about: which one
// to look at? Files are read in the background, one after another.
type browseScreen struct {
	number   int // of the newest listing; older ones are dropped
	offers   []offer
	listed   bool
	selected int
	top      int
	typing   bool // the line takes text
	line     pane.Line
}

// offer is one problem to choose.
type offer struct {
	name    string
	file    bool
	problem *scenarios.Problem // nil: not read yet, or err
	sketch  *sketch            // nil: nothing to draw
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
	sketch        *sketch
	err           error
}

// completedMsg brings a typed name with its end filled in.
type completedMsg struct {
	number      int
	typed, full string
}

var browseKeys = []screen.Binding{
	{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑↓", Short: "choose", Long: "to the previous problem, to the next (also k j)"},
	{Act: screen.ActDown, Keys: []string{"down", "j"}, Show: "↓"},
	{Act: screen.ActHome, Keys: []string{"home", "g"}, Show: "home", All: "home end", Long: "to the first, to the last (also g G)"},
	{Act: screen.ActEnd, Keys: []string{"end", "G"}, Show: "end"},
	{Act: screen.ActEnter, Keys: []string{"enter"}, Show: "enter", Short: "open", Long: "open the problem"},
	{Act: screen.ActType, Keys: []string{"/", "o"}, Show: "/", Short: "type a file", Long: "type the name of a file to open (also o)"},
	{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Short: "back", Long: "back, or stop reading"},
}

// browseTypingKeys are shown while a name is being typed; the line takes all
// other keys as text.
var browseTypingKeys = []screen.Binding{
	{Act: screen.ActEnter, Show: "enter", Short: "open", Long: "open the file"},
	{Act: screen.ActType, Show: "tab", Short: "complete", Long: "fill in the rest of the name as far as it is clear"},
	{Act: screen.ActCancel, Show: "esc", Short: "leave the line", Long: "back to the list"},
}

func (*browseScreen) name() string           { return "browse" }
func (*browseScreen) available(*Model) bool  { return true }
func (*browseScreen) aside()                 {}
func (*browseScreen) place(*Model) string    { return "" }
func (*browseScreen) question(*Model) string { return "which problem next?" }

func (b *browseScreen) bindings(m *Model) []screen.Binding {
	switch {
	case b.typing:
		return browseTypingKeys
	case m.options.Guest:
		return slices.DeleteFunc(slices.Clone(browseKeys), func(k screen.Binding) bool { return k.Act == screen.ActType })
	}
	return browseKeys
}

func (b *browseScreen) globals(*Model) []screen.Binding {
	if b.typing {
		return nil
	}
	return screen.GlobalsOf(screen.ActNextScreen, screen.ActPreviousScreen, screen.ActSettings, screen.ActHelp, screen.ActQuit)
}

func (b *browseScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		b.number++
		b.typing = false
		return b.list(m)
	case listedMsg:
		if msg.number != b.number {
			return nil
		}
		at := m.s.Name
		if b.listed && b.selected < len(b.offers) {
			at = b.offers[b.selected].name
		}
		b.offers, b.listed = msg.offers, true
		b.selected = max(0, slices.IndexFunc(b.offers, func(o offer) bool { return o.name == at }))
		return b.read(m, 0)
	case readMsg:
		if msg.number != b.number {
			return nil
		}
		o := &b.offers[msg.index]
		o.problem, o.sketch, o.err = msg.problem, msg.sketch, msg.err
		return b.read(m, msg.index+1)
	case completedMsg:
		if msg.number == b.number && b.line.String() == msg.typed {
			b.line.Set(msg.full)
		}
	}
	return nil
}

// mostFiles is the number of files a folder may fill the list with; any other
// can be typed.
const mostFiles = 200

// list finds the built-in scenarios and the problem files of the folder, which
// are not for guests.
func (b *browseScreen) list(m *Model) tea.Cmd {
	number, find, seed, guest := b.number, m.s.Finder(), m.s.Settings.Seed, m.options.Guest
	return m.s.InTurn(func() tea.Msg {
		var out []offer
		for _, name := range builtin.Names() {
			p, err := find(name, seed)
			out = append(out, offer{name: name, problem: p, sketch: sketchOf(p), err: err})
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
func (b *browseScreen) read(m *Model, index int) tea.Cmd {
	for index < len(b.offers) && !b.offers[index].file {
		index++
	}
	if index >= len(b.offers) {
		return nil
	}
	number, name, find, seed := b.number, b.offers[index].name, m.s.Finder(), m.s.Settings.Seed
	return func() tea.Msg {
		p, err := find(name, seed)
		return readMsg{number, index, p, sketchOf(p), err}
	}
}

func (b *browseScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
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
			return m.s.Load(b.offers[b.selected].name, session.ToOpen), true
		}
	case screen.ActType:
		b.typing = true
	case screen.ActCancel:
		if m.s.Loading.Busy == "" {
			return nil, false
		}
		m.s.GiveUp()
	default:
		return nil, false
	}
	m.s.Loading.Failure = nil
	return nil, true
}

// typed takes keys as text while a name is being typed.
func (b *browseScreen) typed(m *Model, k string, _ tea.KeyMsg) (tea.Cmd, bool) {
	if !b.typing {
		return nil, false
	}
	switch k {
	case "esc":
		if m.s.Loading.Busy != "" {
			m.s.GiveUp()
			return nil, true
		}
		b.typing = false
		m.s.Loading.Failure = nil
	case "enter":
		if name := strings.TrimSpace(b.line.String()); name != "" {
			return m.s.Load(expandHome(name), session.ToOpen), true
		}
	case "tab":
		return b.complete(), true
	default:
		if b.line.Key(k) {
			m.s.Loading.Failure = nil
		}
	}
	return nil, true
}

// complete fills in the rest of the typed name in the background.
func (b *browseScreen) complete() tea.Cmd {
	number, typed := b.number, b.line.String()
	return func() tea.Msg { return completedMsg{number, typed, completeFile(typed)} }
}

func (b *browseScreen) draw(m *Model, c chart.Canvas) {
	w, h := c.Size()
	list, about := c.Rect(), chart.Rect{}
	if w >= screen.TwoColumns-2 {
		list, about = list.CutLeft(w * 11 / 20)
		_, about = about.CutLeft(3)
	} else {
		about, list = list.CutBottom(h * 2 / 5)
		_, about = about.CutTop(1)
	}
	rows, at := b.rows(m)
	_, list = list.CutBottom(2)
	hidden := b.drawList(m, c.Sub(list), rows, at)
	line := chart.Rect{X: list.X, Y: list.Y + min(list.H, len(rows)+1), W: list.W, H: 2}
	b.drawLine(m, c.Sub(line), hidden)
	b.drawAbout(m, c.Sub(about))
}

// browseRow is a line of the table with its ink.
type browseRow struct {
	cells []string
	ink   chart.Ink
}

// rows are the built-in problems, then the files, and where the cursor is.
func (b *browseScreen) rows(m *Model) (rows []browseRow, at int) {
	heading := false
	for i, o := range b.offers {
		if o.file && !heading {
			heading = true
			rows = append(rows, browseRow{}, browseRow{[]string{"files here"}, m.theme.MutedInk()})
		}
		if i == b.selected {
			at = len(rows)
		}
		row := browseRow{cells: o.row()}
		if o.err != nil {
			row.ink = m.theme.MutedInk()
		}
		rows = append(rows, row)
	}
	return rows, at
}

// drawList draws the rows that fit and returns how many problems are hidden
// below.
func (b *browseScreen) drawList(m *Model, c chart.Canvas, rows []browseRow, at int) (hidden int) {
	if !b.listed {
		c.Text(0, 0, "looking …", m.theme.MutedInk())
		return 0
	}
	_, h := c.Size()
	b.top = chart.Reveal(at, b.top, h-1, len(rows))
	t := chart.Table{Selected: at, Top: b.top, Columns: []chart.Column{
		{Title: "problem", Min: 13}, {Title: "about", Min: 8, Grow: true},
		{Title: "inputs", Right: true}, {Title: "budget", Right: true}, {Title: "kind", Min: 11},
	}}
	for _, r := range rows {
		t.Rows, t.Inks = append(t.Rows, r.cells), append(t.Inks, r.ink)
	}
	for _, r := range rows[b.top+t.Draw(c, m.theme.Style()):] {
		if len(r.cells) == len(t.Columns) { // headings are shorter
			hidden++
		}
	}
	return hidden
}

// row is an offer as the table shows it.
func (o offer) row() []string {
	row := []string{plain.Text(o.name), "", "", "", "file"}
	switch p := o.problem; {
	case o.err != nil:
		row[1] = pane.Plural(len(pane.MistakeLines(o.err)), "mistake")
	case p == nil:
		row[1] = "reading …"
	default:
		row[1] = plain.Text(p.Title)
		row[2], row[3] = strconv.Itoa(p.Dim()), chart.Num(p.Budget)
		if p.Theorem != nil {
			row[2] = "arms"
		}
		switch {
		case p.Constructed:
			row[4] = "constructed"
		case !o.file:
			row[4] = "benchmark"
		}
	}
	return row
}

// drawLine is where a file's name is typed.
func (b *browseScreen) drawLine(m *Model, c chart.Canvas, hidden int) {
	th := m.theme
	w, _ := c.Size()
	if hidden > 0 {
		c.Text(0, 0, fmt.Sprintf("↓ %d more", hidden), th.MutedInk())
	}
	switch {
	case m.s.Loading.Busy != "":
		c.TextIn(0, 1, w, "reading "+plain.Text(m.s.Loading.Busy)+" …  esc stops waiting", th.MutedInk())
	case b.typing:
		x := c.Text(0, 1, "file: ", th.TextInk())
		b.line.Draw(c, x, 1, w-x, th.TextInk().On(th.Selection), th.KeyInk().On(th.Selection))
	case !m.options.Guest:
		c.Spans(0, 1, chart.Span{Text: "/", Ink: th.KeyInk()}, chart.Span{Text: " any other file, by its name", Ink: th.MutedInk()})
	}
}

// drawAbout tells of the selected problem, or what is wrong with the one that
// was to be opened.
func (b *browseScreen) drawAbout(m *Model, c chart.Canvas) {
	if f := m.s.Loading.Failure; f != nil {
		drawFailure(m, c, f)
		return
	}
	if b.selected >= len(b.offers) {
		return
	}
	o := b.offers[b.selected]
	switch {
	case o.err != nil:
		drawFailure(m, c, &session.Failure{Name: o.name, Err: o.err})
	case o.problem != nil:
		drawProblem(m, c, o.problem, o.sketch)
	}
}

// drawFailure lists all mistakes with their places.
func drawFailure(m *Model, c chart.Canvas, f *session.Failure) {
	th := m.theme
	w, _ := c.Size()
	lines := pane.MistakeLines(f.Err)
	r := c.Rect()
	c.TextIn(0, 0, w, plain.Text(f.Name)+" cannot be opened", chart.Ink{Fg: th.Warning, Attr: chart.Bold})
	_, r = r.CutTop(1)
	if r.H > 2*len(lines) {
		_, r = r.CutTop(1)
	}
	for _, l := range lines {
		if r.H == 0 {
			return
		}
		_, r = r.CutTop(c.Paragraph(r, l, th.TextInk()))
	}
}
