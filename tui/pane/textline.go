package pane

import (
	"slices"
	"unicode"

	"farsight/tui/chart"
)

// Line is one line of text while it is being typed.
type Line struct {
	text    []rune
	at      int  // the cursor stands before this rune
	offered bool // typing replaces it
}

// Set replaces the text and puts the cursor behind it.
func (l *Line) Set(s string) {
	l.text = []rune(s)
	l.at, l.offered = len(l.text), false
}

// Offer is Set of a text that was not typed: the first character typed replaces
// it, and moving in it takes it over.
func (l *Line) Offer(s string) {
	l.Set(s)
	l.offered = s != ""
}

// Offered tells whether the text is still as it was offered.
func (l *Line) Offered() bool { return l.offered }

func (l *Line) String() string { return string(l.text) }

// Key obeys one editing key, or takes a character in. It reports false for
// keys that mean nothing in a line.
func (l *Line) Key(k string) bool {
	if r := []rune(k); l.offered && (len(r) == 1 && unicode.IsPrint(r[0]) || k == "backspace" || k == "delete") {
		l.Set("")
	}
	switch k {
	case "left", "ctrl+b":
		l.at = max(0, l.at-1)
	case "right", "ctrl+f":
		l.at = min(len(l.text), l.at+1)
	case "home", "ctrl+a":
		l.at = 0
	case "end", "ctrl+e":
		l.at = len(l.text)
	case "backspace", "ctrl+h":
		if l.at > 0 {
			l.text = slices.Delete(l.text, l.at-1, l.at)
			l.at--
		}
	case "delete", "ctrl+d":
		if l.at < len(l.text) {
			l.text = slices.Delete(l.text, l.at, l.at+1)
		}
	case "ctrl+u":
		l.text = slices.Delete(l.text, 0, l.at)
		l.at = 0
	case "ctrl+k":
		l.text = l.text[:l.at]
	case "ctrl+w":
		from := l.at
		for from > 0 && unicode.IsSpace(l.text[from-1]) {
			from--
		}
		for from > 0 && !unicode.IsSpace(l.text[from-1]) {
			from--
		}
		l.text = slices.Delete(l.text, from, l.at)
		l.at = from
	default:
		r := []rune(k)
		if len(r) != 1 || !unicode.IsPrint(r[0]) {
			return false
		}
		l.text = slices.Insert(l.text, l.at, r[0])
		l.at++
	}
	l.offered = false
	return true
}

// Draw writes the line into w cells of a row, scrolled so that the cursor is
// seen. The cursor is a bar between characters, which needs no colour; a mark
// at an end says that there is more.
func (l *Line) Draw(c chart.Canvas, x, y, w int, text, cursor chart.Ink) {
	from := 0
	for from < l.at && c.Width(string(l.text[from:l.at]))+1 > w {
		from++
	}
	to := l.at
	for to < len(l.text) && c.Width(string(l.text[from:to+1]))+1 <= w {
		to++
	}
	c = c.Sub(chart.Rect{X: x, Y: y, W: w, H: 1})
	c.Paint(c.Rect(), text.Bg)
	if l.offered {
		text.Attr |= chart.Reverse
	}
	c.Spans(0, 0, chart.Span{Text: string(l.text[from:l.at]), Ink: text}, chart.Span{Text: "▏", Ink: cursor}, chart.Span{Text: string(l.text[l.at:to]), Ink: text})
	if from > 0 && from < l.at {
		c.Set(0, 0, '‹', text)
	}
	if to < len(l.text) && to > l.at {
		c.Set(w-1, 0, '›', text)
	}
}
