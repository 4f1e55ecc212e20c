package pane

import (
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// nextX is where the next point stands on the slices' axis; while a step is under way it glides there.
func nextX(v screen.View, s *study.Snapshot, sc *session.Scene) float64 {
	x := s.Decision.X[sc.Key.Axis]
	if from, share, ok := v.Motion(s); ok && from.Decision != nil {
		was := from.Decision.X[sc.Key.Axis]
		x = was + share*(x-was)
	}
	return x
}

// paid is what the gauge shows of the money spent; while a step is under way it drains, or fills up again.
func paid(v screen.View, s *study.Snapshot) []float64 {
	now := charged(s)
	from, share, ok := v.Motion(s)
	if !ok {
		return now
	}
	was := charged(from)
	for i := len(was); i < len(now); i++ {
		now[i] *= share
	}
	for i := len(now); i < len(was); i++ {
		now = append(now, was[i]*(1-share))
	}
	return now
}

// charged is what the evaluations that count took, moves included, in order.
func charged(s *study.Snapshot) []float64 {
	var out []float64
	for _, r := range s.Rows {
		if r.Counted && !r.Free && !(r.Initial && !s.Problem.ChargeInitial) {
			out = append(out, r.Taken())
		}
	}
	return out
}

// brightened tells whether the step under way brings a new best, which flashes once.
func brightened(v screen.View, s *study.Snapshot) bool {
	from, share, ok := v.Motion(s)
	sign := s.Problem.Sign()
	return ok && share < flash && s.Step > from.Step && sign*s.Best > sign*from.Best
}

// flash is the share of a motion for which a new best is bright.
const flash = 0.9
