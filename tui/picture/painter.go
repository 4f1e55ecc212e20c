package picture

import (
	"image"

	"farsight/tui/chart"
)

// shows says what a cell of a figure shows.
type shows uint8

// What a cell shows.
const (
	showsFigure shows = iota // the figure
	showsText                // text on the figure's bands, and nothing of its lines
	showsOther               // something else
)

// shownBy tells what the cells of a figure show on the canvas it was drawn into.
func shownBy(c chart.Still, f *chart.Figure) func(x, y int) shows {
	area, id := f.Area, f.ID
	return func(x, y int) shows {
		switch of := c.Cell(area.X+x, area.Y+y).Of; {
		case of.Figure() != id:
			return showsOther
		case of.Text():
			return showsText
		}
		return showsFigure
	}
}

// sideColumns is how many columns a picture has beyond either side of its figure's area: an observation
// at the end of an axis is drawn whole.
const sideColumns = 1

// picture draws a figure on nothing, with cells of so many pixels. The image is the painter's,
// until the next one; its origin is the corner of the area.
func (p *brush) picture(f *chart.Figure, cw, ch int, seen func(x, y int) shows) *image.RGBA {
	d := drawFigure(f, float64(cw), float64(ch))
	rows := f.Frame().H
	r := image.Rect(-sideColumns*cw, 0, (f.Area.W+sideColumns)*cw, rows*ch)
	if p.img == nil || cap(p.img.Pix) < 4*r.Dx()*r.Dy() {
		p.img = image.NewRGBA(r)
	} else {
		p.img.Rect, p.img.Stride, p.img.Pix = r, 4*r.Dx(), p.img.Pix[:4*r.Dx()*r.Dy()]
		clear(p.img.Pix)
	}
	if f.Map != nil {
		p.heat(f, cw, ch)
	}
	p.shapes(d.under)
	p.shapes(d.lines)
	for y := range f.Area.H {
		for x := range f.Area.W {
			if seen(x, y) == showsText { // no line runs through a label
				p.erase(x, y, cw, ch)
				cell := brush{img: p.img.SubImage(image.Rect(x*cw, y*ch, (x+1)*cw, (y+1)*ch)).(*image.RGBA)}
				cell.shapes(d.under)
			}
		}
		p.erase(-1, y, cw, ch)
		p.erase(f.Area.W, y, cw, ch)
	}
	if rows > f.Area.H {
		clear(p.img.Pix[p.img.PixOffset(r.Min.X, f.Area.H*ch):])
	}
	p.shapes(d.axes)
	p.shapes(d.marks)
	for y := range rows {
		for x := -sideColumns; x < f.Area.W+sideColumns; x++ {
			at := min(max(x, 0), f.Area.W-1) // beside the area as at its edge, but for the axis
			if x < 0 && f.Left {
				at = -1
			}
			if seen(at, y) == showsOther {
				p.erase(x, y, cw, ch)
			}
		}
	}
	return p.img
}

func (p *brush) erase(x, y, cw, ch int) {
	for i := range ch {
		clear(p.img.Pix[p.img.PixOffset(x*cw, y*ch+i):][:4*cw])
	}
}

// heatBlock is how many pixels of a map are alike in either direction.
const heatBlock = 2

// heat draws the map.
func (p *brush) heat(f *chart.Figure, cw, ch int) {
	for y := 0; y < f.Area.H*ch; y += heatBlock {
		for x := 0; x < f.Area.W*cw; x += heatBlock {
			c := f.MapColor((float64(x)+heatBlock/2)/float64(cw), (float64(y)+heatBlock/2)/float64(ch))
			if c == chart.Default {
				continue
			}
			k := premultiplied(c, 1)
			for i := y; i < min(y+heatBlock, f.Area.H*ch); i++ {
				for j := x; j < min(x+heatBlock, f.Area.W*cw); j++ {
					p.img.SetRGBA(j, i, k)
				}
			}
		}
	}
}
