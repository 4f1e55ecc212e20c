package pixels

import (
	"bytes"
	"io"
	"os"
	"strconv"

	"farsight/tui/vector"
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
	home      = "\x1b[H"
	together  = "\x1b[?2026h" // what follows is shown at once
	now       = "\x1b[?2026l"
	remember  = "\x1b7" // where the cursor is
	backThere = "\x1b8"
)

// Output is the way to a terminal with pictures in place of marks. A file stays one, so that the
// terminal behind it can be asked for its size.
func (s *Screen) Output(out io.Writer) io.Writer {
	if f, ok := out.(*os.File); ok {
		s.Measure(f)
		return &file{f, s}
	}
	return &stream{out, s}
}

type file struct {
	*os.File
	s *Screen
}

func (f *file) Write(p []byte) (int, error) { return f.s.write(f.File, p) }

type stream struct {
	io.Writer
	s *Screen
}

func (w *stream) Write(p []byte) (int, error) { return w.s.write(w.Writer, p) }

// write writes p with pictures in place of a mark.
func (s *Screen) write(out io.Writer, p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.out[:0]
	if bytes.Contains(p, []byte(leave)) || bytes.Contains(p, []byte(erase)) {
		b = s.forget(b)
	}
	text, h, marked := cutMark(p)
	f := s.sent
	if marked {
		if found := s.frame(h); found != nil {
			f = found
		}
	}
	framed := marked || s.answer.Way == Sixel && f != nil && bytes.HasPrefix(p, []byte(home))
	if framed {
		b = append(b, together...)
	}
	b = append(b, text...)
	if framed && f != nil {
		b = append(b, remember...)
		if s.answer.Way == Kitty {
			b = s.update(b, f)
		} else {
			b = s.redraw(b, f, changed(text))
		}
		b = append(b, backThere...)
	}
	if framed {
		b = append(b, now...)
	}
	s.out = b
	if _, err := out.Write(b); err != nil {
		return 0, err
	}
	return len(p), nil
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

// cutMark takes the last mark out of p, and returns its number.
func cutMark(p []byte) (text []byte, h vector.Hash, ok bool) {
	at := bytes.LastIndex(p, []byte(markStart))
	if at < 0 {
		return p, 0, false
	}
	end := bytes.Index(p[at:], []byte(markEnd))
	if end < 0 {
		return p, 0, false
	}
	n, err := strconv.ParseUint(string(p[at+len(markStart):at+end]), 16, 64)
	text = append(append(make([]byte, 0, len(p)), p[:at]...), p[at+end+len(markEnd):]...)
	return text, vector.Hash(n), err == nil
}

// changed tells which rows a frame of bubbletea's writes: of those that stay as they are it writes
// the end only.
func changed(text []byte) func(row int) bool {
	lines := bytes.Split(bytes.TrimPrefix(text, []byte(home)), []byte("\n"))
	return func(row int) bool {
		return row < len(lines) && len(bytes.Trim(lines[row], "\r")) > 0
	}
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
		area := p.figure.Area
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
		b = sixel(b, s.worker(0).picture(p, cw, ch, 0, 0), p.figure.Style.Background)
		for _, l := range p.labels {
			b = append(move(b, l.x, l.y), l.text...)
		}
	}
	s.sent = f
	return b
}

func (f *frame) has(h vector.Hash) bool {
	for i := range f.parts {
		if f.parts[i].hash == h {
			return true
		}
	}
	return false
}

// blank appends what erases a picture by sixel, in the rows that no text was written to: there its
// cells have none.
func (p *part) blank(b []byte, changed func(row int) bool) []byte {
	a := p.figure.Area
	for y := range a.H {
		for x := 0; x < a.W && !changed(a.Y+y); x++ {
			if p.cells[y*a.W+x] == vector.Open {
				b = append(move(b, a.X+x, a.Y+y), ' ')
			}
		}
	}
	return b
}
