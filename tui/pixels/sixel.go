package pixels

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"farsight/tui/chart"
)

// sixel appends a picture as sixels: rows of six pixels, colour by colour. What is not opaque lies on
// the ground; where there is nothing, nothing is drawn.
func sixel(b []byte, img *image.Paletted, ground chart.Color) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	b = fmt.Appendf(b, "\x1bP0;1;0q\"1;1;%d;%d", w, h)
	for i, c := range img.Palette[1:] {
		r, g, bl := on(c.(color.NRGBA), ground)
		b = fmt.Appendf(b, "#%d;2;%d;%d;%d", i, percent(r), percent(g), percent(bl))
	}
	bits := make([]uint8, w)
	for top := 0; top < h; top += 6 {
		var used [mostColours]bool
		for y := top; y < min(top+6, h); y++ {
			for _, i := range img.Pix[y*img.Stride:][:w] {
				used[i] = true
			}
		}
		for i := 1; i < len(img.Palette); i++ {
			if !used[i] {
				continue
			}
			clear(bits)
			for y := top; y < min(top+6, h); y++ {
				for x, k := range img.Pix[y*img.Stride:][:w] {
					if int(k) == i {
						bits[x] |= 1 << (y - top)
					}
				}
			}
			b = append(b, '#')
			b = strconv.AppendInt(b, int64(i-1), 10)
			b = append(runs(b, bits), '$')
		}
		b = append(b, '-')
	}
	return append(b, "\x1b\\"...)
}

// runs appends columns of six, equal ones by their number; empty ones at the end are left out.
func runs(b []byte, bits []uint8) []byte {
	for len(bits) > 0 && bits[len(bits)-1] == 0 {
		bits = bits[:len(bits)-1]
	}
	for i := 0; i < len(bits); {
		n := 1
		for i+n < len(bits) && bits[i+n] == bits[i] {
			n++
		}
		sign := '?' + bits[i]
		if n > 3 {
			b = append(b, '!')
			b = strconv.AppendInt(b, int64(n), 10)
			b = append(b, sign)
		} else {
			for range n {
				b = append(b, sign)
			}
		}
		i += n
	}
	return b
}

// on is a colour as it is seen on a ground.
func on(c color.NRGBA, ground chart.Color) (r, g, b uint8) {
	gr, gg, gb := ground.RGB()
	mix := func(v, under uint8) uint8 {
		return uint8((int(v)*int(c.A) + int(under)*(255-int(c.A)) + 127) / 255)
	}
	return mix(c.R, gr), mix(c.G, gg), mix(c.B, gb)
}

func percent(v uint8) int { return (int(v)*100 + 127) / 255 }
