package picture

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"farsight/tui/chart"
)

// Screen knows what pictures a terminal shows, and which it is to show. It is for concurrent use: one
// goroutine draws frames, another writes them.
type Screen struct {
	sixel bool // is a way

	mu     sync.Mutex
	answer answer
	frames [4]*frame // the newest first: what is drawn may not have been written yet
	shown  []placed
	next   int // number of the next picture
	size   func() (w, h int)
	sent   *frame // by sixel, which text erases

	workers []*worker
	drawn   []byte
	out     []byte
}

// frame is what pictures a frame has.
type frame struct {
	hash  hash
	parts []part
}

// part is a figure of a frame.
type part struct {
	figure chart.Figure
	hash   hash
	cells  []shows // of the figure's frame
	labels []label
	right  int // columns right of it
}

// label is text that lies on a figure, with what it looks like.
type label struct {
	x, y int
	text string
}

// placed is a picture on the terminal.
type placed struct {
	hash   hash
	id     int
	cw, ch int
}

// NewScreen is the screen of a terminal that has not answered yet; one that has only sixel may be used or
// not.
func NewScreen(sixel bool) *Screen { return &Screen{sixel: sixel} }

// Take takes an answer of the terminal's, or a part of one, and reports whether it can show pictures
// from now on.
func (s *Screen) Take(answer []byte) (news bool) {
	a := parseAnswer(answer)
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.ready()
	if a.cellWidth > 0 {
		s.answer.cellWidth, s.answer.cellHeight = a.cellWidth, a.cellHeight
	}
	if a.way == byKitty || a.way == bySixel && s.answer.way == noWay {
		s.answer.way = a.way
	}
	return s.ready() && !was
}

// Ready reports whether the terminal shows pictures.
func (s *Screen) Ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready()
}

func (s *Screen) ready() bool {
	if s.answer.way == bySixel && s.sixel {
		_, _, ok := s.cell()
		return ok
	}
	return s.answer.way == byKitty
}

// Measure has the size of cells asked of the terminal behind a file, as often as it matters.
func (s *Screen) Measure(f *os.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size = func() (w, h int) { return fileCell(f) }
}

// Show takes the figures of a frame that was drawn, and returns a mark for the end of its text.
func (s *Screen) Show(c chart.Still) string {
	figures := c.Figures()
	parts := make([]part, 0, len(figures))
	all := hash(1)
	for _, f := range figures {
		seen := shownBy(c, &f)
		frame, open := f.Frame(), false
		cells := make([]shows, 0, frame.W*frame.H)
		for y := range frame.H {
			for x := frame.X - f.Area.X; x < f.Area.W; x++ {
				k := seen(x, y)
				cells = append(cells, k)
				open = open || k == showsFigure
			}
		}
		if !open {
			continue
		}
		w, _ := c.Size()
		p := part{figure: f, hash: hash(1), cells: cells, right: w - f.Area.X - f.Area.W}
		p.hash.figure(&f)
		p.hash.cells(cells)
		all.Int(uint64(p.hash))
		if s.sixel {
			p.labels = labels(c, p)
		}
		parts = append(parts, p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.frames[0] == nil || s.frames[0].hash != all {
		copy(s.frames[1:], s.frames[:])
		s.frames[0] = &frame{all, parts}
	}
	return fmt.Sprintf("%s%016x%s", markStart, uint64(all), markEnd)
}

// labels are the texts upon a figure.
func labels(c chart.Still, p part) []label {
	var out []label
	a := p.figure.Frame()
	for y := range a.H {
		for x := 0; x < a.W; x++ {
			n := 0
			for x+n < a.W && p.cells[y*a.W+x+n] != showsFigure {
				n++
			}
			if n > 0 {
				out = append(out, label{a.X + x, a.Y + y, string(new(chart.Encoder).Append(nil, c.Sub(chart.Rect{X: a.X + x, Y: a.Y + y, W: n, H: 1})))})
				x += n
			}
		}
	}
	return out
}

// frame finds a frame by its mark.
func (s *Screen) frame(h hash) *frame {
	for _, f := range s.frames {
		if f != nil && f.hash == h {
			return f
		}
	}
	return nil
}

// cell is the size of a cell in pixels, and whether that is known.
func (s *Screen) cell() (w, h int, ok bool) {
	if s.size != nil {
		if w, h = s.size(); w > 0 && h > 0 && w <= largestCell && h <= largestCell {
			return w, h, true
		}
	}
	if s.answer.cellWidth > 0 {
		return s.answer.cellWidth, s.answer.cellHeight, true
	}
	return 8, 16, false // Kitty scales to the cells
}

// update appends what makes the terminal show a frame.
func (s *Screen) update(b []byte, f *frame) []byte {
	cw, ch, _ := s.cell()
	now := make([]placed, 0, len(f.parts))
	var fresh []job
	for i := range f.parts {
		p := &f.parts[i]
		old, ok := s.showing(p.hash, cw, ch)
		if !ok {
			old = placed{p.hash, s.id(now), cw, ch}
			fresh = append(fresh, job{part: p, placed: old})
		}
		now = append(now, old)
	}
	s.paint(fresh)
	for _, k := range fresh {
		b = append(b, k.bytes...)
	}
	for _, old := range s.shown {
		if !among(now, old.id) {
			b = remove(b, old.id)
		}
	}
	s.shown = now
	return b
}

func (s *Screen) showing(h hash, cw, ch int) (placed, bool) {
	for _, p := range s.shown {
		if p.hash == h && p.cw == cw && p.ch == ch {
			return p, true
		}
	}
	return placed{}, false
}

// ids is how many numbers there are for pictures: a new one stands before an old one goes.
const ids = 250

// id is a number for a picture that no other has; other programs in the terminal have others.
func (s *Screen) id(now []placed) int {
	for {
		s.next = s.next%ids + 1
		if id := (os.Getpid()&0x7fff)<<8 | s.next; !among(now, id) && !among(s.shown, id) {
			return id
		}
	}
}

func among(all []placed, id int) bool {
	return slices.ContainsFunc(all, func(p placed) bool { return p.id == id })
}
