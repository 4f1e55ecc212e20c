package tree

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"farsight/lookahead"
	"farsight/policy"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// show shows the tree of B-MS-EI's first decision.
func show(t *testing.T, w, h int) (*Screen, *screentest.Host, *lookahead.Snapshot) {
	t.Helper()
	s := New()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), s, w, h)
	return s, x, x.View.Tracks[1].At(0).Decision.Tree
}

// act sends an action, which the screen must take.
func act(t *testing.T, x *screentest.Host, actions ...screen.Action) {
	t.Helper()
	for _, a := range actions {
		x.Wants = screen.Wants{}
		if x.Send(screen.ActMsg{Act: a}); !x.Wants.Taken {
			t.Errorf("action %d is left to the program", a)
		}
	}
}

// Arrows walk the lines; stepping is left to the program, and another step
// starts at its root.
func TestArrowsWalk(t *testing.T) {
	t.Parallel()
	s, x, tree := show(t, 160, 48)
	act(t, x, screen.ActRight)
	if tree.Nodes[s.selected].Parent != 0 {
		t.Fatalf("right of the root is node %d", s.selected)
	}
	for i, n := range tree.Nodes {
		if n.Parent == 0 && n.Probability > tree.Nodes[s.selected].Probability {
			t.Errorf("right of the root is node %d, and %d is likelier", s.selected, i)
		}
	}
	middle := s.selected
	act(t, x, screen.ActDown)
	if tree.Nodes[s.selected].Y >= tree.Nodes[middle].Y {
		t.Error("down leads to a better answer")
	}
	act(t, x, screen.ActDown, screen.ActUp, screen.ActUp)
	if s.selected != middle {
		t.Errorf("down, down, up, up from %d leads to %d", middle, s.selected)
	}
	act(t, x, screen.ActLeft)
	if s.selected != 0 || x.Session.Step != 0 {
		t.Errorf("left of stage 1 is node %d, step %d", s.selected, x.Session.Step)
	}
	act(t, x, screen.ActRight)
	x.Wants = screen.Wants{}
	if x.Send(screen.ActMsg{Act: screen.ActForward}); x.Wants.Taken {
		t.Error("the screen steps by itself")
	}
	x.Move(1)
	if s.selected != 0 {
		t.Errorf("the next step has node %d selected: want its root", s.selected)
	}
}

// A click selects the node under the mouse, below the heads, or the one whose
// belief is under it; elsewhere nothing.
func TestClickSelectsANode(t *testing.T) {
	t.Parallel()
	s, x, tree := show(t, 160, 48)
	w, h := x.View.BodySize()
	_, l, p := s.at(x.View, tree, w, h, chart.Width)
	b := l.Branches[2]
	row := strings.Split(x.Text(), "\n")[1+b.Row]
	click := screen.ClickMsg{X: len([]rune(row[:strings.Index(row, "24 %")])), Y: 1 + b.Row}
	if x.Send(click); s.selected != b.Lead {
		t.Errorf("node %d is selected, want %d", s.selected, b.Lead)
	}
	for _, elsewhere := range []screen.ClickMsg{{X: click.X, Y: 0}, {X: click.X, Y: p.tree.H}, {X: 3, Y: h - 1}} {
		if x.Send(elsewhere); s.selected != b.Lead {
			t.Errorf("a click at %v selects node %d", elsewhere, s.selected)
		}
	}
	x.Shows("If it finds "+chart.Num(tree.Nodes[b.Lead].Y), "objective as imagined here")
	if x.Send(screen.ClickMsg{X: p.small.X + 4, Y: p.small.Y + 3}); s.selected != l.Branches[1].Lead {
		t.Errorf("a click on the first belief selects node %d, want %d", s.selected, l.Branches[1].Lead)
	}
}

