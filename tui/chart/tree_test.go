package chart

import (
	"strings"
	"testing"
)

// shaped builds a tree with the given number of children at each stage; labels name the path.
func shaped(shape ...int) Tree {
	t := Tree{Line: blue, Path: green, Exhausted: red}
	var grow func(parent, stage int, label string)
	grow = func(parent, stage int, label string) {
		i := len(t.Nodes)
		n := TreeNode{Parent: parent, Label: "Q " + label, Short: label, Value: float64(len(t.Nodes))}
		if parent >= 0 {
			n.Edge = "y " + label
		}
		if stage == len(shape) {
			n.Kind = TruncatedNode
			if strings.HasSuffix(label, "2") {
				n.Kind = ExhaustedNode
			}
		}
		t.Nodes = append(t.Nodes, n)
		if stage < len(shape) {
			for k := range shape[stage] {
				grow(i, stage+1, label+itoa(k+1))
			}
		}
	}
	grow(-1, 0, "0")
	return t
}

func TestTreeLayout(t *testing.T) {
	t.Parallel()
	tr := shaped(2, 2)
	l := tr.Layout(80, Width)
	// leaves take rows 0 to 3; parents stand in the middle, rounding up
	want := []int{1, 0, 0, 1, 2, 2, 3}
	for i, p := range l.Places {
		if p.Row != want[i] || !p.Shown {
			t.Errorf("node %d (%s): row %d, want %d", i, tr.Nodes[i].Label, p.Row, want[i])
		}
	}
	if l.Rows != 4 || len(l.Columns) != 3 {
		t.Errorf("%d rows, %d columns; want 4, 3", l.Rows, len(l.Columns))
	}
	if !l.edges || l.Cols > 80 {
		t.Errorf("80 columns leave no room for edges: %d", l.Cols)
	}
}

// No two lines of one stage share a row, parents lie between their children, and the layout depends
// on neither selection nor scrolling.
func TestTreeLayoutHolds(t *testing.T) {
	t.Parallel()
	for _, shape := range [][]int{{}, {1}, {4, 4, 2}, {27}, {4, 2, 2, 1}, {1, 1, 1}, {3, 1, 5}} {
		tr := shaped(shape...)
		for fold := range len(shape) + 1 {
			tr.Folded = make([]bool, len(shape)+1)
			if fold > 0 {
				tr.Folded[fold] = true
			}
			l := tr.Layout(120, Width)
			type place struct{ stage, row int }
			seen := map[place]bool{}
			mark := func(stage, row int) {
				if seen[place{stage, row}] {
					t.Fatalf("%v folded at %d: two at stage %d, row %d", shape, fold, stage, row)
				}
				seen[place{stage, row}] = true
				if row < 0 || row >= l.Rows || stage >= len(l.Columns) {
					t.Fatalf("%v: stage %d row %d outside %d rows", shape, stage, row, l.Rows)
				}
			}
			for i, p := range l.Places {
				if p.Shown {
					mark(p.Stage, p.Row)
				} else if p.Group < 0 {
					t.Fatalf("%v: node %d is neither shown nor folded", shape, i)
				}
			}
			nodes := 0
			for _, g := range l.Groups {
				mark(g.Stage, g.Row)
				nodes += g.Count + g.Below
			}
			for _, p := range l.Places {
				if p.Shown {
					nodes++
				}
			}
			if nodes != len(tr.Nodes) {
				t.Errorf("%v folded at %d: %d nodes accounted for, want %d", shape, fold, nodes, len(tr.Nodes))
			}
			tr.Selected, tr.Top, tr.Left = len(tr.Nodes)-1, 3, 5
			if m := tr.Layout(120, Width); m.Rows != l.Rows || m.Cols != l.Cols {
				t.Errorf("%v: the layout moves with the selection", shape)
			}
		}
	}
}

func TestTreeFold(t *testing.T) {
	t.Parallel()
	tr := shaped(4, 4, 2)
	tr.Folded = tr.FoldToFit(20)
	if l := tr.Layout(200, Width); l.Rows != 16 {
		t.Errorf("folded to %d rows, want 16: the last stage folded", l.Rows)
	}
	tr.Folded = tr.FoldToFit(8)
	l := tr.Layout(200, Width)
	if l.Rows != 4 || len(l.Groups) != 4 {
		t.Fatalf("folded to %d rows, %d groups; want 4, 4", l.Rows, len(l.Groups))
	}
	// nodes are numbered depth first: the first family of stage 2 is 2, 5, 8, 11
	g := l.Groups[0]
	if g.Count != 4 || g.Below != 8 || g.Mean != 6.5 || g.Lo != 2 || g.Hi != 11 {
		t.Errorf("group %+v, want 4 nodes over 8 with mean 6.5 from 2 to 11", g)
	}
	if got := g.text(); got != "4 nodes  mean 6.50, 2.00 to 11.0" {
		t.Errorf("group line %q", got)
	}
	if got := tr.FoldToFit(1000); len(got) != 4 || got[1] || got[2] || got[3] {
		t.Errorf("folds %v although everything fits", got)
	}
}

