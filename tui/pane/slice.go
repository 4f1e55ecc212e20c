package pane

import (
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Where there are several parameters, charts show a slice: a line along one of
// them through a point. What does not lie on it is shown, but quietly.

// OffSlice is how far, in shares of any other parameter's range, a point may be from a slice to
// count as on it.
const OffSlice = 0.1

// onSlice reports whether a unit-cube point lies near enough to a scene's line
// for its curve to be about it.
func onSlice(sc *session.Scene, u []float64) bool {
	for i, v := range u {
		if !sc.Axis.Has(i) && math.Abs(v-sc.Through[i]) > OffSlice {
			return false
		}
	}
	return true
}

// Tiles divides a rectangle into columns and rows of equal size, row by row, with
// a gap between columns.
func Tiles(r chart.Rect, columns, rows, gap int) (out []chart.Rect) {
	w, y := (r.W-gap*(columns-1))/columns, r.Y
	for _, h := range chart.Split(r.H, slices.Repeat([]int{1}, rows)...) {
		for i := range columns {
			out = append(out, chart.Rect{X: r.X + i*(w+gap), Y: y, W: w, H: h})
		}
		y += h
	}
	return out
}

// sliceNote says which slice is drawn where there are several parameters. Policies
// side by side have different ones.
func sliceNote(v screen.View, s *study.Snapshot, sc *session.Scene) string {
	if v.Problem.Dim() == 1 {
		return ""
	}
	through := ThroughWhat(s, sc.Key)
	if len(v.Tracks) > 1 && s.BestRow >= 0 {
		through = strings.Replace(through, "the", "its own", 1)
	}
	return " along " + sanitize.Text(v.Problem.Parameters[sc.Key.Axis].Name) + ", through " + through
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

// strays reports whether some observations lie off a scene's slice.
func strays(s *study.Snapshot, sc *session.Scene) bool {
	for _, r := range s.Rows {
		if !onSlice(sc, r.U) {
			return true
		}
	}
	return false
}

// Sure is the chance of success from which there is nothing to say of it.
const Sure = 0.995

// Likely is the chance below which a place is marked as one that would fail.
const Likely = 0.5

// Doubts hatches where constraints do not hold, and where an evaluation would
// probably fail, along a plot's x axis. Either may be nil.
func Doubts(th theme.Theme, p *chart.Plot, x, success []float64, allowed []bool) {
	hatch(p, x, th.Unaffordable, func(i int) bool { return forbids(allowed, i) })
	hatch(p, x, th.Warning, func(i int) bool { return fails(success, allowed, i) })
}

func forbids(allowed []bool, i int) bool { return allowed != nil && !allowed[i] }

func fails(success []float64, allowed []bool, i int) bool {
	return success != nil && success[i] < Likely && !forbids(allowed, i)
}

// DoubtWords say what is hatched; "" if nothing is.
func DoubtWords(success []float64, allowed []bool) string {
	forbidden, failing := false, false
	for i := range max(len(success), len(allowed)) {
		forbidden = forbidden || forbids(allowed, i)
		failing = failing || fails(success, allowed, i)
	}
	switch {
	case forbidden && failing:
		return "hatched: not allowed, or likely to fail"
	case forbidden:
		return "hatched: not allowed"
	case failing:
		return "hatched: likely to fail"
	}
	return ""
}

// hatch hatches the runs of places that are in doubt, from half-way to the place
// before to half-way to the place after.
func hatch(p *chart.Plot, x []float64, color chart.Color, doubt func(i int) bool) {
	between := func(i, j int) float64 {
		if j < 0 || j >= len(x) {
			return math.Inf(j - i)
		}
		return (x[i] + x[j]) / 2
	}
	for i := 0; i < len(x); i++ {
		if !doubt(i) {
			continue
		}
		from := i
		for i+1 < len(x) && doubt(i+1) {
			i++
		}
		p.Hatches = append(p.Hatches, chart.Hatch{X0: between(from, from-1), X1: between(i, i+1), Y0: math.Inf(-1), Y1: math.Inf(1), Color: color})
	}
}
