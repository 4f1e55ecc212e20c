package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"farsight/tui/chart"
)

// PNG writes the frame as a picture of pixels.
func PNG(out io.Writer, c chart.Canvas, o Options) error {
	img, err := paint(c, o)
	if err != nil {
		return err
	}
	return png.Encode(out, img)
}

// The two weights of Go Mono, parsed once.
var fonts = sync.OnceValues(func() (f [2]*sfnt.Font, err error) {
	for i, ttf := range [...][]byte{gomono.TTF, gomonobold.TTF} {
		if f[i], err = opentype.Parse(ttf); err != nil {
			return f, fmt.Errorf("read the built-in font: %w", err)
		}
	}
	return f, nil
})

// painter holds what drawing one image needs.
type painter struct {
	img   *image.RGBA
	o     Options
	fonts [2]*sfnt.Font
	faces [2]font.Face
	buf   sfnt.Buffer
	fill  vector.Rasterizer
}

// goMonoAdvance is the width of every character of Go Mono, in em.
const goMonoAdvance = 1229.0 / 2048

// paint draws the frame.
func paint(c chart.Canvas, o Options) (*image.RGBA, error) {
	o = o.filled()
	w, h := c.Size()
	p := &painter{o: o, img: image.NewRGBA(image.Rect(0, 0, max(w*o.CellWidth+2*o.Padding, 1), max(h*o.CellHeight+2*o.Padding, 1)))}
	var err error
	if p.fonts, err = fonts(); err != nil {
		return nil, err
	}
	for i, f := range p.fonts {
		p.faces[i], err = opentype.NewFace(f, &opentype.FaceOptions{Size: float64(o.CellWidth) / goMonoAdvance, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, fmt.Errorf("set the built-in font at %d pixels: %w", o.CellWidth, err)
		}
		defer p.faces[i].Close()
	}
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(rgba(o.Background)), image.Point{}, draw.Src)
	for y := range h {
		for x := range w {
			p.cell(c, x, y)
		}
	}
	return p.img, nil
}

func rgba(c chart.Color) color.RGBA {
	r, g, b := c.RGB()
	return color.RGBA{r, g, b, 255}
}

func (p *painter) cell(c chart.Canvas, x, y int) {
	k := c.Cell(x, y)
	if k.Rune == 0 {
		return // drawn with its left half
	}
	n := cellWidth(c, x, y)
	l := p.o.look(k)
	x0, y0 := p.o.Padding+x*p.o.CellWidth, p.o.Padding+y*p.o.CellHeight
	r := image.Rect(x0, y0, x0+n*p.o.CellWidth, y0+p.o.CellHeight)
	if l.bg != strip(p.o.Background) {
		draw.Draw(p.img, r, image.NewUniform(rgba(l.bg)), image.Point{}, draw.Src)
	}
	if k.Rune != ' ' {
		if s := shapes(k.Rune, float64(x0), float64(y0), float64(p.o.CellWidth), float64(p.o.CellHeight)); s != nil {
			for _, s := range s {
				p.shape(s, l.fg)
			}
		} else {
			p.text(c.Cluster(k), r, l)
		}
	}
	if l.attr&chart.Underline != 0 {
		p.bar(r, 0.88, l.fg)
	}
	if l.attr&chart.Strike != 0 {
		p.bar(r, 0.55, l.fg)
	}
}

// bar draws a thin line across the cells at a height.
func (p *painter) bar(r image.Rectangle, at float64, fg chart.Color) {
	y := r.Min.Y + int(at*float64(p.o.CellHeight))
	draw.Draw(p.img, image.Rect(r.Min.X, y, r.Max.X, y+max(1, p.o.CellHeight/16)), image.NewUniform(rgba(fg)), image.Point{}, draw.Src)
}

