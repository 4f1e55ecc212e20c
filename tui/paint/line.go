package paint

import (
	"sync"

	"github.com/charmbracelet/x/ansi"

	"farsight/tui/chart"
)

// seen are the attributes that a space has, too.
const seen = chart.Underline | chart.Reverse | chart.Strike

// read reads a row of a frame into cells as far as they can be seen; those of pictures are blank. It is
// false where the row can only be sent as a whole: it has characters whose width terminals disagree on.
func (s *Screen) read(frame chart.Still, y int, pictures bool) bool {
	simple, mono := true, frame.Terminal().Profile == chart.NoColor
	for x := range s.next {
		k := frame.Cell(x, y)
		if pictures && k.Of != 0 && !k.Of.Text() {
			k = chart.Cell{Rune: ' '}
		}
		if mono {
			k = chart.Cell{Rune: k.Rune}
		}
		if k.Of = 0; k.Rune == ' ' && k.Attr&seen == 0 { // which shows no foreground and no weight
			k.Fg, k.Attr = 0, 0
		}
		s.next[x] = k
		simple = simple && isLone(k.Rune)
	}
	return simple
}

func isLone(r rune) bool {
	set := lone()
	return r >= 0 && int(r) < len(set)*64 && set[r/64]&(1<<(r%64)) != 0
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
