package picture

import (
	"bytes"
	"image"
	"image/color"

	"github.com/mattn/go-sixel"

	"farsight/tui/chart"
)

// appendSixel adds a picture as sixels. What is not opaque lies on the ground; where there is
// nothing, nothing is drawn.
func appendSixel(b []byte, img *image.Paletted, ground chart.Color) []byte {
	flat := *img
	flat.Palette = make(color.Palette, len(img.Palette))
	for i, c := range img.Palette {
		if flat.Palette[i] = c; i > 0 {
			flat.Palette[i] = on(c.(color.NRGBA), ground)
		}
	}
	out := bytes.NewBuffer(b)
	e := sixel.NewEncoder(out)
	e.Transparent = true
	_ = e.Encode(&flat) // writing to memory
	return out.Bytes()
}

// on is a colour as it is seen on a ground.
func on(c color.NRGBA, ground chart.Color) color.NRGBA {
	gr, gg, gb := ground.RGB()
	mix := func(v, under uint8) uint8 {
		return uint8((int(v)*int(c.A) + int(under)*(255-int(c.A)) + 127) / 255)
	}
	return color.NRGBA{mix(c.R, gr), mix(c.G, gg), mix(c.B, gb), 255}
}
