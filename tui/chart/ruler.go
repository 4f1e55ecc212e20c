package chart

// Ruler is what a pointer needs of a chart that was drawn: where its area is, and which values its
// cells have.
type Ruler struct {
	Area Rect // on the whole canvas
	X, Y Fitted
}

// Ruler measures a plot drawn into the whole of c; its area is empty where nothing was drawn.
func (p Plot) Ruler(c Canvas) Ruler {
	l := p.Layout(c)
	l.Area.X, l.Area.Y = l.Area.X+c.x, l.Area.Y+c.y
	return Ruler{l.Area, l.X, l.Y}
}

// Has tells whether a cell of the whole canvas lies in the area.
func (r Ruler) Has(x, y int) bool { return r.Area.Has(x, y) }

// XAt is the value in the middle of a column of the area, counted from 0; YAt that of a row, counted
// from the top.
func (r Ruler) XAt(column int) float64 { return r.X.Value(float64(column) + 0.5) }
func (r Ruler) YAt(row int) float64    { return r.Y.Value(float64(row) + 0.5) }

// Column is the column of the area a value lies in, Row its row; the nearest one for a value outside.
func (r Ruler) Column(v float64) int { return near(r.X, v) }
func (r Ruler) Row(v float64) int    { return near(r.Y, v) }

func near(f Fitted, v float64) int {
	i, _ := f.Cell(v)
	return i
}

// Place is a pair of values on a map's axes.
type Place struct{ X, Y float64 }

// cross draws a dotted line along the column and the row of a place.
func (m HeatMap) cross(c Canvas, s Style, l layout, p Place) {
	at, row := near(l.X, p.X), near(l.Y, p.Y)
	set := func(x, y int, ch rune) {
		ink, k := Ink{Fg: s.Text, Attr: Bold}, c.Cell(x, y)
		if !fewColours(c) && !(k.Fg.isDefault() && k.Bg.isDefault()) { // else beside the map's values
			ink = onMap(k)
		}
		c.Set(x, y, ch, ink)
	}
	for x := range c.w {
		set(x, row, '┄')
	}
	for y := range c.h {
		set(at, y, cursorRunes[Dotted])
	}
	set(at, row, '┼')
}
