package futures

import (
	"slices"
	"strconv"

	"farsight/tui/chart"
)

// field is a part of a branch's line, in the order they stand in.
type field int

const (
	fieldFound  field = iota // ↗ 1.26
	fieldCost                // 9.04
	fieldChance              // 24 %
	fieldBar                 // ███
	fieldPoint               // » x 0.789
	fieldWorth               // 0.138
	fieldLeft                // 18.4
	fieldGauge               // ███▏
	fields
	fieldFamily // no field of its own: the words of families in a line
)

// heads are the column titles.
var heads = [fields]string{"finds", "for", "chance", "", "then", "worth", "left", ""}

// wishes are the fields in order of importance: what distinguishes outcomes first. Each stage has
// found and point's mark in any case.
var wishes = []field{fieldChance, fieldWorth, fieldPoint, fieldFamily, fieldBar, fieldLeft, fieldCost, fieldGauge}

// column is the room of one stage: from X on the fields, Gap cells of edges before.
type column struct {
	x, w, gap int
	at, width [fields]int // width 0: the field is left out
	variant   int         // how short points are written
	long      bool        // families in a line have all their words
}

const (
	leastGap, mostGap     = 5, 24
	leastBar, mostBar     = 5, 48
	leastGauge, mostGauge = 4, 24
)

// size shares the width among the stages: what each must have, then one wish
// after the other from the left, then longer bars and edges until it is used up.
// Where not even the first fits, later stages are left out.
func (t *Tree) size(l *Layout, w, rows int, measure func(string) int) {
	stages := 0
	for _, b := range l.Branches {
		stages = max(stages, b.Stage+1)
	}
	t.rootLines(l, rows)
	l.columns = make([]column, stages)
	need := make([]needs, stages)
	for i := range l.Branches {
		t.measure(&l.Branches[i], need, measure)
	}
	l.From = max(1, min(t.From, stages-1))
	l.To = l.From
	rootWidth := l.rootWidth(measure)
	if stages > 1 && w < rootWidth+leastGap+need[l.From].field[fieldFound]+4 { // the number alone
		l.root = []string{t.Nodes[0].worth}
		rootWidth = l.rootWidth(measure)
	}
	l.columns[0] = column{w: rootWidth}
	free := w - rootWidth - 1 // a blank for a bracket at the end
	for s := l.From; s < stages; s++ {
		c := &l.columns[s]
		c.width[fieldFound] = need[s].field[fieldFound]
		c.width[fieldPoint] = 1 // its mark
		used := leastGap + c.width[fieldFound] + 3
		least := used
		if t.Roomy {
			least += need[s].field[fieldChance] + need[s].field[fieldWorth] + 4
		}
		if free < least && s > l.From {
			break
		}
		c.gap = leastGap
		if t.Roomy && free >= least {
			c.width[fieldChance], c.width[fieldWorth] = need[s].field[fieldChance], need[s].field[fieldWorth]
			used = least
		}
		free -= used
		l.To = s + 1
	}
	shown := l.columns[l.From:l.To]
	full := make([]bool, len(shown)) // for lack of room, so that no later wish is granted before
	for _, f := range wishes {
		for i := range shown {
			if full[i] {
				continue
			}
			if f == fieldFamily {
				free -= shown[i].family(need[l.From+i].short, free)
				continue
			}
			used, granted := shown[i].wish(f, need[l.From+i], free)
			free -= used
			full[i] = !granted && f != fieldPoint // a point of many parameters may never fit
		}
	}
	for i := range shown { // longer words for points, where there are
		points := need[l.From+i].points
		for v := len(points) - 1; v > 0; v-- {
			free -= shown[i].lengthen(v, points, free)
		}
	}
	for i := range shown { // and for families in a line
		free -= shown[i].family(need[l.From+i].long, free)
		shown[i].long = shown[i].total() >= need[l.From+i].long
	}
	stretch(shown, free)
	x := rootWidth
	for i := range shown {
		x = shown[i].arrange(x)
	}
}

// needs are the widest texts of a stage.
type needs struct {
	field       [fields]int
	points      []int // by variant, the longest first
	short, long int   // of families in a line
}

// rootWidth is that of the root's lines with a bracket on either side.
func (l *Layout) rootWidth(measure func(string) int) int {
	w := 0
	for _, line := range l.root {
		w = max(w, measure(line)+2)
	}
	return w
}