// Who shows a node to somebody says which; what hides it is opened.
func TestSelectedNodesAreSeen(t *testing.T) {
	t.Parallel()
	s, x, _ := show(t, 160, 48)
	s.folded = []bool{false, true}
	last := 0
	pick := SelectMsg{Pick: func(t *lookahead.Snapshot) int {
		last = len(t.Nodes) - 1
		return last
	}}
	x.Send(pick)
	leads := func() bool {
		w, h := x.View.BodySize()
		_, l, _ := s.at(x.View, x.View.Tracks[1].At(0).Decision.Tree, w, h, chart.Width)
		return l.Branches[l.Of[last]].Lead == last
	}
	if s.selected != last || last == 0 || !leads() {
		t.Errorf("node %d of %d is selected and leads its line: %v", s.selected, last, leads())
	}
	x.Shows("If it finds ", "objective as imagined here")
	s.opened = nil // by whoever looks
	if x.Send(pick); leads() {
		t.Error("a node that is selected already is unfolded again")
	}
}

// Each answer says what is imagined and how likely it is, costs and rare ones
// share a line, enter shows them, and enter again does not.
func TestFuturesAreTold(t *testing.T) {
	t.Parallel()
	_, x, _ := show(t, 120, 40)
	x.Shows("finds", "for", "chance", "then", "worth", "left", "↗    1.98  7.68–10.3   5.0 %", "=   0.565", "41 %", "↘  -0.132", "⋮ 4 rarer", "0.6 %",
		"↗ better", "= alike, within 1/3 sd", "↘ worse", "» 1 open", "∅ 0 can afford nothing", "║ 27 at the horizon")
	rows := func() int { return strings.Count(x.Text(), "║ x") }
	if rows() != 5 {
		t.Errorf("%d answers, want 5", rows())
	}
	act(t, x, screen.ActRight, screen.ActEnter)
	if rows() != 7 {
		t.Errorf("%d answers after showing the costs of one, want 7", rows())
	}
	act(t, x, screen.ActEnter, screen.ActDown, screen.ActDown, screen.ActDown)
	x.Shows("4 rarer answers")
	if act(t, x, screen.ActEnter); rows() != 9 {
		t.Errorf("%d answers after showing the rarer ones, want 9", rows())
	}
	if act(t, x, screen.ActEnter, screen.ActEnter); rows() != 5 {
		t.Errorf("%d answers after folding them again, want 5", rows())
	}
}

// A path is told from the beginning, sentence by sentence: by itself, or at once
// by the key; any other key ends it.
func TestPathsAreTold(t *testing.T) {
	t.Parallel()
	s := New()
	x := screentest.Show(t, screentest.Decided(t, "dropwave", policy.Must("4-b-ms-ei").With("effort", "quick")), s, 160, 72)
	tree := x.View.Tracks[0].At(0).Decision.Tree
	act(t, x, screen.ActWorthiest)
	end := s.selected
	for stage := range 4 {
		act(t, x, screen.ActPlayPath)
		if n := tree.Nodes[s.selected]; n.Stage != stage {
			t.Fatalf("told of stage %d, want %d", n.Stage, stage)
		}
		if got := strings.Count(x.Text(), "it next evaluates"); got != stage {
			t.Errorf("%d sentences at stage %d:\n%s", got, stage, x.Text())
		}
	}
	if s.selected != end || s.play.path != nil {
		t.Errorf("the story ends at node %d, want %d", s.selected, end)
	}
	act(t, x, screen.ActPlayPath)
	x.Session.Still = false
	tick := s.play.tick
	cmd := x.Tell(playMsg{tick})
	if tree.Nodes[s.selected].Stage != 1 || cmd == nil {
		t.Errorf("a timer leads to stage %d", tree.Nodes[s.selected].Stage)
	}
	if x.Tell(playMsg{tick}); tree.Nodes[s.selected].Stage != 1 {
		t.Error("a timer that does not count goes on")
	}
	x.Session.Still = true
	act(t, x, screen.ActUp)
	if x.Tell(playMsg{s.play.tick}); s.play.path != nil || tree.Nodes[s.selected].Stage != 1 {
		t.Error("another key does not end the story")
	}
}