// text draws a cluster, marks over their base; a missing character becomes a hollow box.
func (p *painter) text(s string, r image.Rectangle, l look) {
	i := 0
	if l.attr&chart.Bold != 0 {
		i = 1
	}
	first := true
	for _, ch := range s {
		g, err := p.fonts[i].GlyphIndex(&p.buf, ch)
		if err == nil && g != 0 {
			d := font.Drawer{Dst: p.img, Src: image.NewUniform(rgba(l.fg)), Face: p.faces[i],
				Dot: fixed.Point26_6{X: fixed.I(r.Min.X), Y: fixed.Int26_6(math.Round(64 * (float64(r.Min.Y) + 0.76*float64(p.o.CellHeight))))}}
			d.DrawString(string(ch))
		} else if first {
			b := glyph{x: float64(r.Min.X), y: float64(r.Min.Y), w: float64(r.Dx()), h: float64(r.Dy())}
			b.out = []shape{{width: 1, closed: true, poly: []point{
				{b.x + b.w*0.15, b.y + b.h*0.2}, {b.x + b.w*0.85, b.y + b.h*0.2}, {b.x + b.w*0.85, b.y + b.h*0.8}, {b.x + b.w*0.15, b.y + b.h*0.8}}}}
			p.shape(b.out[0], l.fg)
		}
		first = false
	}
}

// shape fills one shape, smooth at its edges.
func (p *painter) shape(s shape, fg chart.Color) {
	polys := [][]point{s.poly}
	switch {
	case s.disc:
		polys[0] = ring(s.poly[0], s.radius)
	case s.width > 0:
		polys = stroke(s)
	}
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
	at := func(q point) (float32, float32) {
		return float32(q.x - float64(r.Min.X)), float32(q.y - float64(r.Min.Y))
	}
	for _, poly := range polys {
		for i, q := range poly {
			x, y := at(q)
			if i == 0 {
				p.fill.MoveTo(x, y)
			} else {
				p.fill.LineTo(x, y)
			}
		}
		p.fill.ClosePath()
	}
	col := rgba(fg)
	if s.alpha > 0 {
		a := s.alpha
		col = color.RGBA{uint8(float64(col.R) * a), uint8(float64(col.G) * a), uint8(float64(col.B) * a), uint8(255 * a)}
	}
	if r.In(p.img.Bounds()) {
		p.fill.Draw(p.img, r, image.NewUniform(col), image.Point{})
		return
	}
	// a stroke that reaches beyond the picture: the rasterizer does not clip
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	p.fill.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(p.img, r, image.NewUniform(col), image.Point{}, mask, image.Point{}, draw.Over)
}

func ring(c point, radius float64) []point {
	unit := circle(radius)
	out := make([]point, len(unit)/2)
	for i := range out {
		out[i] = point{c.x + unit[2*i], c.y + unit[2*i+1]}
	}
	return out
}

// stroke gives the outline of a line: two rings for a closed one, else a bar.
func stroke(s shape) [][]point {
	half := s.width / 2
	if !s.closed {
		a, b := s.poly[0], s.poly[1]
		dx, dy := b.x-a.x, b.y-a.y
		n := math.Hypot(dx, dy)
		if n == 0 {
			return nil
		}
		dx, dy = dx/n*half, dy/n*half
		return [][]point{{{a.x - dy, a.y + dx}, {b.x - dy, b.y + dx}, {b.x + dy, b.y - dx}, {a.x + dy, a.y - dx}}}
	}
	outer, inner := offset(s.poly, half), offset(s.poly, -half)
	// the inner ring runs the other way round, so that it is left out
	for i, j := 0, len(inner)-1; i < j; i, j = i+1, j-1 {
		inner[i], inner[j] = inner[j], inner[i]
	}
	return [][]point{outer, inner}
}

// offset moves each corner of a convex polygon outwards along its mitre.
func offset(poly []point, by float64) []point {
	n := len(poly)
	out := make([]point, n)
	area := 0.0
	for i, p := range poly {
		q := poly[(i+1)%n]
		area += p.x*q.y - q.x*p.y
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
		out[i] = point{p.x + by*nx/d, p.y + by*ny/d}
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
