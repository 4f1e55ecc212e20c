package session

import (
	"farsight/model"
	"farsight/study"
)

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
