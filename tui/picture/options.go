package picture

import (
	"strings"

	"farsight/tui/chart"
)

// Options say how a picture looks where the canvas leaves it to the terminal.
type Options struct {
	Background, Foreground chart.Color // of cells in the terminal's own colours; zero: dark
	CellWidth, CellHeight  int         // in pixels; zero: 10 and 20
	Padding                int         // pixels around the frame; zero: none
	Title                  string      // of an SVG or a recording, for readers who cannot see it
	Mute                   bool        // there is no pointer: values are left out

	classes *map[chart.Color]string // of a page's own styles, in place of colours
	themes  bool                    // colours are numbers of a page's palette
}

// picture is what the writers read: a canvas, or one in two themes.
type picture interface {
	Size() (w, h int)
	Cell(x, y int) chart.Cell
	Cluster(k chart.Cell) string
	Drawings(cw, ch float64) []drawing
}

const (
	defaultCellWidth  = 10
	defaultCellHeight = 20
)

func (o Options) filled() Options {
	o.Background = o.Background.Or(chart.RGB(0x16, 0x17, 0x1d))
	o.Foreground = o.Foreground.Or(chart.RGB(0xd4, 0xd7, 0xdf))
	if o.CellWidth <= 0 {
		o.CellWidth = defaultCellWidth
	}
	if o.CellHeight <= 0 {
		o.CellHeight = defaultCellHeight
	}
	o.Padding = max(o.Padding, 0)
	return o
}

// Text returns the frame as plain text for a file: no escape sequences, no blanks at the ends of
// lines, a newline after each.
func Text(c chart.Still) string {
	var b strings.Builder
	for line := range strings.SplitSeq(c.Plain(), "\n") {
		b.WriteString(strings.TrimRight(line, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// look is a cell's colours as a terminal resolves them.
type look struct {
	fg, bg chart.Color
	attr   chart.Attr
	label  bool // text on a figure
}

func (o Options) look(k chart.Cell) look {
	l := look{fg: strip(k.Fg.Or(o.Foreground)), bg: strip(k.Bg.Or(o.Background)), attr: k.Attr &^ (chart.Reverse | chart.Faint)}
	if k.Attr&chart.Reverse != 0 {
		l.fg, l.bg = l.bg, l.fg
	}
	if k.Attr&chart.Faint != 0 {
		l.fg = chart.Blend(l.fg, l.bg, 0.4)
	}
	return l
}

// strip forgets the stand-in for terminals of sixteen colours, so that equal colours compare equal.
func strip(c chart.Color) chart.Color { return chart.RGB(c.RGB()) }

// cellWidth is the width of the cell at x: 2 if the next one is its right half.
func cellWidth(p picture, x, y int) int {
	w, _ := p.Size()
	if x+1 < w && p.Cell(x+1, y).Rune == 0 {
		return 2
	}
	return 1
}
