package player

import (
	"strings"

	"farsight/tui/chart"
)

// Large letters for the back row, drawn with half blocks: five dots high, three
// to five wide. Small letters are drawn as capitals.

// bigRows is the height of a line of large letters in rows.
const bigRows = 3

// bigGap is the width of a blank, and of the gap between letters.
const (
	bigBlank = 3
	bigGap   = 1
)

// bigFont holds each letter as five rows of dots.
var bigFont = parseFont(`
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

// parseFont reads a font as it is written above.
func parseFont(s string) map[rune][5]string {
	font := map[rune][5]string{}
	for line := range strings.Lines(strings.TrimSpace(s)) {
		f := strings.Fields(line)
		font[[]rune(f[0])[0]] = [5]string(f[1:])
	}
	return font
}

// bigWidth is how many cells a word takes in large letters; −1 if one of its
// letters is not known.
func bigWidth(word string) int {
	w := 0
	for _, r := range strings.ToUpper(word) {
		g, ok := bigFont[r]
		if !ok {
			return -1
		}
		w += len(g[0]) + bigGap
	}
	return max(0, w-bigGap)
}

// bigLines breaks a text into lines of at most w cells of large letters; nil if
// it cannot be written so.
func bigLines(text string, w int) []string {
	var lines []string
	line, n := "", 0
	for _, word := range strings.Fields(text) {
		ww := bigWidth(word)
		if ww < 0 || ww > w {
			return nil
		}
		if n > 0 && n+bigBlank+ww > w {
			lines, line, n = append(lines, line), "", 0
		}
		if n > 0 {
			line, n = line+" ", n+bigBlank
		}
		line, n = line+word, n+ww
	}
	return append(lines, line)
}

// drawBig writes a text in large letters into c and reports whether it fits.
func drawBig(c chart.Canvas, text string, k chart.Ink) bool {
	w, h := c.Size()
	lines := bigLines(text, w)
	if lines == nil || len(lines)*bigRows > h || c.Glyphs() == chart.ASCII {
		return false
	}
	pitch := bigRows
	if len(lines)*(bigRows+1) <= h {
		pitch++ // a row of air
	}
	top := (h - len(lines)*pitch) / 2
	for i, line := range lines {
		drawBigLine(c, 0, top+i*pitch, line, k)
	}
	return true
}

// drawBigLine writes one line: two dots make a cell.
func drawBigLine(c chart.Canvas, x, y int, line string, k chart.Ink) {
	half := [4]rune{' ', '▄', '▀', '█'} // by upper and lower dot
	for _, r := range strings.ToUpper(line) {
		if r == ' ' {
			x += bigBlank - bigGap
			continue
		}
		g := bigFont[r]
		for dx := range len(g[0]) {
			for row := range bigRows {
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
		x += len(g[0]) + bigGap
	}
}
