package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"farsight/tui/chart"
)

// Painter fills shapes into an image, smooth at their edges. It keeps its memory from one to the next.
type Painter struct {
	Img  *image.RGBA
	fill vector.Rasterizer
	mask []uint8 // how much of each pixel a stroke covers; zero between strokes
	kept []uint8
}

// Lengths of dashes and of the gaps between them, in widths of their line.
var dashes = [...][2]float64{chart.Dashed: {4.5, 3}, chart.Dotted: {1.5, 2.5}, chart.Long: {9, 3}}

// Dashes are the lengths of a line's dashes and gaps; zero: it has none.
func (s Shape) Dashes() (on, off float64) {
	return dashes[s.Dash][0] * s.Width, dashes[s.Dash][1] * s.Width
}

// Shape fills one shape in a colour.
func (p *Painter) Shape(s Shape, c chart.Color) {
	alpha := s.Alpha
	if alpha == 0 {
		alpha = 1
	}
	if s.Ground != chart.Default {
		alpha = Opacity(c, s.Ground)
		c = Thin(c, s.Ground, alpha)
	}
	switch {
	case s.Disc:
		p.polygons([][]Point{ring(s.Poly[0], s.Radius)}, c, alpha)
	case s.Width > 0 && s.Closed:
		p.polygons(outline(s), c, alpha)
	case s.Width > 0:
		p.stroke(s, c, alpha)
	default:
		p.polygons([][]Point{s.Poly}, c, alpha)
	}
}

