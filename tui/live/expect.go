package live

import (
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/model"
	"farsight/study"
)

// expectMsg is what the models expect at settings that are being typed.
type expectMsg struct {
	form *entry
	x    []float64
	e    *study.Expectation
}

// expect predicts what the point being typed will give, once all of it is
// there.
func (s *Screen) expect() tea.Cmd {
	f, snap := s.form, s.snap
	if f == nil || f.x != nil || f.kind != tellEntry || snap == nil || snap.Fitted == nil || !f.hasPoint() {
		return nil
	}
	x := f.point()
	return func() tea.Msg { return expectMsg{f, x, expectAt(snap, x)} }
}

// expectAt is what a snapshot's models expect at a point in problem units.
// Whether it fits is asked when it is shown: the budget may change meanwhile.
func expectAt(s *study.Snapshot, x []float64) *study.Expectation {
	u := []model.Unit{s.Problem.ToUnit(x)}
	f, c := s.Outcome(u), s.Cost(u)
	e := &study.Expectation{
		Value: f.Mean[0], ValueLow: f.Low[0], ValueHigh: f.High[0],
		Cost: c.Mean[0], CostLow: c.Low[0], CostHigh: c.High[0], Success: 1, Acquisition: math.NaN(),
	}
	if chance := s.Success(u); chance != nil {
		e.Success = chance[0]
	}
	if ways := s.Ways(u); ways != nil {
		e.Move = ways[0]
	}
	return e
}
