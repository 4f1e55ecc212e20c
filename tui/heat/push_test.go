package heat

import (
	"strings"
	"testing"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// Pushes are seen from above beside their heat map, where there is room: the
// newest, or with slices through the incumbent the best.
func TestPushFromAbove(t *testing.T) {
	p, err := builtin.Load("push", 3)
	if err != nil {
		t.Fatal(err)
	}
	se := session.New(session.Options{Problem: p, Policies: []policy.Policy{policy.Must("random")}, Settings: study.Settings{Seed: 3, Limit: 2, Workers: 1}})
	se.Still = true
	t.Cleanup(se.Close)
	x := screentest.Show(t, se, New(), 160, 48)
	x.Shows("newest push, from above", "★", "target", "next hand")
	x.Through()
	x.Shows("best push, from above", chart.Num(-se.Tracks[0].Snaps()[0].Best)+" from the target")
	x.View.W, x.View.H = 80, 24
	if text := x.Text(); strings.Contains(text, "from above") {
		t.Errorf("no room for a push, yet\n%s", text)
	}
}
