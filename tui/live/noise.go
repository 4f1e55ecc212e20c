package live

import (
	"fmt"
	"slices"

	"farsight/internal/sanitize"
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

// sdItem is the field for the noise of a value, where there is one.
func (s *Screen) sdItem() []formItem {
	if !s.noisy() {
		return nil
	}
	return []formItem{{id: itemSd, label: "sd", unit: sanitize.Text(s.problem.ValueUnit)}}
}

// sdHint says what an empty field means.
func (s *Screen) sdHint() string {
	if sd := s.problem.Noise.Sd; sd > 0 {
		return "of its noise; empty: " + chart.Num(sd)
	}
	return "of its noise, if known"
}

// sd is the standard deviation of the value's noise; 0: not known.
func (f *form) sd() float64 {
	if f.isOn(itemFailed) {
		return 0
	}
	if f.find(itemSd) == nil {
		return f.known
	}
	v, problem := parseNumber(f.text(itemSd))
	if problem != "" {
		return 0
	}
	return v
}
