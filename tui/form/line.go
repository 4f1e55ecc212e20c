package form

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/theme"
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

// edits reports whether a key changes a line or moves in it.
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

// Offered reports whether the text is still as it was offered.
func (l *Line) Offered() bool { return l.offered }

func (l *Line) String() string { return l.input.Value() }

// Key handles one editing key, or takes a character in. It reports false for
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

// numberColumns is the width of a box for a number.
const numberColumns = 14

// DrawField draws field i in one row: label, box, unit and message. focused reports whether it has
// the focus; spoken whether its message is shown.
func (f *Form) DrawField(c chart.Canvas, th theme.Theme, i, label int, focused, spoken bool) {
	it := f.Fields[i]
	w, _ := c.Size()
	ink := th.MutedInk()
	if focused {
		ink = th.TitleInk()
		c.Text(0, 0, "›", th.KeyInk())
	}
	c.TextIn(2, 0, label, it.Label, ink)
	x := label + 4
	switch {
	case it.Switch:
		box, ink := "[ ]", th.TextInk()
		if it.IsOn() {
			box = "[x]"
		}
		if focused {
			ink = th.SelectedInk()
		}
		x = c.TextIn(x, 0, 3, box, ink) + 1
	case it.Note:
		drawBox(c, &it.Line, x, w-x, focused, th)
		return
	default:
		most := it.Columns
		if most == 0 {
			most = numberColumns
		}
		n := max(11, min(most, w-x-10))
		drawBox(c, &it.Line, x, n, focused, th)
		x += n
	}
	words, ink := []string{""}, th.MutedInk()
	if spoken {
		words, ink = f.words(i, th)
	}
	unit := ""
	if it.Unit != "" {
		unit = " " + it.Unit + " "
	}
	if chart.Width(unit+words[0])+1 > w-x {
		unit = "" // the message matters more
	}
	x = c.TextIn(x, 0, w-x, unit, th.MutedInk())
	c.TextFit(x+1, 0, w-x-1, ink, words...)
}

// words are the message beside field i, in a long and a short form: what is wrong with it, its
// consequence, or what is expected.
func (f *Form) words(i int, th theme.Theme) ([]string, chart.Ink) {
	if p := f.shown(i); p != "" {
		return Shorter(p), chart.Ink{Fg: th.Exhausted, Attr: chart.Bold}
	}
	if f.Fields[i].Hint == nil {
		return []string{""}, chart.Ink{}
	}
	hint, warning := f.Fields[i].Hint()
	if warning {
		return Shorter(hint), chart.Ink{Fg: th.Warning}
	}
	return Shorter(hint), th.MutedInk()
}

// Shorter are shorter forms of a message about a number, the longest first. No message is better
// than one that has lost its numbers.
func Shorter(s string) []string {
	if !strings.ContainsAny(s, "0123456789") {
		return []string{s}
	}
	first, _, _ := strings.Cut(s, "; ")
	dense := strings.ReplaceAll(s, " to ", "–")
	return []string{s, dense, strings.TrimPrefix(dense, "expected "), first, ""}
}

// drawBox is a line of text as a box to type into; where nothing can be
// painted it stands between brackets.
func drawBox(c chart.Canvas, l *Line, x, n int, focused bool, th theme.Theme) {
	ink := chart.Ink{Fg: th.Text, Bg: th.Left}
	if focused {
		ink = chart.Ink{Fg: th.Title, Bg: th.Selection}
	}
	if c.Mono() || c.Glyphs() == chart.ASCII {
		c.Set(x, 0, '[', th.MutedInk())
		c.Set(x+n-1, 0, ']', th.MutedInk())
		x, n = x+1, n-2
	}
	box := c.Sub(chart.Rect{X: x, W: n, H: 1})
	box.Fill(box.Rect(), ' ', ink)
	if focused {
		l.Draw(box, 0, 0, n, ink, chart.Ink{Fg: th.Key, Bg: th.Selection, Attr: chart.Bold})
		return
	}
	box.TextFit(0, 0, n, ink, rounded(l.String(), n)...)
}

// rounded are forms of what was typed: a number too long for its n cells has fewer figures.
func rounded(s string, n int) []string {
	out := []string{s}
	if v, problem := Number(s); problem == "" {
		for figures := n; figures > 0; figures-- {
			out = append(out, "≈"+strconv.FormatFloat(v, 'g', figures, 64))
		}
	}
	return out
}
