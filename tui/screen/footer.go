package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/lipgloss"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// Footer is a row of keys with what they do in short, set by the help of bubbles
// as plain text: colours are put over it where the keys stand, for styles rendered
// anew in every frame cost more than the frame.
type Footer struct {
	row  string
	Keys []Hint
}

// Hint is a key of a footer, and where it stands.
type Hint struct {
	key.Binding
	X, W int
}

// NewFooter sets keys in w columns of a terminal: all of them or, closer together,
// those of the left that fit; those of the right stand at the end in any case.
func NewFooter(t chart.Terminal, w int, left, right []Binding) (f Footer) {
	short := func(all []Binding) (out []key.Binding) {
		for _, b := range all {
			if b.Short() != "" {
				b.SetHelp(t.Fold(b.Show()), t.Fold(b.Short()))
				out = append(out, b.Binding)
			}
		}
		return out
	}
	first, last := short(left), short(right)
	var begin, end string
	for gap := 3; gap >= 2; gap-- {
		set := help.Model{ShortSeparator: strings.Repeat(" ", gap)}
		begin, end = set.ShortHelpView(first), set.ShortHelpView(last)
		room := w - lipgloss.Width(end)
		if end != "" {
			room -= gap
		}
		for gap == 2 && len(first) > 0 && lipgloss.Width(begin) > room {
			first = first[:len(first)-1]
			begin = set.ShortHelpView(first)
		}
		if lipgloss.Width(begin) <= room {
			break
		}
	}
	f.row = begin + lipgloss.PlaceHorizontal(w-lipgloss.Width(begin), lipgloss.Right, end)
	at := 0
	for _, b := range slices.Concat(first, last) {
		text := b.Help().Key + " " + b.Help().Desc
		at += strings.Index(f.row[at:], text)
		f.Keys = append(f.Keys, Hint{b, lipgloss.Width(f.row[:at]), lipgloss.Width(text)})
		at += len(text)
	}
	return f
}

// Draw draws the footer.
func (f Footer) Draw(c chart.Canvas, th theme.Theme) {
	c.Text(0, 0, f.row, th.MutedInk())
	for _, k := range f.Keys {
		c.Text(k.X, 0, k.Help().Key, th.KeyInk())
	}
}
