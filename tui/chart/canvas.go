package chart

// Glyphs says which characters the terminal's font can be trusted with.
type Glyphs uint8

// The glyph sets.
const (
	Braille Glyphs = iota // 2×4 dots per cell
	Blocks                // quadrants, half and eighth blocks
	ASCII                 // the 95 printable ASCII characters and nothing else
)

func (g Glyphs) String() string {
	return [...]string{"braille", "blocks", "ascii"}[g]
}

// Profile says how many colours the terminal has.
type Profile uint8

// The colour profiles.
const (
	TrueColor Profile = iota
	ANSI256
	ANSI16
	NoColor // no escape sequence at all, hence no bold and no reverse either
)

func (p Profile) String() string {
	return [...]string{"truecolor", "256", "16", "none"}[p]
}

// Terminal is what a terminal can show. The zero value is a modern one.
type Terminal struct {
	Glyphs  Glyphs
	Profile Profile
	Pixels  Pixels // nil: it shows no pictures
}

// Pixels shows the figures of frames as pictures, around their labels.
type Pixels interface {
	// Ready tells whether it does: a terminal may answer late that it can.
	Ready() bool
	// Show takes a frame that was drawn, and returns what stands for its pictures at the end of the
	// frame's text.
	Show(c Canvas) string
}

// Cell is one cell of the terminal.
type Cell struct {
	Rune   rune // 0: the right half of a wide rune; negative: a cluster of several runes, see Canvas.Cluster
	Fg, Bg Color
	Attr   Attr
	Of     Of // the figure it is part of
}

var blank = Cell{Rune: ' '}

// grid is the memory several canvases look at.
type grid struct {
	w, h     int
	cells    []Cell
	clusters []string
	figures  []Figure
	term     Terminal
}

// Canvas is a clipping view of a buffer of cells; copying it copies the view. Coordinates start at
// the view's upper left corner; writing outside does nothing.
type Canvas struct {
	g    *grid
	x, y int // the view's corner in the grid
	w, h int
}

// New returns a blank canvas; negative sizes give an empty one.
func New(w, h int, t Terminal) Canvas {
	w, h = max(w, 0), max(h, 0)
	g := &grid{w: w, h: h, cells: make([]Cell, w*h), term: t}
	c := Canvas{g: g, w: w, h: h}
	c.Clear()
	return c
}

// Resized returns a blank canvas of the new size that reuses the memory of c where it suffices.
// c and its views must not be used afterwards.
func (c Canvas) Resized(w, h int, t Terminal) Canvas {
	w, h = max(w, 0), max(h, 0)
	if c.g == nil || cap(c.g.cells) < w*h {
		return New(w, h, t)
	}
	g := c.g
	g.w, g.h, g.cells, g.term = w, h, g.cells[:w*h], t
	g.clusters = g.clusters[:0]
	c = Canvas{g: g, w: w, h: h}
	c.Clear()
	return c
}

// Size returns the width and height in cells.
func (c Canvas) Size() (w, h int) { return c.w, c.h }

// Rect returns the canvas's own rectangle, with its corner at 0, 0.
func (c Canvas) Rect() Rect { return Rect{0, 0, c.w, c.h} }

// Terminal returns what the canvas draws for.
func (c Canvas) Terminal() Terminal {
	if c.g == nil {
		return Terminal{}
	}
	return c.g.term
}

// Glyphs returns the glyph set the canvas draws with.
func (c Canvas) Glyphs() Glyphs { return c.Terminal().Glyphs }

// Mono reports whether meaning must be carried by shape alone.
func (c Canvas) Mono() bool { return c.Terminal().Profile == NoColor }

// Sub returns the view of a rectangle, clipped to c.
func (c Canvas) Sub(r Rect) Canvas {
	r = r.Intersect(c.Rect())
	return Canvas{g: c.g, x: c.x + r.X, y: c.y + r.Y, w: r.W, h: r.H}
}

// Clear blanks the view.
func (c Canvas) Clear() {
	if c.whole() {
		c.g.clusters = c.g.clusters[:0]
		clear(c.g.figures) // they hold on to curves
		c.g.figures = c.g.figures[:0]
		fillCells(c.g.cells)
		return
	}
	for y := range c.h {
		for x := range c.w {
			c.put(x, y, blank)
		}
	}
}

