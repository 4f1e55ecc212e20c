package tui

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/study"
)

// samples is the number of points of every curve: two per column of a wide
// chart.
const samples = 201

// sceneKey says which line through which step's posterior a scene shows.
type sceneKey struct {
	step      int
	axis      int
	incumbent bool // through the incumbent, not the next point
}

// scene is what the charts of one step need: curves along one parameter.
type scene struct {
	key          sceneKey
	through      []float64 // unit cube
	x            []float64 // problem units; nil: asked for and not there yet
	objective    study.Band
	cost         study.Band
	truth, trueC []float64 // nil where the truth is not known
	acquisition  []float64 // nil until known
	final        bool      // no better acquisition curve follows
	updates      int       // how often B-MS-EI's curve has been improved
	extent       extent    // what the shared axes must hold
}

// newScene computes all but B-MS-EI's curve, which takes longer.
func newScene(s *study.Snapshot, key sceneKey) *scene {
	sc := &scene{key: key, through: through(s, key), extent: newExtent()}
	line := study.Line(sc.through, key.axis, samples)
	par := s.Problem.Parameters[key.axis]
	sc.x = make([]float64, samples)
	for i, u := range line {
		sc.x[i] = axisValue(par, u[key.axis])
	}
	for _, r := range s.Rows {
		grow(&sc.extent.yLo, &sc.extent.yHi, r.Y)
		grow(&sc.extent.cLo, &sc.extent.cHi, r.Cost)
	}
	if s.Pair == nil {
		sc.final = true
		return sc
	}
	sc.objective, sc.cost = s.Objective(line), s.Cost(line)
	if t, ok := s.Problem.Source.(scenarios.Truth); ok {
		sc.truth, sc.trueC = truthAlong(t, s.Problem, line)
	}
	for _, ys := range [][]float64{sc.objective.Low, sc.objective.High, sc.truth} {
		grow(&sc.extent.yLo, &sc.extent.yHi, ys...)
	}
	for _, cs := range [][]float64{sc.cost.Low, sc.cost.High, sc.trueC} {
		grow(&sc.extent.cLo, &sc.extent.cHi, cs...)
	}
	switch {
	case !s.Policy.Lookahead():
		sc.acquisition, sc.final = s.Acquisition(line), true // nil for random, which has no curve
	case s.Stop == study.NothingAffordable:
		sc.acquisition, sc.final = make([]float64, samples), true // that is what it found: Q ≡ 0
	}
	return sc
}

// axisValue maps a unit coordinate to the axis without moving it to the
// parameter's grid: the posterior is drawn between the grid's points too.
func axisValue(p scenarios.Parameter, u float64) float64 {
	p.Integer, p.Step = false, 0
	return p.FromUnit(u)
}

// through is the point the slices go through.
func through(s *study.Snapshot, key sceneKey) []float64 {
	switch {
	case s.Decision != nil && !key.incumbent:
		return s.Decision.U
	case s.BestRow >= 0:
		return s.Rows[s.BestRow].U
	}
	mid := make([]float64, s.Problem.Dim())
	for i := range mid {
		mid[i] = 0.5
	}
	return mid
}

func truthAlong(t scenarios.Truth, p *scenarios.Problem, line [][]float64) (value, cost []float64) {
	value, cost = make([]float64, len(line)), make([]float64, len(line))
	for i, u := range line {
		var err error
		if value[i], cost[i], err = t.Truth(p.FromUnit(u)); err != nil {
			value[i], cost[i] = math.NaN(), math.NaN()
		}
	}
	return value, cost
}

// sceneMsg brings scenes that were asked for.
type sceneMsg struct {
	run, track int
	scenes     []*scene
}

// curveMsg brings B-MS-EI's curve, better each time.
type curveMsg struct {
	run    int
	id     curveID
	n      int       // the how-manieth update of its computation
	values []float64 // nil: it was cancelled
	done   bool      // it is as good as it gets
}

// curveID names a curve.
type curveID struct {
	track int
	key   sceneKey
}

// want asks for what the visible steps still lack, and calls off the curves
// of steps that are no longer visible.
func (m *Model) want() tea.Cmd {
	var cmds []tea.Cmd
	visible := map[curveID]bool{}
	for _, i := range m.visible() {
		t := m.tracks[i]
		s := t.at(m.stepOf(i))
		if s == nil {
			continue
		}
		id := curveID{i, m.sceneKey(s.Step)}
		visible[id] = true
		sc := t.scenes[id.key]
		if sc == nil {
			cmds = append(cmds, m.askScenes(i, *s))
			continue
		}
		if m.curves[id] == nil && sc.x != nil && !sc.final && !m.stopped {
			cmds = append(cmds, m.curve(id, *s, sc))
		}
	}
	for id, cancel := range m.curves {
		if !visible[id] {
			cancel()
		}
	}
	return tea.Batch(cmds...)
}

// askScenes computes the scenes of some steps in the background.
func (m *Model) askScenes(track int, snaps ...study.Snapshot) tea.Cmd {
	if len(snaps) == 0 {
		return nil
	}
	msg, key := sceneMsg{run: m.run, track: track}, m.sceneKey(0)
	for _, s := range snaps {
		m.tracks[track].scenes[m.sceneKey(s.Step)] = &scene{key: m.sceneKey(s.Step), extent: newExtent()}
	}
	return m.inTurn(func() tea.Msg {
		for i := range snaps {
			key.step = snaps[i].Step
			msg.scenes = append(msg.scenes, newScene(&snaps[i], key))
		}
		return msg
	})
}

