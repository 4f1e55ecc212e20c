package paint

import (
	"bytes"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// look is what a cell looks like: colours as they are selected, 0 the terminal's own.
type look struct {
	fg, bg uint32
	attr   uint8 // a bit for each of attributes
}

// cell is a character with its look.
type cell struct {
	r rune
	look
}

// blank is what an erased cell is.
var blank = cell{r: ' '}

// attributes are what selects them.
var attributes = [...]byte{'1', '2', '3', '4', '5', '7', '9'}

// seen are the attributes that a space has, too: underlined, reversed, struck out.
const seen = 1<<3 | 1<<5 | 1<<6

// Kinds of colours, above their number.
const (
	few   = 1 << 24 // of the sixteen
	fixed = 2 << 24 // of the 256
	free  = 3 << 24
)

// parse reads a line into cells, of which those after its end are blank. It is false where the line
// can only be sent as it is: it has characters whose width terminals disagree on, or sequences that
// are no colours.
func parse(line string, into []cell) bool {
	simple := lone()
	var now look
	n := 0
	for i := 0; i < len(line); {
		b := line[i]
		if b == '\x1b' {
			size := now.change(line[i:])
			if size == 0 {
				return false
			}
			i += size
			continue
		}
		r, size := rune(b), 1
		if b >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(line[i:])
		}
		if int(r) >= len(simple)*64 || simple[r/64]&(1<<(r%64)) == 0 {
			return false
		}
		i += size
		if n == len(into) {
			continue // cut off; what follows may still be no simple line
		}
		k := cell{r, now}
		if r == ' ' { // which shows no foreground and no weight
			k.fg, k.attr = 0, now.attr&seen
			if k.attr != 0 {
				k.fg = now.fg
			}
		}
		into[n] = k
		n++
	}
	for ; n < len(into); n++ {
		into[n] = blank
	}
	return true
}

// change handles the sequence of colours that s begins with, and returns its length; 0: it is none that
// is known here.
func (l *look) change(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	var codes [24]uint16
	n, size := 0, 2
	for ; ; size++ {
		if size == len(s) {
			return 0
		}
		c := s[size]
		switch {
		case c >= '0' && c <= '9':
			if codes[n] = codes[n]*10 + uint16(c-'0'); codes[n] > 255 {
				return 0
			}
			continue
		case n+1 == len(codes) || c != ';' && c != 'm':
			return 0
		}
		n++
		if c == 'm' {
			size++
			break
		}
	}
	for i := 0; i < n; i++ {
		used := l.handle(codes[i:n])
		if used == 0 {
			return 0
		}
		i += used - 1
	}
	return size
}

// handle applies the first of some codes, and returns how many belong to it; 0: it is unknown.
func (l *look) handle(codes []uint16) int {
	c := codes[0]
	switch {
	case c == 0:
		*l = look{}
		return 1
	case c < 10:
		i := bytes.IndexByte(attributes[:], byte('0'+c))
		if i < 0 {
			return 0
		}
		l.attr |= 1 << i
		return 1
	}
	to := &l.fg
	if c >= 40 && c < 50 || c >= 100 {
		to, c = &l.bg, c-10
	}
	switch {
	case c >= 30 && c <= 37:
		*to = few | uint32(c-30)
	case c >= 90 && c <= 97:
		*to = few | uint32(c-90+8)
	case c == 39:
		*to = 0
	case c == 38 && len(codes) >= 3 && codes[1] == 5:
		*to = fixed | uint32(codes[2])
		return 3
	case c == 38 && len(codes) >= 5 && codes[1] == 2:
		*to = free | uint32(codes[2])<<16 | uint32(codes[3])<<8 | uint32(codes[4])
		return 5
	default:
		return 0
	}
	return 1
}

// turn appends what takes the terminal from a look to another; of one for empty cells only the
// background matters.
func (l *look) turn(b []byte, to look, empty bool) []byte {
	fg := to.fg
	if empty {
		if to.bg == l.bg && l.attr&seen == 0 {
			return b
		}
		to.fg = l.fg
	}
	if to == *l {
		return b
	}
	b = append(b, "\x1b["...)
	if l.attr&^to.attr != 0 || to.fg == 0 && l.fg != 0 && to.bg == 0 && l.bg != 0 {
		// Attributes go off one by one only in ways terminals disagree on.
		b = append(b, '0', ';')
		*l = look{}
		to.fg = fg
	}
	for i, code := range attributes {
		if on := uint8(1) << i; to.attr&^l.attr&on != 0 {
			b = append(b, code, ';')
		}
	}
	if to.fg != l.fg {
		b = append(color(b, to.fg, 30), ';')
	}
	if to.bg != l.bg {
		b = append(color(b, to.bg, 40), ';')
	}
	*l = to
	b[len(b)-1] = 'm'
	return b
}

// color appends the codes of a colour, for the foreground from 30 on, for the background from 40.
func color(b []byte, c uint32, base int64) []byte {
	switch n := int64(c & 0xffffff); c &^ 0xffffff {
	case few:
		if n >= 8 {
			n += 60 - 8
		}
		return strconv.AppendInt(b, base+n, 10)
	case fixed:
		b = strconv.AppendInt(b, base+8, 10)
		return strconv.AppendInt(append(b, ";5;"...), n, 10)
	case free:
		b = strconv.AppendInt(b, base+8, 10)
		b = strconv.AppendInt(append(b, ";2;"...), n>>16, 10)
		b = strconv.AppendInt(append(b, ';'), n>>8&255, 10)
		return strconv.AppendInt(append(b, ';'), n&255, 10)
	}
	return strconv.AppendInt(b, base+9, 10)
}

// lone is the set of characters that are one cell wide in every context: Latin, Greek and Cyrillic
// letters, punctuation, arrows, mathematics, boxes, blocks, braille; not those of them that many
// terminals show as emoji.
var lone = sync.OnceValue(func() *[0x2c00 / 64]uint64 {
	set := new([0x2c00 / 64]uint64)
	for _, part := range [][2]rune{{' ', 0x7f}, {0xa0, 0xad}, {0xae, 0x300}, {0x370, 0x483}, {0x1e00, 0x2000}, {0x2010, 0x2028}, {0x2030, 0x205f}, {0x2070, 0x20d0}, {0x2100, 0x2c00}} {
		for r := part[0]; r < part[1]; r++ {
			if ansi.StringWidth(string(r)) == 1 {
				set[r/64] |= 1 << (r % 64)
			}
		}
	}
	return set
})
