package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/theme"
)

// choice is something to choose in the palette.
type choice struct {
	text string // searched and shown
	also string // shown behind it, and searched for what text lacks
	key  string // the key that does the same; "": none
	do   func() tea.Cmd
}

// palette is a list with a search field: the best matches first, the typed letters highlighted. It
// does not know what a choice does.
type palette struct {
	// more, if not nil, are items that depend on what was typed.
	more func(query string) []choice

	items []choice
	line  form.Line
	found []hit
	at    int // the one selected
}

// hit is an item found, with the places of the letters typed.
type hit struct {
	choice
	score  int
	at     []int // of bytes
	beside bool  // found by the text behind it
}

// newPalette lists items, in an order that makes sense before anything is typed.
func newPalette(items []choice, more func(query string) []choice) *palette {
	p := &palette{items: items, more: more}
	p.search()
	return p
}

// replace lists other items for what is typed.
func (p *palette) replace(items []choice) {
	at := p.at
	p.items = items
	p.search()
	p.at = max(0, min(at, len(p.found)-1))
}

// longest is how much can be typed: more matches nothing.
const longest = 60

// press handles a key. A choice is returned once; left reports that the list was left without one.
func (p *palette) press(k string) (chosen *choice, left bool) {
	switch k {
	case "esc":
		return nil, true
	case "enter":
		if p.at < len(p.found) {
			return &p.found[p.at].choice, false
		}
	case "up", "ctrl+p", "shift+tab":
		p.move(-1)
	case "down", "ctrl+n", "tab":
		p.move(1)
	case "pgup":
		p.move(-pageRows)
	case "pgdown":
		p.move(pageRows)
	default:
		if k == "backspace" && p.line.String() == "" {
			return nil, true
		}
		if len(k) > 0 && len([]rune(k)) == 1 && len([]rune(p.line.String())) >= longest {
			return nil, false
		}
		if was := p.line.String(); p.line.Key(k) && p.line.String() != was {
			p.search()
		}
	}
	return nil, false
}

// pageRows is how far a page goes.
const pageRows = 8

func (p *palette) move(by int) { p.at = max(0, min(p.at+by, len(p.found)-1)) }

// search finds what matches, and selects the best.
func (p *palette) search() {
	query := strings.TrimSpace(p.line.String())
	p.found, p.at = p.found[:0], 0
	items := p.items
	if p.more != nil {
		items = append(slices.Clone(items), p.more(query)...)
	}
	best := 0
	for _, i := range items {
		if h, ok := match(i, query); ok {
			p.found = append(p.found, h)
			best = max(best, h.score)
		}
	}
	// What matches by letters here and there is noise beside a good match.
	p.found = slices.DeleteFunc(p.found, func(h hit) bool { return !h.beside && 2*h.score < best })
	slices.SortStableFunc(p.found, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
}

// shorter is what a point of a match is worth in letters that are left over.
const shorter = 256

// inOnePiece is the score of each letter of a word that matches as typed.
const inOnePiece = 5 * shorter

// match finds the words of a query in an item, in any order; one that its text lacks may begin a
// word of the text behind it.
func match(i choice, query string) (hit, bool) {
	h := hit{choice: i}
	for word := range strings.FieldsSeq(query) {
		if found := fuzzy.FindNoSort(word, []string{i.text}); len(found) > 0 {
			// By what matches, not by what is left over: commands are sentences, names
			// are short. Of equals the shorter one: more of it was typed.
			at := found[0].MatchedIndexes
			h.score += (found[0].Score+len(i.text)-len(at))*shorter - min(len(i.text), shorter-1)
			if from := strings.Index(strings.ToLower(i.text), strings.ToLower(word)); from >= 0 {
				h.score += inOnePiece * len(word)
				for k := range at { // the same letters, those that are adjacent
					at[k] = from + k
				}
			}
			h.at = append(h.at, at...)
			continue
		}
		if !strings.Contains(" "+strings.ToLower(i.also), " "+strings.ToLower(word)) {
			return h, false
		}
		h.beside = true
	}
	return h, true
}

// first is the first item shown in some rows: the one selected stays in view.
func (p *palette) first(rows int) int {
	return max(0, min(p.at-rows/2, len(p.found)-rows))
}

// selectRow selects the item at a row of what draw draws into h rows, as a click
// does; false if there is none.
func (p *palette) selectRow(row, h int) bool {
	if i := p.first(h-listRow) + row - listRow; row >= listRow && row < h && i < len(p.found) {
		p.at = i
		return true
	}
	return false
}

// paletteRows and paletteColumns are the size of the list with the line above it, which listRow
// is below.
const (
	paletteRows, paletteColumns = 16, 84

	listRow = 2
)

// draw draws the line and the list below it.
func (p *palette) draw(th theme.Theme, c chart.Canvas) {
	w, h := c.Size()
	count := fmt.Sprintf("%d found", len(p.found))
	if len(p.found) == 0 {
		count = "nothing found"
	}
	x := c.Text(0, 0, ": ", th.KeyInk())
	p.line.Draw(c, x, 0, w-x-chart.Width(count)-1, th.TextInk(), th.KeyInk())
	c.TextRight(w, 0, count, th.MutedInk())
	rows := max(1, h-listRow)
	first := p.first(rows)
	for y := range min(rows, len(p.found)-first) {
		p.drawItem(th, c.Sub(chart.Rect{Y: y + listRow, W: w, H: 1}), p.found[first+y], first+y == p.at)
	}
}

// drawItem draws a row; the letters typed are bold.
func (p *palette) drawItem(th theme.Theme, c chart.Canvas, h hit, selected bool) {
	w, _ := c.Size()
	text, typed, also, key := th.TextInk(), th.KeyInk(), th.MutedInk(), th.KeyInk()
	if selected {
		text = chart.Ink{Fg: th.Title}
		c.Paint(c.Rect(), th.Selection)
		c.Text(0, 0, "▸", th.KeyInk())
	}
	space := w - 2
	if h.key != "" {
		c.TextRight(w-1, 0, h.key, key)
		space -= c.Width(h.key) + 3
	}
	x := 2
	for n, r := range h.text {
		ink := text
		if slices.Contains(h.at, n) {
			ink = typed
		}
		if x-2 < space {
			x = c.TextIn(x, 0, space-x+2, string(r), ink)
		}
	}
	if h.also != "" && space-(x-2)-2 > 8 {
		c.TextIn(x+2, 0, space-x, h.also, also)
	}
}