// polygons fills the area inside, or between, closed lines.
func (p *Painter) polygons(polys [][]Point, c chart.Color, alpha float64) {
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

// stroke draws a line with round corners: a pixel is covered as far as it is nearer to the line
// than half its width.
func (p *Painter) stroke(s Shape, c chart.Color, alpha float64) {
	b := p.Img.Bounds()
	if n := b.Dx()*b.Dy() + 8; len(p.mask) < n {
		p.mask = make([]uint8, n)
	}
	touched := image.Rectangle{}
	half := s.Width / 2
	flat := len(s.Poly) == 2 // of such a line the ends are cut straight
	each(s, func(a, q Point) {
		length := math.Hypot(q.X-a.X, q.Y-a.Y)
		n := max(1, int(length/16)) // short pieces: the box around each has few pixels that it does not touch
		for i := range n {
			t0, t1 := float64(i)/float64(n), float64(i+1)/float64(n)
			touched = touched.Union(p.piece(
				Point{a.X + t0*(q.X-a.X), a.Y + t0*(q.Y-a.Y)}, Point{a.X + t1*(q.X-a.X), a.Y + t1*(q.Y-a.Y)}, half,
				flat && i == 0, flat && i == n-1))
		}
	})
	p.blend(touched, c, alpha)
}

// each calls f with the straight pieces of a line that are drawn.
func each(s Shape, f func(a, b Point)) {
	on, off := s.Dashes()
	left, drawn := on, true // of the dash or gap under way
	for i := 1; i < len(s.Poly); i++ {
		a, b := s.Poly[i-1], s.Poly[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if !(on > 0) || length == 0 {
			f(a, b)
			continue
		}
		at := func(t float64) Point { return Point{a.X + t/length*(b.X-a.X), a.Y + t/length*(b.Y-a.Y)} }
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

// piece marks what one straight piece covers, cut straight at an end where it is flat.
func (p *Painter) piece(a, b Point, half float64, flatA, flatB bool) image.Rectangle {
	bounds := p.Img.Bounds()
	r := image.Rect(int(math.Floor(min(a.X, b.X)-half-0.5)), int(math.Floor(min(a.Y, b.Y)-half-0.5)),
		int(math.Ceil(max(a.X, b.X)+half+0.5)), int(math.Ceil(max(a.Y, b.Y)+half+0.5))).Intersect(bounds)
	if r.Empty() {
		return r
	}
	dx, dy := b.X-a.X, b.Y-a.Y
	square := dx*dx + dy*dy
	length := math.Sqrt(square)
	// a line thinner than a pixel is paler
	most := min(1, 2*half)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := p.mask[(y-bounds.Min.Y)*bounds.Dx():]
		py := float64(y) + 0.5 - a.Y
		for x := r.Min.X; x < r.Max.X; x++ {
			px := float64(x) + 0.5 - a.X
			t := 0.0
			if square > 0 {
				t = (px*dx + py*dy) / square
			}
			cut := 1.0
			switch {
			case t < 0:
				if flatA {
					cut = max(0, 1+(t*length-0.5))
				} else {
					t = 0
				}
			case t > 1:
				if flatB {
					cut = max(0, 1-((t-1)*length+0.5))
				} else {
					t = 1
				}
			}
			ex, ey := px-t*dx, py-t*dy
			v := half + 0.5 - math.Sqrt(ex*ex+ey*ey)
			if v <= 0 {
				continue
			}
			if k := uint8(255*min(v, most)*cut + 0.5); k > row[x-bounds.Min.X] {
				row[x-bounds.Min.X] = k
			}
		}
	}
	return r
}

// blend draws a colour where the mask says, and clears the mask.
func (p *Painter) blend(r image.Rectangle, c chart.Color, alpha float64) {
	bounds := p.Img.Bounds()
	src := premultiplied(c, alpha)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := p.mask[(y-bounds.Min.Y)*bounds.Dx():]
		pix := p.Img.Pix[p.Img.PixOffset(bounds.Min.X, y):]
		for x := r.Min.X - bounds.Min.X; x < r.Max.X-bounds.Min.X; x++ {
			if binary.LittleEndian.Uint64(row[x:]) == 0 { // most of it is empty
				x += 7
				continue
			}
			m := uint32(row[x])
			if m == 0 {
				continue
			}
			row[x] = 0
			d := pix[4*x:][:4:4]
			// 17 steps of coverage: more are not seen, and would be as many colours
			m = (m + 8) >> 4 * 255 / 16
			rest := 255 - uint32(src.A)*m/255
			d[0] = uint8((uint32(src.R)*m + uint32(d[0])*rest + 127) / 255)
			d[1] = uint8((uint32(src.G)*m + uint32(d[1])*rest + 127) / 255)
			d[2] = uint8((uint32(src.B)*m + uint32(d[2])*rest + 127) / 255)
			d[3] = uint8((uint32(src.A)*m + uint32(d[3])*rest + 127) / 255)
		}
	}
}

func ring(c Point, radius float64) []Point {
	unit := circle(radius)
	out := make([]Point, len(unit)/2)
	for i := range out {
		out[i] = Point{c.X + unit[2*i], c.Y + unit[2*i+1]}
	}
	return out
}

// outline gives the two rings between which a closed line lies.
func outline(s Shape) [][]Point {
	outer, inner := offset(s.Poly, s.Width/2), offset(s.Poly, -s.Width/2)
	// the inner ring runs the other way round, so that it is left out
	for i, j := 0, len(inner)-1; i < j; i, j = i+1, j-1 {
		inner[i], inner[j] = inner[j], inner[i]
	}
	return [][]Point{outer, inner}
}

// offset moves each corner of a convex polygon outwards along its mitre.
func offset(poly []Point, by float64) []Point {
	n := len(poly)
	out := make([]Point, n)
	area := 0.0
	for i, p := range poly {
		q := poly[(i+1)%n]
		area += p.X*q.Y - q.X*p.Y
	}
	if area < 0 {
		by = -by
	}
	for i, p := range poly {
		ax, ay := unit(poly[(i+n-1)%n], p)
		bx, by2 := unit(p, poly[(i+1)%n])
		// outward normals of the two sides, and the mitre between them
		nx, ny := ay+by2, -ax-bx
		d := 1 + ax*bx + ay*by2
		out[i] = Point{p.X + by*nx/d, p.Y + by*ny/d}
	}
	return out
}

func unit(a, b Point) (float64, float64) {
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return 0, 0
	}
	return dx / n, dy / n
}
