package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// mostColours a picture has: as many as a byte can number, and as sixel's registers hold.
const mostColours = 256

// mostCounted is how many colours a picture may have before similar ones are taken for one.
const mostCounted = 3 * mostColours

// indexer turns pictures into pictures of numbered colours and keeps its memory between them.
type indexer struct {
	slots  [1 << 12]slot
	img    image.Paletted
	counts []tally
}

type slot struct {
	color uint32 // red, green, blue and opacity as they stand in memory
	count uint32 // of pixels; 0: the slot is free
	index uint8
}

type tally struct {
	color, count uint32
}

// find is the slot of a colour.
func (x *indexer) find(c uint32) *slot {
	for i := c * 2654435761 >> 20; ; i = (i + 1) % uint32(len(x.slots)) {
		if s := &x.slots[i]; s.count == 0 || s.color == c {
			return s
		}
	}
}

// index numbers the colours of a part of a picture; number 0 is nothing at all. Of more than can be
// numbered those that few pixels have become the nearest of the others. The result is the indexer's.
func (x *indexer) index(img *image.RGBA, r image.Rectangle) *image.Paletted {
	drop, n := uint32(0), 0
	for shift := 2; ; shift++ { // bits nobody sees first, then as many as it takes
		drop = 0x01010101 * (1<<shift - 1)
		if x.count(img, r, drop) {
			if n = min(len(x.counts), mostColours-1); x.rare(n) {
				break
			}
		}
	}
	palette := append(x.img.Palette[:0], color.NRGBA{})
	for i, t := range x.counts[:n] {
		palette = append(palette, straight(t.color))
		x.find(t.color).index = uint8(i + 1)
	}
	for _, t := range x.counts[n:] {
		x.find(t.color).index = x.nearest(t.color, n)
	}
	pix := x.img.Pix
	if cap(pix) < r.Dx()*r.Dy() {
		pix = make([]uint8, r.Dx()*r.Dy())
	}
	pix = pix[:r.Dx()*r.Dy()]
	x.img = image.Paletted{Pix: pix, Stride: r.Dx(), Rect: image.Rect(0, 0, r.Dx(), r.Dy()), Palette: palette}
	at, last, index := 0, uint32(0), uint8(0)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):][:4*r.Dx()]
		for i := 0; i < len(row); i += 4 {
			if i+8 <= len(row) && binary.LittleEndian.Uint64(row[i:]) == uint64(last)<<32|uint64(last) { // much is alike
				pix[at], pix[at+1] = index, index
				at, i = at+2, i+4
				continue
			}
			if c := binary.LittleEndian.Uint32(row[i:]); c != last {
				last, index = c, 0
				if c != 0 {
					index = x.find(c | drop).index
				}
			}
			pix[at] = index
			at++
		}
	}
	return &x.img
}

// rare sorts the colours, those of most pixels first, and tells whether few pixels have another than
// the first n.
func (x *indexer) rare(n int) bool {
	slices.SortFunc(x.counts, func(a, b tally) int {
		if a.count != b.count {
			return int(b.count) - int(a.count)
		}
		return int(int64(a.color) - int64(b.color))
	})
	all, rest := 0, 0
	for i, t := range x.counts {
		all += int(t.count)
		if i >= n {
			rest += int(t.count)
		}
	}
	return rest*20 <= all
}

// count counts the pixels of each colour; false: there are too many colours for that.
func (x *indexer) count(img *image.RGBA, r image.Rectangle, drop uint32) bool {
	clear(x.slots[:])
	x.counts = x.counts[:0]
	n := 0
	last, run := uint32(0), uint32(0)
	flush := func() bool {
		if last == 0 || run == 0 {
			return true
		}
		s := x.find(last | drop)
		if s.count == 0 {
			if n++; n > mostCounted {
				return false
			}
			s.color = last | drop
		}
		s.count += run
		return true
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):][:4*r.Dx()]
		for i := 0; i < len(row); i += 4 {
			if i+8 <= len(row) && binary.LittleEndian.Uint64(row[i:]) == uint64(last)<<32|uint64(last) {
				run += 2
				i += 4
				continue
			}
			c := binary.LittleEndian.Uint32(row[i:])
			if c == last {
				run++
				continue
			}
			if !flush() {
				return false
			}
			last, run = c, 1
		}
	}
	if !flush() {
		return false
	}
	for _, s := range x.slots {
		if s.count > 0 {
			x.counts = append(x.counts, tally{s.color, s.count})
		}
	}
	return true
}

// nearest is the number of the most similar of the first n colours.
func (x *indexer) nearest(c uint32, n int) uint8 {
	best, at := int32(-1), 0
	for i, t := range x.counts[:n] {
		d := int32(0)
		for shift := 0; shift < 32; shift += 8 {
			e := int32(c>>shift&0xff) - int32(t.color>>shift&0xff)
			d += e * e
		}
		if best < 0 || d < best {
			best, at = d, i
		}
	}
	return uint8(at + 1)
}

// straight is a colour whose parts are not multiplied by its opacity.
func straight(c uint32) color.NRGBA {
	a := c >> 24
	if a == 0 {
		return color.NRGBA{}
	}
	part := func(v uint32) uint8 { return uint8(min(255, ((v&0xff)*255+a/2)/a)) }
	return color.NRGBA{part(c), part(c >> 8), part(c >> 16), uint8(a)}
}
