//go:build !js

// A page draws no PNG, and does not carry the fonts.

package picture

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"

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

// bitmap draws the frame.
func bitmap(c chart.Still, o Options) (*image.RGBA, error) {
	o = o.filled()
	w, h := c.Size()
	cw, ch, pad := o.CellWidth, o.CellHeight, float64(o.Padding)
	p := brush{img: image.NewRGBA(image.Rect(0, 0, max(w*cw+2*o.Padding, 1), max(h*ch+2*o.Padding, 1)))}
	r, g, b := o.Background.RGB()
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(color.RGBA{r, g, b, 255}), image.Point{}, draw.Src)
	for _, s := range o.tiles(single{c}) {
		p.shapes([]shape{moved(s, pad, pad)})
	}
	var figures brush
	for _, f := range c.Figures() {
		img := figures.picture(&f, cw, ch, shownBy(c, &f))
		at := image.Pt(o.Padding+f.Area.X*cw, o.Padding+f.Area.Y*ch)
		draw.Draw(p.img, img.Bounds().Add(at), img, img.Bounds().Min, draw.Over)
	}
	texts := o.runs(single{c})
	for i := range texts {
		texts[i].at.x, texts[i].at.y = texts[i].at.x+pad, texts[i].at.y+pad
	}
	return p.img, p.texts(texts)
}
