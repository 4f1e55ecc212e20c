package figure

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// density is the pixels of a PNG for each of the layout.
const density = 2

// PNG writes the figure in pixels, its texts in Go's own font.
func (f Figure) PNG(out io.Writer) error {
	s, err := f.lay()
	if err != nil {
		return err
	}
	img, err := s.image()
	if err != nil {
		return err
	}
	return png.Encode(out, img)
}

// brush fills outlines on an image. Parts that overlap must run the same way
// round: those that run against each other cancel out.
type brush struct {
	img     *image.RGBA
	outline []step
	fill    vector.Rasterizer
}

// step goes on along an outline: by a move, a line, a quadratic or a cubic curve.
type step struct {
	op   sfnt.SegmentOp
	args [3]point // pixels of the image
}

// points is how many arguments an operation has.
var points = [...]int{sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3}

func (s sheet) image() (*image.RGBA, error) {
	measure, err := newRuler()
	if err != nil {
		return nil, err
	}
	size := image.Rect(0, 0, int(math.Ceil(s.width*density)), int(math.Ceil(s.height*density)))
	b := &brush{img: image.NewRGBA(size)}
	draw.Draw(b.img, size, image.White, image.Point{}, draw.Src)
	for _, it := range s.items {
		switch {
		case it.text != "":
			err = b.text(measure, it)
		case it.width > 0:
			for _, piece := range dashed(it.path, it.dashes) {
				b.stroke(piece, it.width/2)
			}
		default:
			b.polygon(it.path)
		}
		if err != nil {
			return nil, err
		}
		b.paint(it.colour)
	}
	return b.img, nil
}

// paint fills the outline gathered so far and forgets it.
func (b *brush) paint(c color.NRGBA) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range b.outline {
		for _, p := range s.args[:points[s.op]] {
			x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
		}
	}
	steps := b.outline
	b.outline = b.outline[:0]
	if !(x1 > x0 && y1 > y0) {
		return
	}
	r := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
	b.fill.Reset(r.Dx(), r.Dy())
	for _, s := range steps {
		var a [6]float32
		for i, p := range s.args {
			a[2*i], a[2*i+1] = float32(p.x-float64(r.Min.X)), float32(p.y-float64(r.Min.Y))
		}
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			b.fill.ClosePath()
			b.fill.MoveTo(a[0], a[1])
		case sfnt.SegmentOpLineTo:
			b.fill.LineTo(a[0], a[1])
		case sfnt.SegmentOpQuadTo:
			b.fill.QuadTo(a[0], a[1], a[2], a[3])
		case sfnt.SegmentOpCubeTo:
			b.fill.CubeTo(a[0], a[1], a[2], a[3], a[4], a[5])
		}
	}
	b.fill.ClosePath()
	// By way of a mask: the rasterizer does not clip what reaches beyond the picture.
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	b.fill.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(b.img, r, image.NewUniform(c), image.Point{}, mask, image.Point{}, draw.Over)
}

func (b *brush) add(op sfnt.SegmentOp, args ...point) {
	s := step{op: op}
	for i, p := range args {
		s.args[i] = point{p.x * density, p.y * density}
	}
	b.outline = append(b.outline, s)
}

func (b *brush) polygon(path []point) {
	for i, p := range path {
		b.add([...]sfnt.SegmentOp{sfnt.SegmentOpMoveTo, sfnt.SegmentOpLineTo}[min(i, 1)], p)
	}
}

// stroke covers a bar about each piece of a line and a disc at each bend.
func (b *brush) stroke(path []point, half float64) {
	for i := 1; i < len(path); i++ {
		p, q := path[i-1], path[i]
		n := math.Hypot(q.x-p.x, q.y-p.y)
		if n == 0 {
			continue
		}
		dx, dy := (q.x-p.x)/n*half, (q.y-p.y)/n*half
		b.polygon([]point{{p.x + dy, p.y - dx}, {q.x + dy, q.y - dx}, {q.x - dy, q.y + dx}, {p.x - dy, p.y + dx}})
	}
	for _, p := range path[min(1, len(path)):max(len(path)-1, min(1, len(path)))] {
		const corners = 16
		disc := make([]point, corners)
		for i := range disc {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
			disc[i] = point{p.x + half*cos, p.y + half*sin}
		}
		b.polygon(disc)
	}
}

// dashed cuts a line into the pieces that are drawn.
func dashed(path []point, dashes []float64) [][]point {
	if dashes == nil {
		return [][]point{path}
	}
	var out [][]point
	k, left := 0, dashes[0]
	for i := 1; i < len(path); i++ {
		p, q := path[i-1], path[i]
		for n := math.Hypot(q.x-p.x, q.y-p.y); n > 0; {
			step := min(n, left)
			next := point{p.x + (q.x-p.x)*step/n, p.y + (q.y-p.y)*step/n}
			if k%2 == 0 {
				if last := len(out) - 1; last >= 0 && left < dashes[k%len(dashes)] {
					out[last] = append(out[last], next) // a dash round a bend
				} else {
					out = append(out, []point{p, next})
				}
			}
			if left -= step; left == 0 {
				k++
				left = dashes[k%len(dashes)]
			}
			p, n = next, n-step
		}
	}
	return out
}

// text covers the outlines of letters.
func (b *brush) text(measure *ruler, it item) error {
	at := it.path[0]
	pen := -measure.width(it.text, it.size) * float64(it.anchor) / 2 // start, centre, end
	scale := it.size / unitsPerEm
	put := func(x, y float64) point {
		if it.upright {
			x, y = y, -x
		}
		return point{at.x + x, at.y + y}
	}
	for _, r := range it.text {
		outline, advance, err := measure.letter(r)
		if err != nil {
			return err
		}
		for _, seg := range outline {
			var args [3]point
			for i, p := range seg.Args {
				args[i] = put(pen+float64(p.X)/64*scale, float64(p.Y)/64*scale)
			}
			b.add(seg.Op, args[:points[seg.Op]]...)
		}
		pen += advance * scale
	}
	return nil
}
