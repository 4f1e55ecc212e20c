package futures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// shaped builds a tree with the given number of equally likely answers at each
// stage, stage by stage as scenario trees come; values fall within a family.
func shaped(shape ...int) Tree {
	nodes := []Node{{Parent: -1, Chance: 1, Worth: 1, Left: 10, Points: []string{"x 0.5", "0.5"}}}
	first, last := 0, 1
	for s, m := range shape {
		for p := first; p < last; p++ {
			for k := range m {
				n := Node{Parent: p, Chance: 1 / float64(m), Value: float64(m-k) + float64(p)/100, Cost: 1 + float64(len(nodes)), Worth: 1 / float64(len(nodes)), Left: 10 - 2*float64(s+1), Points: []string{"x 0.25", "0.25"}}
				n.Outcome = Outcome(min(k, 2))
				if s == len(shape)-1 {
					n.Kind = Truncated
				}
				nodes = append(nodes, n)
			}
		}
		first, last = last, len(nodes)
	}
	t := New(nodes, 1)
	t.Coordinates = []string{"x 0.5"}
	return t
}

// hermite is a tree as a Gauss-Hermite rule makes it: nine values times three
// costs, the outer ones rare.
func hermite() Tree {
	chances := []float64{2e-5, 0.003, 0.05, 0.244, 0.40596, 0.244, 0.05, 0.003, 2e-5}
	nodes := []Node{{Parent: -1, Chance: 1, Worth: 0.39, Left: 27.3, Points: []string{"x 0.851", "0.851"}}}
	for i, p := range chances {
		for j, q := range []float64{1. / 6, 2. / 3, 1. / 6} {
			n := Node{Parent: 0, Kind: Truncated, Chance: p * q, Value: 3.3 - 0.7*float64(i), Cost: 8 + float64(j), Worth: 0.1 + 0.01*float64(i), Left: 19.3 - float64(j), Points: []string{"x 0.8", "0.8"}}
			switch {
			case i < 4:
				n.Outcome = Better
			case i == 4:
				n.Outcome = Alike
			default:
				n.Outcome = Worse
			}
			nodes = append(nodes, n)
		}
	}
	t := New(nodes, 1)
	t.Coordinates = []string{"x 0.851"}
	return t
}

var style = chart.Style{Background: chart.RGB(20, 20, 24), Text: chart.RGB(220, 220, 220), Muted: chart.RGB(150, 150, 150), Title: chart.RGB(255, 255, 255),
	Axis: chart.RGB(100, 100, 100), Selection: chart.RGB(40, 50, 70)}

// lines draws a tree in a pane without colours.
func lines(t *Tree, w, h int) []string {
	c := chart.New(w, h, chart.Terminal{Profile: chart.NoColor})
	t.Draw(c, style)
	return strings.Split(c.Plain(), "\n")
}

