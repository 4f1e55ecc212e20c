package session

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/lookahead/line"
	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
)

// Samples is the number of points of every curve: two per column of a wide
// chart.
const Samples = 201

// SceneKey says which line through which step's posterior a scene shows.
type SceneKey struct {
	Step      int
	Axis      int
	Incumbent bool // through the incumbent, not the next point
}

// Scene is what the charts of one step need: curves along one parameter.
type Scene struct {
	Key          SceneKey
	Through      model.Unit
	Axis         model.Axis // of the parameter they go along
	X            []float64  // places on that axis, along one parameter; nil: asked for and not there yet
	Objective    study.Band
	Cost         study.Band
	Way          []float64 // what it costs to get there; nil: moving is free
	Truth, TrueC []float64 // nil where the truth is not known
	Acquisition  []float64 // nil until known
	Success      []float64 // chance that an evaluation does not fail; nil: none has
	Allowed      []bool    // where constraints hold; nil: there are none
	Final        bool      // no better acquisition curve follows
	Rough        *Rough    // how exact the curve is where its work was used up; nil: as it should be
	updates      int       // how often B-MS-EI's curve has been improved
	extent       Extent    // what the shared axes must hold
	draws        *Draws    // functions drawn over it; nil: none were asked for
	looked       int       // when it was last
	gone         bool      // its curves were given up
}

// Rough is a curve of Q_N that ended with its work.
type Rough struct {
	Points int     // it was computed at
	Moved  float64 // by the last refinement, as a share of its range; NaN: there was none
}

// NewScene computes all but B-MS-EI's curve, which takes longer.
func NewScene(s *study.Snapshot, key SceneKey) *Scene {
	sc := &Scene{Key: key, Through: Through(s, key), Axis: s.Problem.Axes()[key.Axis], extent: newExtent()}
	line := study.Line(sc.Through, sc.Axis, Samples)
	sc.X = AxisValues(s.Problem.Parameters[key.Axis], Samples)
	sc.Success, sc.Allowed = s.Success(line), s.Allowed(line)
	for _, r := range s.Rows {
		Grow(&sc.extent.YLo, &sc.extent.YHi, r.Y)
		Grow(&sc.extent.CLo, &sc.extent.CHi, r.Cost)
	}
	if s.Fitted == nil {
		sc.Final = true
		return sc
	}
	sc.Objective, sc.Cost, sc.Way = s.Objective(line), s.Cost(line), s.Ways(line)
	if t, ok := s.Problem.Source.(scenarios.Truth); ok {
		sc.Truth, sc.TrueC = TruthAlong(t, s.Problem, line)
	}
	for _, ys := range [][]float64{sc.Objective.Low, sc.Objective.High, sc.Truth} {
		Grow(&sc.extent.YLo, &sc.extent.YHi, ys...)
	}
	for _, cs := range [][]float64{sc.Cost.Low, sc.Cost.High, sc.TrueC} {
		Grow(&sc.extent.CLo, &sc.extent.CHi, cs...)
	}
	switch {
	case !s.Policy.Tree():
		sc.Acquisition, sc.Final = s.Acquisition(line), true // nil for random, which has no curve
	case s.Stop == study.NothingAffordable || s.Stop == study.NothingToGain:
		sc.Acquisition, sc.Final = make([]float64, Samples), true // that is what it found: Q ≡ 0
	}
	return sc
}

// AxisValue maps a share of the way along a parameter to its axis without
// moving it to the parameter's grid: the posterior is drawn between the grid's
// points too. A choice k has the part from k − ½ to k + ½.
func AxisValue(p scenarios.Parameter, share float64) float64 {
	if p.Categorical() {
		return share*float64(len(p.Choices)) - 0.5
	}
	p.Integer, p.Step = false, 0
	return p.FromUnit(share)
}

// AxisValues are n places along a parameter's axis, as study.Line goes.
func AxisValues(p scenarios.Parameter, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = AxisValue(p, float64(i)/float64(max(1, n-1)))
	}
	return out
}

