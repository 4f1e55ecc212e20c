package paint

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Screen is the state of a terminal's cells. The zero value has no size, and nothing is sent to it.
type Screen struct {
	w, h  int
	known bool // the terminal shows what is recorded here
	rows  []row
	cells []cell // h rows of w

	// Room for the next frame, which needs none of its own.
	lines   []string
	next    []cell // a row of it
	written []bool // rows it writes to
	runs    []run
	bytes   []byte
}

// row is a line that is shown.
type row struct {
	text   string
	simple bool // its cells say what is there
}

// Resize says how large the terminal is. What it shows is not known then.
func (s *Screen) Resize(w, h int) {
	s.w, s.h = max(w, 0), max(h, 0)
	s.rows = make([]row, s.h)
	s.cells = make([]cell, s.w*s.h)
	s.next = make([]cell, s.w)
	s.written = make([]bool, s.h)
	s.known = false
}

// Written reports whether the last frame wrote to a row.
func (s *Screen) Written(y int) bool { return y >= 0 && y < s.h && s.written[y] }

// Append appends to b the output that makes the terminal show a frame, wherever its cursor is;
// nothing if it is shown already. The terminal's look is unchanged afterwards. Whole rows are sent
// with whole.
func (s *Screen) Append(b []byte, frame string, whole bool) []byte {
	if s.w == 0 || s.h == 0 {
		return b
	}
	clear(s.written)
	start := len(b)
	s.runs = s.runs[:0]
	for y, line := range s.split(frame) {
		was := &s.rows[y]
		if s.known && was.text == line {
			continue
		}
		simple := parse(line, s.next)
		shown := s.cells[y*s.w:][:s.w]
		if s.known && simple && was.simple && !whole {
			s.runs = differ(s.runs, y, shown, s.next)
		} else {
			b = s.whole(b, y, line)
		}
		was.text, was.simple = line, simple
		copy(shown, s.next)
	}
	s.known = true
	b = s.paint(b)
	if len(b) > start { // where bubbletea leaves it
		b = move(b, 0, s.h-1)
	}
	return b
}

// split cuts a frame into exactly as many lines as the terminal has.
func (s *Screen) split(frame string) []string {
	s.lines = s.lines[:0]
	for more := true; more; {
		var line string
		line, frame, more = strings.Cut(frame, "\n")
		s.lines = append(s.lines, line)
	}
	if over := len(s.lines) - s.h; over > 0 {
		s.lines = slices.Delete(s.lines, 0, over) // as bubbletea does
	}
	for len(s.lines) < s.h {
		s.lines = append(s.lines, "")
	}
	return s.lines
}

// whole appends a row as it is.
func (s *Screen) whole(b []byte, y int, line string) []byte {
	s.written[y] = true
	b = move(b, 0, y)
	width := ansi.StringWidth(line)
	if width > s.w {
		line = ansi.Truncate(line, s.w, "")
		width = ansi.StringWidth(line)
	}
	b = append(b, line...)
	if width < s.w {
		b = append(b, "\x1b[K"...)
	}
	return b
}
