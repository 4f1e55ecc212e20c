package futures

import (
	"strconv"

	"farsight/tui/chart"
)

// Draw draws the part of the tree that Top and From point at, heads over it, and
// returns the whole layout.
func (t *Tree) Draw(c chart.Canvas, s chart.Style) Layout {
	w, h := c.Size()
	l := t.Layout(w, h-1, c.Width)
	if len(l.Branches) == 0 || w <= 0 || h <= 1 {
		return l
	}
	t.heads(c, s, &l)
	body := c.Sub(chart.Rect{Y: 1, W: w, H: h - 1})
	path := t.onPath(&l)
	t.edges(body, &l, path)
	most := make([]float64, len(l.columns)) // the largest chance of each stage, a full bar
	for i := range l.Branches {
		b := &l.Branches[i]
		if b.What != Family {
			most[b.Stage] = max(most[b.Stage], b.Chance)
		}
	}
	selected := t.branchOf(&l, t.Selected)
	for i := range l.Branches {
		b := &l.Branches[i]
		row, ok := l.shown(b, t.Top, h-1)
		switch {
		case !ok:
		case b.Stage == 0:
			t.drawRoot(body, s, &l, row, i == selected)
		case b.Stage >= l.From && b.Stage < l.To:
			t.drawBranch(body, s, &l, b, row, most[b.Stage], path[i], i == selected)
		}
	}
	return l
}

// branchOf is the branch of a node; −1 for none.
func (t *Tree) branchOf(l *Layout, node int) int {
	if node < 0 || node >= len(l.Of) {
		return -1
	}
	return l.Of[node]
}

// onPath returns which branches lead to the selected one.
func (t *Tree) onPath(l *Layout) []bool {
	out := make([]bool, len(l.Branches))
	for i := t.branchOf(l, t.Selected); i >= 0; i = l.Branches[i].Parent {
		out[i] = true
	}
	return out
}

// heads names the fields. Where the first stages are scrolled away, it says what
// the selected path has been through there.
func (t *Tree) heads(c chart.Canvas, s chart.Style, l *Layout) {
	ink := chart.Ink{Fg: s.Muted}
	c.Text(1, 0, "now", ink)
	for stage := l.From; stage < l.To; stage++ {
		col := l.columns[stage]
		for f := range fields {
			if col.width[f] < len(heads[f]) || heads[f] == "" {
				continue
			}
			switch f {
			case fieldFound, fieldPoint:
				c.Text(col.at[f]+2, 0, heads[f], ink)
			default:
				c.TextRight(col.at[f]+col.width[f], 0, heads[f], ink)
			}
		}
	}
	if l.From > 1 && l.From < len(l.columns) {
		x := 5
		for stage, node := range t.PathTo(t.Selected) {
			if stage == 0 || stage >= l.From {
				continue
			}
			n := t.Nodes[node]
			text := " " + string(n.Outcome.Rune()) + " " + n.found
			if x+c.Width(text) >= l.columns[l.From].x {
				break
			}
			x = c.Text(x, 0, text, chart.Ink{Fg: t.Path})
		}
	}
}

// edges draws the lines from parents to children: the likelier the heavier, in
// the colour of the outcome, the selected path in its own.
func (t *Tree) edges(c chart.Canvas, l *Layout, path []bool) {
	w, h := c.Size()
	k := &wires{w: w, h: h, cells: make([]wire, w*h)}
	for i := range l.Branches {
		b := &l.Branches[i]
		if b.Parent < 0 || b.Stage < l.From || b.Stage >= l.To {
			continue
		}
		p := &l.Branches[b.Parent]
		from, seen := l.shown(p, t.Top, h)
		if !seen {
			continue
		}
		to, visible := l.shown(b, t.Top, h)
		col := l.columns[b.Stage]
		spine, start := col.x-col.gap+2, l.columns[p.Stage].x+l.columns[p.Stage].w+1
		if p.Stage < l.From { // it is scrolled away: the root represents it
			start = l.columns[0].w + 1
		}
		if p.Stage == 0 {
			start = c.Width(l.root[t.middle(l)]) + 2
			if p.Stage < l.From-1 {
				start = l.columns[0].w
			}
		}
		ink := chart.Ink{Fg: t.Line}
		weight := weightOf(b.Chance)
		if path[i] {
			ink = chart.Ink{Fg: t.Path, Attr: chart.Bold}
		}
		k.across(min(start, spine-1), spine, from, heavyIf(weight == heavy), ink, path[i])
		k.along(spine, from, to, heavyIf(weight == heavy), ink, path[i])
		if !visible {
			continue
		}
		k.across(spine, spine+1, to, weight, ink, path[i])
		if !path[i] && b.What != Rarer && b.What != Family {
			ink = chart.Ink{Fg: t.Color(b.Outcome)}
		}
		k.across(spine+1, col.x-2, to, weight, ink, path[i])
	}
	k.draw(c)
	for i := range l.Branches { // the path has a shape too
		b := &l.Branches[i]
		if row, ok := l.shown(b, t.Top, h); ok && path[i] && b.Parent >= 0 && b.Stage >= l.From && b.Stage < l.To {
			c.Set(l.columns[b.Stage].x-2, row, chart.Selected, chart.Ink{Fg: t.Path, Attr: chart.Bold})
		}
	}
}