// Siblings that differ only in cost are one line with the sum of their chances
// and the range of their costs, sorted by outcome; rare ones are one more.
func TestAnswersAreLines(t *testing.T) {
	t.Parallel()
	tr := hermite()
	b := tr.family(0)
	if len(b) != 6 {
		t.Fatalf("%d lines, want five answers and the rarer ones", len(b))
	}
	for i, want := range []struct {
		chance  float64
		outcome Outcome
	}{{0.05, Better}, {0.244, Better}, {0.40596, Alike}, {0.244, Worse}, {0.05, Worse}} {
		if b[i].What != Costs || b[i].Outcome != want.outcome || math.Abs(b[i].Chance-want.chance) > 1e-12 || b[i].CostLo != 8 || b[i].High != 10 {
			t.Errorf("line %d: %+v, want chance %v, costs from 8 to 10", i, b[i], want)
		}
		// left of the likeliest cost
		if math.Abs(b[i].Left-18.3) > 1e-12 || tr.Nodes[b[i].Lead].Cost != 9 {
			t.Errorf("line %d: %v left, led by a cost of %v", i, b[i].Left, tr.Nodes[b[i].Lead].Cost)
		}
	}
	rest := b[5]
	if rest.What != Rarer || rest.Answers != 4 || len(rest.Nodes) != 12 || math.Abs(rest.Chance-0.00604) > 1e-12 {
		t.Errorf("the rarer ones: %+v", rest)
	}
	text := strings.Join(lines(&tr, 100, 7), "\n")
	for _, want := range []string{"↗    1.90  8.00–10.0", "24 %", "⋮ 4 rarer", "0.6 %", "x 0.851", "worth 0.390", "27.3 left"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
}

// Of a sibling that keeps its money it is said so, by a word and a mark of its
// own; nothing follows it.
func TestStoppedOnesStandApart(t *testing.T) {
	t.Parallel()
	nodes := slices.Clone(hermite().Nodes)
	nodes[15].Kind, nodes[15].Worth = Stopped, 0
	nodes = append(nodes, Node{Parent: 15, Chance: 1, Kind: Stopped})
	tr := New(nodes, 1)
	if l := tr.Layout(100, 20, chart.Width); l.Of[len(nodes)-1] != l.Of[15] {
		t.Error("what follows a stopped node is shown")
	}
	if at := tr.Worthiest(15); at != 15 {
		t.Errorf("from a stopped node one gets to %d", at)
	}
	if text := strings.Join(lines(&tr, 100, 10), "\n"); !strings.Contains(text, "¤ stops") {
		t.Errorf("it does not say so:\n%s", text)
	}
}

// What is folded opens, and any of its lines closes it again.
func TestFoldsOpenAndClose(t *testing.T) {
	t.Parallel()
	tr := hermite()
	rows := func() int { return tr.Layout(100, 40, chart.Width).rows }
	if rows() != 6 {
		t.Fatalf("%d rows to begin with", rows())
	}
	for i, s := range []struct{ node, rows int }{
		{1, 9},            // the rarer ones
		{14, 11}, {13, 9}, // costs of the likeliest value, and folded again
		{2, 11}, {27, 13}, // costs of two rare values
		{26, 6}, // folded again with all that is rare
		{14, 8},
	} {
		l := tr.Layout(100, 40, chart.Width)
		opened, ok := tr.Toggle(l.Branches[l.Of[s.node]])
		if tr.Opened = opened; !ok || rows() != s.rows {
			t.Fatalf("%d, after node %d: %d rows, want %d", i, s.node, rows(), s.rows)
		}
	}
	l := tr.Layout(100, 40, chart.Width)
	if _, ok := tr.Toggle(l.Branches[0]); ok {
		t.Error("there is something to open at the root")
	}
	// Whatever is folded, each node can be brought to the front.
	for node := range tr.Nodes {
		tr := hermite()
		tr.Reveal(node)
		l := tr.Layout(100, 40, chart.Width)
		if b := l.Branches[l.Of[node]]; b.Lead != node || b.What == Rarer {
			t.Errorf("node %d stands in %+v", node, b)
		}
	}
	deep := shaped(4, 4, 2)
	deep.Folded = []bool{false, false, true, true}
	deep.Reveal(30)
	l = deep.Layout(100, 40, chart.Width)
	if b := l.Branches[l.Of[30]]; b.What != one || b.Lead != 30 || l.rows != 3+3+2 {
		t.Errorf("node 30 stands in %+v of %d rows", b, l.rows)
	}
}

// Arrows: left to the parent, right to the likeliest answer, up and down within
// the stage; clicks hit lines.
func TestMoveAndClick(t *testing.T) {
	t.Parallel()
	tr := hermite()
	l := tr.Layout(100, 8, chart.Width)
	likeliest := tr.Move(l, 0, 1, 0)
	if likeliest != 14 { // the middle value, the middle cost
		t.Errorf("right of the root is node %d", likeliest)
	}
	for _, c := range []struct{ from, dx, dy, want int }{
		{14, -1, 0, 0}, {14, 1, 0, 14}, {14, 0, -1, 11}, {14, 0, 1, 17}, {8, 0, -1, 8}, {0, -1, 0, 0}, {0, 0, 1, 0}, {99, 0, 1, 0},
		{20, 0, 1, 5}, {13, 0, 1, 17}, // to the rarer ones' likeliest; from a node inside a line
	} {
		if got := tr.Move(l, c.from, c.dx, c.dy); got != c.want {
			t.Errorf("from %d by %d,%d: %d, want %d", c.from, c.dx, c.dy, got, c.want)
		}
	}
	b := l.Branches[l.Of[11]]
	if got := l.At(l.columns[1].x+3, b.Row, 0, 8); got != 11 {
		t.Errorf("click on node 11 gives %d", got)
	}
	if got := l.At(l.columns[1].x-3, b.Row, 0, 8); got != -1 {
		t.Errorf("click on an edge gives %d", got)
	}
	if got := l.At(2, l.Branches[0].Row, 0, 8); got != 0 {
		t.Errorf("click on the root gives %d", got)
	}
}

// The likeliest path takes the likeliest value, of equal ones the most central;
// the worthiest the largest part of the worth.
func TestPaths(t *testing.T) {
	t.Parallel()
	tr := hermite()
	if got := tr.Likeliest(0); got != 14 {
		t.Errorf("the likeliest is node %d", got)
	}
	tr.Nodes[17].Worth *= 3 // the middle cost of a value half as likely
	if got := tr.Worthiest(0); got != 17 {
		t.Errorf("the worthiest is node %d", got)
	}
	tr.Nodes[1].Worth *= 10 // more than all others, and next to impossible
	if got := tr.Worthiest(0); got != 17 {
		t.Errorf("the worthiest is node %d, next to impossible", got)
	}
	deep := shaped(5, 3)
	if got, want := deep.PathTo(deep.Likeliest(0)), []int{0, 3, 13}; !slices.Equal(got, want) {
		t.Errorf("among equals the path is %v, want %v", got, want)
	}
	deep.Nodes[3].Kind = Exhausted
	if got := deep.Likeliest(0); got != 3 {
		t.Errorf("beyond an exhausted node the path goes on to %d", got)
	}
}

// Worths are written to the last figure of the whole.
func TestWorth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v, whole float64
		want     string
	}{
		{3.92e-26, 0.39, "0"}, {0.1378, 0.39, "0.138"}, {0.0123, 0.39, "0.012"}, {0.0004, 0.39, "0"}, {1.0149, 0.39, "1.01"}, {0, 0.39, "0"},
		{0.39, 0.39, "0.390"}, {0.0065, 0.0202, "0.0065"}, {2.5, 25.14, "2.5"}, {12.34, 1.75, "12.3"}, {6.4e-4, 6.4e-4, "6.40e-4"}, {1e-9, 6.4e-4, "0"},
		{math.NaN(), 1, "—"}, {5, 0, "5.00"}, {120, 1234, "120"}, {0.2, 1234, "0"},
	} {
		if got := Worth(c.v, c.whole); got != c.want {
			t.Errorf("Worth(%v, %v) = %q, want %q", c.v, c.whole, got, c.want)
		}
	}
}

