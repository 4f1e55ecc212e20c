// Package palette is a list that one searches by typing: the best matches first,
// the letters that were typed standing out. It knows nothing of what is chosen.
package palette

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/fuzzy"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/theme"
)

// Item is something to choose.
type Item struct {
	Text string // searched and shown
	Also string // shown behind it, and searched for what Text lacks
	Key  string // the key that does the same; "": none
	Do   func() tea.Cmd
}

// Palette is the list with what is typed into it.
type Palette struct {
	// More, if not nil, are items that depend on what was typed.
	More func(query string) []Item

	items []Item
	line  form.Line
	found []hit
	at    int // the one selected
}

// hit is an item found, with the places of the letters typed.
type hit struct {
	Item
	score int
	at    []int
	also  bool // found by Also
}

// New lists items, in an order that makes sense before anything is typed.
func New(items []Item, more func(query string) []Item) *Palette {
	p := &Palette{items: items, More: more}
	p.search()
	return p
}

// Replace lists other items for what is typed.
func (p *Palette) Replace(items []Item) {
	at := p.at
	p.items = items
	p.search()
	p.at = max(0, min(at, len(p.found)-1))
}

// longest is how much can be typed: more matches nothing.
const longest = 60

// Key obeys a key. A choice made is returned, once; left tells that the list was
// left without one.
func (p *Palette) Key(k string) (chosen *Item, left bool) {
	switch k {
	case "esc":
		return nil, true
	case "enter":
		if p.at < len(p.found) {
			return &p.found[p.at].Item, false
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

func (p *Palette) move(by int) { p.at = max(0, min(p.at+by, len(p.found)-1)) }

// search finds what matches, and selects the best.
func (p *Palette) search() {
	query := strings.TrimSpace(p.line.String())
	p.found, p.at = p.found[:0], 0
	items := p.items
	if p.More != nil {
		items = append(slices.Clone(items), p.More(query)...)
	}
	for _, i := range items {
		if h, ok := match(i, query); ok {
			p.found = append(p.found, h)
		}
	}
	best := 0
	for _, h := range p.found {
		best = max(best, h.score)
	}
	// What matches by letters here and there is noise beside a good match.
	p.found = slices.DeleteFunc(p.found, func(h hit) bool { return !h.also && 2*h.score < best })
	slices.SortStableFunc(p.found, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
}

// alsoScore is what a word found in Also is worth: less than a letter in Text.
const alsoScore = 100

// match finds a query in an item; a word that Text lacks may begin one of Also's.
func match(i Item, query string) (hit, bool) {
	h := hit{Item: i}
	for _, word := range strings.Fields(query) {
		if score, at, ok := fuzzy.Match(word, i.Text); ok {
			h.score += score
			h.at = append(h.at, at...)
			continue
		}
		if !strings.Contains(" "+strings.ToLower(i.Also), " "+strings.ToLower(word)) {
			return h, false
		}
		h.score += alsoScore
		h.also = true
	}
	return h, true
}

// first is the first item shown in some rows: the one selected stays in view.
func (p *Palette) first(rows int) int {
	return max(0, min(p.at-rows/2, len(p.found)-rows))
}

// Select selects the item at a row of what Draw draws into h rows, as a click
// does; false if there is none.
func (p *Palette) Select(row, h int) bool {
	if i := p.first(h-listRow) + row - listRow; row >= listRow && row < h && i < len(p.found) {
		p.at = i
		return true
	}
	return false
}

// Rows and Columns are the size of the list with the line above it, which listRow
// is below.
const (
	Rows, Columns = 16, 84
	listRow       = 2
)

// Draw draws the line and the list below it.
func (p *Palette) Draw(th theme.Theme, c chart.Canvas) {
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
func (p *Palette) drawItem(th theme.Theme, c chart.Canvas, h hit, selected bool) {
	w, _ := c.Size()
	text, typed, also, key := th.TextInk(), th.KeyInk(), th.MutedInk(), th.KeyInk()
	if selected {
		text = chart.Ink{Fg: th.Title}
		c.Paint(c.Rect(), th.Selection)
		c.Text(0, 0, "▸", th.KeyInk())
	}
	space := w - 2
	if h.Key != "" {
		c.TextRight(w-1, 0, h.Key, key)
		space -= c.Width(h.Key) + 3
	}
	x, n := 2, 0
	for _, r := range h.Text {
		ink := text
		if slices.Contains(h.at, n) {
			ink = typed
		}
		if n++; x-2 < space {
			x = c.TextIn(x, 0, space-x+2, string(r), ink)
		}
	}
	if h.Also != "" && space-(x-2)-2 > 8 {
		c.TextIn(x+2, 0, space-x, h.Also, also)
	}
}
