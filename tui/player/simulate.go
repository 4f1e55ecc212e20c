package player

import (
	"fmt"
	"slices"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/luck"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// simulationKey is all that a simulation depends on.
type simulationKey struct {
	backdrop tour.Backdrop
	draws    int
}

// simulation is how policies fare on many functions drawn from what is believed
// at the start: was it luck?
type simulation struct {
	draws  int
	done   *atomic.Int64 // draws made so far
	ended  bool
	result study.Simulation
	told   *luck.Figures // of it, once it is known
	err    error
}

// simulatedMsg brings a simulation that ended.
type simulatedMsg struct {
	key    simulationKey
	sign   float64 // −1 for a minimised objective
	result study.Simulation
	err    error
}

// simulationOf is a scene's simulation, nil if it has none or it has not begun.
func (g *Guide) simulationOf(scene int) *simulation {
	sc := g.tour.Scenes[scene]
	return g.simulations[simulationKey{sc.Backdrop, sc.Draws}]
}

// simulate begins a scene's simulation in the background.
func (g *Guide) simulate(scene int) tea.Cmd {
	sc := g.tour.Scenes[scene]
	key := simulationKey{sc.Backdrop, sc.Draws}
	s := g.backdropOf(scene)
	if sc.Screen != tour.Simulate || s == nil || g.simulations[key] != nil {
		return nil
	}
	sim := &simulation{draws: sc.Draws, done: new(atomic.Int64)}
	g.simulations[key] = sim
	problem, policies, settings := s.se.Problem, slices.Clone(s.se.Policies), s.se.Settings
	ctx, turns := g.ctx, s.se.Turns()
	work := func() tea.Msg {
		ctx, end, err := turns.Begin(ctx)
		if err != nil {
			return simulatedMsg{key: key, err: err}
		}
		defer end()
		result, err := study.Simulate(ctx, problem, policies, sc.Draws, settings, func(done int) { sim.done.Store(int64(done)) })
		return simulatedMsg{key, problem.Sign(), result, err}
	}
	return tea.Batch(work, g.pulse())
}

// simulated takes a simulation in.
func (g *Guide) simulated(msg simulatedMsg) {
	sim := g.simulations[msg.key]
	if sim == nil {
		return
	}
	sim.ended, sim.result, sim.err = true, msg.result, msg.err
	if msg.err == nil {
		sim.told = luck.NewFigures(msg.result, contenders(msg.result), msg.sign)
		sim.told.Note = fmt.Sprintf("%d functions drawn", sim.draws)
	}
}

func contenders(r study.Simulation) []luck.Contender {
	out := make([]luck.Contender, len(r.Policies))
	for i, q := range r.Policies {
		out[i] = luck.Contender{Title: q.Title(), Hue: q.Hue()}
	}
	return out
}

// known reports whether there is something to show.
func (s *simulation) known() bool { return s != nil && s.ended && s.err == nil }

// drawSimulation shows means with their intervals, what each policy gains over
// the first, and how often; it tells where they are.
func (g *Guide) drawSimulation(c chart.Canvas, scene int) *screen.Spots {
	spots := screen.NewSpots()
	th, sim := g.theme, g.simulationOf(scene)
	_, h := c.Size()
	if !sim.known() {
		g.drawSimulating(c, sim)
		return spots
	}
	told, n := sim.told, len(sim.result.Policies)
	r := c.Rect()
	gap := 0
	if h >= 3*(n+1)+4 {
		gap = 1
	}
	for _, part := range []struct {
		name string
		rows int
		draw func(chart.Canvas, theme.Theme)
	}{{"means", told.MeanRows(), told.DrawMeans}, {"differences", told.GainRows(), told.DrawGains}, {"counts", told.CountRows(), told.DrawCounts}} {
		var area chart.Rect
		area, r = r.CutTop(part.rows)
		part.draw(c.Sub(area), th)
		spots.Note(part.name, c.Sub(area))
		if part.name != "counts" {
			_, r = r.CutTop(gap)
		}
	}
	if r.H >= 4+leastSorted {
		var plot chart.Rect
		_, r = r.CutTop(1)
		plot, r = r.CutTop(min(r.H-3, 20))
		told.DrawSorted(c.Sub(plot), th)
		spots.Note("sorted", c.Sub(plot))
	}
	if r.H >= 3 {
		_, r = r.CutTop(1)
		c.Paragraph(r, "Drawn from what the models believe after the initial design: every policy runs on each function, within the same budget.", th.MutedInk())
	}
	return spots
}

// leastSorted is the height from which the sorted advantages are drawn.
const leastSorted = 9

// drawSimulating shows how far a simulation is.
func (g *Guide) drawSimulating(c chart.Canvas, sim *simulation) {
	th := g.theme
	w, _ := c.Size()
	switch {
	case sim == nil:
		c.Text(0, 1, "waiting for its turn …", th.MutedInk())
	case sim.err != nil:
		c.Paragraph(c.Rect().Inset(0, 1), "The simulation could not continue: "+sanitize.Text(sim.err.Error()), chart.Ink{Fg: th.Warning})
	default:
		done := int(sim.done.Load())
		words := fmt.Sprintf("simulating: %d of %d functions ", done, sim.draws)
		x := c.Text(0, 1, words, th.MutedInk())
		pane.Progress(c, x, 1, min(30, w-x), float64(done)/float64(sim.draws), th.Next, th.Left)
	}
}

// gainDigits is how many digits of an advantage are shown.
const gainDigits = 3

// pulse asks for the next look at simulations, unless one is on its way.
func (g *Guide) pulse() tea.Cmd {
	if g.pulsing || g.still {
		return nil
	}
	g.pulsing = true
	return tea.Tick(session.PulsePeriod, pulsed)
}