func (c Canvas) whole() bool { return c.g != nil && c.w == c.g.w && c.h == c.g.h }

func fillCells(s []Cell) {
	if len(s) == 0 {
		return
	}
	s[0] = blank
	for n := 1; n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}

func (c Canvas) at(x, y int) *Cell {
	return &c.g.cells[(c.y+y)*c.g.w+c.x+x]
}

func (c Canvas) inside(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.w && y < c.h
}

// Cell returns the cell at x, y; outside it is blank.
func (c Canvas) Cell(x, y int) Cell {
	if !c.inside(x, y) {
		return blank
	}
	return *c.at(x, y)
}

// Cluster returns the text of a cell: one rune, or a cluster of several; "" for a right half.
func (c Canvas) Cluster(k Cell) string {
	switch {
	case k.Rune > 0:
		return string(k.Rune)
	case k.Rune < 0:
		return c.g.clusters[-k.Rune-1]
	}
	return ""
}

// put writes a cell of width one, healing a wide rune it cuts in two.
func (c Canvas) put(x, y int, k Cell) {
	if !c.inside(x, y) {
		return
	}
	p := c.at(x, y)
	if p.Rune == 0 || c.wideAt(x, y) {
		c.heal(x, y)
	}
	*p = k
}

// wideAt reports whether the right neighbour in the grid is the second half of this cell.
func (c Canvas) wideAt(x, y int) bool {
	gx := c.x + x + 1
	return gx < c.g.w && c.g.cells[(c.y+y)*c.g.w+gx].Rune == 0
}

// heal blanks both halves of the wide rune at x, y, even across the edge of the view: half a rune
// would shift the rest of the line.
func (c Canvas) heal(x, y int) {
	row := c.g.cells[(c.y+y)*c.g.w : (c.y+y+1)*c.g.w]
	gx := c.x + x
	if row[gx].Rune == 0 {
		gx--
	}
	for i := gx; i < min(gx+2, len(row)); i++ {
		row[i].Rune = ' '
	}
}

// Set writes one rune of width one. A Default background keeps what lies beneath. A rune the glyph
// set lacks is replaced by its nearest ASCII character.
func (c Canvas) Set(x, y int, r rune, k Ink) {
	if !c.inside(x, y) {
		return
	}
	if c.g.term.Glyphs == ASCII && (r > '~' || r < ' ') {
		r = foldRune(r)
	}
	c.put(x, y, Cell{Rune: r, Fg: k.Fg, Bg: k.Bg.Or(c.ground(x, y)), Attr: k.Attr})
}

// ground is the colour an overlay at x, y lies on: in a reversed cell that is the foreground.
func (c Canvas) ground(x, y int) Color {
	p := c.at(x, y)
	if p.Attr&Reverse != 0 {
		return p.Fg
	}
	return p.Bg
}

// Paint sets the background of the cells of r, keeping their text.
func (c Canvas) Paint(r Rect, bg Color) {
	r = r.Intersect(c.Rect())
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			c.at(x, y).Bg = bg
		}
	}
}

// Fill writes one rune into every cell of r.
func (c Canvas) Fill(r Rect, ch rune, k Ink) {
	r = r.Intersect(c.Rect())
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			c.Set(x, y, ch, k)
		}
	}
}

// HLine draws a horizontal line of n cells.
func (c Canvas) HLine(x, y, n int, ch rune, k Ink) { c.Fill(Rect{x, y, n, 1}, ch, k) }

// VLine draws a vertical line of n cells.
func (c Canvas) VLine(x, y, n int, ch rune, k Ink) { c.Fill(Rect{x, y, 1, n}, ch, k) }

// free reports whether the n cells from x, y on hold no text.
func (c Canvas) free(x, y, n int) bool {
	if x < 0 || x+n > c.w || y < 0 || y >= c.h {
		return false
	}
	for i := range n {
		if c.at(x+i, y).Rune != ' ' {
			return false
		}
	}
	return true
}
