package chart

import (
	"strings"
	"unicode/utf8"
)

// Width returns the number of cells s takes on c, where ASCII may spell a sign in several letters.
func (c Canvas) Width(s string) int {
	return c.Terminal().Width(s)
}

// Width returns the number of cells s takes on a canvas for t.
func (t Terminal) Width(s string) int { return Width(t.Fold(s)) }

// Fold returns s as a canvas for t writes it.
func (t Terminal) Fold(s string) string {
	if t.Glyphs == ASCII {
		return foldASCII(s)
	}
	return s
}

// Text writes s from x on and returns the column after it. What does not fit before the right edge
// is cut and marked with an ellipsis.
func (c Canvas) Text(x, y int, s string, k Ink) int { return c.TextIn(x, y, c.w-x, s, k) }

// TextIn writes s into at most n cells from x on and returns the column after it.
func (c Canvas) TextIn(x, y, n int, s string, k Ink) int {
	if c.g == nil || s == "" || n <= 0 {
		return x
	}
	if c.g.term.Glyphs == ASCII {
		s = foldASCII(s)
	}
	if y < 0 || y >= c.h {
		return x + min(n, Width(s))
	}
	end := min(x+n, c.w)
	if x >= end {
		return x
	}
	s, short := fitted(s, end-x)
	for s != "" {
		cluster, w, rest := next(s)
		if w > 0 {
			c.cluster(x, y, cluster, w, k)
		}
		x, s = x+w, rest
	}
	if !short {
		return x
	}
	c.Set(x, y, c.ellipsis(), k)
	for x++; x < end; x++ {
		c.Set(x, y, ' ', k)
	}
	return end
}

// visible reports whether s has anything to write.
func visible(s string) bool {
	for s != "" {
		var w int
		if _, w, s = next(s); w > 0 {
			return true
		}
	}
	return false
}

// cluster writes one cluster of width w at x, y if it lies inside wholly.
func (c Canvas) cluster(x, y int, s string, w int, k Ink) {
	r, n := utf8.DecodeRuneInString(s)
	if n < len(s) {
		c.g.clusters = append(c.g.clusters, s)
		r = -rune(len(c.g.clusters))
	}
	if w == 1 {
		c.Set(x, y, r, k)
		return
	}
	if !c.inside(x, y) || !c.inside(x+1, y) {
		c.Set(x, y, ' ', k)
		c.Set(x+1, y, ' ', k)
		return
	}
	cell := Cell{Rune: r, Fg: k.Fg, Bg: k.Bg.Or(c.ground(x, y)), Attr: k.Attr}
	c.put(x, y, cell)
	c.g.wide = true
	cell.Rune = 0
	c.put(x+1, y, cell)
}

func (c Canvas) ellipsis() rune {
	if c.Glyphs() == ASCII {
		return '~'
	}
	return '…'
}

// TextRight writes s so that it ends before column end, not left of column 0.
func (c Canvas) TextRight(end, y int, s string, k Ink) {
	n := c.Width(s)
	x := max(end-n, 0)
	c.TextIn(x, y, end-x, s, k)
}

// TextCentre writes s in the middle of the n cells from x on.
func (c Canvas) TextCentre(x, y, n int, s string, k Ink) {
	w := min(c.Width(s), n)
	c.TextIn(x+(n-w)/2, y, w, s, k)
}

// Span is a piece of text with its own ink.
type Span struct {
	Text string
	Ink  Ink
}

// Spans writes pieces of text one after the other and returns the column after them.
func (c Canvas) Spans(x, y int, spans ...Span) int {
	for _, s := range spans {
		if x >= c.w {
			break
		}
		x = c.Text(x, y, s.Text, s.Ink)
	}
	return x
}

// Paragraph writes s broken at spaces into r and returns the rows used. The last row that fits ends
// in an ellipsis if text remains.
func (c Canvas) Paragraph(r Rect, s string, k Ink) int {
	sub := c.Sub(r)
	rows := Wrap(s, sub.w)
	for i, line := range rows {
		if i == sub.h {
			break
		}
		if i == sub.h-1 && i < len(rows)-1 {
			line = strings.Join(rows[i:], " ")
		}
		sub.Text(0, i, line, k)
	}
	return min(len(rows), sub.h)
}

// Wrap breaks s at spaces into lines of at most w cells; a longer word is cut.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	var lines []string
	for _, par := range strings.Split(s, "\n") {
		line, n := "", 0
		for _, word := range strings.Fields(par) {
			ww := Width(word)
			if n > 0 && n+1+ww > w {
				lines, line, n = append(lines, line), "", 0
			}
			for ww > w {
				head, tail := cut(word, w)
				if head == "" {
					break // a wide rune in a single column: the canvas will drop it
				}
				lines, word, ww = append(lines, head), tail, Width(tail)
			}
			if n > 0 {
				line, n = line+" ", n+1
			}
			line, n = line+word, n+ww
		}
		lines = append(lines, line)
	}
	return lines
}

// cut splits s after at most w cells.
func cut(s string, w int) (head, tail string) {
	rest, n := s, 0
	for rest != "" {
		_, cw, r := next(rest)
		if n+cw > w {
			break
		}
		n, rest = n+cw, r
	}
	return s[:len(s)-len(rest)], rest
}