func heavyIf(b bool) weight {
	if b {
		return heavy
	}
	return light
}

// middle is the line of the root that its edge leaves.
func (t *Tree) middle(l *Layout) int { return (len(l.root) - 1) / 2 }

func (t *Tree) drawRoot(c chart.Canvas, s chart.Style, l *Layout, row int, selected bool) {
	_, h := c.Size()
	y := min(max(row-t.middle(l), 0), max(h-len(l.root), 0))
	for i, line := range l.root {
		ink := chart.Ink{Fg: s.Text}
		if i == 0 {
			ink = chart.Ink{Fg: s.Title, Attr: chart.Bold}
		}
		if selected {
			ink.Fg, ink.Bg, ink.Attr = s.Title, s.Selection, ink.Attr|chart.Bold
		}
		end := c.Text(1, y+i, line, ink)
		if selected && c.Mono() && i == t.middle(l) { // no background to mark it with
			c.Set(0, y+i, '[', ink)
			c.Set(end, y+i, ']', ink)
		}
	}
}

// drawBranch writes one line, field by field.
func (t *Tree) drawBranch(c chart.Canvas, s chart.Style, l *Layout, b *Branch, row int, most float64, path, selected bool) {
	col := &l.columns[b.Stage]
	words := chart.Ink{Fg: s.Muted}
	switch {
	case selected:
		words = chart.Ink{Fg: s.Title, Attr: chart.Bold}
		c.Paint(chart.Rect{X: col.x - 1, Y: row, W: col.w + 2, H: 1}, s.Selection)
	case path:
		words = chart.Ink{Fg: s.Text, Attr: chart.Bold}
	case b.What == one || b.What == Costs:
		words = chart.Ink{Fg: s.Text}
	}
	hue := t.Color(b.Outcome)
	if b.What == Family || b.What == Rarer {
		hue = s.Muted
		c.Set(col.x, row, chart.MarkFolded.Rune(), chart.Ink{Fg: hue})
		c.TextIn(col.x+2, row, col.w-2, t.foldText(b, col, c.Width), words)
	} else {
		c.Set(col.x, row, b.Outcome.Rune(), chart.Ink{Fg: hue, Attr: chart.Bold})
		// Numbers end at the same cell, so that they compare.
		c.TextRight(col.x+col.width[fieldFound], row, b.text[fieldFound], words)
	}
	for f, text := range b.text[fieldCost:] {
		if f := fieldCost + field(f); c.Width(text) <= col.width[f] {
			c.TextRight(col.at[f]+col.width[f], row, text, words)
		}
	}
	if n := col.width[fieldBar]; n > 0 && b.What != Family {
		bar(c, col.at[fieldBar], row, n, b.Chance/most, chart.Ink{Fg: hue}, chart.Ink{})
	}
	if b.What == one || b.What == Costs {
		x := col.at[fieldPoint]
		c.Set(x, row, b.kind.Shape().Rune(), chart.Ink{Fg: t.kindColor(b.kind), Attr: chart.Bold})
		if n := col.width[fieldPoint]; n > 2 {
			c.TextIn(x+2, row, n-2, t.pointText(b, col.variant), words)
		}
		if n := col.width[fieldGauge]; n > 0 && t.budget > 0 {
			bar(c, col.at[fieldGauge], row, n, b.Left/t.budget, chart.Ink{Fg: t.Left}, chart.Ink{Fg: t.Track})
		}
	}
	if selected && c.Mono() { // no background to mark it with
		c.Set(col.x-1, row, '[', words)
		c.Set(col.x+col.w, row, ']', words)
	}
}

