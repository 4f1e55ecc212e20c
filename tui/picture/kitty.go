package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"

	"github.com/charmbracelet/x/ansi"

	"farsight/tui/chart"
)

// chunk is how much of a picture may stand in one escape sequence.
const chunk = 4096

// kitty sends pictures by Kitty's graphics protocol, as PNG. They lie above the text, with holes for
// labels: not every terminal knows how to put them below.
type kitty struct {
	encoder png.Encoder
	pool    pool
	file    bytes.Buffer
	text    []byte
}

// pool hands one buffer out, again and again.
type pool struct{ b *png.EncoderBuffer }

func (p *pool) Get() *png.EncoderBuffer  { return p.b }
func (p *pool) Put(b *png.EncoderBuffer) { p.b = b }

// place is what shows a picture in some cells.
func (k *kitty) place(img *image.Paletted, id int, cells chart.Rect) []byte {
	k.encoder.CompressionLevel, k.encoder.BufferPool = png.BestSpeed, &k.pool
	k.file.Reset()
	_ = k.encoder.Encode(&k.file, img) // writing to memory
	n := base64.StdEncoding.EncodedLen(k.file.Len())
	if cap(k.text) < n {
		k.text = make([]byte, n)
	}
	text := k.text[:n]
	base64.StdEncoding.Encode(text, k.file.Bytes())
	b := move(make([]byte, 0, n+n/chunk*16+100), cells.X, cells.Y)
	b = fmt.Appendf(b, "\x1b_Ga=T,f=100,q=2,C=1,i=%d,p=1,c=%d,r=%d,", id, cells.W, cells.H)
	for {
		part := text[:min(chunk, len(text))]
		text = text[len(part):]
		more := 0
		if len(text) > 0 {
			more = 1
		}
		b = fmt.Appendf(b, "m=%d;%s\x1b\\", more, part)
		if more == 0 {
			return b
		}
		b = append(b, "\x1b_Gq=2,"...)
	}
}

// remove appends what deletes a picture and its data.
func remove(b []byte, id int) []byte {
	return fmt.Appendf(b, "\x1b_Ga=d,d=I,i=%d,q=2\x1b\\", id)
}

// move appends what moves the cursor to a cell.
func move(b []byte, x, y int) []byte { return append(b, ansi.CursorPosition(x+1, y+1)...) }