// trace asks for the scenes a track lacks as the charts are set now, so that
// the axes can hold the whole replay.
func (m *Model) trace(track int) tea.Cmd {
	var lacking []study.Snapshot
	t := m.tracks[track]
	for _, s := range t.snaps {
		if t.scenes[m.sceneKey(s.Step)] == nil {
			lacking = append(lacking, s)
		}
	}
	return m.askScenes(track, lacking...)
}

// retrace sets the charts anew: another parameter, or another line along it.
func (m *Model) retrace() tea.Cmd {
	m.extent = newExtent()
	cmds := []tea.Cmd{m.want()} // what is seen comes first
	for i, t := range m.tracks {
		for k := range t.snaps {
			if sc := t.scenes[m.sceneKey(k)]; sc != nil {
				m.extent.include(sc)
			}
		}
		cmds = append(cmds, m.trace(i))
	}
	return tea.Batch(cmds...)
}

// traced takes scenes in.
func (m *Model) traced(msg sceneMsg) change {
	if msg.run != m.run || msg.track >= len(m.tracks) {
		return change{}
	}
	for _, sc := range msg.scenes {
		m.tracks[msg.track].scenes[sc.key] = sc
		if sc.key == m.sceneKey(sc.key.step) {
			m.extent.include(sc)
		}
	}
	return change{cmd: m.want(), look: true}
}

// curveDelay is how long a step must stay on the screen before its curve is
// computed: nobody reads the curves of steps that fly by.
const curveDelay = 60 * time.Millisecond

// curve computes Q_N along the slice in the background, coarse to fine.
func (m *Model) curve(id curveID, s study.Snapshot, sc *scene) tea.Cmd {
	state, fantasies, ok := s.Plan()
	if !ok {
		sc.final = true
		return nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.curves[id] = cancel
	run, line, delay := m.run, lookahead.Through(sc.through, id.key.axis), curveDelay
	set, processors := lookahead.Settings{Seed: s.Seed}, m.processors
	shared, turns := m.tracks[id.track].shared, m.options.Background
	if m.still {
		delay = 0
	}
	return stream(ctx, curveMsg{run: run, id: id}, func(send func(tea.Msg)) {
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return
		}
		n := 0
		var shown []float64
		bring := func(u lookahead.CurveUpdate) {
			n++
			if v := resample(u.T, u.Value); u.Done || moved(shown, v) > curveStep {
				shown = v
				send(curveMsg{run, id, n, v, u.Done})
			}
		}
		shared.curve(ctx, id.key, bring, func() (lookahead.CurveUpdate, error) {
			ctx, end, err := begin(ctx, turns)
			if err != nil {
				return lookahead.CurveUpdate{}, err
			}
			defer end()
			if set.Workers, err = processors.take(ctx); err != nil {
				return lookahead.CurveUpdate{}, err
			}
			defer processors.give(set.Workers)
			return lookahead.Curve(ctx, state, fantasies, line, curvePoints, set, bring)
		})
	})
}

// curveStep is the share of its range by which a curve must have moved to be
// drawn anew before it is final: a slow link is not sent what nobody sees.
const curveStep = 0.03

// moved is how far a curve has moved, as a share of its range; 1 if it is new.
func moved(from, to []float64) float64 {
	if from == nil {
		return 1
	}
	lo, hi, most := math.Inf(1), math.Inf(-1), 0.0
	grow(&lo, &hi, to...)
	grow(&lo, &hi, 0) // the chart's axis starts there
	for i := range to {
		most = math.Max(most, math.Abs(to[i]-from[i]))
	}
	if !(hi > lo) {
		return 0
	}
	return most / (hi - lo)
}

// curvePoints is the number of points B-MS-EI's curve is computed at.
const curvePoints = 121

// resample interpolates a curve known at t to the samples of a scene.
func resample(t, v []float64) []float64 {
	out := make([]float64, samples)
	j := 0
	for i := range out {
		at := float64(i) / (samples - 1)
		for j+2 < len(t) && t[j+1] < at {
			j++
		}
		if len(t) < 2 {
			out[i] = math.NaN()
			continue
		}
		w := (at - t[j]) / (t[j+1] - t[j])
		out[i] = v[j] + math.Max(0, math.Min(1, w))*(v[j+1]-v[j])
	}
	return out
}

// curved takes an update in.
func (m *Model) curved(msg curveMsg) change {
	if msg.run != m.run || msg.id.track >= len(m.tracks) {
		return change{}
	}
	sc := m.tracks[msg.id.track].scenes[msg.id.key]
	if msg.values == nil { // the end
		m.forget(msg.id)
		return change{cmd: m.want(), look: true} // cancelled, it may be visible again
	}
	// A curve computed again starts coarse: what is known stays until it is better.
	if sc != nil && (msg.n > sc.updates || msg.done) {
		sc.acquisition, sc.updates, sc.final = msg.values, msg.n, msg.done
	}
	return change{}
}

// forget drops a curve that is no longer computed.
func (m *Model) forget(id curveID) {
	if cancel := m.curves[id]; cancel != nil {
		cancel()
		delete(m.curves, id)
	}
}
