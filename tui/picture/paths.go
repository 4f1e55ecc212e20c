package picture

import (
	"fmt"
	"strings"
)

// fills gathers shapes into one path. Bars that touch become one, so that no seam shows between cells.
type fills struct {
	d    strings.Builder
	a, z point // corners of the bar that may still grow; equal: none
}

func (f *fills) add(s shape) {
	p := s.poly
	if s.width > 0 || len(p) != 4 || p[0].y != p[1].y || p[1].x != p[2].x || p[2].y != p[3].y || p[3].x != p[0].x {
		f.flush()
		f.d.WriteString(path(s))
		return
	}
	switch a, z := p[0], p[2]; {
	case a.y == f.a.y && z.y == f.z.y && a.x >= f.a.x && a.x <= f.z.x:
		f.z.x = max(f.z.x, z.x)
	case a.x == f.a.x && z.x == f.z.x && a.y >= f.a.y && a.y <= f.z.y:
		f.z.y = max(f.z.y, z.y)
	default:
		f.flush()
		f.a, f.z = a, z
	}
}

func (f *fills) flush() {
	if w, h := f.z.x-f.a.x, f.z.y-f.a.y; w > 0 && h > 0 {
		fmt.Fprintf(&f.d, "M%s %sh%sv%sh%sz", num(f.a.x), num(f.a.y), num(w), num(h), num(-w))
	}
	f.a, f.z = point{}, point{}
}

// path is all that was gathered.
func (f *fills) path() string {
	f.flush()
	return f.d.String()
}

// path is a shape's; a disc is the round ends of a line of no length.
func path(s shape) string {
	if s.disc {
		return fmt.Sprintf("M%s %sh0", num(s.poly[0].x), num(s.poly[0].y))
	}
	var b strings.Builder
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
