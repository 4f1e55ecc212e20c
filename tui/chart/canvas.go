package chart

import (
	"fmt"

	"github.com/NimbleMarkets/ntcharts/canvas"
	"github.com/charmbracelet/lipgloss"
)

// Glyphs says which characters the terminal's font can be trusted with.
type Glyphs uint8

// The glyph sets.
const (
	Braille Glyphs = iota // 2×4 dots per cell
	Blocks                // half and eighth blocks, thin lines
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
	// Ready reports whether it does: a terminal may answer late that it can.
	Ready() bool
}

// Cell is one cell of the terminal, as it is written and read: the canvas holds it as a rune and a
// style of lipgloss.
type Cell struct {
	Rune   rune // 0: the right half of a wide rune; negative: a cluster of several runes, see Still.Cluster
	Fg, Bg Color
	Attr   Attr
	Of     of // the figure it is part of
}

var blank = Cell{Rune: ' '}

// sheet is the canvas of ntcharts that several views look at, with what its cells cannot hold. Its
// View is never called: it renders a style for each cell, which takes 7 ms for a window of 160x48.
type sheet struct {
	model    canvas.Model // at least as large as the canvas
	w, h     int
	styles   map[Cell]*lipgloss.Style // by look: a cell without its rune
	clusters []string
	wide     bool    // some rune takes two cells
	states   []state // of the model's cells
	figures  []Figure
	term     Terminal
}

// state is what can be known of a cell without reading its style.
type state struct {
	of               of
	written, painted bool // since the canvas was blank; painted: its background is not the terminal's own
}

// tint is the foreground of a style that knows the whole look of its cells: each property that is
// read of a style copies all of its 560 bytes.
type tint struct {
	lipgloss.TerminalColor
	look Cell
}

// mostStyles is how many looks are remembered: themes have few, colour maps many.
const mostStyles = 4096

// style returns the style of a cell, made once for each look.
func (g *sheet) style(k Cell) *lipgloss.Style {
	k.Rune, k.Of = 0, 0
	if s, ok := g.styles[k]; ok {
		return s
	}
	if g.styles == nil || len(g.styles) >= mostStyles {
		g.styles = map[Cell]*lipgloss.Style{}
	}
	s := lipgloss.NewStyle().Foreground(&tint{k.Fg.lipgloss(), k}).Background(k.Bg.lipgloss()).
		Bold(k.Attr&Bold != 0).Faint(k.Attr&Faint != 0).Italic(k.Attr&Italic != 0).
		Underline(k.Attr&Underline != 0).Reverse(k.Attr&Reverse != 0).Strikethrough(k.Attr&Strike != 0)
	g.styles[k] = &s
	return &s
}

// lipgloss returns the colour in lipgloss's words.
func (c Color) lipgloss() lipgloss.TerminalColor {
	if c.isDefault() {
		return lipgloss.NoColor{}
	}
	r, g, b := c.RGB()
	return lipgloss.Color(fmt.Sprintf("#%02x%02x%02x", r, g, b))
}

func (g *sheet) set(x, y int, k Cell) {
	g.model.SetCell(canvas.Point{X: x, Y: y}, canvas.Cell{Rune: k.Rune, Style: *g.style(k)})
	g.states[y*g.w+x] = state{k.Of, true, k.Bg != Default || k.Attr&Reverse != 0}
}

func (g *sheet) get(x, y int) Cell {
	m := g.states[y*g.w+x]
	if !m.written {
		return Cell{Rune: ' ', Of: m.of}
	}
	k := g.model.Cell(canvas.Point{X: x, Y: y})
	t, ok := k.Style.GetForeground().(*tint)
	if !ok {
		return Cell{Rune: k.Rune}
	}
	out := t.look
	out.Rune, out.Of = k.Rune, m.of
	return out
}

// Canvas is a clipping view of a canvas of ntcharts: the canvas and a rectangle. Copying it copies
// the view. Coordinates start at the view's upper left corner; writing outside does nothing. A cell
// has 560 bytes: code that draws repeatedly keeps one canvas and resizes it.
type Canvas struct {
	g    *sheet
	x, y int // the view's corner in the grid
	w, h int
}

