//go:build !js

package picture

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
	"image/png"
	"io"
	"time"
)

const (
	gifTick    = 10 * time.Millisecond // the unit of a GIF's delays
	gifSimilar = 3                     // bits that few eyes see
)

// GIF writes the frames as a picture that plays them, from the beginning again at the end. All have
// one palette: a colour that was another in the next frame would leave a ghost of the last. After
// the first, a frame holds only the rectangle that has changed, and of it only the pixels that
// have: the others are transparent, which compresses to almost nothing.
func GIF(out io.Writer, frames []Frame, o Options) error {
	if len(frames) == 0 {
		return errors.New("there is nothing to play")
	}
	var all colours
	all.forget()
	for _, f := range frames { // each is drawn twice: kept, a hundred would take 400 MB
		img, err := bitmap(f.Canvas, o)
		if err != nil {
			return err
		}
		all.count(img, img.Rect)
	}
	all.choose(gifSimilar, 1)
	g := gif.GIF{Config: image.Config{ColorModel: all.palette}}
	var last *image.Paletted
	for _, f := range frames {
		img, err := bitmap(f.Canvas, o)
		if err != nil {
			return err
		}
		now, delay := all.index(img, img.Rect, nil), int(f.hold()/gifTick)
		shown := now
		if last != nil && last.Rect == now.Rect {
			if shown = changes(last, now); shown.Rect.Empty() {
				g.Delay[len(g.Delay)-1] += delay
				continue
			}
		}
		g.Image, g.Delay, g.Disposal = append(g.Image, shown), append(g.Delay, delay), append(g.Disposal, gif.DisposalNone)
		g.Config.Width, g.Config.Height = max(g.Config.Width, now.Rect.Max.X), max(g.Config.Height, now.Rect.Max.Y)
		last = now
	}
	return gif.EncodeAll(out, &g)
}

// changes are the pixels that another picture did not have, in the smallest rectangle that holds
// them, all others of number 0: nothing.
func changes(before, now *image.Paletted) *image.Paletted {
	var r image.Rectangle
	for y := now.Rect.Min.Y; y < now.Rect.Max.Y; y++ {
		at := now.PixOffset(now.Rect.Min.X, y)
		a, b := before.Pix[at:][:now.Rect.Dx()], now.Pix[at:][:now.Rect.Dx()]
		if bytes.Equal(a, b) {
			continue
		}
		first, end := 0, len(a)
		for a[first] == b[first] {
			first++
		}
		for a[end-1] == b[end-1] {
			end--
		}
		r = r.Union(image.Rect(now.Rect.Min.X+first, y, now.Rect.Min.X+end, y+1))
	}
	out := image.NewPaletted(r, now.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if at := now.PixOffset(x, y); now.Pix[at] != before.Pix[at] {
				out.Pix[out.PixOffset(x, y)] = now.Pix[at]
			}
		}
	}
	return out
}

// Stills writes every frame as a PNG, as often as it takes to show it at some frames a second: for a
// program that makes a film of them.
func Stills(out io.Writer, frames []Frame, o Options, rate int) error {
	for _, f := range frames {
		img, err := bitmap(f.Canvas, o)
		if err != nil {
			return err
		}
		var data bytes.Buffer
		if err := png.Encode(&data, img); err != nil {
			return err
		}
		for range max(1, int(f.hold().Seconds()*float64(rate)+0.5)) {
			if _, err := out.Write(data.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}
