package picture

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"maps"
	"slices"
)

// mostColours a picture has: as many as a byte can number, and as sixel's registers hold.
const mostColours = 256

// colours number those of one picture or of several: those of most pixels, of those too similar to
// be distinguished one; the others become the nearest of them. Number 0 is nothing at all.
type colours struct {
	counts  map[uint32]int // pixels by colour: red, green, blue and opacity as they stand in memory
	palette color.Palette
	numbers map[uint32]uint8
}

// forget readies the colours for another picture.
func (k *colours) forget() {
	if k.counts == nil {
		k.counts, k.numbers = map[uint32]int{}, map[uint32]uint8{}
	}
	clear(k.counts)
}

// count counts the pixels of each colour in a part of a picture.
func (k *colours) count(img *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):][:4*r.Dx()]
		last, run := uint32(0), 0
		for ; len(row) > 0; row = row[4:] {
			if c := binary.LittleEndian.Uint32(row); c != last {
				k.counts[last] += run
				last, run = c, 0
			}
			run++
		}
		k.counts[last] += run
	}
	delete(k.counts, 0)
}

// choose numbers what was counted; colours that differ in their last bits only are similar. It is false,
// and nothing is chosen, where more than a share of the pixels would have to have another colour.
func (k *colours) choose(bits int, share float64) bool {
	most, sums, pixels := map[uint32]uint32{}, map[uint32]int{}, 0
	similar := func(c uint32) uint32 { return c &^ (0x01010101 * (1<<bits - 1)) }
	all := slices.SortedFunc(maps.Keys(k.counts), func(a, b uint32) int { return cmp.Or(k.counts[b]-k.counts[a], cmp.Compare(a, b)) })
	for _, c := range all {
		s := similar(c)
		if _, ok := most[s]; !ok {
			most[s] = c
		}
		sums[s] += k.counts[c]
		pixels += k.counts[c]
	}
	classes := slices.SortedFunc(maps.Keys(most), func(a, b uint32) int { return cmp.Or(sums[b]-sums[a], cmp.Compare(a, b)) })
	n, rest := min(len(classes), mostColours-1), 0
	for _, s := range classes[n:] {
		rest += sums[s]
	}
	if float64(rest) > share*float64(pixels) {
		return false
	}
	k.palette = append(k.palette[:0], color.NRGBA{})
	of := map[uint32]uint8{}
	for _, s := range classes[:n] {
		of[s] = uint8(len(k.palette))
		k.palette = append(k.palette, straight(most[s]))
	}
	clear(k.numbers)
	for _, c := range all {
		number, ok := of[similar(c)]
		if !ok {
			number = uint8(1 + k.palette[1:].Index(straight(c)))
		}
		k.numbers[c] = number
	}
	return true
}

// index is a part of a picture in numbers, in the memory of pix where that suffices.
func (k *colours) index(img *image.RGBA, r image.Rectangle, pix []uint8) *image.Paletted {
	n := r.Dx() * r.Dy()
	out := &image.Paletted{Pix: slices.Grow(pix[:0], n)[:n], Stride: r.Dx(), Rect: image.Rect(0, 0, r.Dx(), r.Dy()), Palette: k.palette}
	at, last, number := 0, uint32(0), uint8(0)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for row := img.Pix[img.PixOffset(r.Min.X, y):][:4*r.Dx()]; len(row) > 0; row = row[4:] {
			if c := binary.LittleEndian.Uint32(row); c != last {
				last, number = c, k.numbers[c]
			}
			out.Pix[at] = number
			at++
		}
	}
	return out
}

// fewPixels may have another colour than theirs, as a share of all.
const fewPixels = 0.05

// indexed is a part of one picture in numbers: colours differ in invisible bits, or in as many as
// it takes.
func (k *colours) indexed(img *image.RGBA, r image.Rectangle, pix []uint8) *image.Paletted {
	k.forget()
	k.count(img, r)
	for bits := 2; !k.choose(bits, fewPixels); bits++ {
	}
	return k.index(img, r, pix)
}

// straight is a colour whose parts are not multiplied by its opacity.
func straight(c uint32) color.NRGBA {
	return color.NRGBAModel.Convert(color.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), uint8(c >> 24)}).(color.NRGBA)
}
