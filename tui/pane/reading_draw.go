package pane

import (
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// rowLayout is how much of a reading stands in its rows.
type rowLayout struct {
	gap   int
	least bool // numbers have their usual columns
	units bool
	who   bool
	items int
}

// DrawReading writes a reading, its rows below each other so that like stands
// under like. What does not fit is left out, the last first: a number is whole
// or not there.
func DrawReading(v screen.View, c chart.Canvas, r screen.Reading) {
	w, h := c.Size()
	rows := r.Rows[:min(h, len(r.Rows))]
	if blank := h - len(rows); blank > 0 {
		c = c.Sub(chart.Rect{Y: blank, W: w, H: h - blank})
	}
	groups := [][]screen.ReadingRow{rows}
	if r.Loose {
		groups = nil
		for y := range rows {
			groups = append(groups, rows[y:y+1])
		}
	}
	// One place for all: brief if some row would lose a number to it.
	place := r.Place
	for _, g := range groups {
		if l, _ := fitReading(c, place, g, w); l.items < most(g) && r.Brief != "" {
			place = r.Brief
		}
	}
	c.Spans(0, 0, chart.Span{Text: place, Ink: v.Theme.TitleInk()})
	y := 0
	for _, g := range groups {
		drawRows(v.Theme, c.Sub(chart.Rect{Y: y, W: w, H: len(g)}), place, g)
		y += len(g)
	}
}

// most is how many items a row has at most.
func most(rows []screen.ReadingRow) int {
	n := 0
	for _, row := range rows {
		n = max(n, len(row.Items))
	}
	return n
}

// drawRows writes rows below each other, right of the place.
func drawRows(th theme.Theme, c chart.Canvas, place string, rows []screen.ReadingRow) {
	w, _ := c.Size()
	l, widths := fitReading(c, place, rows, w)
	for y, row := range rows {
		x := c.Spans(c.Width(place), y, chart.Span{Text: " ┊ ", Ink: th.TextInk()})
		if l.who {
			c.Spans(x, y, chart.Span{Text: row.Who, Ink: chart.Ink{Fg: row.Color, Attr: chart.Bold}})
			x += widths.who + l.gap
		}
		for i, it := range row.Items[:min(l.items, len(row.Items))] {
			at := x
			if it.Name != "" {
				c.Spans(x, y, chart.Span{Text: it.Name, Ink: th.MutedInk()})
				at += widths.name[i] + 1
			}
			c.Spans(at, y, chart.Span{Text: l.value(it), Ink: th.TextInk()})
			x += l.cell(widths, i) + l.gap
		}
	}
}

// value is an item's as it is written.
func (l rowLayout) value(it screen.Item) string {
	if l.units && it.Unit != "" {
		return it.Value + " " + it.Unit
	}
	return it.Value
}

// readingWidths are the columns of a reading's parts, over all rows.
type readingWidths struct {
	who         int
	name, value []int
}

// fitReading finds the fullest layout that fits.
func fitReading(c chart.Canvas, place string, rows []screen.ReadingRow, w int) (rowLayout, readingWidths) {
	most, named := most(rows), len(rows) > 1
	var tries []rowLayout
	for _, who := range []bool{true, named} {
		tries = append(tries, rowLayout{3, true, true, who, most}, rowLayout{3, true, false, who, most}, rowLayout{2, true, false, who, most})
	}
	tries = append(tries, rowLayout{2, false, false, named, most})
	for n := most - 1; n >= 0; n-- {
		tries = append(tries, rowLayout{2, false, false, named, n})
	}
	for _, l := range tries[:len(tries)-1] {
		if widths := l.measure(c, rows); l.total(c, place, widths) <= w {
			return l, widths
		}
	}
	l := tries[len(tries)-1]
	return l, l.measure(c, rows)
}

// measure is what a layout takes, part by part.
func (l rowLayout) measure(c chart.Canvas, rows []screen.ReadingRow) readingWidths {
	out := readingWidths{name: make([]int, l.items), value: make([]int, l.items)}
	for _, row := range rows {
		out.who = max(out.who, c.Width(row.Who))
		for i, it := range row.Items[:min(l.items, len(row.Items))] {
			out.name[i] = max(out.name[i], c.Width(it.Name))
			out.value[i] = max(out.value[i], c.Width(l.value(it)))
			if l.least {
				out.value[i] = max(out.value[i], it.Least)
			}
		}
	}
	return out
}

// total is the width of a layout.
func (l rowLayout) total(c chart.Canvas, place string, widths readingWidths) int {
	n := c.Width(place) + 3 // with the line
	if l.who {
		n += widths.who + l.gap
	}
	for i := range widths.name {
		n += l.cell(widths, i) + l.gap
	}
	return n - l.gap
}

// cell is the width of an item's column: its name, if it has one, and its value.
func (l rowLayout) cell(widths readingWidths, i int) int {
	if widths.name[i] == 0 {
		return widths.value[i]
	}
	return widths.name[i] + 1 + widths.value[i]
}

// ReadingText is a reading to be copied: all of it, harmless, a line for each
// row.
func ReadingText(r screen.Reading) string {
	var lines []string
	for _, row := range r.Rows {
		parts := []string{}
		for _, s := range []string{r.Place, row.Who} {
			if s != "" {
				parts = append(parts, s)
			}
		}
		for _, it := range row.Items {
			if text := strings.Join(strings.Fields(it.Name+" "+it.Value+" "+it.Unit), " "); text != "" {
				parts = append(parts, text)
			}
		}
		lines = append(lines, sanitize.Text(strings.Join(parts, "  ")))
	}
	return strings.Join(lines, "\n")
}
