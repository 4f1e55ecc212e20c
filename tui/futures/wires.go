package futures

import "farsight/tui/chart"

// weight is how heavy a line is: the likelier, the heavier.
type weight uint8

const (
	none weight = iota
	light
	heavy
	dashed // light, in every second cell where it runs across
)

// Chances from which a line is not dashed, and from which it is heavy.
const (
	lightChance = 0.02
	heavyChance = 0.15
)

func weightOf(chance float64) weight {
	switch {
	case chance >= heavyChance:
		return heavy
	case chance >= lightChance:
		return light
	}
	return dashed
}

// arms is how many sides of a cell have a line.
type arms [4]weight // up, right, down, left

const (
	up = iota
	right
	down
	left
)

// gap tells whether the cell in column x is left blank to make a line dashed: the
// dashed characters there are look like solid ones where cells are small.
func (a arms) gap(x int) bool {
	return x%2 == 1 && a[up] == none && a[down] == none && a[left] != light && a[left] != heavy && a[right] != light && a[right] != heavy
}

// box is the character of a cell.
func (a arms) box(g chart.Glyphs) rune {
	for i, w := range a {
		if w == dashed {
			a[i] = light
		}
	}
	if g == chart.ASCII {
		vertical, across := max(a[up], a[down]), max(a[left], a[right])
		switch {
		case vertical == none:
			return [...]rune{' ', '-', '='}[across]
		case across == none:
			return '|'
		}
		return '+'
	}
	return chart.Box(int(a[up]), int(a[right]), int(a[down]), int(a[left]))
}

// wires are lines that meet: arms are gathered first and written as characters at
// the end. What comes later has its ink, unless what was there is the path's.
type wires struct {
	w, h  int
	cells []wire
}

type wire struct {
	arms arms
	ink  chart.Ink
	path bool
}

func newWires(w, h int) *wires { return &wires{w: w, h: h, cells: make([]wire, w*h)} }

func (k *wires) arm(x, y, side int, w weight, ink chart.Ink, path bool) {
	if x < 0 || y < 0 || x >= k.w || y >= k.h {
		return
	}
	c := &k.cells[y*k.w+x]
	if a := &c.arms[side]; *a == none || *a == dashed || w == heavy {
		*a = w
	}
	if path || !c.path {
		c.ink, c.path = ink, path
	}
}

// across draws from the middle of cell x0 to the middle of cell x1.
func (k *wires) across(x0, x1, y int, w weight, ink chart.Ink, path bool) {
	for x := x0; x < x1; x++ {
		k.arm(x, y, right, w, ink, path)
		k.arm(x+1, y, left, w, ink, path)
	}
}

// along draws from the middle of cell y0 to the middle of cell y1, in either direction.
func (k *wires) along(x, y0, y1 int, w weight, ink chart.Ink, path bool) {
	if y0 > y1 {
		y0, y1 = y1, y0
	}
	for y := max(y0, -1); y < min(y1, k.h); y++ {
		k.arm(x, y, down, w, ink, path)
		k.arm(x, y+1, up, w, ink, path)
	}
}

func (k *wires) draw(c chart.Canvas) {
	for i, cell := range k.cells {
		if cell.arms != (arms{}) && !cell.arms.gap(i%k.w) {
			c.Set(i%k.w, i/k.w, cell.arms.box(c.Glyphs()), cell.ink)
		}
	}
}
