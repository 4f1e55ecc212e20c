package tui

import (
	"sort"

	"farsight/study"
)

// The position is a number of evaluations, the same for all columns, or an
// amount of money, of which each column has spent what its evaluations cost.

// stepOf is the step track i shows at the present position.
func (m *Model) stepOf(i int) int {
	if !m.byMoney {
		return m.step
	}
	return affordedBy(m.tracks[i], m.money)
}

// overshot tells whether step k of a track is an evaluation that did not fit.
func (t *track) overshot(k int) bool {
	s := &t.snaps[k]
	return k > 0 && !s.Rows[len(s.Rows)-1].Counted
}

// spent is the money step k of a track stands at. An evaluation that did not
// fit stands at the end of the budget, for that is what it ran into.
func (t *track) spent(k int) float64 {
	if t.overshot(k) {
		return t.snaps[k].Money.Total
	}
	return t.snaps[k].Money.Spent
}

// affordedBy is the number of evaluations a track had made when it had spent
// at most money.
func affordedBy(t *track, money float64) int {
	step := 0
	for k := range t.snaps {
		if t.spent(k) <= money*(1+1e-9) {
			step = k
		}
	}
	return step
}

// stops are the amounts at which some visible track pays.
func (m *Model) stops() []float64 {
	var out []float64
	for _, i := range m.visible() {
		for k := range m.tracks[i].snaps {
			out = append(out, m.tracks[i].spent(k))
		}
	}
	sort.Float64s(out)
	n := 0
	for k, v := range out {
		if k == 0 || v > out[n-1]*(1+1e-9) {
			out[n] = v
			n++
		}
	}
	return out[:n]
}

// move goes by some evaluations, or by some payments. What is not computed yet
// is owed, and taken as it arrives.
func (m *Model) move(by int) {
	switch waiting := m.ahead() <= 0 && m.unfinished(); {
	case by > 0 && waiting:
		m.owed = min(m.owed+by, mostOwed)
		return
	case m.owed > 0 && by < 0: // first forgo what was asked for
		m.owed--
		return
	}
	if !m.byMoney {
		m.step = max(0, min(m.step+by, m.lastStep()))
		return
	}
	stops := m.stops()
	at := sort.SearchFloat64s(stops, m.money*(1-1e-9))
	if at = max(0, min(at+by, len(stops)-1)); len(stops) > 0 {
		m.money = stops[at]
	}
}

// mostOwed is how many steps a key held down runs ahead of what is computed.
const mostOwed = 20

// ahead is how many steps forward are computed.
func (m *Model) ahead() int {
	if !m.byMoney {
		return m.lastStep() - m.step
	}
	stops := m.stops()
	return len(stops) - 1 - sort.SearchFloat64s(stops, m.money*(1-1e-9))
}

// catchUp takes the steps owed, as far as they have arrived.
func (m *Model) catchUp() {
	for m.owed > 0 && m.ahead() > 0 {
		m.owed--
		m.move(1)
	}
	if !m.unfinished() {
		m.owed = 0
	}
}

// lastStep is the furthest step any visible track has been computed to.
func (m *Model) lastStep() int {
	last := 0
	for _, i := range m.visible() {
		last = max(last, m.tracks[i].last())
	}
	return last
}

// goTo jumps to the start or the end.
func (m *Model) goTo(end bool) {
	m.step, m.money, m.owed = 0, 0, 0
	if end {
		m.step = m.lastStep()
		if stops := m.stops(); len(stops) > 0 {
			m.money = stops[len(stops)-1]
		}
	}
}

// atEnd tells whether there is nothing further to step to.
func (m *Model) atEnd() bool {
	for _, i := range m.visible() {
		t := m.tracks[i]
		if !t.done || m.stepOf(i) < t.last() {
			return false
		}
	}
	return true
}

// togglePace switches between equal evaluations and equal money, staying where
// the left column is.
func (m *Model) togglePace() {
	if len(m.tracks) == 0 {
		return
	}
	left := m.visible()[0]
	if m.byMoney {
		m.step = m.stepOf(left)
	} else if t := m.tracks[left]; t.last() >= 0 {
		m.money = t.spent(min(m.step, t.last()))
	}
	m.byMoney = !m.byMoney
}

// shown is the snapshot and the scene track i shows now; nil while they are
// being computed.
func (m *Model) shown(i int) (*study.Snapshot, *scene) {
	t := m.tracks[i]
	s := t.at(m.stepOf(i))
	if s == nil {
		return nil, nil
	}
	sc := t.scenes[m.sceneKey(s.Step)]
	if sc != nil && sc.x == nil {
		sc = nil
	}
	return s, sc
}
