package session

import "slices"

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

// OverEachOther tells whether all columns share one set of charts: where that was asked for, and two
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
