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

// Draw writes a text in large letters into c and reports whether it fits.
func Draw(c chart.Canvas, text string, k chart.Ink) bool {
	w, h := c.Size()
	rows := lines(text, w)
	if rows == nil || len(rows)*Rows > h || c.Glyphs() == chart.ASCII {
		return false
	}
	pitch := Rows
	if len(rows)*(Rows+1) <= h {
		pitch++ // a row of air
	}
	top := (h - len(rows)*pitch) / 2
	for i, row := range rows {
		line(c, 0, top+i*pitch, row, k)
	}
	return true
}

// line writes one line: two dots make a cell.
func line(c chart.Canvas, x, y int, text string, k chart.Ink) {
	half := [4]rune{' ', '▄', '▀', '█'} // by upper and lower dot
	for _, r := range strings.ToUpper(text) {
		if r == ' ' {
			x += blank - gap
			continue
		}
		g := font[r]
		for dx := range len(g[0]) {
			for row := range Rows {
				var dots int
				if g[2*row][dx] == '#' {
					dots |= 2
				}
				if 2*row+1 < len(g) && g[2*row+1][dx] == '#' {
					dots |= 1
				}
				if dots > 0 {
					c.Set(x+dx, y+row, half[dots], k)
				}
			}
		}
		x += len(g[0]) + gap
	}
}
