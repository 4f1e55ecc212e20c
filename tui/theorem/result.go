package theorem

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios/theorem1"
	"farsight/tui/screen"
)

// ShowMsg asks for the first arms of the run, negative for all of them, and for
// many runs, which are simulated once. It is obeyed once the first run is known.
type ShowMsg struct{ Arms int }

// follow shows what was asked for.
func (s *Screen) follow(v screen.View, msg ShowMsg) tea.Cmd {
	if !s.fresh() {
		return nil
	}
	if s.arms = min(msg.Arms, s.run.length()); msg.Arms < 0 {
		s.arms = s.run.length()
	}
	if s.tally.runs >= ManyRuns || s.jobLeft > 0 {
		return nil
	}
	return s.simulate(v)
}

// Result is what is known of where the sliders stand.
type Result struct {
	Of    theorem1.Instance
	Exact theorem1.Numbers
	Runs  int        // simulated so far
	Mean  [2]float64 // of the policy and of the other choice over these runs; NaN: no run
	Busy  bool       // more are being simulated
}

// Result is what is known; ok is false while that is nothing.
func (s *Screen) Result() (r Result, ok bool) {
	if !s.fresh() {
		return r, false
	}
	r = Result{Of: s.shown, Exact: *s.numbers, Runs: s.tally.runs, Busy: s.jobLeft > 0}
	for i := range r.Mean {
		r.Mean[i], _ = s.tally.mean(i)
	}
	return r, true
}

// Epsilons are where the slider of ε can stand, ascending.
func Epsilons() []float64 { return slices.Clone(epsilonValues) }