// bar draws a heavy line as long as a share of n cells, to half a cell but never
// nothing, and a light one over the rest if that has an ink. Lines leave air
// between the rows; blocks would run into one.
func bar(c chart.Canvas, x, y, n int, share float64, ink, rest chart.Ink) {
	halves := min(max(int(share*float64(2*n)+0.5), 0), 2*n)
	if share > 0 {
		halves = max(halves, 1)
	}
	if rest != (chart.Ink{}) {
		c.HLine(x, y, n, '─', rest)
	}
	c.HLine(x, y, halves/2, '━', ink)
	if halves%2 == 1 {
		c.Set(x+halves/2, y, '╸', ink)
	}
}

// foldText says what is folded, in as many words as there is room for.
func (t *Tree) foldText(b *Branch, col *column, measure func(string) int) string {
	text := b.text[fieldFound]
	switch {
	case b.What == Family && col.long:
		return t.familyText(b)
	case b.What == Family && measure(text) > col.w-2:
		return strconv.Itoa(len(b.Nodes))
	}
	return text
}

// familyText is a family in a line.
func (t *Tree) familyText(b *Branch) string {
	text := b.text[fieldFound] + ", worth " + t.worthText(b.CostLo)
	if hi := t.worthText(b.High); hi != t.worthText(b.CostLo) {
		text += " to " + hi
	}
	return text
}

// Beyond is how many rows lie above and below what a pane of h rows shows.
func (t *Tree) Beyond(l Layout, h int) (above, below int) {
	return min(t.Top, l.rows), max(0, l.rows-t.Top-h)
}

// weight is how heavy a line is: the likelier, the heavier.
type weight uint8

const (
	none weight = iota
	light
	heavy
	dashed // light, in every second cell where it runs across
)

// Chances from which a line is not dashed, and from which it is heavy.
const (
	lightChance = 0.02
	heavyChance = 0.15
)

func weightOf(chance float64) weight {
	switch {
	case chance >= heavyChance:
		return heavy
	case chance >= lightChance:
		return light
	}
	return dashed
}

// arms is how many sides of a cell have a line.
type arms [4]weight // up, right, down, left

const (
	up = iota
	right
	down
	left
)

// gap reports whether the cell in column x is left blank to make a line dashed: the
// dashed characters there are look like solid ones where cells are small.
func (a arms) gap(x int) bool {
	return x%2 == 1 && a[up] == none && a[down] == none && a[left] != light && a[left] != heavy && a[right] != light && a[right] != heavy
}

// box is the character of a cell.
func (a arms) box(g chart.Glyphs) rune {
	for i, w := range a {
		if w == dashed {
			a[i] = light
		}
	}
	if g == chart.ASCII {
		vertical, across := max(a[up], a[down]), max(a[left], a[right])
		switch {
		case vertical == none:
			return [...]rune{' ', '-', '='}[across]
		case across == none:
			return '|'
		}
		return '+'
	}
	return chart.Box(int(a[up]), int(a[right]), int(a[down]), int(a[left]))
}

// wires are lines that meet: arms are gathered first and written as characters at
// the end. What comes later has its ink, unless what was there is the path's.
type wires struct {
	w, h  int
	cells []wire
}

type wire struct {
	arms arms
	ink  chart.Ink
	path bool
}

func (k *wires) arm(x, y, side int, w weight, ink chart.Ink, path bool) {
	if x < 0 || y < 0 || x >= k.w || y >= k.h {
		return
	}
	c := &k.cells[y*k.w+x]
	if a := &c.arms[side]; *a == none || *a == dashed || w == heavy {
		*a = w
	}
	if path || !c.path {
		c.ink, c.path = ink, path
	}
}

// across draws from the middle of cell x0 to the middle of cell x1.
func (k *wires) across(x0, x1, y int, w weight, ink chart.Ink, path bool) {
	for x := x0; x < x1; x++ {
		k.arm(x, y, right, w, ink, path)
		k.arm(x+1, y, left, w, ink, path)
	}
}

// along draws from the middle of cell y0 to the middle of cell y1, in either direction.
func (k *wires) along(x, y0, y1 int, w weight, ink chart.Ink, path bool) {
	if y0 > y1 {
		y0, y1 = y1, y0
	}
	for y := max(y0, -1); y < min(y1, k.h); y++ {
		k.arm(x, y, down, w, ink, path)
		k.arm(x, y+1, up, w, ink, path)
	}
}

func (k *wires) draw(c chart.Canvas) {
	for i, cell := range k.cells {
		if cell.arms != (arms{}) && !cell.arms.gap(i%k.w) {
			c.Set(i%k.w, i/k.w, cell.arms.box(c.Glyphs()), cell.ink)
		}
	}
}
