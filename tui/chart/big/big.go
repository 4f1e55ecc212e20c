// Package big writes large letters for the back row, drawn with half blocks: five
// dots high, three to five wide. Small letters are drawn as capitals.
package big

import (
	"strings"

	"farsight/tui/chart"
)

// Rows is the height of a line.
const Rows = 3

// gap is the width of a blank, and of the gap between letters.
const (
	blank = 3
	gap   = 1
)

// font holds each letter as five rows of dots.
var font = parse(`
A .##. #..# #### #..# #..#
B ###. #..# ###. #..# ###.
C .### #... #... #... .###
D ###. #..# #..# #..# ###.
E #### #... ###. #... ####
F #### #... ###. #... #...
G .### #... #.## #..# .###
H #..# #..# #### #..# #..#
I ### .#. .#. .#. ###
J ..## ...# ...# #..# .##.
K #..# #.#. ##.. #.#. #..#
L #... #... #... #... ####
M #...# ##.## #.#.# #...# #...#
N #...# ##..# #.#.# #..## #...#
O .##. #..# #..# #..# .##.
P ###. #..# ###. #... #...
Q .##. #..# #..# #.## .###
R ###. #..# ###. #.#. #..#
S .### #... .##. ...# ###.
T ##### ..#.. ..#.. ..#.. ..#..
U #..# #..# #..# #..# .##.
V #...# #...# #...# .#.#. ..#..
W #...# #...# #.#.# ##.## #...#
X #...# .#.#. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#..
Z #### ...# .##. #... ####
0 .##. #.## ##.# #..# .##.
1 .#. ##. .#. .#. ###
2 ###. ...# .##. #... ####
3 ###. ...# .##. ...# ###.
4 #..# #..# #### ...# ...#
5 #### #... ###. ...# ###.
6 .##. #... ###. #..# .##.
7 #### ...# ..#. .#.. .#..
8 .##. #..# .##. #..# .##.
9 .##. #..# .### ...# .##.
. . . . . #
, .. .. .. .# #.
: . # . # .
; .. .# .. .# #.
! # # # . #
? ##. ..# .#. ... .#.
' # # . . .
- ... ... ### ... ...
+ ... .#. ### .#. ...
= ... ### ... ### ...
/ ..# ..# .#. #.. #..
( .# #. #. #. .#
) #. .# .# .# #.
% #..# ..#. .#.. #..# ....
> #.. .#. ..# .#. #..
< ..# .#. #.. .#. ..#
* ... #.# .#. #.# ...
× ... #.# .#. #.# ...
− ... ... ### ... ...
`)

// parse reads a font as it is written above.
func parse(s string) map[rune][5]string {
	out := map[rune][5]string{}
	for line := range strings.Lines(strings.TrimSpace(s)) {
		f := strings.Fields(line)
		out[[]rune(f[0])[0]] = [5]string(f[1:])
	}
	return out
}

// width is how many cells a word takes in large letters; −1 if one of its
// letters is not known.
func width(word string) int {
	w := 0
	for _, r := range strings.ToUpper(word) {
		g, ok := font[r]
		if !ok {
			return -1
		}
		w += len(g[0]) + gap
	}
	return max(0, w-gap)
}

// lines breaks a text into lines of at most w cells of large letters; nil if
// it cannot be written so.
func lines(text string, w int) []string {
	var out []string
	line, n := "", 0
	for _, word := range strings.Fields(text) {
		ww := width(word)
		if ww < 0 || ww > w {
			return nil
		}
		if n > 0 && n+blank+ww > w {
			out, line, n = append(out, line), "", 0
		}
		if n > 0 {
			line, n = line+" ", n+blank
		}
		line, n = line+word, n+ww
	}
	return append(out, line)
}

// length is the width of a line that lines made.
func length(line string) int {
	n := -blank
	for _, word := range strings.Fields(line) {
		n += width(word) + blank
	}
	return max(0, n)
}

// Draw writes a text in large letters into c and reports whether it fits.
func Draw(c chart.Canvas, text string, k chart.Ink) bool {
	w, h := c.Size()
	rows := lines(text, w)
	if rows == nil || len(rows)*Rows > h || c.Glyphs() == chart.ASCII {
		return false
	}
	write(c, rows, 1, false, k)
	return true
}

// most is the largest scale: beyond it letters fall apart into blocks.
const most = 6

// Fill writes a text in the middle of c in letters as large as fit, and reports
// whether any do. With others it is no larger than they can be, so that all may
// stand beside each other.
func Fill(c chart.Canvas, text string, k chart.Ink, others ...string) bool {
	w, h := c.Size()
	scale := fitting(text, w, h)
	for _, o := range others {
		scale = min(scale, fitting(o, w, h))
	}
	if scale == 0 || c.Glyphs() == chart.ASCII {
		return false
	}
	write(c, balanced(text, w/scale, lines(text, w/scale)), scale, true, k)
	return true
}

// fitting is the largest scale at which a text fits, 0 if there is none.
func fitting(text string, w, h int) int {
	for scale := most; scale >= 1; scale-- {
		if rows := lines(text, w/scale); rows != nil && len(rows)*height(scale) <= h {
			return scale
		}
	}
	return 0
}

// balanced are as many lines as rows, as even as they can be.
func balanced(text string, w int, rows []string) []string {
	for w--; ; w-- {
		narrower := lines(text, w)
		if narrower == nil || len(narrower) > len(rows) {
			return rows
		}
		rows = narrower
	}
}

// height is how many cells a line takes: two dots make a cell.
func height(scale int) int { return (5*scale + 1) / 2 }

// write writes lines, with a row of air between them where there is room.
func write(c chart.Canvas, rows []string, scale int, centred bool, k chart.Ink) {
	w, h := c.Size()
	pitch := height(scale)
	air := 0
	if len(rows)*(pitch+1) <= h {
		air = 1
	}
	top := (h - len(rows)*(pitch+air)) / 2
	if centred {
		top = (h - len(rows)*(pitch+air) + air) / 2
	}
	for i, row := range rows {
		x := 0
		if centred {
			x = (w - scale*length(row)) / 2
		}
		line(c, x, top+i*(pitch+air), row, scale, k)
	}
}

// line writes one line: a dot is as many cells wide as the scale, and half as
// many high.
func line(c chart.Canvas, x, y int, text string, scale int, k chart.Ink) {
	half := [4]rune{' ', '▄', '▀', '█'} // by upper and lower half
	for _, r := range strings.ToUpper(text) {
		if r == ' ' {
			x += scale * (blank - gap)
			continue
		}
		g := font[r]
		dot := func(column, half int) int {
			if half < 5*scale && g[half/scale][column] == '#' {
				return 1
			}
			return 0
		}
		for dx := range scale * len(g[0]) {
			for row := range height(scale) {
				if dots := 2*dot(dx/scale, 2*row) + dot(dx/scale, 2*row+1); dots > 0 {
					c.Set(x+dx, y+row, half[dots], k)
				}
			}
		}
		x += scale * (len(g[0]) + gap)
	}
}
