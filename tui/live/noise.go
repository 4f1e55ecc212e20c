package live

import (
	"fmt"
	"slices"

	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// noiseLine is what to make of noisy values, at length and shorter: where the best
// is believed to be, or that the data look noisier than the model allows. nil:
// values are exact.
func (s *Screen) noiseLine(v screen.View) ([]string, chart.Ink) {
	switch {
	case s.snap == nil:
	case s.snap.Recommended != nil:
		r := s.snap.Recommended
		best, at := "believed best "+chart.Num(r.Value), fmt.Sprintf(", evaluation %d", r.Row+1)
		low, high, ok := r.Interval()
		if !ok {
			return []string{best + at + ", no interval yet", best + at}, chart.Ink{Fg: v.Theme.Good}
		}
		sure := chart.Interval(low, high)
		return []string{
			best + at + ", 95 % " + sure + " (" + study.IntervalKind + ")", best + " (95 % " + sure + ")" + at, best + " (" + sure + ")" + at, best + " (" + sure + ")",
			"believed " + chart.Num(r.Value) + " (" + sure + ")", best,
		}, chart.Ink{Fg: v.Theme.Good}
	case s.snap.NoiseMet:
		return []string{"noisier than the model allows: noisy = true?"}, chart.Ink{Fg: v.Theme.Warning}
	}
	return nil, chart.Ink{}
}

// noisy tells whether values may come with the size of their noise: the problem
// or an entry says something of it. What the data say by themselves moves nothing
// on the screen.
func (s *Screen) noisy() bool {
	return s.problem.Noise.Declared() || slices.ContainsFunc(s.state.Evaluations, func(e journal.Evaluation) bool { return e.Sd > 0 })
}
