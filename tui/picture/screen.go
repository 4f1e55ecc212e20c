package picture

import (
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
	shown  []placed
	next   int // number of the next picture
	size   func() (w, h int)
	sent   Figures // by sixel, which text erases

	workers []*worker
	drawn   []byte
}

// Figures are those of a frame that are to be pictures.
type Figures []part

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

// FiguresOf are the figures of a frame that can be seen.
func (s *Screen) FiguresOf(c chart.Still) (out Figures) {
	for _, f := range c.Figures() {
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
		p.hash.add(cells)
		if s.sixel {
			p.labels = labels(c, p)
		}
		out = append(out, p)
	}
	return out
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
				out = append(out, label{a.X + x, a.Y + y, c.Sub(chart.Rect{X: a.X + x, Y: a.Y + y, W: n, H: 1}).ANSI()})
				x += n
			}
		}
	}
	return out
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
func (s *Screen) update(b []byte, f Figures) []byte {
	cw, ch, _ := s.cell()
	now := make([]placed, 0, len(f))
	var fresh []job
	for i := range f {
		p := &f[i]
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
