//go:build linux || darwin || freebsd || netbsd || openbsd

package tui

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/ptytest"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// asExplorer makes the test binary an explorer that breaks in some way when a
// key is pressed.
const asExplorer = "FARSIGHT_TEST_BREAKS"

func TestMain(m *testing.M) {
	if how := os.Getenv(asExplorer); how != "" {
		breakingExplorer(how)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// breakingScreen breaks when told to.
type breakingScreen struct {
	plainScreen
	how string
}

func (*breakingScreen) name() string           { return "breaking" }
func (*breakingScreen) question(*Model) string { return "does it break?" }
func (b *breakingScreen) bindings(*Model) []screen.Binding {
	return []screen.Binding{{Act: screen.ActFold, Keys: []string{"z"}, Show: "z", Short: "break", Long: "break"}}
}

func (b *breakingScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	if a != screen.ActFold {
		return nil, false
	}
	switch b.how {
	case "update":
		panic("broken on purpose")
	case "command":
		return func() tea.Msg { panic("broken on purpose") }, true
	case "stream":
		return session.Stream(m.s.Context(), nil, func(func(tea.Msg)) { panic("broken on purpose") }), true
	}
	b.how = "view now"
	return nil, true
}

func (b *breakingScreen) draw(m *Model, c chart.Canvas) {
	if b.how == "view now" {
		panic("broken on purpose")
	}
	c.Text(0, 0, "ready to break", m.theme.TextInk())
}

func breakingExplorer(how string) {
	p, err := builtin.Load("myopia", 0)
	if err != nil {
		panic(err)
	}
	q := policy.Must("ei-puc")
	th, _ := theme.Named("dark")
	o := Options{Problem: p, Policies: []policy.Policy{q}, Theme: th}
	_ = RunAs(context.Background(), o, os.Stdin, os.Stdout, func(m *Model) tea.Model {
		m.screens = append(m.screens, legacy{m, &breakingScreen{how: how}})
		m.current = len(m.screens) - 1
		return m
	})
}

// A panic in Update, in View, in a command or in the background ends the
// program with its message on a restored terminal.
func TestPanicsRestoreTheTerminal(t *testing.T) {
	for _, how := range []string{"update", "view", "command", "stream"} {
		t.Run(how, func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), asExplorer+"="+how)
			p := ptytest.Start(t, cmd, 100, 100) // room for the stack below the message
			p.Wait("ready to break")
			p.Type("z")
			p.Ended()
			p.Wait("broken on purpose")
			p.Restored()
		})
	}
}

// The mouse that was asked for is given back.
func TestMouseIsGivenBack(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asExplorer+"=no")
	p := ptytest.Start(t, cmd, 100, 30)
	p.Wait("ready to break")
	p.Type("t")
	p.Wait("has no scenario tree")
	p.Type("M")
	p.Wait("The mouse selects")
	p.Type("q")
	p.Ended()
	p.Restored()
}

// A click selects the node under the mouse, below the titles; elsewhere nothing.
func TestClickSelectsANode(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "t")
	ts := must[*treeScreen](m)
	body := screen.Arrange(m.w, m.h).Body
	tree := m.s.Tracks[1].Snaps()[0].Decision.Tree
	pane, _, _ := ts.panes(m.bodySize())
	_, l := ts.at(m, tree, pane.W, pane.H, chart.Width)
	node := 5
	click := tea.MouseMsg{X: body.X + l.Columns[1].X + 3, Y: body.Y + 1 + l.Places[node].Row, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
	_, cmd := m.Update(click)
	drain(t, m, cmd)
	if ts.selected != node {
		t.Errorf("node %d is selected, want %d", ts.selected, node)
	}
	click.X = 159
	m.Update(click)
	m.Update(tea.MouseMsg{X: click.X, Y: 0, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	if ts.selected != node {
		t.Errorf("a click beside the tree selects node %d", ts.selected)
	}
	onScreen(t, m, "After finding "+chart.Num(tree.Nodes[node].Y))
}

// Large trees come folded to what the pane holds, unfold by stage, and the
// selected node stays in sight.
func TestLargeTreesFoldAndScroll(t *testing.T) {
	m := newModelOn(t, "dropwave", "4-b-ms-ei")
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 24})
	quick := m.s.Policies[0]
	quick = quick.With("effort", "quick")
	m.open(m.s.Problem, []policy.Policy{quick})
	c := newCollect()
	c.run(m.s.Start())
	c.until(t, m, func() bool { return m.s.Tracks[0].Last() == 0 })
	m.s.Stop() // one decision is enough
	press(t, m, "t")
	ts := must[*treeScreen](m)
	tree := m.s.Tracks[0].Snaps()[0].Decision.Tree
	if len(tree.Nodes) != 53 {
		t.Fatalf("%d nodes, want 1 + 4 + 16 + 32", len(tree.Nodes))
	}
	onScreen(t, m, "2 nodes")
	for _, k := range []string{"right", "down", "right", "z", "right", "z", "down", "down", "down", "down", "down", "down", "right", "down"} {
		press(t, m, k)
		w, h := m.bodySize()
		pane, _, _ := ts.panes(w, h)
		d, l := ts.at(m, tree, pane.W, pane.H, chart.Width)
		if row := l.Places[ts.selected].Row; row < d.Top || row >= d.Top+pane.H-1 {
			t.Errorf("after %s: row %d is out of sight, from %d on %d rows are shown", k, row, d.Top, pane.H-1)
		}
	}
	if ts.selected == 0 || tree.Nodes[ts.selected].Stage < 2 {
		t.Errorf("walked to node %d of stage %d", ts.selected, tree.Nodes[ts.selected].Stage)
	}
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 60})
	fillsWindow(t, m, 160, 60, "tree")
}

// Quitting by the model ends all background work at once.
func TestCloseEndsTheWork(t *testing.T) {
	policies := parsed(t, "4-b-ms-ei")
	policies[0] = policies[0].With("effort", "thorough")
	th, _ := theme.Named("dark")
	m := New(Options{Problem: scenario(t, "shekel5"), Policies: policies, Theme: th})
	m.s.Still = true
	c := newCollect()
	c.run(m.Init())
	time.Sleep(50 * time.Millisecond)
	m.Close()
	ended := make(chan struct{})
	go func() {
		c.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("a thorough decision goes on after the end")
	}
}
