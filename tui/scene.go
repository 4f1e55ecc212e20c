package tui

import (
	"math"

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
	key            sceneKey
	through        []float64 // unit cube
	x              []float64 // problem units
	objective      study.Band
	cost           study.Band
	truth, trueC   []float64 // nil where the truth is not known
	acquisition    []float64 // nil until known
	acquisitionEnd bool      // no better curve follows
	started        bool      // the progressive curve has been asked for
}

// newScene computes all but B-MS-EI's curve, which takes longer.
func newScene(s *study.Snapshot, key sceneKey) *scene {
	sc := &scene{key: key, through: through(s, key)}
	line := study.Line(sc.through, key.axis, samples)
	par := s.Problem.Parameters[key.axis]
	sc.x = make([]float64, samples)
	for i, u := range line {
		sc.x[i] = axisValue(par, u[key.axis])
	}
	if s.Pair == nil {
		return sc
	}
	sc.objective, sc.cost = s.Objective(line), s.Cost(line)
	if t, ok := s.Problem.Source.(scenarios.Truth); ok {
		sc.truth, sc.trueC = truthAlong(t, s.Problem, line)
	}
	// Random has no curve at all; B-MS-EI's comes later.
	sc.acquisition, sc.acquisitionEnd = s.Acquisition(line), !s.Policy.Lookahead()
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

// sceneMsg brings a scene that was asked for.
type sceneMsg struct {
	run, track int
	scene      *scene
}

// curveMsg brings B-MS-EI's curve, better each time.
type curveMsg struct {
	run, track int
	key        sceneKey
	values     []float64
	end        bool
	updates    <-chan lookahead.CurveUpdate
}

// wanted asks for what the visible steps still lack.
func (m *Model) wanted() tea.Cmd {
	var cmds []tea.Cmd
	for _, i := range m.visible() {
		t := m.tracks[i]
		s := t.at(m.stepOf(i))
		if s == nil {
			continue
		}
		key := m.sceneKey(s.Step)
		sc := t.scenes[key]
		if sc == nil {
			run, snap := m.run, *s
			t.scenes[key] = &scene{key: key} // asked for
			cmds = append(cmds, func() tea.Msg { return sceneMsg{run, i, newScene(&snap, key)} })
			continue
		}
		if !sc.acquisitionEnd && !sc.started && sc.x != nil {
			sc.started = true
			cmds = append(cmds, m.curve(i, *s, sc))
		}
	}
	return tea.Batch(cmds...)
}

// curve computes Q_N along the slice in the background, coarse to fine.
func (m *Model) curve(track int, s study.Snapshot, sc *scene) tea.Cmd {
	state, fantasies, ok := s.Plan()
	if !ok {
		return nil
	}
	run, ctx, key := m.run, m.ctx, sc.key
	line := lookahead.Through(sc.through, key.axis)
	updates := make(chan lookahead.CurveUpdate, 1)
	start := func() tea.Msg {
		go func() {
			defer close(updates)
			// An error can only be a cancelled run's: nobody waits for the curve.
			_, _ = lookahead.Curve(ctx, state, fantasies, line, curvePoints, lookahead.Settings{Seed: s.Seed}, func(u lookahead.CurveUpdate) {
				select {
				case updates <- u:
				case <-ctx.Done():
				}
			})
		}()
		return await(run, track, key, updates)
	}
	return start
}

// curvePoints is the number of points B-MS-EI's curve is computed at.
const curvePoints = 121

// await waits for the next update of a curve.
func await(run, track int, key sceneKey, updates <-chan lookahead.CurveUpdate) tea.Msg {
	u, ok := <-updates
	if !ok {
		return curveMsg{run: run, track: track, key: key, end: true}
	}
	return curveMsg{run: run, track: track, key: key, values: resample(u.T, u.Value), end: u.Done, updates: updates}
}

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

// curved takes an update in and waits for the next.
func (m *Model) curved(msg curveMsg) tea.Cmd {
	if msg.run != m.run || msg.track >= len(m.tracks) {
		return nil
	}
	if sc := m.tracks[msg.track].scenes[msg.key]; sc != nil {
		if msg.values != nil {
			sc.acquisition = msg.values
		}
		sc.acquisitionEnd = msg.end
	}
	if msg.end || msg.updates == nil {
		return nil
	}
	return func() tea.Msg { return await(msg.run, msg.track, msg.key, msg.updates) }
}

// extent is the range of the shared axes, over everything computed so far.
type extent struct {
	yLo, yHi, cLo, cHi float64
}

func newExtent() extent {
	return extent{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
}

// include widens the axes to hold a scene.
func (e *extent) include(sc *scene) {
	grow := func(lo, hi *float64, values ...[]float64) {
		for _, vs := range values {
			for _, v := range vs {
				if !math.IsNaN(v) && !math.IsInf(v, 0) {
					*lo, *hi = math.Min(*lo, v), math.Max(*hi, v)
				}
			}
		}
	}
	grow(&e.yLo, &e.yHi, sc.objective.Low, sc.objective.High, sc.truth)
	grow(&e.cLo, &e.cHi, sc.cost.Low, sc.cost.High, sc.trueC)
}
