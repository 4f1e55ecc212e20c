package tree

import (
	"strings"
	"testing"

	"farsight/lookahead"
	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// show shows the tree of B-MS-EI's first decision.
func show(t *testing.T, w, h int) (*Screen, *screentest.Host, *lookahead.Snapshot) {
	t.Helper()
	s := New()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), s, w, h)
	return s, x, x.View.Track(1).At(0).Decision.Tree
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

// Arrows walk the nodes; stepping is left to the program, and another step
// starts at its root.
func TestArrowsWalk(t *testing.T) {
	t.Parallel()
	s, x, tree := show(t, 160, 48)
	act(t, x, screen.ActRight)
	if tree.Nodes[s.selected].Parent != 0 {
		t.Fatalf("right of the root is node %d", s.selected)
	}
	middle := s.selected
	act(t, x, screen.ActDown, screen.ActDown, screen.ActUp)
	if s.selected != middle+1 {
		t.Errorf("down, down, up from %d leads to %d", middle, s.selected)
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

// A click selects the node under the mouse, below the titles; elsewhere nothing.
func TestClickSelectsANode(t *testing.T) {
	t.Parallel()
	s, x, tree := show(t, 160, 48)
	area, _, _ := s.panes(x.View.BodySize())
	_, l := s.at(x.View, tree, area.W, area.H, chart.Width)
	node := 5
	click := screen.ClickMsg{X: l.Columns[1].X + 3, Y: 1 + l.Places[node].Row}
	x.Send(click)
	if s.selected != node {
		t.Errorf("node %d is selected, want %d", s.selected, node)
	}
	for _, elsewhere := range []screen.ClickMsg{{X: 157, Y: click.Y}, {X: click.X, Y: 0}, {X: click.X, Y: area.H}} {
		if x.Send(elsewhere); s.selected != node {
			t.Errorf("a click at %v selects node %d", elsewhere, s.selected)
		}
	}
	x.Shows("After finding "+chart.Num(tree.Nodes[node].Y), "objective as imagined here")
}

// Who shows a node to somebody says which; it is unfolded.
func TestSelectedNodesAreSeen(t *testing.T) {
	t.Parallel()
	s, x, _ := show(t, 160, 48)
	s.folded = []bool{false, true}
	last := 0
	x.Send(SelectMsg{Pick: func(t *lookahead.Snapshot) int {
		last = len(t.Nodes) - 1
		return last
	}})
	if s.selected != last || last == 0 || s.folded != nil {
		t.Errorf("node %d of %d is selected, folded: %v", s.selected, last, s.folded)
	}
	x.Shows("After finding ", "objective as imagined here")
	s.folded = []bool{false, true} // by whoever looks
	if x.Send(SelectMsg{Pick: func(*lookahead.Snapshot) int { return last }}); s.folded == nil {
		t.Error("a node that is selected already is unfolded again")
	}
}

// The mouse is asked for by a key.
func TestMouseIsAskedFor(t *testing.T) {
	t.Parallel()
	_, x, _ := show(t, 120, 40)
	if act(t, x, screen.ActMouse); !x.Wants.Mouse {
		t.Errorf("the screen wants %+v", x.Wants)
	}
}

// Large trees come folded to what the pane holds, unfold by stage, and the
// selected node stays in sight, also in another window.
func TestLargeTreesFoldAndScroll(t *testing.T) {
	t.Parallel()
	p, err := session.NewShared(0).Load("dropwave", 0)
	if err != nil {
		t.Fatal(err)
	}
	quick := policy.Must("4-b-ms-ei").With("effort", "quick")
	run, err := study.New(t.Context(), p, quick, study.Settings{})
	if err == nil {
		err = run.Decide(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	snap := run.Snapshot()
	se := session.New(session.Options{Problem: p, Policies: []policy.Policy{quick}})
	se.Still = true
	t.Cleanup(se.Close)
	se.Stop() // one decision is enough
	se.Receive(session.SteppedMsg{Run: se.Run, Snap: snap, Scene: session.NewScene(&snap, se.SceneKey(0))})
	s := New()
	x := screentest.Show(t, se, s, 100, 24)
	tree := x.View.Track(0).At(0).Decision.Tree
	if len(tree.Nodes) != 53 {
		t.Fatalf("%d nodes, want 1 + 4 + 16 + 32", len(tree.Nodes))
	}
	x.Shows("2 nodes")
	inSight := func(after any) {
		area, _, _ := s.panes(x.View.BodySize())
		d, l := s.at(x.View, tree, area.W, area.H, chart.Width)
		if row := l.Places[s.selected].Row; row < d.Top || row >= d.Top+area.H-1 {
			t.Errorf("after %v: row %d is out of sight, from %d on %d rows are shown", after, row, d.Top, area.H-1)
		}
	}
	const right, down, fold = screen.ActRight, screen.ActDown, screen.ActFold
	for _, a := range []screen.Action{right, down, right, fold, right, fold, down, down, down, down, down, down, right, down} {
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

// What is imagined at a node of an earlier run is dropped.
func TestStaleNodesAreDropped(t *testing.T) {
	t.Parallel()
	s, x, _ := show(t, 120, 40)
	stale := imaginedMsg{key: nodeKey{decision: decision{run: x.Session.Run - 1}}, data: &imagined{}}
	if cmd := x.Tell(stale); cmd != nil || s.imagined[stale.key] != nil {
		t.Error("what was imagined in an earlier run is kept")
	}
}

// Policies without a tree say so, and a run that has ended why there is none.
func TestNoTree(t *testing.T) {
	t.Parallel()
	_, x, _ := show(t, 120, 40)
	x.Session.Columns = []int{1, 0}
	x.Send(screen.LookMsg{})
	x.Shows("EI-PUC does not look ahead")
	x.Session.Columns = []int{0, 1}
	x.Session.GoTo(true)
	x.Send(screen.LookMsg{})
	x.Shows("The run has ended")
	if act(t, x, screen.ActRight); strings.Contains(x.Text(), "stage") {
		t.Errorf("a tree is shown:\n%s", x.Text())
	}
}

// Where the panes are is noted for who asks.
func TestSpots(t *testing.T) {
	t.Parallel()
	_, x, _ := show(t, 120, 40)
	x.View.Spots = screen.NewSpots()
	x.View.Spots.Of(1)
	x.Text()
	var parts []string
	for _, s := range x.View.Spots.Found {
		if s.Track != -1 {
			t.Errorf("%s is of column %d", s.Part, s.Track)
		}
		parts = append(parts, s.Part)
	}
	if got := strings.Join(parts, " "); got != "tree node legend" {
		t.Errorf("noted: %s", got)
	}
}