// New returns a blank canvas; negative sizes give an empty one.
func New(w, h int, t Terminal) Canvas {
	w, h = max(w, 0), max(h, 0)
	c := Canvas{g: &sheet{model: canvas.New(w, h), states: make([]state, w*h)}, w: w, h: h}
	return c.Resized(w, h, t)
}

// Resized returns a blank canvas of the new size that reuses the memory of c where it suffices.
// c and its views must not be used afterwards.
func (c Canvas) Resized(w, h int, t Terminal) Canvas {
	w, h = max(w, 0), max(h, 0)
	if c.g == nil || c.g.model.Width() < w || c.g.model.Height() < h {
		return New(w, h, t)
	}
	c = Canvas{g: c.g, w: w, h: h}
	c.g.w, c.g.h, c.g.term = w, h, t
	c.g.states = c.g.states[:w*h] // what is not written since is not looked at
	clear(c.g.states)
	c.g.clusters, c.g.wide = c.g.clusters[:0], false
	clear(c.g.figures) // they hold on to curves
	c.g.figures = c.g.figures[:0]
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
	if c.g != nil && c.w == c.g.w && c.h == c.g.h {
		c.Resized(c.w, c.h, c.g.term)
		return
	}
	for y := range c.h {
		for x := range c.w {
			c.put(x, y, blank)
		}
	}
}

func (c Canvas) inside(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.w && y < c.h
}

// Cell returns the cell at x, y; outside it is blank.
func (c Canvas) Cell(x, y int) Cell {
	if !c.inside(x, y) {
		return blank
	}
	return c.g.get(c.x+x, c.y+y)
}

// put writes a cell of width one, healing a wide rune it cuts in two.
func (c Canvas) put(x, y int, k Cell) {
	if !c.inside(x, y) {
		return
	}
	if c.g.wide {
		c.heal(x, y)
	}
	c.g.set(c.x+x, c.y+y, k)
}

// heal blanks both halves of a wide rune at x, y, even across the edge of the view: half a rune
// would shift the rest of the line.
func (c Canvas) heal(x, y int) {
	gx, gy := c.x+x, c.y+y
	if c.g.get(gx, gy).Rune == 0 {
		gx--
	} else if gx+1 >= c.g.w || c.g.get(gx+1, gy).Rune != 0 {
		return
	}
	for i := gx; i < gx+2; i++ {
		k := c.g.get(i, gy)
		k.Rune = ' '
		c.g.set(i, gy, k)
	}
}

// Set writes one rune of width one. A Default background keeps what lies beneath. A rune the glyph
// set lacks is replaced when the canvas is encoded.
func (c Canvas) Set(x, y int, r rune, k Ink) {
	if !c.inside(x, y) {
		return
	}
	if k.Bg.isDefault() {
		k.Bg = c.ground(x, y)
	}
	c.put(x, y, Cell{Rune: r, Fg: k.Fg, Bg: k.Bg, Attr: k.Attr})
}

// ground is the colour an overlay at x, y lies on: in a reversed cell that is the foreground.
func (c Canvas) ground(x, y int) Color {
	if !c.g.states[(c.y+y)*c.g.w+c.x+x].painted {
		return Default
	}
	p := c.Cell(x, y)
	if p.Attr&Reverse != 0 {
		return p.Fg
	}
	return p.Bg
}

// paint sets the background of one cell inside.
func (c Canvas) paint(x, y int, bg Color) {
	if k := c.g.get(c.x+x, c.y+y); k.Bg != bg {
		k.Bg = bg
		c.g.set(c.x+x, c.y+y, k)
	}
}

// Paint sets the background of the cells of r, keeping their text.
func (c Canvas) Paint(r Rect, bg Color) {
	r = r.Intersect(c.Rect())
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			c.paint(x, y, bg)
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
		if c.Cell(x+i, y).Rune != ' ' {
			return false
		}
	}
	return true
}
