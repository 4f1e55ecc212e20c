package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/tui"
	"farsight/tui/pane"
	"farsight/tui/theorem"
)

// What a tour asks of single screens.

// manyRuns of theorem 1 are simulated before a scene tells of them.
const manyRuns = theorem.ManyRuns

// theorem is what is known of theorem 1; false: nothing yet.
func (s *backdrop) theorem() (r theorem.Result, known bool) {
	if t, ok := tui.ScreenOf[*theorem.Screen](s.m); ok && s.se.Problem.Theorem != nil {
		return t.Result()
	}
	return r, false
}

// showArms shows the arms a scene wants, and has many runs simulated once.
func (s *backdrop) showArms(arms int) tea.Cmd { return s.update(theorem.ShowMsg{Arms: arms}) }

// findNode is the node of a tree a scene selects: the root, the likeliest of
// the first stage, or the likeliest of a kind. Where there is none it is the
// root.
func findNode(tree *lookahead.Snapshot, want string) int {
	best := 0
	for i, n := range tree.Nodes {
		if n.Parent < 0 {
			continue
		}
		fits := want == "likeliest" && n.Stage == 1 ||
			want == "exhausted" && pane.KindOf(n) == lookahead.KindExhausted ||
			want == "truncated" && pane.KindOf(n) == lookahead.KindTruncated ||
			want == "stopped" && n.Kind == lookahead.KindStopped
		if fits && (best == 0 || n.Probability > tree.Nodes[best].Probability) {
			best = i
		}
	}
	return best
}