// Through is the point the slices go through.
func Through(s *study.Snapshot, key SceneKey) model.Unit {
	switch {
	case s.Decision != nil && !key.Incumbent:
		return s.Decision.U
	case s.BestRow >= 0:
		return s.Rows[s.BestRow].U
	}
	return Middle(s.Problem)
}

// Middle is the middle of the unit cube, with the first of all choices.
func Middle(p *scenarios.Problem) model.Unit {
	mid := make(model.Unit, scenarios.Width(p.Parameters))
	for i := range mid {
		mid[i] = 0.5
	}
	p.Choices().Snap(mid)
	return mid
}

func TruthAlong(t scenarios.Truth, p *scenarios.Problem, line []model.Unit) (value, cost []float64) {
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
	scenes     []*Scene
}

// curveMsg brings B-MS-EI's curve, better each time.
type curveMsg struct {
	run    int
	id     curveID
	n      int       // the how-manieth update of its computation
	values []float64 // nil: it was cancelled
	none   bool      // there is none
	done   bool      // it is as good as it gets
	rough  *Rough
}

// curveID names a curve.
type curveID struct {
	track int
	key   SceneKey
}

// Want asks for what the visible steps still lack, and calls off the curves
// of steps that are no longer visible.
func (se *Session) Want() tea.Cmd {
	var cmds []tea.Cmd
	visible := map[curveID]bool{}
	for _, i := range se.Visible() {
		t := se.Tracks[i]
		s := t.At(se.StepOf(i))
		if s == nil {
			continue
		}
		id := curveID{i, se.SceneKey(s.Step)}
		visible[id] = true
		sc := t.scenes[id.key]
		if sc == nil || sc.gone {
			cmds = append(cmds, se.askScenes(i, *s))
			continue
		}
		cmds = append(cmds, se.askDraws(id, *s, sc))
		if se.curves[id] == nil && sc.X != nil && !sc.Final && !se.Stopped {
			cmds = append(cmds, se.curve(id, *s, sc))
		}
	}
	for id, cancel := range se.curves {
		if !visible[id] {
			cancel()
		}
	}
	return tea.Batch(cmds...)
}

// askScenes computes the scenes of some steps in the background.
func (se *Session) askScenes(track int, snaps ...study.Snapshot) tea.Cmd {
	if len(snaps) == 0 {
		return nil
	}
	msg, key := sceneMsg{run: se.Run, track: track}, se.SceneKey(0)
	for _, s := range snaps {
		asked := &Scene{Key: se.SceneKey(s.Step), extent: newExtent()}
		if was := se.Tracks[track].scenes[asked.Key]; was != nil {
			asked.extent = was.extent
		}
		se.Tracks[track].scenes[asked.Key] = asked
	}
	return se.InTurn(func() tea.Msg {
		for i := range snaps {
			key.Step = snaps[i].Step
			msg.scenes = append(msg.scenes, NewScene(&snaps[i], key))
		}
		return msg
	})
}

// trace asks for the scenes a track lacks as the charts are set now, so that
// the axes can hold the whole replay.
func (se *Session) trace(track int) tea.Cmd {
	return se.askScenes(track, se.lacking(se.Tracks[track])...)
}

// Retrace sets the charts anew: another parameter, or another line along it.
func (se *Session) Retrace() tea.Cmd {
	se.Extent = newExtent()
	cmds := []tea.Cmd{se.Want()} // what is seen comes first
	for i, t := range se.Tracks {
		for k := range t.snaps {
			if sc := t.scenes[se.SceneKey(k)]; sc != nil {
				se.Extent.include(sc)
			}
		}
		cmds = append(cmds, se.trace(i))
	}
	return tea.Batch(cmds...)
}

// traced takes scenes in.
func (se *Session) traced(msg sceneMsg) change {
	if msg.run != se.Run || msg.track >= len(se.Tracks) {
		return change{}
	}
	for _, sc := range msg.scenes {
		se.keep(se.Tracks[msg.track], sc)
		if sc.Key == se.SceneKey(sc.Key.Step) {
			se.Extent.include(sc)
		}
	}
	return change{Cmd: se.Want(), Look: true}
}

