package chart

import (
	"math"
	"sort"
)

// Fitted is an axis laid over cells: rows, counted from the top, or columns, counted from the left.
// Its limits are the outer edges of the first cell and the last. Everything that draws asks Place,
// in dots, blocks, letters, pixels or paths, so that all of it agrees.
type Fitted struct {
	Axis             // as it is drawn: the limits may be wider than those asked for
	Cells  int       // rows or columns
	At     []float64 // the ticks
	Labels []string
	s      scale
	up     bool // rows, the largest value first
}

// Rows fits the axis to h rows: it is widened, as little as possible, until the ticks stand in the
// middle of rows and equal steps have equally many. The same axis over as many rows is always the
// same, so that charts beside each other agree.
func (a Axis) Rows(h int) Fitted {
	f := a.over(h)
	f.up = true
	if len(a.Names) > 0 {
		if h >= len(a.Names) {
			f.s = f.s.names(h)
		}
		f.At, f.Labels = a.ticks(0)
	} else {
		var step float64
		f.s, f.At, step = f.s.fit(h, a.yTicks(h))
		f.Labels = f.s.labels(f.At, step)
	}
	f.limits()
	return f
}

// Columns lays the axis over w columns, from edge to edge.
func (a Axis) Columns(w int) Fitted {
	f := a.over(w)
	n := clamp(w/9, 2, 11)
	if a.Ticks > 0 {
		n = min(n, a.Ticks)
	}
	f.At, f.Labels = a.ticks(n)
	return f
}

// plainRows lays an axis without labels over rows as it is.
func (a Axis) plainRows(h int) Fitted {
	f := a.over(h)
	f.up = true
	return f
}

func (a Axis) over(cells int) Fitted {
	f := Fitted{Axis: a, Cells: cells, s: a.scale()}
	f.limits()
	return f
}

func (f *Fitted) limits() {
	f.Min, f.Max, f.Log = f.s.Value(f.s.Lo), f.s.Value(f.s.Hi), f.s.Log
}

// Place is the position of a value, in cells from the first one's outer edge: 2.5 is the middle of
// the third. It is NaN where there is none; far outside only the side is right.
func (f Fitted) Place(v float64) float64 {
	u := f.s.unit(v)
	if f.up {
		u = 1 - u
	}
	return max(-1e6, min(u, 1e6)) * float64(f.Cells)
}

// Sample is where sample i of n lies: at its value, or without values evenly spaced.
func (f Fitted) Sample(values []float64, i, n int) float64 {
	switch {
	case values != nil:
		return f.Place(values[i])
	case n < 2:
		return 0.5 * float64(f.Cells)
	}
	return float64(i) / float64(n-1) * float64(f.Cells)
}

// Between finds, of n samples from left to right, those on both sides of a place, and how far it is from
// the first to the second; false where it lies outside.
func (f Fitted) Between(values []float64, n int, at float64) (i, j int, t float64, ok bool) {
	if values == nil {
		t = at / float64(f.Cells) * float64(n-1)
		i = min(int(t), n-1)
		return i, min(i+1, n-1), t - float64(i), n > 0
	}
	n = min(n, len(values))
	i = max(0, sort.Search(n, func(k int) bool { return f.Place(values[k]) > at })-1)
	if j = min(i+1, n-1); j < 0 {
		return 0, 0, 0, false
	}
	from, to := f.Place(values[i]), f.Place(values[j])
	if to > from {
		t = min(max((at-from)/(to-from), 0), 1)
	}
	return i, j, t, at >= from-0.5 && at <= to+0.5
}

// Value is what lies at a place.
func (f Fitted) Value(place float64) float64 {
	u := place / float64(max(1, f.Cells))
	if f.up {
		u = 1 - u
	}
	return f.s.Value(f.s.Lo + u*(f.s.Hi-f.s.Lo))
}

// edge is Place of a limit: infinite ones lie beyond the edge.
func (f Fitted) edge(v float64) float64 {
	u := f.s.place(v)
	if f.up {
		u = 1 - u
	}
	return u * float64(f.Cells)
}

// Cell is the row or column of a value, and whether it lies inside; one outside gets the nearest.
func (f Fitted) Cell(v float64) (int, bool) {
	place, n := f.Place(v), f.Cells
	if math.IsNaN(place) || n < 1 {
		return 0, false
	}
	return clamp(int(math.Floor(place)), 0, n-1), place >= -edgeSlack && place <= float64(n)+edgeSlack
}

// edgeSlack is how far beyond the edge, in cells, rounding may have put what lies on it.
const edgeSlack = 1e-6

// layout says where the parts of a plot lie in a rectangle.
type layout struct {
	title, Area, Axis Rect // Axis holds the rows of the x axis; empty: there are none
	Gutter            int  // columns left of the area, labels and line; 0: no y axis
	X, Y              Fitted
}

// Layout lays a plot out on c, as Draw does.
func (p Plot) Layout(c Canvas) (l layout) {
	l.title, l.Area, l.Axis = p.rows(c.Rect())
	if p.Gutter < 0 || p.Empty != "" {
		l.Y = p.Y.plainRows(l.Area.H)
	} else {
		l.Y = p.Y.Rows(l.Area.H)
	}
	if l.Gutter = p.Gutter; l.Gutter >= 0 && p.Empty == "" {
		l.Gutter = max(l.Gutter, l.Y.gutter(c))
	}
	if l.Gutter < 0 || l.Gutter > c.w/2 {
		l.Gutter = 0
	}
	_, l.Area = l.Area.CutLeft(l.Gutter)
	l.X = p.X.Columns(l.Area.W)
	return l
}
