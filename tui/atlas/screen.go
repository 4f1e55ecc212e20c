// Package atlas is a heat map of kinds of problems: when does planning pay?
//
//	screen.go  the keys, and the problem that is opened
//	table.go   the results by cell and policy, and by their places
//	layout.go  what fits on the screen; draw.go: the map as it is drawn
//	words.go   the description of a cell, with its intervals
package atlas

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/experiment"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Options say which map is shown.
type Options struct {
	Rows   []experiment.AtlasRow
	Policy string       // the label of the one shown first; "": the first that plans ahead
	Cell   builtin.Cell // the cell selected first; the zero one: none, the whole map is described
}

// Screen is the map. Any cell opens one of its problems in the other screens;
// esc leads back.
type Screen struct {
	screen.Endless
	table  *table
	grid   grid
	policy int // the one compared to the best closed forms
	at     place
	whole  bool          // nothing is selected yet
	draws  map[place]int // the number of the problem last opened
	asked  string        // what the problem asked for last is called
	opened opening
	draft  draft
}

var _ screen.Screen = (*Screen)(nil)

// New shows a map, first the whole of it. Keys begin where the policy gains most.
func New(o Options) *Screen {
	t := newTable(o.Rows)
	s := &Screen{table: t, grid: newGrid(t.cells), draws: map[place]int{}, whole: true}
	s.policy = max(0, slices.IndexFunc(t.policies, func(p contender) bool { return p.label == o.Policy }))
	s.at = t.telling(s.grid, s.policy)
	for at, i := range s.grid.cells {
		if t.cells[i].Cell == o.Cell {
			s.at, s.whole = at, false
		}
	}
	return s
}

// opening is a problem of a cell, run by some policies.
type opening struct {
	at           place
	draw, policy int
	run          int // in which it was opened, or requested
}

// openedMsg reports that a requested problem is open.
type openedMsg struct{ what opening }

var keys = []screen.Binding{
	{Act: screen.ActLeft, Binding: screen.On("←↑↓→", "move", "left", "h"), All: "← →", Long: "to the cell on the left, on the right (also h l)"},
	{Act: screen.ActRight, Binding: screen.On("", "", "right", "l")},
	{Act: screen.ActUp, Binding: screen.On("↑", "", "up", "k"), All: "↑ ↓", Long: "to the cell above, below (also k j)"},
	{Act: screen.ActDown, Binding: screen.On("", "", "down", "j")},
	{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g"), Long: "the map as a whole, no cell selected (also g)"},
	{Act: screen.ActEnter, Binding: screen.On("enter", "open a problem", "enter"), Long: "open a problem: the best closed form against the policy shown"},
	{Act: screen.ActOther, Binding: screen.On("n", "another", "n"), Long: "open another draw of the cell"},
	{Act: screen.ActPolicies, Binding: screen.On("p", "policy", "tab", "p"), Long: "the next policy, the previous with P (also tab, shift+tab)"},
	{Act: screen.ActSwap, Binding: screen.On("", "", "shift+tab", "P")},
	{Act: screen.ActMouse, Binding: screen.On("M", "", "M"), Long: "let the mouse select cells, or leave it to the terminal"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "", "esc"), Long: "stop drawing, or stop what is being computed"},
}

// Name is the screen's; "map" is that of two parameters.
const Name = "map of problems"

// Name is Name.
func (*Screen) Name() string { return Name }

// Available is always: the map is of no problem that is open.
func (*Screen) Available(screen.View) bool { return true }

// About counts the policies.
func (s *Screen) About(screen.View) screen.About {
	return screen.About{
		Caption:  s.caption(),
		Question: "when does looking ahead pay?", Subject: "map",
		Apart: true, Place: fmt.Sprintf("policy %d of %d", s.policy+1, len(s.table.policies)),
		Keys: keys, Globals: screen.GlobalsOf(append([]screen.Action{screen.ActResume, screen.ActSave, screen.ActSuspend, screen.ActHelp, screen.ActQuit}, screen.CrossActions...)...),
		Beside: true,
	}
}

// Update moves the cursor, and asks for problems of its cells to be opened.
func (s *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	switch msg := msg.(type) {
	case screen.ActMsg:
		w := s.act(v, msg.Act)
		w.Cmd = s.sketch(v)
		return w
	case screen.ClickMsg:
		s.click(v, msg.X, msg.Y)
	case openedMsg:
		s.draws[msg.what.at] = msg.what.draw
		s.opened = msg.what
		s.opened.run = v.Run
	case sketchedMsg:
		s.draft.sketched(msg)
	case screen.EnteredMsg, screen.SizeMsg:
	default:
		return screen.Wants{}
	}
	return screen.Wants{Cmd: s.sketch(v)}
}

// label names a policy.
func (s *Screen) label(policy int) string { return s.table.policies[policy].name() }

// cell is the one under the cursor, nil where the results have none.
func (s *Screen) cell() *cell {
	i, ok := s.grid.cells[s.at]
	if !ok {
		return nil
	}
	return &s.table.cells[i]
}

// selecting are the actions on a cell.
var selecting = append([]screen.Action{screen.ActLeft, screen.ActRight, screen.ActUp, screen.ActDown, screen.ActEnter, screen.ActOther}, screen.CrossActions...)

