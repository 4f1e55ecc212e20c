package paint

import (
	"slices"

	"farsight/tui/chart"
)

// Screen is the state of a terminal's cells. The zero value has no size, and nothing is sent to it.
type Screen struct {
	w, h  int
	term  chart.Terminal // what the frame was drawn for
	known bool           // the terminal shows what is noted here
	rows  []row
	cells []chart.Cell // h rows of w

	// Room for the next frame, which needs none of its own.
	next    []chart.Cell // a row of it
	written []bool       // rows it writes to
	runs    []run
	bytes   []byte
	encoder chart.Encoder
}

// row is a line that is shown.
type row struct {
	simple bool   // its cells say what is there
	text   string // of one that is not
}

// Resize says how large the terminal is. What it shows is not known then.
func (s *Screen) Resize(w, h int) {
	s.w, s.h = max(w, 0), max(h, 0)
	s.rows = make([]row, s.h)
	s.cells = make([]chart.Cell, s.w*s.h)
	s.next = make([]chart.Cell, s.w)
	s.written = make([]bool, s.h)
	s.known = false
}

// Written reports whether the last frame wrote to a row.
func (s *Screen) Written(y int) bool { return y >= 0 && y < s.h && s.written[y] }

// Append adds to b what makes the terminal show a frame, wherever its cursor is; nothing where it
// shows it already. The terminal's look is its own before and after. What pictures show is left blank;
// whole rows are sent where text erases those.
func (s *Screen) Append(b []byte, frame chart.Still, pictures, erased bool) []byte {
	if s.w == 0 || s.h == 0 {
		return b
	}
	if t := frame.Terminal(); t != s.term { // other characters, or other colours
		s.term, s.known = t, false
	}
	clear(s.written)
	start := len(b)
	s.runs = s.runs[:0]
	for y := range s.h {
		was, shown := &s.rows[y], s.cells[y*s.w:][:s.w]
		now := row{simple: s.read(frame, y, pictures)}
		if !now.simple {
			var look chart.Cell
			s.bytes = look.End(s.encoder.Append(s.bytes[:0], frame, s.next, &look))
			now.text = string(s.bytes)
		}
		switch {
		case s.known && *was == now && (!now.simple || slices.Equal(s.next, shown)):
			continue
		case s.known && now.simple && was.simple && !erased:
			s.runs = differ(s.runs, y, shown, s.next)
		default:
			s.written[y] = true
			var look chart.Cell
			b = s.encoder.Append(move(b, 0, y), frame, s.next, &look)
			b = look.End(b)
		}
		*was = now
		copy(shown, s.next)
	}
	s.known = true
	b = s.paint(b, frame)
	if len(b) > start { // where bubbletea leaves it
		b = move(b, 0, s.h-1)
	}
	return b
}
