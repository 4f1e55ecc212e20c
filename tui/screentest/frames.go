package screentest

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"
)

// Whole is what a terminal of a size is sent that is to show all of a frame,
// whatever it shows: every line, as bubbletea would.
func Whole(frame string, w, h int) string {
	var b strings.Builder
	lines := strings.Split(frame, "\n")
	for y := range h {
		line := ""
		if y < len(lines) {
			line = lines[y]
		}
		fmt.Fprintf(&b, "\x1b[%dH%s", y+1, line)
		if ansi.StringWidth(line) < w {
			b.WriteString("\x1b[K")
		}
	}
	fmt.Fprintf(&b, "\x1b[%dH", h)
	return b.String()
}

// Different says in which cell two terminals of one size differ to the eye: of
// spaces only the background is seen, and what lies upon it.
func Different(got, want vt10x.Terminal) string {
	const reversed, underlined = 1, 2
	w, h := got.Size()
	for y := range h {
		for x := range w {
			p, q := got.Cell(x, y), want.Cell(x, y)
			if p.Char == ' ' && q.Char == ' ' && (p.Mode|q.Mode)&(reversed|underlined) == 0 {
				p, q = vt10x.Glyph{BG: p.BG}, vt10x.Glyph{BG: q.BG}
			}
			if p != q {
				return fmt.Sprintf("row %d, column %d: %q %+v instead of %q %+v", y, x, p.Char, p, q.Char, q)
			}
		}
	}
	return ""
}