// At every size and on every terminal a tree stays within its pane, and without
// glyphs it is ASCII.
func TestSweep(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	trees := []Tree{hermite(), shaped(4, 4, 2), shaped(), shaped(1, 1, 1, 1, 1, 1, 1, 1, 1), {}}
	for i := range trees {
		for _, w := range []int{0, 1, 7, 23, 40, 58, 78, 118, 158, 218} {
			for _, h := range []int{0, 1, 2, 3, 5, 12, 40} {
				for g := chart.Braille; g <= chart.ASCII; g++ {
					tr := trees[i]
					tr.Selected = len(tr.Nodes) - 1
					tr.Top = 3 * (h % 2)
					c := chart.New(w+4, h+2, chart.Terminal{Glyphs: g, Profile: chart.NoColor})
					tr.Draw(c.Sub(chart.Rect{X: 2, Y: 1, W: w, H: h}), style)
					for y, row := range strings.Split(c.Plain(), "\n") {
						for x, r := range []rune(row) {
							if inside := x >= 2 && x < w+2 && y >= 1 && y < h+1; !inside && r != ' ' {
								t.Fatalf("tree %d at %dx%d writes %q outside", i, w, h, r)
							}
							if g == chart.ASCII && (r < ' ' || r > '~') {
								t.Fatalf("tree %d at %dx%d writes %q", i, w, h, r)
							}
						}
					}
				}
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, shape := range [][]int{{4, 4, 2}, {16, 16, 8}} {
		tr := shaped(shape...)
		tr.Folded = tr.FoldToFit(30)
		c := chart.New(158, 31, chart.Terminal{})
		b.Run(fmt.Sprint(shape), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tr.Draw(c, style)
			}
		})
	}
}

// The likelier a line the heavier, in the colour and the shape of its outcome;
// the selected path is marked by shape too.
func TestMarks(t *testing.T) {
	t.Parallel()
	tr := hermite()
	tr.Selected = 14
	text := lines(&tr, 100, 7)
	for i, want := range []string{"──╴ ↗", "━━╸ ↗", "━━▸[=", "━━╸ ↘", "──╴ ↘", " ─ ─"} {
		if !strings.Contains(text[i+1], want) {
			t.Errorf("row %d: %q is missing in %q", i, want, text[i+1])
		}
	}
	if strings.Contains(text[6], "──") {
		t.Errorf("the rarer ones' line is not dashed: %q", text[6])
	}
	tr.Better, tr.Alike, tr.Worse = chart.RGB(0, 255, 0), chart.RGB(0, 0, 255), chart.RGB(255, 0, 0)
	c := chart.New(100, 7, chart.Terminal{})
	l := tr.Draw(c, style)
	for row, want := range []chart.Color{tr.Better, tr.Better, tr.Alike, tr.Worse, tr.Worse} {
		x := l.columns[1].x
		if got := c.Cell(x, row+1); got.Fg != want {
			t.Errorf("row %d: the mark %q has another colour", row, got.Rune)
		}
		if got := c.Cell(x-3, row+1); row != 2 && got.Fg != want {
			t.Errorf("row %d: the edge has another colour", row)
		}
	}
	// Bars: the likeliest is full, others in proportion, to half a cell.
	bar := func(row int) (n float64) {
		col := l.columns[1]
		for x := range col.width[fieldBar] {
			switch c.Cell(col.at[fieldBar]+x, row+1).Rune {
			case '━':
				n++
			case '╸':
				n += 0.5
			}
		}
		return n
	}
	full := float64(l.columns[1].width[fieldBar])
	for row, chance := range []float64{0.05, 0.244, 0.40596, 0.244, 0.05} {
		if want := full * chance / 0.40596; math.Abs(bar(row)-want) > 0.5 {
			t.Errorf("row %d: a bar of %v cells, want %v", row, bar(row), want)
		}
	}
}
