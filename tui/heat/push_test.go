package heat

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/scenarios/push"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Pushes are seen from above beside their heat map, where there is room: the
// newest, or with slices through the incumbent the best.
func TestPushFromAbove(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("push", 3)
	testkit.OK(t, err)
	se := session.New(session.Options{Problem: p, Policies: []policy.Policy{policy.Must("random")}, Settings: study.Settings{Seed: 3, Limit: 2, Workers: 1}})
	se.Still = true
	t.Cleanup(se.Close)
	x := screentest.Show(t, se, New(), 160, 48)
	x.Shows("newest push, from above", "☆", "target", "next hand")
	x.Through()
	x.Shows("best push, from above", chart.Num(-se.Tracks[0].Snaps()[0].Best)+" from the target")
	x.View.W, x.View.H = 80, 24
	if text := x.Text(); strings.Contains(text, "from above") {
		t.Errorf("no room for a push, yet\n%s", text)
	}
}

// A metre is as long upwards as to the right: the disc is as wide as it is high.
func TestPushIsRound(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("push", 3)
	testkit.OK(t, err)
	th, _ := theme.Named("dark")
	v := screen.View{Session: session.New(session.Options{Problem: p}), Theme: th}
	for _, size := range [][2]int{{60, 16}, {30, 30}, {120, 14}} {
		c := chart.New(size[0], size[1], chart.Terminal{})
		drawPush(v, c, p.Source.(*push.Source), &study.Snapshot{Problem: p, Rows: []study.Row{{X: []float64{5, 5, 1}}}, BestRow: -1})
		// A miss leaves one disc, in the hue of the objective.
		left, right, top, bottom := size[0], 0, size[1], 0
		for y := 1; y < size[1]; y++ {
			for x := range size[0] {
				if c.Cell(x, y).Fg == th.Objective {
					left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
				}
			}
		}
		wide, high := right-left+1, 2*(bottom-top+1)
		if wide-high > 3 || high-wide > 3 || wide < 4 {
			t.Errorf("%v: the disc is %d by %d half rows:\n%s", size, wide, high, c.Plain())
		}
	}
}
