package live

import (
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/elementary"
	"farsight/model"
	"farsight/study"
	"farsight/study/journal"
)

// expectMsg is what the models expect at settings that are being typed.
type expectMsg struct {
	form *form
	x    []float64
	e    *study.Expectation
}

// expect predicts what the point being typed will give, once all of it is
// there.
func (s *Screen) expect() tea.Cmd {
	f, snap := s.form, s.snap
	if f == nil || f.x != nil || f.kind != formTell || snap == nil || snap.Fitted == nil || !f.hasPoint(s) {
		return nil
	}
	x, left := f.point(), s.state.Remaining()
	return func() tea.Msg { return expectMsg{f, x, expectAt(snap, x, left)} }
}

// expectAt is what a snapshot's models expect at a point in problem units.
func expectAt(s *study.Snapshot, x []float64, left float64) *study.Expectation {
	u := []model.Unit{s.Problem.ToUnit(x)}
	f, c := s.Outcome(u), s.Cost(u)
	e := &study.Expectation{
		Value: f.Mean[0], ValueLow: f.Low[0], ValueHigh: f.High[0],
		Cost: c.Mean[0], CostLow: c.Low[0], CostHigh: c.High[0], Success: 1, Acquisition: math.NaN(),
	}
	if chance := s.Success(u); chance != nil {
		e.Success = chance[0]
	}
	// ln c ~ N(ln median, s²), and the interval is ln median ± 1.96 s.
	spread := elementary.Log(c.High[0]/c.Low[0]) / study.BandWidth
	if ways := s.Ways(u); ways != nil {
		e.Move = ways[0]
		left -= e.Move
	}
	switch z := elementary.Log(left / c.Mean[0]); {
	case left <= 0:
	case spread > 0:
		e.Fits = elementary.Erfc(-z/spread/math.Sqrt2) / 2
	case z >= -journal.Tolerance:
		e.Fits = 1
	}
	return e
}
