package session

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sobol"
	"farsight/lookahead"
	"farsight/model"
	"farsight/study"
)

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

// curveDelay is how long a step must stay on the screen before its curve is computed: the curves of
// steps that fly by are not read.
const curveDelay = 60 * time.Millisecond

// curve computes Q_N along the slice in the background, coarse to fine.
func (se *Session) curve(id curveID, s study.Snapshot, sc *Scene) tea.Cmd {
	ctx, cancel := context.WithCancel(se.ctx)
	se.curves[id] = cancel
	run, along, delay := se.Run, lookahead.LineThrough(sc.Through, sc.Axis), curveDelay
	set := lookahead.Settings{Seed: s.Seed}
	shared, turns := se.Tracks[id.track].shared, se.Turns()
	if se.Still {
		delay = 0
	}
	return Stream(ctx, curveMsg{run: run, id: id}, func(send func(tea.Msg)) {
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return
		}
		state, fantasies, ok := s.Plan() // here, because the models may have to be fitted again
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

// curveStep is the share of its range by which a curve must have moved to be drawn again before it
// is final: invisible changes are not sent over slow links.
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

// DrawsOf says which functions are drawn over what is believed.
type DrawsOf int

// None, or some of the posterior or of the prior.
const (
	noDraws DrawsOf = iota
	posteriorDraws
	PriorDraws
)

var drawsNames = [...]string{noDraws: "off", posteriorDraws: "posterior", PriorDraws: "prior"}

// String is the name in flags and charts.
func (d DrawsOf) String() string { return drawsNames[d] }

// ParseDraws is the inverse of String.
func ParseDraws(name string) (DrawsOf, bool) {
	for d, n := range drawsNames {
		if n == name {
			return DrawsOf(d), true
		}
	}
	return noDraws, false
}

// Next goes from none to the posterior's, the prior's, and none again.
func (d DrawsOf) Next() DrawsOf { return (d + 1) % DrawsOf(len(drawsNames)) }

// DrawnFunctions is how many functions are drawn.
const DrawnFunctions = 5

// Draws are functions drawn along a scene's line, in the problem's own terms; draw
// k of the cost belongs to draw k of the objective.
type Draws struct {
	Of              DrawsOf
	Objective, Cost [][]float64
	extent          Extent
}

// newDraws draws functions at the samples of a scene, all points together. The
// same run draws from the same numbers at every step, of prior and posterior
// alike: what changes is what is believed. It is empty before there is a model.
func newDraws(s *study.Snapshot, key SceneKey, of DrawsOf) *Draws {
	out := &Draws{Of: of, extent: NewExtent()}
	if s.Fitted == nil || of == noDraws {
		return out
	}
	axis := s.Problem.Axes()[key.Axis]
	line := study.Line(Through(s, key), axis, CurvePoints(axis, Samples))
	rng := rand.New(rand.NewPCG(sobol.Seed(s.Seed, sobol.Draw, 0), 0xd5a3))
	f, lnc, err := s.Pair().Draws(line, DrawnFunctions, of == PriorDraws, rng)
	if err != nil {
		return out
	}
	sign := s.Problem.Sign()
	for k := range f {
		y, c := make([]float64, len(f[k])), make([]float64, len(f[k]))
		for i := range y {
			y[i], c[i] = sign*f[k][i], math.Exp(lnc[k][i])
		}
		if axis.Choices > 0 {
			y, c = Steps(y, Samples), Steps(c, Samples)
		}
		out.Objective, out.Cost = append(out.Objective, y), append(out.Cost, c)
		Grow(&out.extent.YLo, &out.extent.YHi, y...)
		Grow(&out.extent.CLo, &out.extent.CHi, c...)
	}
	return out
}

// Drawn are the functions drawn over a scene; nil where those are not asked for,
// or not there yet.
func (se *Session) Drawn(sc *Scene) *Draws {
	if se.Draws == noDraws || sc == nil || sc.draws == nil || sc.draws.Of != se.Draws {
		return nil
	}
	return sc.draws
}

// drawsMsg brings functions that were asked for.
type drawsMsg struct {
	run   int
	id    curveID
	draws *Draws
}

// drawing names functions on their way.
type drawing struct {
	curveID
	of DrawsOf
}

// askDraws draws functions over a scene in the background, unless they are there
// or on their way.
func (se *Session) askDraws(id curveID, s study.Snapshot, sc *Scene) tea.Cmd {
	of := drawing{id, se.Draws}
	if se.Draws == noDraws || sc.X == nil || se.Drawn(sc) != nil || se.drawing[of] {
		return nil
	}
	if se.drawing == nil {
		se.drawing = map[drawing]bool{}
	}
	se.drawing[of] = true
	run := se.Run
	return se.InTurn(func() tea.Msg { return drawsMsg{run, id, newDraws(&s, id.key, of.of)} })
}

// receiveDraws takes functions in.
func (se *Session) receiveDraws(msg drawsMsg) change {
	if msg.run != se.Run || msg.id.track >= len(se.Tracks) {
		return change{}
	}
	delete(se.drawing, drawing{msg.id, msg.draws.Of})
	if sc := se.Tracks[msg.id.track].scenes[msg.id.key]; sc != nil && msg.draws.Of == se.Draws {
		sc.draws = msg.draws
	}
	return change{Cmd: se.Want(), Look: true}
}
