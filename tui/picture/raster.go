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
	img  *image.RGBA
	fill vector.Rasterizer
}

// Lengths of dashes and of the gaps between them, in widths of their line.
var dashes = [...][2]float64{chart.Dashed: {4.5, 3}, chart.Dotted: {1.5, 2.5}, chart.Long: {9, 3}}

// dashes are the lengths of a line's dashes and gaps; zero: it has none.
func (s shape) dashes() (on, off float64) {
	return dashes[s.dash][0] * s.width, dashes[s.dash][1] * s.width
}

// shapes fills shapes, from below.
func (p *brush) shapes(all []shape) {
	for _, s := range all {
		s = mixed(s, 0)
		if s.alpha == 0 {
			s.alpha = 1
		}
		switch {
		case s.disc:
			p.polygons([][]point{ring(s.poly[0], s.radius)}, s.color, s.alpha)
		case s.width > 0:
			p.stroke(s)
		default:
			p.polygons([][]point{s.poly}, s.color, s.alpha)
		}
	}
}

// polygons fills the area inside, or between, closed lines.
func (p *brush) polygons(polys [][]point, c chart.Color, alpha float64) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, poly := range polys {
		for _, q := range poly {
			x0, y0, x1, y1 = math.Min(x0, q.x), math.Min(y0, q.y), math.Max(x1, q.x), math.Max(y1, q.y)
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
			x, y := float32(q.x-float64(r.Min.X)), float32(q.y-float64(r.Min.Y))
			if i == 0 {
				p.fill.MoveTo(x, y)
			} else {
				p.fill.LineTo(x, y)
			}
		}
		p.fill.ClosePath()
	}
	src := image.NewUniform(premultiplied(c, alpha))
	if r.In(p.img.Bounds()) {
		p.fill.Draw(p.img, r, src, image.Point{})
		return
	}
	// what reaches beyond the picture: the rasterizer does not clip
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	p.fill.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(p.img, r, src, image.Point{}, mask, image.Point{}, draw.Over)
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
func (p *brush) stroke(s shape) {
	half, alpha := s.width/2, s.alpha
	if half < 0.5 { // a line thinner than a pixel is paler
		alpha, half = alpha*2*half, 0.5
	}
	if s.closed {
		s.poly = append(s.poly[:len(s.poly):len(s.poly)], s.poly[0])
	}
	var rings [][]point
	each(s, func(a, b point) {
		dx, dy := unit(a, b)
		if dx == 0 && dy == 0 {
			rings = append(rings, ring(a, half))
			return
		}
		dx, dy = dx*half, dy*half
		rings = append(rings, []point{{a.x + dy, a.y - dx}, {b.x + dy, b.y - dx}, {b.x - dy, b.y + dx}, {a.x - dy, a.y + dx}})
	})
	if s.dash == chart.Solid {
		for i := 1; i < len(s.poly)-1; i++ {
			ax, ay := unit(s.poly[i-1], s.poly[i])
			bx, by := unit(s.poly[i], s.poly[i+1])
			if ax*bx+ay*by < sharp {
				rings = append(rings, ring(s.poly[i], half))
			}
		}
		if s.closed {
			rings = append(rings, ring(s.poly[0], half))
		}
	}
	p.polygons(rings, s.color, alpha)
}

// each calls f with the straight pieces of a line that are drawn.
func each(s shape, f func(a, b point)) {
	on, off := s.dashes()
	left, drawn := on, true // of the dash or gap in progress
	for i := 1; i < len(s.poly); i++ {
		a, b := s.poly[i-1], s.poly[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if !(on > 0) || length == 0 {
			f(a, b)
			continue
		}
		at := func(t float64) point { return point{a.x + t/length*(b.x-a.x), a.y + t/length*(b.y-a.y)} }
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
		out[i] = point{c.x + unit[2*i], c.y + unit[2*i+1]}
	}
	return out
}

func unit(a, b point) (float64, float64) {
	dx, dy := b.x-a.x, b.y-a.y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return 0, 0
	}
	return dx / n, dy / n
}
