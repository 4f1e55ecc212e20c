package form

import (
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// Line is one line of text while it is being typed: a textinput of bubbles that
// is drawn into the cells of a canvas. Its zero value is empty.
type Line struct {
	input   textinput.Model
	made    bool
	offered bool // what is typed replaces it
}

// editing are the keys that change a line or move in it. ctrl+v is left to the
// terminal: guests of a room must not read the clipboard of its host. Deleting
// the word ahead is left out: in bubbles 1.0.0 it panics before the last letter.
var editing = func() textinput.KeyMap {
	k := textinput.DefaultKeyMap
	none := key.NewBinding(key.WithDisabled())
	k.Paste, k.DeleteWordForward, k.AcceptSuggestion, k.NextSuggestion, k.PrevSuggestion = none, none, none, none, none
	return k
}()

// edits tells whether a key changes a line or moves in it.
func edits(msg tea.KeyMsg) bool {
	k := editing
	return key.Matches(msg, k.CharacterForward, k.CharacterBackward, k.WordForward, k.WordBackward, k.DeleteWordBackward,
		k.DeleteAfterCursor, k.DeleteBeforeCursor, k.DeleteCharacterBackward, k.DeleteCharacterForward, k.LineStart, k.LineEnd)
}

func (l *Line) make() {
	if !l.made {
		l.input, l.made = textinput.New(), true
		l.input.KeyMap = editing
		l.input.Focus()
	}
}

// Set replaces the text and puts the cursor behind it.
func (l *Line) Set(s string) {
	l.make()
	l.input.SetValue(s)
	l.input.CursorEnd()
	l.offered = false
}

// Offer is Set of a text that is there already: the first character typed
// replaces it. Any other key edits it, as in every line of text.
func (l *Line) Offer(s string) {
	l.Set(s)
	l.offered = s != ""
}

// Offered tells whether the text is still as it was offered.
func (l *Line) Offered() bool { return l.offered }

func (l *Line) String() string { return l.input.Value() }

// Key obeys one editing key, or takes a character in. It reports false for
// keys that mean nothing in a line.
func (l *Line) Key(k string) bool {
	runes := []rune(k)
	// By its name a key is found among the bindings, whatever its type.
	msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: runes}
	typed := len(runes) == 1 && unicode.IsPrint(runes[0])
	if !typed && !edits(msg) {
		return false
	}
	l.make()
	if typed && l.offered {
		l.input.Reset()
	}
	l.input, _ = l.input.Update(msg) // the command would blink
	l.offered = false
	return true
}

// Draw writes the line into w cells of a row, scrolled so that the cursor is
// seen. The cursor is a bar between characters, which needs no colour; a mark
// at an end says that there is more.
func (l *Line) Draw(c chart.Canvas, x, y, w int, text, cursor chart.Ink) {
	runes, at := []rune(l.String()), l.input.Position()
	from := 0
	for from < at && c.Width(string(runes[from:at]))+1 > w {
		from++
	}
	to := at
	for to < len(runes) && c.Width(string(runes[from:to+1]))+1 <= w {
		to++
	}
	c = c.Sub(chart.Rect{X: x, Y: y, W: w, H: 1})
	c.Paint(c.Rect(), text.Bg)
	if l.offered {
		text.Attr |= chart.Reverse
	}
	c.Spans(0, 0, chart.Span{Text: string(runes[from:at]), Ink: text}, chart.Span{Text: "▏", Ink: cursor}, chart.Span{Text: string(runes[at:to]), Ink: text})
	if from > 0 && from < at {
		c.Set(0, 0, '‹', text)
	}
	if to < len(runes) && to > at {
		c.Set(w-1, 0, '›', text)
	}
}
