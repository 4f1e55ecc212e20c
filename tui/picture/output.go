package picture

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"farsight/tui/paint"
)

// The mark of a frame: an escape sequence without width that no terminal gets to see.
const (
	markStart = "\x1b_farsight:"
	markEnd   = "\x1b\\"
)

// What bubbletea and we write to terminals.
const (
	leave     = "\x1b[?1049l" // the alternate screen
	erase     = "\x1b[2J"
	together  = "\x1b[?2026h" // what follows is shown at once
	now       = "\x1b[?2026l"
	remember  = "\x1b7" // where the cursor is
	backThere = "\x1b8"
)

// Output is the way to a terminal that shows pictures. A file stays one, so that the terminal behind
// it can be asked for its size.
func (s *Screen) Output(out io.Writer) io.Writer {
	if f, ok := out.(*os.File); ok {
		s.Measure(f)
		return file{&stream{f, s}, handle{f}}
	}
	return &stream{out, s}
}

// file is a stream to a file: it is written by the stream, because the file's own methods are
// embedded deeper.
type file struct {
	*stream
	handle
}

type handle struct{ *os.File }

type stream struct {
	to io.Writer
	s  *Screen
}

var (
	_ paint.Pictures = file{}
	_ paint.Pictures = (*stream)(nil)
)

// Erased reports whether text erases pictures.
func (w *stream) Erased() bool {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.s.answer.way == bySixel
}

// Write writes what is no frame.
func (w *stream) Write(p []byte) (int, error) {
	s := w.s
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.out[:0]
	if bytes.Contains(p, []byte(leave)) || bytes.Contains(p, []byte(erase)) {
		b = s.forget(b)
	}
	b = append(b, p...)
	s.out = b
	if _, err := w.to.Write(b); err != nil {
		return 0, err
	}
	return len(p), nil
}

// WriteFrame writes what a frame changes, with the pictures that its mark names.
func (w *stream) WriteFrame(text []byte, mark string, written func(row int) bool) error {
	s := w.s
	s.mu.Lock()
	defer s.mu.Unlock()
	h, marked := parseMark(mark)
	f := s.sent
	if marked {
		if found := s.frame(h); found != nil {
			f = found
		}
	}
	pictures := s.drawn[:0]
	framed := marked || s.answer.way == bySixel && f != nil
	switch {
	case !framed || f == nil:
	case s.answer.way == byKitty:
		pictures = s.update(pictures, f)
	default:
		pictures = s.redraw(pictures, f, written)
	}
	s.drawn = pictures
	if len(text)+len(pictures) == 0 {
		return nil // nothing is new
	}
	b := s.out[:0]
	if framed {
		b = append(b, together...)
	}
	b = append(b, text...)
	if len(pictures) > 0 {
		b = append(append(append(b, remember...), pictures...), backThere...)
	}
	if framed {
		b = append(b, now...)
	}
	s.out = b
	_, err := w.to.Write(b)
	return err
}

// Close deletes what pictures are left.
func (s *Screen) Close(out io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.forget(nil)
	if len(b) == 0 {
		return nil
	}
	_, err := out.Write(b)
	return err
}

// forget appends what deletes all pictures; text erases those of sixel.
func (s *Screen) forget(b []byte) []byte {
	for _, p := range s.shown {
		b = remove(b, p.id)
	}
	s.shown, s.sent = nil, nil
	return b
}

// parseMark reads the number of a frame's mark.
func parseMark(mark string) (h hash, ok bool) {
	digits, ok := strings.CutPrefix(mark, markStart)
	n, err := strconv.ParseUint(strings.TrimSuffix(digits, markEnd), 16, 64)
	return hash(n), ok && err == nil
}

// redraw appends the pictures of a frame by sixel: those that are new, and those that text was
// written over.
func (s *Screen) redraw(b []byte, f *frame, changed func(row int) bool) []byte {
	cw, ch, _ := s.cell()
	if s.sent != nil {
		for i := range s.sent.parts {
			if old := &s.sent.parts[i]; !f.has(old.hash) {
				b = old.blank(b, changed)
			}
		}
	}
	for i := range f.parts {
		p := &f.parts[i]
		area := p.figure.Frame()
		fresh := s.sent == nil || !s.sent.has(p.hash)
		for y := area.Y; y < area.Y+area.H && !fresh; y++ {
			fresh = changed(y)
		}
		if !fresh {
			continue
		}
		for y := range area.H { // text erases the last one
			b = move(b, area.X, area.Y+y)
			b = append(b, bytes.Repeat([]byte{' '}, area.W)...)
		}
		b = move(b, area.X, area.Y)
		b = appendSixel(b, s.worker(0).picture(p, cw, ch, p.figure.Area.X-area.X, 0), p.figure.Style.Background)
		for _, l := range p.labels {
			b = append(move(b, l.x, l.y), l.text...)
		}
	}
	s.sent = f
	return b
}

func (f *frame) has(h hash) bool {
	return slices.ContainsFunc(f.parts, func(p part) bool { return p.hash == h })
}

// blank appends what erases a picture by sixel, in the rows that no text was written to: there its
// cells have none.
func (p *part) blank(b []byte, changed func(row int) bool) []byte {
	a := p.figure.Frame()
	for y := range a.H {
		for x := 0; x < a.W && !changed(a.Y+y); x++ {
			if p.cells[y*a.W+x] == showsFigure {
				b = append(move(b, a.X+x, a.Y+y), ' ')
			}
		}
	}
	return b
}
