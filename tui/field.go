package tui

import (
	"unicode"

	"farsight/internal/plain"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// field is one line of text that a person edits. It knows nothing of what the
// text means.
type field struct {
	text []rune
	at   int // the cursor stands before this rune
}

// longestField is the most a field takes: a pasted book helps nobody.
const longestField = 400

func newField(text string) field {
	f := field{}
	f.set(text)
	return f
}

// set replaces the text and puts the cursor behind it.
func (f *field) set(text string) {
	f.text = []rune(plain.Text(text))
	f.at = len(f.text)
}

// String is the text as it stands.
func (f *field) String() string { return string(f.text) }

// key edits the text; it reports false for a key that is none of its own.
func (f *field) key(k string) bool {
	switch k {
	case "backspace", "ctrl+h":
		f.cut(f.at-1, f.at)
	case "delete", "ctrl+d":
		f.cut(f.at, f.at+1)
	case "ctrl+u":
		f.cut(0, f.at)
	case "ctrl+k":
		f.cut(f.at, len(f.text))
	case "ctrl+w", "alt+backspace":
		f.cut(f.wordStart(), f.at)
	case "left", "ctrl+b":
		f.at = max(0, f.at-1)
	case "right", "ctrl+f":
		f.at = min(len(f.text), f.at+1)
	case "home", "ctrl+a":
		f.at = 0
	case "end", "ctrl+e":
		f.at = len(f.text)
	default:
		r := []rune(k)
		if len(r) != 1 || !unicode.IsPrint(r[0]) {
			return false
		}
		f.insert(r[0])
	}
	return true
}

func (f *field) insert(r rune) {
	if len(f.text) >= longestField {
		return
	}
	text := make([]rune, 0, len(f.text)+1)
	text = append(append(append(text, f.text[:f.at]...), r), f.text[f.at:]...)
	f.text, f.at = text, f.at+1
}

// cut removes what stands from i to j, as far as there is such.
func (f *field) cut(i, j int) {
	i, j = max(0, i), min(j, len(f.text))
	if i < j {
		f.text = append(append([]rune(nil), f.text[:i]...), f.text[j:]...)
		f.at = i
	}
}

func (f *field) wordStart() int {
	i := f.at
	for i > 0 && unicode.IsSpace(f.text[i-1]) {
		i--
	}
	for i > 0 && !unicode.IsSpace(f.text[i-1]) {
		i--
	}
	return i
}

// draw writes the field into the row y of c from x on, n cells wide, scrolled
// so that the cursor shows. A field with the focus has its cursor; where there
// are no colours it stands between brackets.
func (f *field) draw(c chart.Canvas, x, y, n int, focused bool, th theme.Theme) {
	ink := chart.Ink{Fg: th.Text, Bg: th.Left}
	if focused {
		ink = chart.Ink{Fg: th.Title, Bg: th.Selection}
	}
	if c.Mono() || c.Glyphs() == chart.ASCII {
		c.Set(x, y, '[', th.MutedInk())
		c.Set(x+n-1, y, ']', th.MutedInk())
		x, n = x+1, n-2
	}
	if n <= 0 {
		return
	}
	box := c.Sub(chart.Rect{X: x, Y: y, W: n, H: 1})
	box.Fill(box.Rect(), ' ', ink)
	text, at := f.text, f.at
	bare := c.Terminal().Profile == chart.NoColor
	if focused && bare { // nothing can be painted: the cursor is a bar between the letters
		text = append(append(append([]rune(nil), text[:at]...), '|'), text[at:]...)
	}
	first := 0
	for first < at && c.Width(string(text[first:at])) >= n {
		first++
	}
	col := 0
	for i := first; i < len(text) && col < n; i++ {
		col = box.TextIn(col, 0, n-col, string(text[i]), ink)
	}
	if !focused && c.Width(string(text[first:])) > n {
		box.Text(n-1, 0, "…", ink)
	}
	if focused && !bare {
		under := " "
		if at < len(text) {
			under = string(text[at])
		}
		col = c.Width(string(text[first:at]))
		box.TextIn(col, 0, n-col, under, chart.Ink{Fg: th.Background, Bg: th.Title})
	}
}
