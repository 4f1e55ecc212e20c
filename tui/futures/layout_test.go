package futures

import (
	"slices"
	"strings"
	"testing"

	"farsight/tui/chart"
)

// No two lines of one stage share a row, parents lie between their children,
// every node is somewhere, and the layout depends on neither selection nor
// scrolling.
func TestLayoutHolds(t *testing.T) {
	t.Parallel()
	for _, shape := range [][]int{{}, {1}, {4, 4, 2}, {27}, {4, 2, 2, 1}, {1, 1, 1}, {3, 1, 5}} {
		tr := shaped(shape...)
		for fold := range len(shape) + 1 {
			tr.Folded = make([]bool, len(shape)+1)
			tr.Folded[fold] = fold > 0
			l := tr.Layout(120, 30, chart.Width)
			seen := map[[2]int]bool{}
			for i, b := range l.Branches {
				if place := [2]int{b.Stage, b.Row}; seen[place] || b.Row < 0 || b.Row >= l.rows {
					t.Fatalf("%v folded at %d: two lines, or none, at %v of %d rows", shape, fold, place, l.rows)
				} else {
					seen[place] = true
				}
				if b.Row < b.first || b.Row > b.last || i > 0 && (b.first < l.Branches[b.Parent].first || b.last > l.Branches[b.Parent].last) {
					t.Errorf("%v: rows %d in %d to %d", shape, b.Row, b.first, b.last)
				}
			}
			for node, at := range l.Of {
				if b := l.Branches[at]; !slices.Contains(b.Nodes, node) && !slices.Contains(tr.PathTo(node), b.Nodes[0]) && b.What != Family {
					t.Errorf("%v: node %d stands in %+v", shape, node, b)
				}
			}
			tr.Selected, tr.Top = len(tr.Nodes)-1, 3
			if m := tr.Layout(120, 30, chart.Width); m.rows != l.rows || !slices.Equal(m.columns, l.columns) {
				t.Errorf("%v: the layout moves with the selection", shape)
			}
		}
	}
	tr := shaped(4, 4, 2)
	if f := tr.FoldToFit(20); !slices.Equal(f, []bool{false, false, false, true}) {
		t.Errorf("folded to 20 rows: %v", f)
	}
	if f := tr.FoldToFit(2); !slices.Equal(f, []bool{false, false, true, true}) {
		t.Errorf("folded to 2 rows: %v: the first stage scrolls", f)
	}
}

// The width is used up to the limits of bars and edges, numbers are never cut,
// and what tells futures apart goes last.
func TestWidthsAreUsed(t *testing.T) {
	t.Parallel()
	for name, tr := range map[string]Tree{"hermite": hermite(), "deep": shaped(4, 4, 2), "path": shaped(1, 1, 1, 1, 1, 1, 1, 1)} {
		before, stages := 0, 0
		for w := 28; w <= 220; w++ {
			l := tr.Layout(w, 60, chart.Width)
			last := l.columns[l.To-1]
			end := last.x + last.w
			if end > w-1 {
				t.Fatalf("%s at %d columns ends at %d", name, w, end)
			}
			fields := 0
			for s := l.From; s < l.To; s++ {
				for f, n := range l.columns[s].width {
					if n > 0 && (field(f) != fieldPoint || n > 1) {
						fields++
					}
				}
			}
			if fields < before && l.To == stages {
				t.Errorf("%s: %d fields at %d columns, %d at fewer", name, fields, w, before)
			}
			before, stages = fields, l.To
			for s := l.From; s < l.To; s++ {
				if c := l.columns[s]; c.width[fieldWorth] > 0 && c.width[fieldChance] == 0 && name != "path" || c.width[fieldGauge] > 0 && c.width[fieldWorth] == 0 {
					t.Errorf("%s at %d columns has fields %v", name, w, c.width)
				}
			}
			for _, tr.Roomy = range []bool{true, false} {
				if text := strings.Join(lines(&tr, w, 40), "\n"); strings.Contains(text, "…") {
					t.Fatalf("%s at %d columns is cut:\n%s", name, w, text)
				}
			}
		}
		l := tr.Layout(150, 60, chart.Width)
		if last := l.columns[l.To-1]; last.x+last.w < 140 {
			t.Errorf("%s: of 150 columns %d are used", name, last.x+last.w)
		}
	}
}

// Ancestors stay in view: while any row of what follows a node is, so is it.
func TestAncestorsStayInView(t *testing.T) {
	t.Parallel()
	tr := shaped(4, 4, 2)
	const h = 7
	for top := 0; top <= 32-h; top++ {
		tr.Top = top
		l := tr.Layout(150, h, chart.Width)
		used := map[[2]int]bool{}
		for _, b := range l.Branches {
			row, ok := l.shown(&b, top, h)
			inSight := b.last >= top && b.first < top+h
			if ok != inSight || ok && (row < 0 || row >= h || used[[2]int{b.Stage, row}]) {
				t.Fatalf("from row %d on: %+v is shown: %v, in row %d", top, b, ok, row)
			}
			if ok {
				used[[2]int{b.Stage, row}] = true
			}
		}
		text := strings.Join(lines(&tr, 150, h+1), "\n")
		if !strings.Contains(text, "x 0.5") || !strings.Contains(text, "worth 1.00") {
			t.Errorf("from row %d on the root is not seen:\n%s", top, text)
		}
		if above, below := tr.Beyond(l, h); above != top || below != 32-h-top {
			t.Errorf("from row %d on: %d above, %d below", top, above, below)
		}
	}
}

// Where not all stages fit beside each other those before are named.
func TestLaterStagesScroll(t *testing.T) {
	t.Parallel()
	tr := shaped(1, 1, 1, 1, 1, 1, 1, 1)
	l := tr.Layout(60, 3, chart.Width)
	if l.From != 1 || l.To >= 9 {
		t.Fatalf("stages %d to %d are shown", l.From, l.To)
	}
	tr.Selected = 8
	if _, tr.From = l.Reveal(8, 0, 1, 3); tr.From <= 1 {
		t.Fatal("the last stage is not brought into view")
	}
	l = tr.Layout(60, 3, chart.Width)
	if l.From > 8 || l.To <= 8 {
		t.Errorf("stages %d to %d are shown, not the last", l.From, l.To)
	}
	if text := strings.Join(lines(&tr, 60, 4), "\n"); strings.Contains(text, "%") {
		t.Errorf("what is certain has a chance:\n%s", text)
	}
	if head := lines(&tr, 60, 4)[0]; !strings.Contains(head, "now  ↗ 1.00") {
		t.Errorf("what came before is not told: %q", head)
	}
	if _, from := l.Reveal(0, 0, tr.From, 3); from != 1 {
		t.Errorf("the root is shown beside stage %d", from)
	}
}
