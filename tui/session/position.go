package session

import (
	"math"
	"slices"
	"sort"

	"farsight/study"
)

// The position is a number of evaluations, the same for all columns, or an amount of cost, up to
// which each column shows its evaluations.

// StepOf is the step track i shows at the present position. It has been played from then on.
func (se *Session) StepOf(i int) int {
	t, step := se.Tracks[i], se.Step
	if se.ByMoney {
		step = AffordedBy(t, se.Money)
	}
	if step > se.furthest[t] {
		if se.furthest == nil {
			se.furthest = map[*Track]int{}
		}
		se.furthest[t] = step
	}
	return step
}

// Revealed is the last step of track i that charts may show: the furthest that was played, or where
// the future was asked for the furthest there is.
func (se *Session) Revealed(i int) int {
	t := se.Tracks[i]
	if se.Future {
		return t.Last()
	}
	return min(max(se.StepOf(i), se.furthest[t]), t.Last())
}

// Overshot reports whether step k of a track is an evaluation that did not fit.
func (t *Track) Overshot(k int) bool {
	s := &t.snaps[k]
	return k > 0 && !s.Rows[len(s.Rows)-1].Counted
}

// Spent is the cost spent at step k of a track. An evaluation that did not fit is at the end of the
// budget, which it exceeded.
func (t *Track) Spent(k int) float64 {
	if t.Overshot(k) {
		return t.snaps[k].Money.Total
	}
	return t.snaps[k].Money.Spent
}

// AffordedBy is the number of evaluations a track had made within a spending of money.
func AffordedBy(t *Track, money float64) int {
	step := 0
	for k := range t.snaps {
		if t.Spent(k) <= money*(1+1e-9) {
			step = k
		}
	}
	return step
}