// unselected reports whether the whole map is described instead of a cell; a crosshair selects a
// cell.
func (s *Screen) unselected(v screen.View) bool { return s.whole && !v.Cross.On }

// selected reports whether a cell is.
func (s *Screen) selected(v screen.View, at place) bool { return !s.unselected(v) && at == s.at }

// act handles a key.
func (s *Screen) act(v screen.View, a screen.Action) screen.Wants {
	w := screen.Wants{Taken: true, Forgive: true}
	n := len(s.table.policies)
	if slices.Contains(selecting, a) {
		first := s.unselected(v)
		if s.whole = false; first {
			return w // the first key shows where they begin
		}
	}
	switch a {
	case screen.ActHome:
		s.whole = true
	case screen.ActLeft, screen.ActCrossLeft:
		s.at = s.grid.moved(s.at, -1, 0)
	case screen.ActRight, screen.ActCrossRight:
		s.at = s.grid.moved(s.at, 1, 0)
	case screen.ActUp, screen.ActCrossFarRight:
		s.at = s.grid.moved(s.at, 0, -1)
	case screen.ActDown, screen.ActCrossFarLeft:
		s.at = s.grid.moved(s.at, 0, 1)
	case screen.ActPolicies:
		s.policy = (s.policy + 1) % n
	case screen.ActSwap:
		s.policy = (s.policy + n - 1) % n
	case screen.ActEnter:
		return s.open(v, max(1, s.draws[s.at]))
	case screen.ActOther:
		return s.open(v, s.draws[s.at]+1)
	case screen.ActMouse:
		return screen.Wants{Taken: true, Mouse: true}
	case screen.ActCancel:
		if !s.drawing(v) {
			return screen.Wants{}
		}
		w.GiveUp = true
	default:
		return screen.Wants{}
	}
	return w
}

// drawing reports whether a problem is on its way in.
func (s *Screen) drawing(v screen.View) bool { return s.asked != "" && v.Loading.Busy == s.asked }

// failed is why the problem asked for could not be drawn; nil: it could.
func (s *Screen) failed(v screen.View) *session.Failure {
	if f := v.Loading.Failure; f != nil && f.Name == s.asked {
		return f
	}
	return nil
}

// click selects the cell under the mouse.
func (s *Screen) click(v screen.View, x, y int) {
	w, h := v.BodySize()
	l := arrange(w, h, s.grid, s.at)
	for p := range s.grid.dims {
		for r := range s.grid.rows {
			for c := range s.grid.worths {
				at := place{p, r, c}
				rect, ok := l.cell(at)
				if ok && rect.Has(x, y-l.grid.Y) {
					s.at, s.whole = at, false
					return
				}
			}
		}
	}
}

// rivals are the policies a cell's problem is opened with: the best closed form and the one shown,
// or the first that plans ahead if they are the same. Those that cannot be run here are left out.
func (s *Screen) rivals(c *cell) []policy.Policy {
	other := s.policy
	for i := 0; other == c.best && i < len(s.table.policies); i++ {
		if s.table.policies[i].ahead {
			other = i
		}
	}
	var out []policy.Policy
	for _, i := range slices.Compact([]int{c.best, other}) {
		if i >= 0 && s.table.policies[i].policy.Name != "" {
			out = append(out, s.table.policies[i].policy)
		}
	}
	return out
}

// open asks for a problem of the cell to be drawn and opened, unless it is the open one.
func (s *Screen) open(v screen.View, draw int) screen.Wants {
	w := screen.Wants{Taken: true}
	c := s.cell()
	if c == nil {
		w.Note = "The results have no such problems."
		return w
	}
	policies := s.rivals(c)
	if len(policies) == 0 {
		w.Note = "This Farsight can run none of the policies to compare: p chooses another."
		return w
	}
	w.Forgive = true
	what := opening{s.at, draw, s.policy, v.Run}
	if what == s.opened {
		w.Home = true
		return w
	}
	s.asked = fmt.Sprintf("draw %d", draw)
	drawn, seed := c.Cell, c.seed(s.policy, draw)
	w.Load = &screen.Load{
		Name: s.asked, Find: func() (*scenarios.Problem, error) { return drawn.Problem(seed) },
		Policies: policies, Seed: seed,
		Note: fmt.Sprintf("Draw %d of the cell.  esc: back to the map", draw), Then: openedMsg{what},
	}
	return w
}

// Draw draws the map and the description of the cell under the cursor or of the whole.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	l := arrange(w, h, s.grid, s.at)
	s.drawTitle(v, c.Sub(l.title))
	s.drawHead(v, c.Sub(l.head), &l)
	s.drawGrid(v, c.Sub(l.grid), &l)
	s.drawLegend(v, c.Sub(l.legend))
	if s.unselected(v) && s.failed(v) == nil {
		c.Paragraph(l.words, s.overall(), v.Theme.TextInk())
		s.drawOverall(v, c.Sub(l.bars))
		return
	}
	s.drawWords(v, c.Sub(l.words))
	s.drawBars(v, c.Sub(l.bars))
	s.drawFoot(v, c, &l)
}
