package chart

// spot is a mark on a map, with the label that is to stand beside it.
type spot struct {
	x, y  int
	label string
	ink   Ink
}

// writeLabels writes the labels of marks, the last ones first: those matter most. A label stands to the
// right of its mark, to the left, or in the rows next to it, and covers neither a mark nor another
// label; where there is no such place it is left out.
func writeLabels(c Canvas, s Style, spots []spot) {
	var taken []Rect
	for _, p := range spots {
		taken = append(taken, Rect{p.x, p.y, 1, 1})
	}
	for i := len(spots) - 1; i >= 0; i-- {
		p := spots[i]
		n := c.Width(p.label)
		if n == 0 {
			continue
		}
		at, ok := freePlace(c.Rect(), taken, p.x, p.y, n)
		if !ok {
			continue
		}
		ink := p.ink
		if !fewColours(c) { // a plate under the words: no ink reads on every colour
			ink = Ink{Fg: s.Text, Bg: s.Background, Attr: Bold}
		}
		c.TextIn(at.X, at.Y, n, p.label, ink)
		taken = append(taken, at)
	}
}

// freePlace is where n cells beside a mark are free, with a cell between it and what else stands in its
// row.
func freePlace(all Rect, taken []Rect, x, y, n int) (Rect, bool) {
	for _, row := range [...]int{y, y - 1, y + 1, y - 2, y + 2} {
		for _, col := range [...]int{x + 2, x - 1 - n, x - n/2} {
			r := Rect{col, row, n, 1}
			if r.Intersect(all) != r || row == y && col <= x && col+n > x {
				continue
			}
			ok := true
			for _, t := range taken {
				ok = ok && r.Inset(-1, 0).Intersect(t).Empty()
			}
			if ok {
				return r, true
			}
		}
	}
	return Rect{}, false
}
