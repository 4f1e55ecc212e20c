package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui/theorem"
	"farsight/tui/tour"
)

// stage is an explorer of its own on which some scenes of a tour play. It keeps
// what it computed while others are shown.
type stage struct {
	key     tour.Stage
	m       *Model
	started bool
	run     int        // the model's run the tour started: another one is the user's
	scene   tour.Scene // the one it was last set for
}

// stageMsg brings a message of a stage's own command.
type stageMsg struct {
	of  *stage
	msg tea.Msg
}

// staged has a stage's command bring its messages back to the stage.
func staged(s *stage, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil, tea.QuitMsg, tea.SuspendMsg:
			return msg
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = staged(s, msg[i])
			}
			return msg
		default:
			return stageMsg{s, msg}
		}
	}
}

// newStage opens an explorer on what a scene asks for; nil for words alone.
func (g *guide) newStage(key tour.Stage) *stage {
	base := g.tour.Problem(key)
	if base == nil {
		return nil
	}
	o := g.options
	o.Problem, o.Name, o.Policies, o.Live = base, "", nil, nil
	o.Settings.Seed = key.Seed
	if slices.Contains(builtin.Names(), key.Problem) {
		o.Name = key.Problem
	}
	for _, name := range key.PolicyNames() {
		if q, err := key.Policy(name); err == nil { // checked with the tour
			o.Policies = append(o.Policies, q)
		}
	}
	m := New(o)
	m.theme, m.s.Still = g.theme, g.still
	m.s.Altered.Budget = key.Budget
	if key.Fit {
		m.s.Altered.Objective, m.s.Altered.Cost = &scenarios.ModelSettings{}, &scenarios.ModelSettings{}
	}
	m.open(m.s.Altered.Of(base), o.Policies)
	m.s.First = m.s.Plan()
	return &stage{key: key, m: m, run: m.s.Run}
}

// stageOf is the stage of a scene, made when it is first wanted; nil for words
// alone.
func (g *guide) stageOf(scene int) *stage {
	key := g.tour.Scenes[scene].Stage
	s, known := g.stages[key]
	if !known {
		s = g.newStage(key)
		g.stages[key] = s
	}
	return s
}

// begin starts to compute a stage.
func (s *stage) begin() tea.Cmd {
	if s == nil || s.started {
		return nil
	}
	s.started = true
	return staged(s, s.m.Init())
}

// done tells whether all of a stage's replays are known.
func (s *stage) done() bool {
	if s == nil {
		return true
	}
	if t := s.m.theorem(); t != nil {
		r, known := t.Result()
		return known && !r.Busy && r.Runs >= theorem.ManyRuns
	}
	return s.started && !s.m.s.Unfinished()
}

// theorem is the screen of theorem 1, nil on other problems.
func (m *Model) theorem() *theorem.Screen {
	if m.s.Problem.Theorem == nil {
		return nil
	}
	for _, s := range m.screens {
		if t, ok := unwrapped[*theorem.Screen](s); ok {
			return t
		}
	}
	return nil
}

// set puts a stage where a scene wants it.
func (s *stage) set(sc tour.Scene) tea.Cmd {
	m := s.m
	s.scene = sc
	m.overlay, m.note, m.s.Playing = overlayNone, "", false
	m.captioned = !sc.Lights(tour.Both, "narration")
	m.s.Left, m.s.Right, m.s.Single = 0, max(0, min(1, len(m.s.Tracks)-1)), sc.Side() == tour.Left
	switch sc.Show {
	case tour.Left:
		m.s.Right = m.s.Left
	case tour.Right:
		m.s.Left = m.s.Right
	}
	m.s.ByMoney, m.s.Money = sc.Money > 0, sc.Money
	m.showC = sc.Lights(tour.Both, "cost") && !sc.Lights(tour.Both, "acquisition")
	m.s.ViaBest = false
	axis := 0
	for i, p := range m.s.Problem.Parameters {
		if p.Name == sc.Axis {
			axis = i
		}
	}
	var cmds []tea.Cmd
	if axis != m.s.Axis {
		m.s.Axis = axis
		cmds = append(cmds, m.s.Retrace(), m.look())
	}
	m.current = m.home()
	if i := m.named(string(sc.Screen)); i >= 0 {
		m.current = i
	}
	cmds = append(cmds, m.entered())
	return tea.Batch(staged(s, tea.Batch(cmds...)), s.follow())
}

// follow keeps a stage where its scene wants it while more becomes known.
func (s *stage) follow() tea.Cmd {
	m, sc := s.m, s.scene
	if m.theorem() != nil {
		_, cmd := m.Update(theorem.ShowMsg{Arms: sc.Arms})
		return staged(s, cmd)
	}
	step := sc.Step
	if step == tour.End {
		step = m.s.LastStep()
	}
	var cmds []tea.Cmd
	if step != m.s.Step {
		m.s.Step = step
		cmds = append(cmds, m.wanted())
	}
	if t, ok := as[*treeScreen](m); ok {
		t.follow(m)
		if _, tree := t.shown(m); tree != nil {
			if node := findNode(tree, sc.Node); node != t.selected {
				t.selected, t.folded = node, nil // it must be seen
				cmds = append(cmds, t.imagine(m))
			}
		}
	}
	return staged(s, tea.Batch(cmds...))
}

// findNode is the node of a tree a scene selects: the root, the likeliest of
// the first stage, or the likeliest of a kind. Where there is none it is the
// root.
func findNode(tree *lookahead.Snapshot, want string) int {
	best := 0
	for i, n := range tree.Nodes {
		if n.Parent < 0 {
			continue
		}
		fits := want == "likeliest" && n.Stage == 1 ||
			want == "exhausted" && n.Kind == lookahead.KindExhausted ||
			want == "truncated" && n.Kind == lookahead.KindTruncated
		if fits && (best == 0 || n.Probability > tree.Nodes[best].Probability) {
			best = i
		}
	}
	return best
}
