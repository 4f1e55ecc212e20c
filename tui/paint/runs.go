package paint

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// run is neighbouring cells that are sent in one look.
type run struct {
	look
	empty     bool // all are spaces, which have a background only
	y, x, end int
}

// detour is how many bytes of cells that stay are sent rather than skipped: a move of the cursor takes
// as many.
const detour = 4

// differ adds the runs that make a row another.
func differ(runs []run, y int, shown, next []cell) []run {
	var last run // with what follows it and stays, as long as that may be sent, too
	bytes := 0   // of what stays
	open := false
	for x := range next {
		k := &next[x]
		stays := *k == shown[x]
		open = open && last.take(k)
		switch {
		case stays && !open:
		case stays:
			bytes += utf8.RuneLen(k.r)
			open = bytes <= detour
		case open:
			last.end, bytes = x+1, 0
			runs[len(runs)-1] = last
		default:
			last = run{k.look, k.empty(), y, x, x + 1}
			runs = append(runs, last)
			open, bytes = true, 0
		}
	}
	return runs
}

// empty reports whether a cell shows nothing but its background.
func (k *cell) empty() bool { return k.r == ' ' && k.attr == 0 }

// take makes a run's look serve a cell, too; false: it cannot.
func (r *run) take(k *cell) bool {
	switch {
	case k.empty():
		return k.bg == r.bg && r.attr&seen == 0
	case r.empty && k.bg == r.bg && k.attr&seen == 0:
		r.look, r.empty = k.look, false
		return true
	}
	return k.look == r.look
}

// paint appends the runs in the order that takes fewer bytes: row by row, or look by look, where the
// cursor moves more and colours are selected once.
func (s *Screen) paint(b []byte) []byte {
	start := len(b)
	b = s.encode(b)
	slices.SortFunc(s.runs, func(p, q run) int {
		return cmp.Or(cmp.Compare(p.attr, q.attr), cmp.Compare(p.bg, q.bg), cmp.Compare(p.fg, q.fg), cmp.Compare(p.y, q.y), cmp.Compare(p.x, q.x))
	})
	s.bytes = s.encode(s.bytes[:0])
	if len(s.bytes) < len(b)-start {
		b = append(b[:start], s.bytes...)
	}
	return b
}

// encode appends the runs one after another.
func (s *Screen) encode(b []byte) []byte {
	var now look
	x, y := -1, -1 // the cursor; behind the last column it is nowhere
	for i := range s.runs {
		r := &s.runs[i]
		s.written[r.y] = true
		if x != r.x || y != r.y {
			b = move(b, r.x, r.y)
		}
		b = now.turn(b, r.look, r.empty)
		for _, k := range s.cells[r.y*s.w+r.x : r.y*s.w+r.end] {
			b = utf8.AppendRune(b, k.r)
		}
		x, y = r.end, r.y
		if x == s.w {
			x = -1
		}
	}
	if now != (look{}) {
		b = append(b, "\x1b[m"...)
	}
	return b
}

// move appends what moves the cursor to a cell.
func move(b []byte, x, y int) []byte {
	b = append(b, "\x1b["...)
	if x > 0 || y > 0 {
		b = strconv.AppendInt(b, int64(y+1), 10)
	}
	if x > 0 {
		b = strconv.AppendInt(append(b, ';'), int64(x+1), 10)
	}
	return append(b, 'H')
}
