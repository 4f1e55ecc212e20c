package picture

import (
	"bytes"
	"io"
	"slices"
)

// What is written around frames with pictures.
const (
	together  = "\x1b[?2026h" // what follows is shown at once
	now       = "\x1b[?2026l"
	remember  = "\x1b7" // where the cursor is
	backThere = "\x1b8"
)

// Erased tells whether text erases pictures.
func (s *Screen) Erased() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answer.way == bySixel
}

// Append adds the pictures of a frame to its text, which wrote to some rows.
func (s *Screen) Append(text []byte, f Figures, written func(row int) bool) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	pictures := s.drawn[:0]
	if s.answer.way == byKitty {
		pictures = s.update(pictures, f)
	} else {
		pictures = s.redraw(pictures, f, written)
	}
	s.drawn = pictures
	if len(text)+len(pictures) == 0 {
		return text // nothing is new
	}
	text = slices.Insert(text, 0, []byte(together)...)
	if len(pictures) > 0 {
		text = append(append(append(text, remember...), pictures...), backThere...)
	}
	return append(text, now...)
}

// Close deletes what pictures are left; text erases those of sixel.
func (s *Screen) Close(out io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b []byte
	for _, p := range s.shown {
		b = remove(b, p.id)
	}
	s.shown, s.sent = nil, nil
	if len(b) == 0 {
		return nil
	}
	_, err := out.Write(b)
	return err
}

// redraw appends the pictures of a frame by sixel: those that are new, and those that text was
// written over.
func (s *Screen) redraw(b []byte, f Figures, changed func(row int) bool) []byte {
	cw, ch, _ := s.cell()
	for i := range s.sent {
		if old := &s.sent[i]; !f.has(old.hash) {
			b = old.blank(b, changed)
		}
	}
	for i := range f {
		p := &f[i]
		area := p.figure.Frame()
		fresh := !s.sent.has(p.hash)
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

func (f Figures) has(h hash) bool {
	return slices.ContainsFunc(f, func(p part) bool { return p.hash == h })
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