// stops are the amounts at which some track pays.
func (se *Session) stops() []float64 {
	var out []float64
	for _, i := range se.Columns {
		for k := range se.Tracks[i].snaps {
			out = append(out, se.Tracks[i].Spent(k))
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

// Move moves by some evaluations, or by some payments. Steps that are not computed yet are owed,
// and taken as they arrive.
func (se *Session) Move(by int) {
	switch waiting := se.ahead() <= 0 && se.Unfinished(); {
	case by > 0 && waiting:
		se.owed = min(se.owed+by, mostOwed)
		return
	case se.owed > 0 && by < 0: // first forgo what was asked for
		se.owed--
		return
	}
	if !se.ByMoney {
		se.Step = max(0, min(se.Step+by, se.LastStep()))
		return
	}
	stops := se.stops()
	at := sort.SearchFloat64s(stops, se.Money*(1-1e-9))
	if at = max(0, min(at+by, len(stops)-1)); len(stops) > 0 {
		se.Money = stops[at]
	}
}

// mostOwed is how many steps a key held down runs ahead of what is computed.
const mostOwed = 20

// ahead is how many steps forward are computed.
func (se *Session) ahead() int {
	if !se.ByMoney {
		return se.LastStep() - se.Step
	}
	stops := se.stops()
	return len(stops) - 1 - sort.SearchFloat64s(stops, se.Money*(1-1e-9))
}

// catchUp takes the steps owed, as far as they have arrived.
func (se *Session) catchUp() {
	for se.owed > 0 && se.ahead() > 0 {
		se.owed--
		se.Move(1)
	}
	if !se.Unfinished() {
		se.owed = 0
	}
}

// LastStep is the furthest step any track has been computed to.
func (se *Session) LastStep() int {
	last := 0
	for _, i := range se.Columns {
		last = max(last, se.Tracks[i].Last())
	}
	return last
}

// GoTo jumps to the start or the end.
func (se *Session) GoTo(end bool) {
	se.Step, se.Money, se.owed = 0, 0, 0
	if end {
		se.Step = se.LastStep()
		if stops := se.stops(); len(stops) > 0 {
			se.Money = stops[len(stops)-1]
		}
	}
}

// GoToStep goes to a step: where the left column has made so many evaluations. It goes as far as is
// computed, owes the rest, and returns the last step.
func (se *Session) GoToStep(n int) (last int) {
	last = se.LastStep()
	se.Step, se.owed = max(0, min(n, last)), 0
	if n > last && se.Unfinished() {
		se.owed = min(n-last, mostOwed)
	}
	if shown := se.Visible(); len(shown) > 0 {
		if t := se.Tracks[shown[0]]; t.Last() >= 0 {
			se.Money = t.Spent(min(se.Step, t.Last()))
		}
	}
	return last
}

// GoToShare goes to a share of the timeline: the nearest step, or the nearest
// payment.
func (se *Session) GoToShare(u float64) {
	se.owed = 0
	if !se.ByMoney {
		se.Step = max(0, min(int(math.Round(u*float64(max(1, se.LastStep())))), se.LastStep()))
		return
	}
	want := u * se.Problem.Budget
	for i, stop := range se.stops() {
		if i == 0 || math.Abs(stop-want) < math.Abs(se.Money-want) {
			se.Money = stop
		}
	}
}

// AtEnd reports whether there is nothing further to step to.
func (se *Session) AtEnd() bool {
	for _, i := range se.Columns {
		t := se.Tracks[i]
		if !t.done || se.StepOf(i) < t.Last() {
			return false
		}
	}
	return true
}

// TogglePace switches between equal evaluations and equal spending, staying where the left column
// is.
func (se *Session) TogglePace() {
	if len(se.Tracks) == 0 {
		return
	}
	left := se.Columns[0]
	if se.ByMoney {
		se.Step = se.StepOf(left)
	} else if t := se.Tracks[left]; t.Last() >= 0 {
		se.Money = t.Spent(min(se.Step, t.Last()))
	}
	se.ByMoney = !se.ByMoney
}

// Shown is the snapshot and the scene track i shows now; nil while they are being computed. While a
// step is animated the scene is between two.
func (se *Session) Shown(i int) (*study.Snapshot, *Scene) {
	s, sc := se.standing(i)
	if m := se.moving; m != nil && m.scenes[i] != nil && sc != nil {
		sc = m.scenes[i]
	}
	return s, sc
}

// standing is the snapshot and scene of track i at the present position.
func (se *Session) standing(i int) (*study.Snapshot, *Scene) {
	t := se.Tracks[i]
	s := t.At(se.StepOf(i))
	if s == nil {
		return nil, nil
	}
	sc := t.scenes[se.SceneKey(s.Step)]
	if sc == nil || sc.X == nil {
		return s, nil
	}
	se.looks++
	sc.looked = se.looks
	return s, sc
}

// The columns are the tracks that take part, in the order they are shown. As
// many stand side by side as the window has room for; the others wait behind
// them.

// leastVisible tracks have their curves computed, whatever the room: where there
// is one column, the next key asks for the other.
const leastVisible = 2

// setColumns has all tracks take part. Screens of one policy show the second:
// the one that is held against the first.
func (se *Session) setColumns() {
	se.Columns = make([]int, len(se.Tracks))
	for i := range se.Columns {
		se.Columns[i] = i
	}
	se.Front = min(1, max(0, len(se.Tracks)-1))
}

// OverEachOther reports whether all columns share one set of charts: where that was asked for, and two
// in a narrow window unless it was asked not to be, so that there is something to compare.
func (se *Session) OverEachOther(narrow bool) bool {
	return se.Overlaid != (narrow && !se.Columned && len(se.Columns) == 2)
}

// SideBySide are the tracks in the columns there is room for, the left one
// first; laid over each other they all have room.
func (se *Session) SideBySide() []int {
	if se.OverEachOther(se.Narrow) {
		return se.Columns
	}
	return se.Columns[:min(max(1, se.Room), len(se.Columns))]
}

// Visible are the tracks on the screen, or one key from it.
func (se *Session) Visible() []int {
	if se.OverEachOther(se.Narrow) {
		return se.Columns
	}
	shown := se.Columns[:min(max(leastVisible, se.Room), len(se.Columns))]
	if f := se.Focused(); len(shown) > 0 && !slices.Contains(shown, f) {
		return append(slices.Clone(shown), f)
	}
	return shown
}

// Waiting is how many tracks take part and are not side by side.
func (se *Session) Waiting() int { return len(se.Columns) - len(se.SideBySide()) }

// Focused is the track that screens of one policy show.
func (se *Session) Focused() int { return se.Column(se.Front) }

// Focus has screens of one policy show a track; one that waits is put into the
// last column.
func (se *Session) Focus(track int) {
	at, last := slices.Index(se.Columns, track), len(se.SideBySide())-1
	if at < 0 {
		return
	}
	if se.Room >= 2 && at > last {
		se.Columns = slices.Clone(se.Columns)
		se.Columns[at], se.Columns[last] = se.Columns[last], track
		at = last
	}
	se.Front = at
}

// Column is the track in a column, or in the last there is.
func (se *Session) Column(i int) int {
	if len(se.Columns) == 0 {
		return 0
	}
	return se.Columns[min(i, len(se.Columns)-1)]
}

// Swap moves the columns on by one; where there is only one, it shows the next
// policy.
func (se *Session) Swap() {
	if n := len(se.Columns); se.Room < 2 && !se.OverEachOther(se.Narrow) && n > 0 {
		se.Front = (se.Front + 1) % n
		return
	}
	se.rotate(0, len(se.SideBySide()))
}

// Others puts the next policy that waits into the last column.
func (se *Session) Others() {
	if se.Room < 2 {
		se.Swap()
		return
	}
	se.rotate(len(se.SideBySide())-1, len(se.Columns))
}

// rotate moves some of the columns on by one, into a list of its own: views of
// the present one stay as they are.
func (se *Session) rotate(from, to int) {
	if to-from < 2 {
		return
	}
	columns := slices.Clone(se.Columns)
	copy(columns[from:to], se.Columns[from+1:to])
	columns[to-1] = se.Columns[from]
	se.Columns = columns
}
