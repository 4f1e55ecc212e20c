package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios/theorem1"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// TEMPORARY, this whole file: what a tour asks of screens that are not packages
// yet. Each takes its own along.

// TheoremShowMsg asks theorem 1 for the first arms of the run, negative for all
// of them, and for many runs, which are simulated once. It is obeyed once the
// first run is known.
type TheoremShowMsg struct{ Arms int }

func (s *theoremScreen) showArms(m *Model, msg TheoremShowMsg) tea.Cmd {
	if !s.fresh() {
		return nil
	}
	if s.arms = min(msg.Arms, s.run.length()); msg.Arms < 0 {
		s.arms = s.run.length()
	}
	if s.tally.runs >= manyRuns || s.jobLeft > 0 {
		return nil
	}
	cmd, _ := s.do(m, actManyRuns)
	return cmd
}

// TheoremRuns is how many runs are simulated at once.
const TheoremRuns = manyRuns

// TheoremResult is what is known of where the sliders stand.
type TheoremResult struct {
	Of    theorem1.Instance
	Exact theorem1.Numbers
	Runs  int        // simulated so far
	Mean  [2]float64 // of the policy and of the other choice over these runs
	Busy  bool       // more are being simulated
}

// Result is what is known; ok is false while that is nothing.
func (s *theoremScreen) Result() (r TheoremResult, ok bool) {
	if !s.fresh() {
		return r, false
	}
	r = TheoremResult{Of: s.shown, Exact: *s.numbers, Runs: s.tally.runs, Busy: s.jobLeft > 0}
	for i := range r.Mean {
		r.Mean[i], _ = s.tally.mean(i)
	}
	return r, true
}

// spotOld notes where the panes of old screens are.
func (m *Model) spotOld(spots *screen.Spots, c chart.Canvas) {
	w, h := c.Size()
	spots.Of(-1)
	if _, ok := as[*theoremScreen](m); ok {
		l := arrangeTheorem(w, h)
		spots.Note("arms", c.Sub(l.arms))
		spots.Note("arms", c.Sub(l.beads))
		spots.Note("sliders", c.Sub(l.sliders))
		spots.Note("ratio", c.Sub(l.ratio))
		spots.Note("run", c.Sub(l.run))
		spots.Note("table", c.Sub(l.table))
		spots.Note("tale", c.Sub(l.tale))
	}
}