// Points of several parameters are told by name, whole numbers are whole, and
// where lower is better it says so.
func TestPointsByNameAndLowerIsBetter(t *testing.T) {
	t.Parallel()
	s := New()
	x := screentest.Show(t, screentest.OpenText(t, `
budget = 6
[[parameter]]
name = "depth"
low = 0
high = 4
[[parameter]]
name = "layers"
low = 1
high = 8
integer = true
[objective]
goal = "minimise"
expression = "(depth - 1)^2 + (layers - 3)^2 / 4"
[cost]
expression = "1 + layers / 8"
[initial]
points = [[0, 8], [4, 1], [2, 5], [3, 2]]
`, 1, "2-b-ms-ei"), s, 160, 48)
	tree := x.View.Tracks[0].At(0).Decision.Tree
	x.Shows("↗ better: lower", fmt.Sprintf("layers %.0f", tree.Nodes[0].Point[1]), "depth "+chart.Num(tree.Nodes[0].Point[0]))
	for i, line := range strings.Split(x.Text(), "\n") {
		if strings.Contains(line, "layers") && strings.Contains(line, ".00 ") && strings.Contains(line, "layers 5.00") {
			t.Errorf("row %d: a whole number has decimals: %s", i, line)
		}
	}
	w, h := x.View.BodySize()
	_, l, _ := s.at(x.View, tree, w, h, chart.Width)
	last := math.Inf(-1)
	for _, b := range l.Answers(0) { // the lowest, which is the best, first
		n := tree.Nodes[b.Lead]
		if shown := -n.Y; shown < last {
			t.Errorf("%v stands below %v", shown, last)
		} else {
			last = shown
		}
		if d := n.Y - tree.Nodes[0].Best; b.Outcome == futures.Better && d <= 0 || b.Outcome == futures.Worse && d >= 0 {
			t.Errorf("%v is called %c beside %v", -n.Y, b.Outcome.Rune(), -tree.Nodes[0].Best)
		}
	}
}

// Large trees come folded to what the pane holds, unfold by stage, and the
// selected node stays in sight, also in another window.
func TestLargeTreesFoldAndScroll(t *testing.T) {
	t.Parallel()
	s := New()
	x := screentest.Show(t, screentest.Decided(t, "dropwave", policy.Must("4-b-ms-ei").With("effort", "quick")), s, 100, 24)
	tree := x.View.Tracks[0].At(0).Decision.Tree
	if len(tree.Nodes) != 53 {
		t.Fatalf("%d nodes, want 1 + 4 + 16 + 32", len(tree.Nodes))
	}
	x.Shows("4 answers")
	inSight := func(after any) {
		w, h := x.View.BodySize()
		d, l, p := s.at(x.View, tree, w, h, chart.Width)
		b := l.Branches[l.Of[s.selected]]
		if b.Row < d.Top || b.Row >= d.Top+p.tree.H-1 || b.Stage > 0 && (b.Stage < l.From || b.Stage >= l.To) {
			t.Errorf("after %v: row %d of stage %d is out of sight, from %d on %d rows are shown", after, b.Row, b.Stage, d.Top, p.tree.H-1)
		}
	}
	const right, down, fold, enter = screen.ActRight, screen.ActDown, screen.ActFold, screen.ActEnter
	for _, a := range []screen.Action{right, right, enter, right, enter, down, fold, down, down, down, down, down, down, down, down} {
		act(t, x, a)
		inSight(a)
	}
	if s.selected == 0 || tree.Nodes[s.selected].Stage < 2 {
		t.Errorf("walked to node %d of stage %d", s.selected, tree.Nodes[s.selected].Stage)
	}
	before := x.Text()
	for _, size := range [][2]int{{160, 60}, {60, 18}, {99, 30}, {100, 24}} {
		x.View.W, x.View.H = size[0], size[1]
		after := x.Text()
		if inSight(size); size == [2]int{100, 24} && after != before {
			t.Errorf("frames for other windows have changed this one:\n%s\nbefore:\n%s", after, before)
		}
	}
}

// Policies without a tree say so, and a run that has ended why there is none.
func TestNoTree(t *testing.T) {
	t.Parallel()
	_, x, _ := show(t, 120, 40)
	x.Session.Columns = []int{1, 0}
	x.Send(screen.LookMsg{})
	x.Shows("EI-PUC does not plan ahead")
	x.Session.Columns = []int{0, 1}
	x.Session.GoTo(true)
	x.Send(screen.LookMsg{})
	x.Shows("The run has ended")
	if act(t, x, screen.ActRight); strings.Contains(x.Text(), "chance") {
		t.Errorf("a tree is shown:\n%s", x.Text())
	}
}