// wish gives a field its room, unless there is too little, and says how much it
// took.
func (c *column) wish(f field, needs needs, free int) (used int, granted bool) {
	need := needs.field[f] + 2
	switch {
	case f == fieldPoint && len(needs.points) == 0:
		return 0, true
	case f == fieldPoint: // its mark and what lies before it are there
		c.variant = len(needs.points) - 1
		need = needs.points[c.variant] + 1
	case needs.field[f] == 0 || c.width[f] > 0:
		return 0, true // nothing to show, or shown
	}
	if free < need {
		return 0, false
	}
	if c.width[f] = need - 2; f == fieldPoint {
		c.width[f] = need + 1
	}
	return need, true
}

// lengthen writes points in longer words, if there is room.
func (c *column) lengthen(to int, variants []int, free int) int {
	more := variants[to-1] - variants[c.variant]
	if c.width[fieldPoint] <= 1 || c.variant != to || more > free {
		return 0
	}
	c.variant = to - 1
	c.width[fieldPoint] += more
	return more
}

// family gives families in a line room for so many cells of words, if there is.
func (c *column) family(need, free int) int {
	more := need - c.total()
	if more <= 0 || more > free {
		return 0
	}
	c.width[fieldFound] += more
	return more
}

// stretch lengthens edges and bars while there is room.
func stretch(columns []column, free int) {
	for grown := true; grown && free > 0; {
		grown = false
		for i := range columns {
			c := &columns[i]
			for _, d := range []struct {
				n    *int
				most int
			}{{&c.gap, mostGap}, {&c.width[fieldBar], mostBar}, {&c.width[fieldGauge], mostGauge}} {
				if *d.n > 0 && *d.n < d.most && free > 0 {
					*d.n++
					free--
					grown = true
				}
			}
		}
	}
}

// total is the width of all fields with what lies between them.
func (c *column) total() int {
	n := -2
	for _, w := range c.width {
		if w > 0 {
			n += w + 2
		}
	}
	return n
}

// arrange gives each field its place from x on, and returns the column after them.
func (c *column) arrange(x int) int {
	c.x = x + c.gap
	at := c.x
	for f := range fields {
		if c.width[f] > 0 {
			c.at[f] = at
			at += c.width[f] + 2
		}
	}
	c.w = c.total()
	return c.x + c.w
}

// certain is the probability from which an outcome is shown without it.
const certain = 0.9995

// measure widens the needs of a stage by a branch.
func (t *Tree) measure(b *Branch, need []needs, measure func(string) int) {
	if b.Parent < 0 {
		return
	}
	n := &need[b.Stage]
	if b.What == Family {
		n.field[fieldFound] = max(n.field[fieldFound], 2+measure(strconv.Itoa(len(b.Nodes))))
		n.short, n.long = max(n.short, 2+measure(b.text[fieldFound])), max(n.long, 2+measure(t.familyText(b)))
		return
	}
	for f, text := range b.text[fieldCost:] {
		if f := fieldCost + field(f); text != "" && (f != fieldChance || b.Chance < certain) {
			n.field[f] = max(n.field[f], measure(text), len(heads[f]))
		}
	}
	n.field[fieldFound] = max(n.field[fieldFound], 2+measure(b.text[fieldFound]))
	if b.Chance < certain {
		n.field[fieldBar] = leastBar
	}
	n.field[fieldGauge] = leastGauge
	if b.What == Rarer {
		return
	}
	words := t.Nodes[b.Lead].Points
	for len(n.points) < len(words) {
		n.points = append(n.points, len(heads[fieldPoint]))
	}
	for i := range n.points {
		n.points[i] = max(n.points[i], measure(t.pointText(b, i)))
	}
}

// rootLines are the lines of the root: its point, its value and the remaining budget, one below the
// other where there are rows, coordinates too.
func (t *Tree) rootLines(l *Layout, rows int) {
	n := t.Nodes[0]
	l.root = []string{"worth " + n.worth, n.left + " left"}
	switch c := t.Coordinates; {
	case rows < len(l.root):
		l.root = l.root[:1]
	case len(c) > 0 && rows >= len(c)+2:
		l.root = append(slices.Clone(c), l.root...)
	case len(n.Points) > 0 && rows > 2 && chart.Width(n.Points[len(n.Points)-1]) <= mostRoot:
		l.root = append([]string{n.Points[len(n.Points)-1]}, l.root...)
	}
}

// mostRoot is how wide a point at the root may be.
const mostRoot = 16