func TestTreeNarrow(t *testing.T) {
	t.Parallel()
	tr := shaped(3, 2)
	wide, mid, narrow, tiny := tr.Layout(60, Width), tr.Layout(34, Width), tr.Layout(25, Width), tr.Layout(5, Width)
	if !wide.edges || mid.edges || mid.short || !narrow.short {
		t.Errorf("wide %v, mid %v/%v, narrow %v: edges go first, then long labels", wide.edges, mid.edges, mid.short, narrow.short)
	}
	if mid.Cols > 34 || narrow.Cols > 25 {
		t.Errorf("%d columns of 34, %d of 25", mid.Cols, narrow.Cols)
	}
	if tiny.Cols <= 5 {
		t.Errorf("5 columns cannot hold a tree of %d: it has to scroll", tiny.Cols)
	}
}

func TestTreeMoveAndReveal(t *testing.T) {
	t.Parallel()
	tr := shaped(2, 2)
	l := tr.Layout(80, Width)
	for _, c := range []struct{ from, dx, dy, want int }{
		{0, 1, 0, 1}, {1, -1, 0, 0}, {1, 0, 1, 4}, {4, 0, -1, 1}, {3, 0, 1, 5}, {0, -1, 0, 0}, {6, 1, 0, 6}, {6, 0, 1, 6}, {99, 0, 1, 0},
	} {
		if got := tr.Move(l, c.from, c.dx, c.dy); got != c.want {
			t.Errorf("from %d by %d,%d: %d, want %d", c.from, c.dx, c.dy, got, c.want)
		}
	}
	tr.Folded = []bool{false, false, true}
	f := tr.Layout(80, Width)
	if got := tr.Move(f, 1, 1, 0); got != 2 {
		t.Errorf("into a folded group: %d, want its first node 2", got)
	}
	if got := tr.Move(f, 2, 0, 1); got != 5 {
		t.Errorf("to the next folded group: %d, want 5", got)
	}
	if top, _ := l.Reveal(6, 0, 0, 80, 2); top != 2 {
		t.Errorf("row 3 in 2 rows: top %d, want 2", top)
	}
	if _, left := l.Reveal(6, 0, 0, 12, 10); left != l.Cols-12 {
		t.Errorf("last column in 12 columns: left %d, want %d", left, l.Cols-12)
	}
	if got := l.At(l.Columns[1].X+1, l.Places[4].Row, 0, 0); got != 4 {
		t.Errorf("click on node 4 gives %d", got)
	}
	if got := l.At(0, 3, 0, 0); got != -1 {
		t.Errorf("click beside the tree gives %d", got)
	}
}

func TestTreeGolden(t *testing.T) {
	t.Parallel()
	tr := shaped(3, 2, 2)
	tr.Stages = []string{"now", "after 1", "after 2", "after 3"}
	tr.Selected = 12 // the second branch's second child: its path is heavy, its edges labelled
	tr.Folded = []bool{false, false, false, true}
	c := New(96, 18, Terminal{Profile: NoColor})
	tr.Draw(c.Sub(Rect{0, 0, 96, 8}), testStyle)
	tr.Folded = nil
	tr.Top = 2
	tr.Draw(c.Sub(Rect{0, 9, 60, 9}), testStyle)
	golden(t, "tree-folded-and-scrolled", c)
}

// The table of boxes agrees with the names of Unicode for a few everyone knows.
func TestBoxes(t *testing.T) {
	t.Parallel()
	if len(boxes) != 81 {
		t.Fatalf("%d boxes, want 81", len(boxes))
	}
	for r, want := range map[rune][4]int{'─': {0, 1, 0, 1}, '│': {1, 0, 1, 0}, '┌': {0, 1, 1, 0}, '┼': {1, 1, 1, 1}, '┏': {0, 2, 2, 0}, '┿': {1, 2, 1, 2}, '╂': {2, 1, 2, 1}, '┤': {1, 0, 1, 1}, '╸': {0, 0, 0, 2}} {
		u, ri, d, l, ok := BoxArms(r)
		if !ok || [4]int{u, ri, d, l} != want {
			t.Errorf("%q has arms %d %d %d %d, want %v", r, u, ri, d, l, want)
		}
	}
	if _, _, _, _, ok := BoxArms('x'); ok {
		t.Error("x is no box")
	}
}
