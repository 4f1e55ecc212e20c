package live

import (
	"strings"
	"testing"

	"farsight/study/journal"
	"farsight/tui/pane"
	"farsight/tui/screentest"
)

// The screen asks for the point that stands in the file, which can be set, and
// shows all of it.
func TestSuggestionCanBeSet(t *testing.T) {
	t.Parallel()
	const narrow = `
budget = 20
[[parameter]]
name = "pressure"
low = 1000
high = 1001
[[parameter]]
name = "rate"
low = 0.0001
high = 1
scale = "log"
[initial]
points = [[1000.2, 0.01], [1000.9, 0.1], [1000.5, 0.5]]
values = [1, 2, 1.5]
costs = [1, 2, 1]
`
	l := openStudy(t, screentest.NewStudy(t, narrow, "ei-puc"), 100, 30)
	events := l.s.live.Journal().Events()
	asked, ok := events[len(events)-1].Body.(journal.Asked)
	if !ok {
		t.Fatalf("nothing was asked for: %v", events)
	}
	for i, par := range l.s.problem.Parameters {
		word := pane.Setting(par, asked.X[i])
		if par.Round(asked.X[i], 3) != asked.X[i] || len(word) > len("1000.123") || !strings.Contains(l.Text(), word) {
			t.Errorf("%s = %v is asked for, and %q not shown in\n%s", par.Name, asked.X[i], word, l.Text())
		}
	}
}
