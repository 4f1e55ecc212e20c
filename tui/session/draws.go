package session

import (
	"math"
	"math/rand/v2"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sobol"
	"farsight/study"
)

// DrawsOf says which functions are drawn over what is believed.
type DrawsOf int

// None, or some of the posterior or of the prior.
const (
	NoDraws DrawsOf = iota
	PosteriorDraws
	PriorDraws
)

var drawsNames = [...]string{NoDraws: "off", PosteriorDraws: "posterior", PriorDraws: "prior"}

// String is the name in flags and charts.
func (d DrawsOf) String() string { return drawsNames[d] }

// ParseDraws is the inverse of String.
func ParseDraws(name string) (DrawsOf, bool) {
	for d, n := range drawsNames {
		if n == name {
			return DrawsOf(d), true
		}
	}
	return NoDraws, false
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

// NewDraws draws functions at the samples of a scene, all points together. The
// same run draws from the same numbers at every step, of prior and posterior
// alike: what changes is what is believed. It is empty before there is a model.
func NewDraws(s *study.Snapshot, key SceneKey, of DrawsOf) *Draws {
	out := &Draws{Of: of, extent: newExtent()}
	if s.Fitted == nil || of == NoDraws {
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
	if se.Draws == NoDraws || sc == nil || sc.draws == nil || sc.draws.Of != se.Draws {
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
	if se.Draws == NoDraws || sc.X == nil || se.Drawn(sc) != nil || se.drawing[of] {
		return nil
	}
	if se.drawing == nil {
		se.drawing = map[drawing]bool{}
	}
	se.drawing[of] = true
	run := se.Run
	return se.InTurn(func() tea.Msg { return drawsMsg{run, id, NewDraws(&s, id.key, of.of)} })
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
