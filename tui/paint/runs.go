package paint

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"

	"farsight/tui/chart"
)

// run is neighbouring cells that are sent in one look.
type run struct {
	look      chart.Cell // without its rune
	empty     bool       // all are spaces, which have a background only
	y, x, end int
}

// detour is how many bytes of cells that stay are sent rather than skipped: a move of the cursor takes
// as many.
const detour = 4

// differ adds the runs that make a row another.
func differ(runs []run, y int, shown, next []chart.Cell) []run {
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
			bytes += utf8.RuneLen(k.Rune)
			open = bytes <= detour
		case open:
			last.end, bytes = x+1, 0
			runs[len(runs)-1] = last
		default:
			last = run{look(*k), empty(k), y, x, x + 1}
			runs = append(runs, last)
			open, bytes = true, 0
		}
	}
	return runs
}

// empty tells whether a cell shows nothing but its background.
func empty(k *chart.Cell) bool { return k.Rune == ' ' && k.Attr == 0 }

// look is a cell without its rune.
func look(k chart.Cell) chart.Cell {
	k.Rune = 0
	return k
}

// take makes a run's look serve a cell, too; false: it cannot.
func (r *run) take(k *chart.Cell) bool {
	switch {
	case empty(k):
		return k.Bg == r.look.Bg && r.look.Attr&seen == 0
	case r.empty && k.Bg == r.look.Bg && k.Attr&seen == 0:
		r.look, r.empty = look(*k), false
		return true
	}
	return look(*k) == r.look
}

// paint appends the runs in the order that takes fewer bytes: row by row, or look by look, where the
// cursor moves more and colours are selected once.
func (s *Screen) paint(b []byte, frame chart.Still) []byte {
	start := len(b)
	b = s.encode(b, frame)
	slices.SortFunc(s.runs, func(p, q run) int {
		a, b := p.look, q.look
		return cmp.Or(cmp.Compare(a.Attr, b.Attr), cmp.Compare(a.Bg, b.Bg), cmp.Compare(a.Fg, b.Fg), cmp.Compare(p.y, q.y), cmp.Compare(p.x, q.x))
	})
	s.bytes = s.encode(s.bytes[:0], frame)
	if len(s.bytes) < len(b)-start {
		b = append(b[:start], s.bytes...)
	}
	return b
}

// encode appends the runs one after another.
func (s *Screen) encode(b []byte, frame chart.Still) []byte {
	var now chart.Cell
	x, y := -1, -1 // the cursor; behind the last column it is nowhere
	for i := range s.runs {
		r := &s.runs[i]
		s.written[r.y] = true
		if x != r.x || y != r.y {
			b = move(b, r.x, r.y)
		}
		b = s.encoder.Append(b, frame, s.cells[r.y*s.w+r.x:r.y*s.w+r.end], &now)
		x, y = r.end, r.y
		if x == s.w {
			x = -1
		}
	}
	return now.End(b)
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
