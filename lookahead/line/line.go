// Package line is straight lines through the unit cube, along which curves are
// computed.
package line

import (
	"math"

	"farsight/model"
)

// Line is a straight line through the unit cube, or goes through the choices
// of an axis one after the other.
type Line struct {
	From, To []float64
	Axis     model.Axis // of choices; else not used
}

// Through is the line through a point along one axis, from face to face.
func Through(at model.Unit, axis model.Axis) Line {
	l := Line{From: append([]float64(nil), at...), To: append([]float64(nil), at...), Axis: axis}
	axis.Set(l.From, 0)
	axis.Set(l.To, 1)
	return l
}

// At is the point a share t of the way along the line.
func (l Line) At(t float64) model.Unit {
	x := make([]float64, len(l.From))
	for i, a := range l.From {
		x[i] = math.Min(1, math.Max(0, a+t*(l.To[i]-a)))
	}
	if l.Axis.Choices > 0 {
		l.Axis.Set(x, t)
	}
	return x
}
