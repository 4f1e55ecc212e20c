package session

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
)

// Reading is the posterior at one point, in the problem's own terms, with 95 % intervals. Unknown
// values are NaN.
type Reading struct {
	Mean, Low, High         float64 // of the objective
	Cost, CostLow, CostHigh float64
	Way                     float64 // what it costs to get there; NaN: moving is free
	Fits                    float64 // chance to cost no more than is left, the way paid
	Success                 float64 // chance not to fail; NaN: nothing has failed
	Allowed                 bool
	Acquisition             float64
	Rough                   bool // Acquisition is read off a curve, between its points
	Truth                   float64
}

// ReadAt predicts one unit-cube point, to the last figure: that takes
// microseconds. It reports false before there is a model.
func ReadAt(s *study.Snapshot, u model.Unit) (Reading, bool) {
	if s == nil || s.Fitted == nil {
		return Reading{}, false
	}
	us := []model.Unit{u}
	f, c := s.Objective(us), s.Cost(us)
	r := Reading{
		Mean: f.Mean[0], Low: f.Low[0], High: f.High[0], Cost: c.Mean[0], CostLow: c.Low[0], CostHigh: c.High[0],
		Way: math.NaN(), Success: math.NaN(), Allowed: true, Acquisition: math.NaN(), Truth: math.NaN(),
	}
	if ways := s.Ways(us); ways != nil {
		r.Way = ways[0]
	}
	var ws model.Workspace
	r.Fits = study.Fits(s.Pair().Moments(&ws, u), s.Money.Left)
	if chance := s.Success(us); chance != nil {
		r.Success = chance[0]
	}
	if allowed := s.Allowed(us); allowed != nil {
		r.Allowed = allowed[0]
	}
	if s.Policy.Kind().Curve == nil && !s.Policy.Tree() { // other curves take longer
		if a := s.Acquisition(us); a != nil {
			r.Acquisition = a[0]
		}
	}
	return r, true
}

// Read is what a scene's curves say at a place of their axis.
func (sc *Scene) Read(s *study.Snapshot, x float64) (Reading, bool) {
	p := s.Problem.Parameters[sc.Key.Axis]
	share := ShareOf(p, x)
	u := append(model.Unit(nil), sc.Through...)
	sc.Axis.Set(u, share)
	r, ok := ReadAt(s, u)
	if !ok {
		return r, false
	}
	if math.IsNaN(r.Acquisition) {
		r.Acquisition, r.Rough = between(sc.Acquisition, share), true
	}
	if sc.Truth != nil {
		r.Truth = TruthAt(s, u)
	}
	return r, true
}

// TruthAt is the value that an evaluation of a unit-cube point would give without noise; NaN if
// unknown.
func TruthAt(s *study.Snapshot, u model.Unit) float64 {
	t, ok := s.Problem.Source.(scenarios.Truth)
	if !ok {
		return math.NaN()
	}
	v, _, err := t.Truth(s.Problem.FromUnit(u))
	if err != nil {
		return math.NaN()
	}
	return v
}

// ShareOf is the inverse of AxisValue.
func ShareOf(p scenarios.Parameter, x float64) float64 {
	return math.Max(0, math.Min(1, p.ToUnit(x)))
}

// between is a curve at a share of its way.
func between(curve []float64, share float64) float64 {
	n := len(curve)
	if n < 2 {
		return math.NaN()
	}
	at := share * float64(n-1)
	i := min(int(at), n-2)
	w := at - float64(i)
	switch { // an unknown neighbour does not invalidate a known point
	case w == 0:
		return curve[i]
	case w == 1:
		return curve[i+1]
	}
	return curve[i] + w*(curve[i+1]-curve[i])
}