// curveDelay is how long a step must stay on the screen before its curve is
// computed: nobody reads the curves of steps that fly by.
const curveDelay = 60 * time.Millisecond

// curve computes Q_N along the slice in the background, coarse to fine.
func (se *Session) curve(id curveID, s study.Snapshot, sc *Scene) tea.Cmd {
	ctx, cancel := context.WithCancel(se.ctx)
	se.curves[id] = cancel
	run, along, delay := se.Run, line.Through(sc.Through, sc.Axis), curveDelay
	set := lookahead.Settings{Seed: s.Seed}
	shared, turns := se.Tracks[id.track].shared, se.turns()
	if se.Still {
		delay = 0
	}
	return Stream(ctx, curveMsg{run: run, id: id}, func(send func(tea.Msg)) {
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return
		}
		state, fantasies, ok := s.Plan() // here, for what was believed may have to be made again
		if !ok {
			send(curveMsg{run: run, id: id, none: true})
			return
		}
		n := 0
		var shown []float64
		bring := func(u lookahead.CurveUpdate) {
			n++
			if v := Spread(along.Axis, u.T, u.Value, Samples); u.Done || moved(shown, v) > curveStep {
				shown = v
				msg := curveMsg{run: run, id: id, n: n, values: v, done: u.Done}
				if u.Done && u.Cut {
					msg.rough = &Rough{len(u.T), u.Error}
				}
				send(msg)
			}
		}
		shared.curve(ctx, id.key, bring, func() (lookahead.CurveUpdate, error) {
			ctx, workers, end, err := turns.Share(ctx)
			if err != nil {
				return lookahead.CurveUpdate{}, err
			}
			defer end()
			set.Workers = workers
			return lookahead.Curve(ctx, state, fantasies, along, CurvePoints(along.Axis, curvePoints), set, bring)
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
	Grow(&lo, &hi, to...)
	Grow(&lo, &hi, 0) // the chart's axis starts there
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

// CurvePoints is at how many points a curve along an axis is computed: n, or
// once for each choice.
func CurvePoints(a model.Axis, n int) int {
	if a.Choices > 0 {
		return a.Choices
	}
	return n
}

// Steps are the values of choices at n places along their axis.
func Steps(values []float64, n int) []float64 {
	out, k := make([]float64, n), len(values)
	for i := range out {
		out[i] = values[min(k-1, i*k/max(1, n-1))]
	}
	return out
}

// Spread brings a curve known at t to n places along its axis. Choices of which
// nothing is known are NaN.
func Spread(a model.Axis, t, v []float64, n int) []float64 {
	if a.Choices == 0 {
		return resample(t, v, n)
	}
	all := make([]float64, a.Choices)
	for k := range all {
		all[k] = math.NaN() // not yet
	}
	for i, at := range t {
		all[int(math.Round(at*float64(a.Choices-1)))] = v[i]
	}
	return Steps(all, n)
}

// resample interpolates a curve known at t to n places.
func resample(t, v []float64, n int) []float64 {
	if len(t) == n {
		return v // there is nothing between
	}
	out := make([]float64, n)
	j := 0
	for i := range out {
		at := float64(i) / float64(n-1)
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
func (se *Session) curved(msg curveMsg) change {
	if msg.run != se.Run || msg.id.track >= len(se.Tracks) {
		return change{}
	}
	sc := se.Tracks[msg.id.track].scenes[msg.id.key]
	if msg.none && sc != nil {
		sc.Final = true
		return change{}
	}
	if msg.values == nil { // the end
		se.forget(msg.id)
		return change{Cmd: se.Want(), Look: true} // cancelled, it may be visible again
	}
	// A curve computed again starts coarse: what is known stays until it is better.
	if sc != nil && (msg.n > sc.updates || msg.done) {
		sc.Acquisition, sc.updates, sc.Final, sc.Rough = msg.values, msg.n, msg.done, msg.rough
	}
	return change{}
}

// forget drops a curve that is no longer computed.
func (se *Session) forget(id curveID) {
	if cancel := se.curves[id]; cancel != nil {
		cancel()
		delete(se.curves, id)
	}
}
