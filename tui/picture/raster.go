package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"farsight/tui/chart"
)

// brush fills shapes into an image, smooth at their edges. It keeps its memory from one to the next.
type brush struct {
	Img  *image.RGBA
	fill vector.Rasterizer
	kept []uint8
}

// Lengths of dashes and of the gaps between them, in widths of their line.
var dashes = [...][2]float64{chart.Dashed: {4.5, 3}, chart.Dotted: {1.5, 2.5}, chart.Long: {9, 3}}

// Dashes are the lengths of a line's dashes and gaps; zero: it has none.
func (s shape) Dashes() (on, off float64) {
	return dashes[s.Dash][0] * s.Width, dashes[s.Dash][1] * s.Width
}

// shape fills one shape in a colour.
func (p *brush) Shape(s shape, c chart.Color) {
	alpha := s.Alpha
	if alpha == 0 {
		alpha = 1
	}
	if s.Ground != chart.Default {
		alpha = opacityOn(c, s.Ground)
		c = thinned(c, s.Ground, alpha)
	}
	switch {
	case s.Disc:
		p.polygons([][]point{ring(s.Poly[0], s.Radius)}, c, alpha)
	case s.Width > 0:
		p.stroke(s, c, alpha)
	default:
		p.polygons([][]point{s.Poly}, c, alpha)
	}
}

// polygons fills the area inside, or between, closed lines.
func (p *brush) polygons(polys [][]point, c chart.Color, alpha float64) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, poly := range polys {
		for _, q := range poly {
			x0, y0, x1, y1 = math.Min(x0, q.X), math.Min(y0, q.Y), math.Max(x1, q.X), math.Max(y1, q.Y)
		}
	}
	r := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
	if r.Empty() {
		return
	}
	p.fill.Reset(r.Dx(), r.Dy())
	p.fill.DrawOp = draw.Over
	for _, poly := range polys {
		for i, q := range poly {
			x, y := float32(q.X-float64(r.Min.X)), float32(q.Y-float64(r.Min.Y))
			if i == 0 {
				p.fill.MoveTo(x, y)
			} else {
				p.fill.LineTo(x, y)
			}
		}
		p.fill.ClosePath()
	}
	src := image.NewUniform(premultiplied(c, alpha))
	if r.In(p.Img.Bounds()) {
		p.fill.Draw(p.Img, r, src, image.Point{})
		return
	}
	// what reaches beyond the picture: the rasterizer does not clip
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	p.fill.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(p.Img, r, src, image.Point{}, mask, image.Point{}, draw.Over)
}

func premultiplied(c chart.Color, alpha float64) color.RGBA {
	r, g, b := c.RGB()
	return color.RGBA{uint8(float64(r)*alpha + 0.5), uint8(float64(g)*alpha + 0.5), uint8(float64(b)*alpha + 0.5), uint8(255*alpha + 0.5)}
}

// sharp is the cosine of a bend that needs a disc: along a curve bars alone meet, and discs would
// thicken its soft edge.
const sharp = 0.95

// stroke fills a bar about each straight piece of a line and a disc at each bend, all the same way
// round: those that run against each other would cancel out. The ends of a line are cut straight.
func (p *brush) stroke(s shape, c chart.Color, alpha float64) {
	half := s.Width / 2
	if half < 0.5 { // a line thinner than a pixel is paler
		alpha, half = alpha*2*half, 0.5
	}
	if s.Closed {
		s.Poly = append(s.Poly[:len(s.Poly):len(s.Poly)], s.Poly[0])
	}
	var rings [][]point
	each(s, func(a, b point) {
		dx, dy := unit(a, b)
		if dx == 0 && dy == 0 {
			rings = append(rings, ring(a, half))
			return
		}
		dx, dy = dx*half, dy*half
		rings = append(rings, []point{{a.X + dy, a.Y - dx}, {b.X + dy, b.Y - dx}, {b.X - dy, b.Y + dx}, {a.X - dy, a.Y + dx}})
	})
	if s.Dash == chart.Solid {
		for i := 1; i < len(s.Poly)-1; i++ {
			ax, ay := unit(s.Poly[i-1], s.Poly[i])
			bx, by := unit(s.Poly[i], s.Poly[i+1])
			if ax*bx+ay*by < sharp {
				rings = append(rings, ring(s.Poly[i], half))
			}
		}
		if s.Closed {
			rings = append(rings, ring(s.Poly[0], half))
		}
	}
	p.polygons(rings, c, alpha)
}

// each calls f with the straight pieces of a line that are drawn.
func each(s shape, f func(a, b point)) {
	on, off := s.Dashes()
	left, drawn := on, true // of the dash or gap under way
	for i := 1; i < len(s.Poly); i++ {
		a, b := s.Poly[i-1], s.Poly[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if !(on > 0) || length == 0 {
			f(a, b)
			continue
		}
		at := func(t float64) point { return point{a.X + t/length*(b.X-a.X), a.Y + t/length*(b.Y-a.Y)} }
		from := 0.0
		for ; length-from > left; drawn = !drawn {
			if drawn {
				f(at(from), at(from+left))
			}
			from += left
			if left = off; !drawn {
				left = on
			}
		}
		if drawn {
			f(at(from), b)
		}
		left -= length - from
	}
}

func ring(c point, radius float64) []point {
	unit := circle(radius)
	out := make([]point, len(unit)/2)
	for i := range out {
		out[i] = point{c.X + unit[2*i], c.Y + unit[2*i+1]}
	}
	return out
}

func unit(a, b point) (float64, float64) {
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return 0, 0
	}
	return dx / n, dy / n
}
