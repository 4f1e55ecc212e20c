//go:build !js

package picture

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"maps"
	"slices"
	"time"
)

// gifTick is the unit of a GIF's delays.
const gifTick = 10 * time.Millisecond

// GIF writes the frames as a picture that plays them, from the beginning again at the end. All have
// one palette: a colour that was another in the next frame would leave a ghost of the last. After the
// first, a frame holds only the rectangle that has changed, and of it only the pixels that have: the
// others are transparent, which compresses to nearly nothing.
func GIF(out io.Writer, frames []Frame, o Options) error {
	if len(frames) == 0 {
		return errors.New("there is nothing to play")
	}
	var colours gifColours
	for _, f := range frames { // each is drawn twice: kept, a hundred would take 400 MB
		img, err := bitmap(f.Canvas, o)
		if err != nil {
			return err
		}
		colours.count(img)
	}
	g := gif.GIF{Config: image.Config{ColorModel: colours.choose()}}
	var last *image.Paletted
	for _, f := range frames {
		img, err := bitmap(f.Canvas, o)
		if err != nil {
			return err
		}
		now, delay := colours.index(img), int(f.hold()/gifTick)
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

// gifColours choose one palette for all frames: the colours of most pixels, of those too similar to be
// told apart one. (The indexer of pictures for terminals chooses anew for each.)
type gifColours struct {
	counts  map[uint32]int // pixels by colour
	palette color.Palette  // number 0 is nothing
	numbers map[uint32]uint8
}

// similar is the same for colours that few eyes tell apart.
func similar(c uint32) uint32 { return c & 0xf8f8f8f8 }

func (k *gifColours) count(img *image.RGBA) {
	if k.counts == nil {
		k.counts = map[uint32]int{}
	}
	last, run := uint32(0), 0
	for i := 0; i < len(img.Pix); i += 4 { // a bitmap has no gaps
		if c := binary.LittleEndian.Uint32(img.Pix[i:]); c != last {
			k.counts[last] += run
			last, run = c, 0
		}
		run++
	}
	k.counts[last] += run
}

func (k *gifColours) choose() color.Palette {
	most, sums := map[uint32]uint32{}, map[uint32]int{}
	all := slices.SortedFunc(maps.Keys(k.counts), func(a, b uint32) int { return cmp.Or(k.counts[b]-k.counts[a], cmp.Compare(a, b)) })
	for _, c := range all {
		s := similar(c)
		if _, ok := most[s]; !ok {
			most[s] = c
		}
		sums[s] += k.counts[c]
	}
	classes := slices.SortedFunc(maps.Keys(most), func(a, b uint32) int { return cmp.Or(sums[b]-sums[a], cmp.Compare(a, b)) })
	classes = classes[:min(len(classes), mostColours-1)]
	k.palette, k.numbers = color.Palette{color.NRGBA{}}, map[uint32]uint8{}
	of := map[uint32]uint8{}
	for _, s := range classes {
		of[s] = uint8(len(k.palette))
		k.palette = append(k.palette, straight(most[s]))
	}
	for _, c := range all {
		n, ok := of[similar(c)]
		if !ok {
			n = uint8(1 + k.palette[1:].Index(straight(c)))
		}
		k.numbers[c] = n
	}
	return k.palette
}

func (k *gifColours) index(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, k.palette)
	last, n := uint32(0), uint8(0)
	for i := range out.Pix {
		if c := binary.LittleEndian.Uint32(img.Pix[4*i:]); c != last {
			last, n = c, k.numbers[c]
		}
		out.Pix[i] = n
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
