package picture

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"farsight/tui/chart"
)

// layers holds something for each colour.
type layers[T any] struct{ by map[chart.Color]*T }

func (l *layers[T]) of(c chart.Color) *T {
	if l.by == nil {
		l.by = map[chart.Color]*T{}
	}
	if l.by[c] == nil {
		l.by[c] = new(T)
	}
	return l.by[c]
}

// colours are those met, in an order that depends on nothing else.
func (l *layers[T]) colours() []chart.Color { return slices.Sorted(maps.Keys(l.by)) }

// fills gathers filled shapes into one path. Bars that touch become one, so that no seam shows
// between cells.
type fills struct {
	d              strings.Builder
	x0, y0, x1, y1 float64 // the bar that may still grow; empty: none
}

func (f *fills) add(s shape) {
	if p := s.poly; len(p) == 4 && p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x {
		f.rect(p[0].x, p[0].y, p[2].x, p[2].y)
		return
	}
	f.flush()
	f.d.WriteString(path(s))
}

func (f *fills) rect(x0, y0, x1, y1 float64) {
	switch {
	case y0 == f.y0 && y1 == f.y1 && x0 >= f.x0 && x0 <= f.x1:
		f.x1 = max(f.x1, x1)
	case x0 == f.x0 && x1 == f.x1 && y0 >= f.y0 && y0 <= f.y1:
		f.y1 = max(f.y1, y1)
	default:
		f.flush()
		f.x0, f.y0, f.x1, f.y1 = x0, y0, x1, y1
	}
}

func (f *fills) flush() {
	if f.x1 > f.x0 && f.y1 > f.y0 {
		fmt.Fprintf(&f.d, "M%s %sh%sv%sh%sz", num(f.x0), num(f.y0), num(f.x1-f.x0), num(f.y1-f.y0), num(f.x0-f.x1))
	}
	f.x0, f.y0, f.x1, f.y1 = 0, 0, 0, 0
}

// path is all that was gathered.
func (f *fills) path() string {
	f.flush()
	return f.d.String()
}

func path(s shape) string {
	var b strings.Builder
	if s.disc { // two halves of a circle
		return fmt.Sprintf("M%s %sa%[3]s %[3]s 0 1 0 %[4]s 0a%[3]s %[3]s 0 1 0 -%[4]s 0z", num(s.poly[0].x-s.radius), num(s.poly[0].y), num(s.radius), num(2*s.radius))
	}
	for i, p := range s.poly {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(num(p.x))
		b.WriteByte(' ')
		b.WriteString(num(p.y))
	}
	if s.width == 0 || s.closed {
		b.WriteByte('z')
	}
	return b.String()
}
