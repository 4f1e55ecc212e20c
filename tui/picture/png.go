//go:build !js

// A page draws no PNG, and does not carry the fonts.

package picture

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

	"farsight/tui/chart"
)

// PNG writes the frame as a picture of pixels.
func PNG(out io.Writer, c chart.Still, o Options) error {
	img, err := bitmap(c, o)
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
	brush // of the whole image
	o     Options
	fonts [2]*sfnt.Font
	faces [2]font.Face
	buf   sfnt.Buffer
}

// goMonoAdvance is the width of every character of Go Mono, in em.
const goMonoAdvance = 1229.0 / 2048

// bitmap draws the frame.
func bitmap(c chart.Still, o Options) (*image.RGBA, error) {
	o = o.filled()
	w, h := c.Size()
	p := &painter{o: o}
	p.img = image.NewRGBA(image.Rect(0, 0, max(w*o.CellWidth+2*o.Padding, 1), max(h*o.CellHeight+2*o.Padding, 1)))
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
			if k := c.Cell(x, y); k.Of == 0 {
				p.cell(c, k, x, y)
			}
		}
	}
	p.figures(c)
	for y := range h {
		for x := range w {
			if k := c.Cell(x, y); k.Of.Text() {
				k.Bg = chart.Default
				p.cell(c, k, x, y)
			}
		}
	}
	return p.img, nil
}

// figures draws the plots; the cells of a picture are as large as it says.
func (p *painter) figures(c chart.Still) {
	var figures brush
	cw, ch := p.o.CellWidth, p.o.CellHeight
	for _, f := range c.Figures() {
		img := figures.picture(&f, cw, ch, shownBy(c, &f))
		at := image.Pt(p.o.Padding+f.Area.X*cw, p.o.Padding+f.Area.Y*ch)
		draw.Draw(p.img, img.Bounds().Add(at), img, img.Bounds().Min, draw.Over)
	}
}

func rgba(c chart.Color) color.RGBA {
	r, g, b := c.RGB()
	return color.RGBA{r, g, b, 255}
}

func (p *painter) cell(c chart.Still, k chart.Cell, x, y int) {
	if k.Rune == 0 {
		return // drawn with its left half
	}
	n := cellWidth(single{c}, x, y)
	l := p.o.look(k)
	x0, y0 := p.o.Padding+x*p.o.CellWidth, p.o.Padding+y*p.o.CellHeight
	r := image.Rect(x0, y0, x0+n*p.o.CellWidth, y0+p.o.CellHeight)
	if l.bg != strip(p.o.Background) {
		draw.Draw(p.img, r, image.NewUniform(rgba(l.bg)), image.Point{}, draw.Src)
	}
	if k.Rune != ' ' {
		if s := glyphShapes(k.Rune, float64(x0), float64(y0), float64(p.o.CellWidth), float64(p.o.CellHeight)); s != nil {
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
			x0, y0, w, h := float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy())
			p.shape(shape{width: 1, closed: true, poly: []point{
				{x: x0 + w*0.15, y: y0 + h*0.2}, {x: x0 + w*0.85, y: y0 + h*0.2}, {x: x0 + w*0.85, y: y0 + h*0.8}, {x: x0 + w*0.15, y: y0 + h*0.8}}}, l.fg)
		}
		first = false
	}
}
