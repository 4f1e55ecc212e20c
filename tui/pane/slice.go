package pane

import (
	"math"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Where there are several parameters, charts show a slice: a line along one of
// them through a point. What does not lie on it is shown, but quietly.

// OffSlice is how far, in shares of any other parameter's range, a point may
// be from a slice to be taken for one of its own.
const OffSlice = 0.1

// onSlice tells whether a unit-cube point lies near enough to a scene's line
// for its curve to be about it.
func onSlice(sc *session.Scene, u []float64) bool {
	for i, v := range u {
		if !sc.Axis.Has(i) && math.Abs(v-sc.Through[i]) > OffSlice {
			return false
		}
	}
	return true
}

// sliceNote says which slice is drawn where there are several parameters.
func sliceNote(v screen.View, s *study.Snapshot, sc *session.Scene) string {
	if v.Problem.Dim() == 1 {
		return ""
	}
	return " along " + sanitize.Text(v.Problem.Parameters[sc.Key.Axis].Name) + ", through " + ThroughWhat(s, sc.Key)
}

// ThroughWhat names the point that slices go through.
func ThroughWhat(s *study.Snapshot, key session.SceneKey) string {
	switch {
	case s.Decision != nil && !key.Incumbent:
		return "the next point"
	case s.BestRow >= 0:
		return "the incumbent"
	}
	return "the middle"
}

// strays tells whether some observations lie off a scene's slice.
func strays(s *study.Snapshot, sc *session.Scene) bool {
	for _, r := range s.Rows {
		if !onSlice(sc, r.U) {
			return true
		}
	}
	return false
}
