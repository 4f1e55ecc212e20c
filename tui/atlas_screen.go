package tui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// atlasScreen is a heat map of kinds of problems: when does looking ahead pay?
// Any cell opens one of its problems in the other screens; esc leads back.
type atlasScreen struct {
	plainScreen
	atlas  *Atlas
	grid   atlasGrid
	scale  float64 // the advantage of the strongest colours, in %
	policy int     // the one compared to the best closed forms
	at     atlasPlace
	draws  map[atlasPlace]int // the number of the problem last opened
	opened atlasOpened
	load   int              // the number of the newest load that is ours
	failed *session.Failure // why it came to nothing
}

// atlasOpened is what was opened last, and in which run.
type atlasOpened struct {
	at           atlasPlace
	draw, policy int
	run          int
}

// drawnMsg brings a problem of a cell, or why it could not be drawn.
type drawnMsg struct {
	number   int // of the load
	what     atlasOpened
	problem  *scenarios.Problem
	seed     uint64
	policies []policy.Policy
	err      error
}

var atlasKeys = []screen.Binding{
	{Act: screen.ActLeft, Keys: []string{"left", "h"}, Show: "←↑↓→", All: "← →", Short: "move", Long: "to the cell on the left, on the right (also h l)"},
	{Act: screen.ActRight, Keys: []string{"right", "l"}},
	{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑", All: "↑ ↓", Long: "to the cell above, below (also k j)"},
	{Act: screen.ActDown, Keys: []string{"down", "j"}},
	{Act: screen.ActEnter, Keys: []string{"enter"}, Show: "enter", Short: "open a problem", Long: "open a problem: the best closed form against the policy shown"},
	{Act: screen.ActOther, Keys: []string{"n"}, Show: "n", Short: "another", Long: "open another draw of the cell"},
	{Act: screen.ActPolicies, Keys: []string{"tab", "p"}, Show: "p", Short: "policy", Long: "the next policy, the previous with P (also tab, shift+tab)"},
	{Act: screen.ActSwap, Keys: []string{"shift+tab", "P"}},
	{Act: screen.ActMouse, Keys: []string{"M"}, Show: "M", Long: "let the mouse select cells, or leave it to the terminal"},
	{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Long: "stop drawing, or stop what is being computed"},
}

// addAtlas adds the screen of the atlas the explorer was opened on, and shows
// it first.
func (m *Model) addAtlas() {
	a := m.options.Atlas
	s := &atlasScreen{atlas: a, grid: newAtlasGrid(a.Cells), scale: a.scale(), policy: a.Policy, draws: map[atlasPlace]int{}}
	s.at = a.telling(s.grid, s.policy)
	m.screens = append(m.screens, legacy{m, s})
	m.current = len(m.screens) - 1
}

func (*atlasScreen) name() string                     { return atlasName }
func (*atlasScreen) available(*Model) bool            { return true }
func (*atlasScreen) aside()                           {}
func (*atlasScreen) subject() string                  { return "map" }
func (*atlasScreen) question(*Model) string           { return "when does looking ahead pay?" }
func (*atlasScreen) bindings(*Model) []screen.Binding { return atlasKeys }

// atlasName is the screen's; "map" is that of two parameters.
const atlasName = "map of problems"

func (*atlasScreen) globals(*Model) []screen.Binding {
	return screen.GlobalsOf(screen.ActResume, screen.ActSave, screen.ActSuspend, screen.ActHelp, screen.ActQuit)
}

func (s *atlasScreen) place(*Model) string {
	return fmt.Sprintf("policy %d of %d", s.policy+1, len(s.atlas.Policies))
}

// label names a policy.
func (s *atlasScreen) label(policy int) string { return s.atlas.Policies[policy].Name() }

// cell is the one under the cursor, nil where the results have none.
func (s *atlasScreen) cell() *AtlasCell {
	i, ok := s.grid.cells[s.at]
	if !ok {
		return nil
	}
	return &s.atlas.Cells[i]
}

func (s *atlasScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	n := len(s.atlas.Policies)
	switch a {
	case screen.ActLeft:
		s.at = s.grid.moved(s.at, -1, 0)
	case screen.ActRight:
		s.at = s.grid.moved(s.at, 1, 0)
	case screen.ActUp:
		s.at = s.grid.moved(s.at, 0, -1)
	case screen.ActDown:
		s.at = s.grid.moved(s.at, 0, 1)
	case screen.ActPolicies:
		s.policy = (s.policy + 1) % n
	case screen.ActSwap:
		s.policy = (s.policy + n - 1) % n
	case screen.ActEnter:
		return s.open(m, max(1, s.draws[s.at])), true
	case screen.ActOther:
		return s.open(m, s.draws[s.at]+1), true
	case screen.ActMouse:
		return m.toggleMouse(), true
	case screen.ActCancel:
		if !s.drawing(m) {
			return nil, false
		}
		m.s.GiveUp()
	default:
		return nil, false
	}
	s.failed = nil
	return nil, true
}

// drawing tells whether a problem is on its way in.
func (s *atlasScreen) drawing(m *Model) bool {
	return m.s.Loading.Busy != "" && m.s.Loading.Number == s.load
}

// click selects the cell under the mouse.
func (s *atlasScreen) click(m *Model, x, y int) tea.Cmd {
	w, h := m.bodySize()
	l := arrangeAtlas(w, h, s.grid, s.at)
	for p := range s.grid.dims {
		for r := range s.grid.rows {
			for c := range s.grid.worths {
				at := atlasPlace{p, r, c}
				rect, ok := l.cell(at)
				if ok && x >= rect.X && x < rect.X+rect.W && y-l.grid.Y >= rect.Y && y-l.grid.Y < rect.Y+rect.H {
					s.at = at
					return nil
				}
			}
		}
	}
	return nil
}

// rivals are the policies a cell's problem is opened with: the best closed form
// and the one shown, or the first that looks ahead if they are the same. Those
// that cannot be run here are left out.
func (s *atlasScreen) rivals(c *AtlasCell) []policy.Policy {
	other := s.policy
	for i := 0; other == c.Best && i < len(s.atlas.Policies); i++ {
		if s.atlas.Policies[i].Ahead {
			other = i
		}
	}
	var out []policy.Policy
	for _, i := range slices.Compact([]int{c.Best, other}) {
		if i >= 0 && s.atlas.Policies[i].Policy.Name != "" {
			out = append(out, s.atlas.Policies[i].Policy)
		}
	}
	return out
}

// open draws a problem of the cell in the background and opens it, unless it is
// the one that is open.
func (s *atlasScreen) open(m *Model, draw int) tea.Cmd {
	c := s.cell()
	if c == nil {
		m.note = "The results have no such problems."
		return nil
	}
	policies := s.rivals(c)
	if len(policies) == 0 {
		m.note = "This Farsight can run none of the policies to compare: p chooses another."
		return nil
	}
	what := atlasOpened{s.at, draw, s.policy, m.s.Run}
	if what == s.opened {
		m.current = m.home()
		return m.entered()
	}
	m.s.Loading.Number++
	m.s.Loading.Busy = fmt.Sprintf("draw %d", draw)
	s.load, s.failed = m.s.Loading.Number, nil
	msg := drawnMsg{number: m.s.Loading.Number, what: what, policies: policies, seed: uint64(draw)}
	cell := c.Cell
	return m.s.InTurn(func() tea.Msg {
		msg.problem, msg.err = cell.Problem(msg.seed)
		return msg
	})
}

func (s *atlasScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	d, ok := msg.(drawnMsg)
	if !ok || d.number != m.s.Loading.Number {
		return nil
	}
	m.s.Loading.Busy = ""
	if d.err != nil {
		s.failed = &session.Failure{Name: fmt.Sprintf("draw %d", d.what.draw), Err: d.err}
		return nil
	}
	s.draws[d.what.at] = d.what.draw
	m.s.Settings.Seed = d.seed // of its initial design
	cmd := m.opened(d.problem, "", d.policies)
	s.opened = d.what
	s.opened.run = m.s.Run
	m.note = fmt.Sprintf("Draw %d of the cell.  esc: back to the map", d.what.draw)
	return cmd
}

func (s *atlasScreen) draw(m *Model, c chart.Canvas) {
	w, h := c.Size()
	l := arrangeAtlas(w, h, s.grid, s.at)
	s.drawTitle(m, c.Sub(l.title))
	s.drawHead(m, c.Sub(l.head), &l)
	s.drawGrid(m, c.Sub(l.grid), &l)
	s.drawLegend(m, c.Sub(l.legend))
	s.drawWords(m, c.Sub(l.words))
	s.drawBars(m, c.Sub(l.bars))
}
