package session

import (
	"cmp"
	"context"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/workers"
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
	sc := &Scene{Key: key, Through: Through(s, key), Axis: s.Problem.Axes()[key.Axis], extent: NewExtent()}
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
	s.Pair() // made once for both
	var costs workers.Group
	costs.Go(func() { sc.Cost = s.Cost(line) })
	sc.Objective, sc.Way = s.Objective(line), s.Ways(line)
	costs.Wait()
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

// Want requests what the visible steps still lack, and cancels the curves of steps that are no
// longer visible.
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
			if !t.beside.isFor(id.key) {
				t.beside.callOff()
				cmds = append(cmds, se.askScenes(i, *s))
			}
			continue
		}
		se.Extent.Include(sc)
		cmds = append(cmds, se.askDraws(id, *s, sc))
		if se.curves[id] == nil && sc.X != nil && !sc.Final && !se.Stopped {
			cmds = append(cmds, se.curve(id, *s, sc))
		}
		if sc.X != nil {
			cmds = append(cmds, se.askBeside(i))
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
		asked := &Scene{Key: se.SceneKey(s.Step), extent: NewExtent()}
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

// Retrace recomputes the charts: another parameter, or another line along it.
func (se *Session) Retrace() tea.Cmd {
	se.Extent = NewExtent()
	cmds := []tea.Cmd{se.Want()} // what is seen comes first
	for i, t := range se.Tracks {
		for k := range t.snaps {
			if sc := t.scenes[se.SceneKey(k)]; sc != nil {
				se.Extent.Include(sc)
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
			se.Extent.Include(sc)
		}
	}
	return change{Cmd: se.Want(), Look: true}
}

// Scenes are kept as long as there is room: the curves of a step are 18 kB, and
// a replay may have two thousand steps.

const (
	// mostScenes is how many of a track's scenes keep their curves: those looked
	// at or computed last. Others are computed again when they are looked at,
	// which takes longest where there are most rows, and those were last.
	mostScenes = 400
	// traceWork bounds the work of tracing a replay along another parameter: each
	// step takes as many predictions, the work of which grows with the rows'
	// square. Shorter replays are traced as a whole, of longer ones every so many
	// steps and what is looked at.
	traceWork = 12e6
)

// keep takes a scene of a track in, and gives up the curves of those that were
// looked at longest ago. Pictures are made of all of them.
func (se *Session) keep(t *Track, sc *Scene) {
	se.looks++
	sc.looked = se.looks
	t.scenes[sc.Key] = sc
	if len(t.scenes) <= mostScenes || se.Still {
		return
	}
	var drawn []*Scene
	for _, sc := range t.scenes {
		if sc.X != nil {
			drawn = append(drawn, sc)
		}
	}
	if len(drawn) <= mostScenes+mostScenes/8 { // not one by one
		return
	}
	slices.SortFunc(drawn, func(a, b *Scene) int { return cmp.Compare(a.looked, b.looked) })
	for _, sc := range drawn[:len(drawn)-mostScenes] {
		t.scenes[sc.Key] = &Scene{Key: sc.Key, extent: sc.extent, gone: true}
	}
}

// lacking are the steps of a track whose scenes are missing, for axes that hold the whole replay.
func (se *Session) lacking(t *Track) []study.Snapshot {
	work, every := 0.0, 1
	for i := range t.snaps {
		n := float64(len(t.snaps[i].Rows))
		work += n * n
	}
	if !se.Still {
		every += int(work / traceWork)
	}
	var out []study.Snapshot
	for i := 0; i < len(t.snaps); i += every {
		if s := t.snaps[i]; t.scenes[se.SceneKey(s.Step)] == nil {
			out = append(out, s)
		}
	}
	return out
}

// While a step is looked at, the curves of the steps beside it are computed, if
// they were given up: where hyperparameters are others there, that takes factors
// made from nothing, longer than a key may take.

// beside is a scene being computed that has not been requested yet.
type beside struct {
	key    SceneKey
	cancel context.CancelFunc
}

// besideMsg brings it.
type besideMsg struct {
	run, track int
	scene      *Scene // nil: it was called off
}

// callOff ends the work on what is beside a step that is no longer shown.
func (b *beside) callOff() {
	if b != nil {
		b.cancel()
	}
}

// isFor reports whether a scene is on its way, asked for or not.
func (b *beside) isFor(key SceneKey) bool { return b != nil && b.key == key }

// askBeside computes a scene beside the step shown of a track, one at a time: the
// one before it first.
func (se *Session) askBeside(track int) tea.Cmd {
	t := se.Tracks[track]
	at := max(0, min(se.StepOf(track), t.Last()))
	var wanted []int // whose scenes there may be
	for _, k := range []int{at - 1, at + 1} {
		if k >= 0 && k <= t.Last() {
			wanted = append(wanted, k)
		}
	}
	if b := t.beside; b != nil {
		if !slices.ContainsFunc(wanted, func(k int) bool { return b.isFor(se.SceneKey(t.snaps[k].Step)) }) {
			b.callOff()
		}
		return nil
	}
	if se.Still || se.Stopped {
		return nil
	}
	for _, k := range wanted {
		if sc := t.scenes[se.SceneKey(t.snaps[k].Step)]; sc == nil || sc.gone {
			return se.computeBeside(track, at, k)
		}
	}
	return nil
}

// computeBeside computes the scene of step k in the background, while step at is
// shown.
func (se *Session) computeBeside(track, at, k int) tea.Cmd {
	t, background := se.Tracks[track], se.options.Background
	msg, shown, next := besideMsg{run: se.Run, track: track}, t.snaps[at], t.snaps[k]
	key := se.SceneKey(next.Step)
	ctx, cancel := context.WithCancel(se.ctx)
	t.beside = &beside{key, cancel}
	return func() tea.Msg {
		defer cancel()
		work, end, err := turn(ctx, background)
		if err != nil {
			return msg
		}
		defer end()
		shown.Pair() // held for who looks at more of this step, and rows may be shared with it
		if work.Err() == nil {
			apart := next.Apart()
			msg.scene = NewScene(&apart, key)
		}
		return msg
	}
}

// receiveBeside takes a scene in. The axes hold it once it is looked at.
func (se *Session) receiveBeside(msg besideMsg) change {
	if msg.run != se.Run || msg.track >= len(se.Tracks) {
		return change{}
	}
	t := se.Tracks[msg.track]
	t.beside = nil
	if msg.scene != nil {
		if was := t.scenes[msg.scene.Key]; was == nil || was.gone {
			se.keep(t, msg.scene)
		}
	}
	return change{Cmd: se.Want(), Look: true}
}

// Slice is what is believed along one parameter.
type Slice struct {
	X       []float64 // problem units
	Value   study.Band
	Success []float64 // nil: nothing has failed
	Allowed []bool    // nil: there are no constraints
}

// sliceSamples is the number of points of a slice: they are drawn small.
const sliceSamples = 81

// Slices are those along every parameter through one point; nil where nothing is
// believed yet.
func Slices(s *study.Snapshot, through model.Unit) []Slice {
	if s.Fitted == nil {
		return nil
	}
	out := make([]Slice, s.Problem.Dim())
	for i, axis := range s.Problem.Axes() {
		line := study.Line(through, axis, sliceSamples)
		out[i] = Slice{AxisValues(s.Problem.Parameters[i], sliceSamples), s.Objective(line), s.Success(line), s.Allowed(line)}
	}
	return out
}
