package chart

// boxes is indexed by the weights (0 none, 1 light, 2 heavy) of the four arms of a cell, as digits in
// base three: up, right, down, left.
var boxes = []rune(" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳" +
	"╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈" +
	"╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋")

// arms holds the weights of the four arms of a cell, two bits each.
type arms uint8

const (
	armUp    = 0
	armRight = 2
	armDown  = 4
	armLeft  = 6
)

func (a arms) weight(side int) int { return int(a>>side) & 3 }

// with makes one arm at least so heavy.
func (a arms) with(side, weight int) arms {
	if a.weight(side) >= weight {
		return a
	}
	return a&^(3<<side) | arms(weight)<<side
}

func (a arms) heavy() bool { return a&0xaa != 0 }

// rune returns the box drawing character; in ASCII heavy lines are = and #.
func (a arms) rune(g Glyphs) rune {
	u, r, d, l := a.weight(armUp), a.weight(armRight), a.weight(armDown), a.weight(armLeft)
	if g != ASCII {
		return boxes[27*u+9*r+3*d+l]
	}
	switch {
	case u+d == 0:
		return [...]rune{' ', '-', '='}[max(l, r)]
	case l+r == 0:
		return [...]rune{' ', '|', '#'}[max(u, d)]
	case a.heavy():
		return '#'
	}
	return '+'
}

// wires draws lines that meet: arms are gathered first and written as characters at the end.
type wires struct {
	w, h int
	dx   int // subtracted from coordinates: scrolling
	dy   int
	a    []arms
}

func newWires(w, h, dx, dy int) *wires {
	return &wires{w: w, h: h, dx: dx, dy: dy, a: make([]arms, w*h)}
}

func (k *wires) arm(x, y, side, weight int) {
	x, y = x-k.dx, y-k.dy
	if x >= 0 && y >= 0 && x < k.w && y < k.h {
		k.a[y*k.w+x] = k.a[y*k.w+x].with(side, weight)
	}
}

// across draws from the middle of cell x0 to the middle of cell x1.
func (k *wires) across(x0, x1, y, weight int) {
	for x := max(x0, k.dx-1); x < min(x1, k.dx+k.w); x++ {
		k.arm(x, y, armRight, weight)
		k.arm(x+1, y, armLeft, weight)
	}
}

// down draws from the middle of cell y0 to the middle of cell y1, in either direction.
func (k *wires) down(x, y0, y1, weight int) {
	if y0 > y1 {
		y0, y1 = y1, y0
	}
	for y := max(y0, k.dy-1); y < min(y1, k.dy+k.h); y++ {
		k.arm(x, y, armDown, weight)
		k.arm(x, y+1, armUp, weight)
	}
}

// draw writes the lines, heavy ones in their own ink.
func (k *wires) draw(c Canvas, light, heavy Ink) {
	for i, a := range k.a {
		if a == 0 {
			continue
		}
		ink := light
		if a.heavy() {
			ink = heavy
		}
		c.Set(i%k.w, i/k.w, a.rune(c.Glyphs()), ink)
	}
}

// BoxArms returns the weights (0 none, 1 light, 2 heavy) of the arms of a box drawing character.
func BoxArms(r rune) (up, right, down, left int, ok bool) {
	if r < 0x2500 || r >= 0x2580 {
		return 0, 0, 0, 0, false
	}
	for i, b := range boxes {
		if b == r {
			return i / 27, i / 9 % 3, i / 3 % 3, i % 3, true
		}
	}
	return 0, 0, 0, 0, false
}
