package player

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui"
	"farsight/tui/atlas"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/tour"
	"farsight/tui/tree"
)

// backdrop is an explorer of its own behind some scenes of a tour. It keeps
// what it computed while others are shown.
type backdrop struct {
	key     tour.Backdrop
	m       *tui.Model
	se      *session.Session // what its screens look at
	started bool
	run     int        // the model's run the tour started: another one is the user's
	scene   tour.Scene // the one it was last set for
	asking  bool       // only its question is shown
}

// backdropMsg brings a message of a backdrop's own command.
type backdropMsg struct {
	of  *backdrop
	msg tea.Msg
}

// behind has a backdrop's command bring its messages back to it.
func behind(s *backdrop, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil, tea.QuitMsg, tea.SuspendMsg:
			return msg
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = behind(s, msg[i])
			}
			return msg
		default:
			if tui.AsksForMouse(msg) {
				return msg
			}
			return backdropMsg{s, msg}
		}
	}
}

// newBackdrop opens an explorer on what a scene asks for; nil for words alone.
func (g *Guide) newBackdrop(key tour.Backdrop) *backdrop {
	if key.Atlas != "" {
		return g.newAtlas(key)
	}
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
	o.Altered.Budget = key.Budget
	if key.Fit {
		o.Altered.Objective, o.Altered.Cost = &scenarios.ModelSettings{}, &scenarios.ModelSettings{}
	}
	return g.open(key, o)
}

// open opens an explorer behind scenes.
func (g *Guide) open(key tour.Backdrop, o tui.Options) *backdrop {
	o.Theme = g.theme
	m := tui.New(o)
	se := m.Session()
	se.Still, se.Whole = g.still, true // from scene to scene nothing jumps
	return &backdrop{key: key, m: m, se: se, run: se.Run}
}

// backdropOf is the backdrop of a scene, made when it is first wanted; nil for words
// alone.
func (g *Guide) backdropOf(scene int) *backdrop {
	key := g.tour.Scenes[scene].Backdrop
	s, known := g.backdrops[key]
	if !known {
		s = g.newBackdrop(key)
		g.backdrops[key] = s
	}
	return s
}

// begin starts to compute a backdrop.
func (s *backdrop) begin() tea.Cmd {
	if s == nil || s.started {
		return nil
	}
	s.started = true
	return behind(s, s.m.Init())
}

// update brings a message to a backdrop's explorer.
func (s *backdrop) update(msg tea.Msg) tea.Cmd {
	_, cmd := s.m.Update(msg)
	return behind(s, cmd)
}

// done reports whether all of a backdrop's replays are known.
func (s *backdrop) done() bool {
	if s == nil {
		return true
	}
	if s.se.Problem.Theorem != nil {
		r, known := s.theorem()
		return known && !r.Busy && r.Runs >= manyRuns
	}
	return s.started && !s.se.Unfinished()
}

// set puts a backdrop where a scene wants it, or its question.
func (s *backdrop) set(sc tour.Scene, asking bool) tea.Cmd {
	se := s.se
	s.scene, s.asking = sc, asking
	se.Playing = false
	s.bothColumns()
	if sc.Side() == tour.Left {
		se.Front = 0
	}
	switch n := len(se.Columns); {
	case n == 0:
	case sc.Show == tour.Left:
		se.Columns, se.Front = se.Columns[:1], 0
	case sc.Show == tour.Right:
		se.Columns, se.Front = se.Columns[n-1:], 0
	}
	se.ByMoney, se.Money = sc.Money > 0, sc.Money
	axis := 0
	for i, p := range se.Problem.Parameters {
		if p.Name == sc.Axis {
			axis = i
		}
	}
	var retrace tea.Cmd
	viaBest := s.hides(screen.Choice) && se.Problem.Dim() > 1 // a slice through the next point tells where it is
	if axis != se.Axis || viaBest != se.ViaBest {
		se.Axis, se.ViaBest = axis, viaBest
		retrace = se.Retrace()
	}
	stand := s.m.Stand(s.pose())
	return tea.Batch(behind(s, tea.Batch(retrace, stand)), s.follow())
}

// pose is how the scene wants the explorer to stand.
func (s *backdrop) pose() tui.Pose {
	name := string(s.scene.Screen)
	if s.scene.Screen == tour.Finale {
		name = string(tour.Compare) // of which it is made
	}
	if s.key.Atlas != "" {
		name = atlas.Name
	}
	return tui.Pose{
		Screen:    name,
		Cost:      s.scene.Lights(tour.Both, "cost") && !s.scene.Lights(tour.Both, "acquisition"),
		Captioned: !s.scene.Lights(tour.Both, "narration"),
		Veil:      s.veil(),
	}
}

// bothColumns shows the first two policies.
func (s *backdrop) bothColumns() {
	n := min(2, len(s.se.Tracks))
	s.se.Columns, s.se.Front, s.se.Overlaid = []int{0, 1}[:n], max(0, n-1), false
}

// handOver has the user explore from where the scene is.
func (s *backdrop) handOver() tea.Cmd {
	s.bothColumns()
	s.asking = false
	p := s.pose()
	p.Captioned, p.Note = false, "You explore freely now; T goes back to the tour, ? lists all keys."
	return behind(s, s.m.Stand(p))
}

// follow keeps a backdrop where its scene wants it while more becomes known.
func (s *backdrop) follow() tea.Cmd {
	if s.se.Problem.Theorem != nil {
		if s.hides(screen.Choice) {
			return s.showArms(0)
		}
		return s.showArms(s.scene.Arms)
	}
	step := s.scene.Step
	if step == tour.End {
		step = s.se.LastStep()
	}
	var cmds []tea.Cmd
	if step != s.se.Step {
		s.se.Step = step
		cmds = append(cmds, behind(s, s.m.Moved()))
	}
	if s.scene.Screen == tour.Tree {
		pick := func(t *lookahead.Snapshot) int { return findNode(t, s.scene.Node) }
		cmds = append(cmds, s.update(tree.SelectMsg{Pick: pick}))
	}
	return tea.Batch(cmds...)
}
