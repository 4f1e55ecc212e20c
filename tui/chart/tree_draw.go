package chart

import "strconv"

func itoa(n int) string { return strconv.Itoa(n) }

// Draw draws the part of the tree that Top and Left point at, and returns the whole layout.
func (t Tree) Draw(c Canvas, s Style) TreeLayout {
	l := t.Layout(c.w, c.Width)
	body := c
	if len(t.Stages) > 0 && c.h > 1 {
		t.titles(c, s, l)
		body = c.Sub(Rect{0, 1, c.w, c.h - 1})
	}
	if body.w <= 0 || body.h <= 0 || len(t.Nodes) == 0 {
		return l
	}
	onPath := make([]bool, len(t.Nodes))
	for i := t.Selected; i >= 0 && i < len(t.Nodes); {
		onPath[i] = true
		parent := t.Nodes[i].Parent
		if parent >= i {
			break
		}
		i = parent
	}
	t.edges(body, l, onPath)
	for i, n := range t.Nodes {
		if p := l.Places[i]; p.Shown {
			t.node(body, s, l, p, n, onPath[i], i == t.Selected)
		}
	}
	for gi, g := range l.Groups {
		t.groupLine(body, s, l, g, t.Selected >= 0 && t.Selected < len(l.Places) && l.Places[t.Selected].Group == gi)
	}
	t.more(body, s, l)
	return l
}

// titles writes the names of the stages over their columns.
func (t Tree) titles(c Canvas, s Style, l TreeLayout) {
	for i, col := range l.Columns {
		if i < len(t.Stages) {
			width := col.W + 2
			if i+1 < len(l.Columns) {
				width += l.Columns[i+1].Gap - 2
			}
			c.TextIn(col.X-t.Left, 0, width, t.Stages[i], Ink{Fg: s.Muted})
		}
	}
}

// edges draws the lines from parents to children, then the labels of the selected path on them.
func (t Tree) edges(c Canvas, l TreeLayout, onPath []bool) {
	k := newWires(c.w, c.h, t.Left, t.Top)
	edge := func(parent int, stage, row int, weight int) {
		p := l.Places[parent]
		col := l.Columns[stage]
		spine := col.X - col.Gap + 2
		from := l.Columns[p.Stage].X + 2 + c.Width(t.text(l, parent)) + 1
		k.across(min(from, spine-1), spine, p.Row, weight)
		k.down(spine, p.Row, row, weight)
		k.across(spine, col.X-2, row, weight)
	}
	for i, n := range t.Nodes {
		if p := l.Places[i]; p.Shown && n.Parent >= 0 && n.Parent < i {
			edge(n.Parent, p.Stage, p.Row, 1+boolInt(onPath[i] && onPath[n.Parent]))
		}
	}
	for gi, g := range l.Groups {
		chosen := t.Selected >= 0 && t.Selected < len(l.Places) && l.Places[t.Selected].Group == gi
		edge(g.Parent, g.Stage, g.Row, 1+boolInt(chosen))
	}
	k.draw(c, Ink{Fg: t.Line}, Ink{Fg: t.Path, Attr: Bold})
	if !l.edges {
		return
	}
	for i, n := range t.Nodes {
		p := l.Places[i]
		if !p.Shown || !onPath[i] || n.Edge == "" || n.Parent < 0 {
			continue
		}
		col := l.Columns[p.Stage]
		c.Text(col.X-col.Gap+4-t.Left, p.Row-t.Top, " "+n.Edge+" ", Ink{Fg: t.Path})
	}
}

// text is the label of a node as the layout has room for it.
func (t Tree) text(l TreeLayout, i int) string {
	if l.short {
		return t.Nodes[i].short()
	}
	return t.Nodes[i].Label
}

func (t Tree) node(c Canvas, s Style, l TreeLayout, p TreePlace, n TreeNode, path, selected bool) {
	col := l.Columns[p.Stage]
	x, y := col.X-t.Left, p.Row-t.Top
	if y < 0 || y >= c.h || x >= c.w {
		return
	}
	shape, color := Circle, t.Open
	switch n.Kind {
	case ExhaustedNode:
		shape, color = Disc, t.Exhausted
	case TruncatedNode:
		shape, color = Square, t.Truncated
	}
	label := n.Label
	if l.short {
		label = n.short()
	}
	ink := Ink{Fg: s.Muted}
	switch {
	case selected:
		ink = Ink{Fg: s.Title, Bg: s.Selection, Attr: Bold}
	case path:
		ink = Ink{Fg: s.Text, Attr: Bold}
	}
	c.Set(x, y, shape.Rune(), Ink{Fg: color, Attr: Bold})
	end := c.TextIn(x+2, y, col.W, label, ink)
	if selected && c.Mono() { // no background to tell it by
		c.Set(x+1, y, '[', ink)
		c.Set(end, y, ']', ink)
	}
}

func (t Tree) groupLine(c Canvas, s Style, l TreeLayout, g TreeGroup, selected bool) {
	col := l.Columns[g.Stage]
	x, y := col.X-t.Left, g.Row-t.Top
	if y < 0 || y >= c.h {
		return
	}
	ink := Ink{Fg: s.Muted}
	if selected {
		ink = Ink{Fg: s.Title, Bg: s.Selection, Attr: Bold}
	}
	c.Set(x, y, SquareHollow.Rune(), Ink{Fg: t.Open})
	c.TextIn(x+2, y, col.W, g.text(), ink)
}

// more says how many rows lie above and below the pane.
func (t Tree) more(c Canvas, s Style, l TreeLayout) {
	note := func(y int, text string) {
		n := c.Width(text)
		if c.free(c.w-n, y, n) {
			c.TextRight(c.w, y, text, Ink{Fg: s.Muted, Attr: Italic})
		}
	}
	if t.Top > 0 {
		note(0, "↑ "+itoa(t.Top)+" more")
	}
	if below := l.Rows - t.Top - c.h; below > 0 {
		note(c.h-1, "↓ "+itoa(below)+" more")
	}
}
