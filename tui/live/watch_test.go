package live

import (
	"bytes"
	"context"
	"os"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// watchStudy opens a study for reading.
func watchStudy(t *testing.T, path string, w, h int) *lab {
	t.Helper()
	file, err := study.OpenLive(path, journal.Settings{ReadOnly: true})
	testkit.OK(t, err)
	se := session.New(session.Options{Problem: file.Problem(), Policies: []policy.Policy{file.Policy()}})
	se.Still, se.Study = true, se.Run
	t.Cleanup(se.Close)
	l := &lab{s: New(file, file.Problem(), file.Policy()), t: t}
	l.Host = screentest.Show(t, se, shown{l.s, l, se}, w, h)
	l.Drain(l.first)
	return l
}

// Who watches sees what others do, is offered nothing that writes, and asks for
// nothing.
func TestWatching(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Hill, "ei-puc")
	l := watchStudy(t, path, 100, 32)
	l.says("read-only view", "what is measured next?", "Nothing is being asked for at the moment.")
	l.silent("tell the result", "undo", "evaluate", "budget +", "r decides")
	before, err := os.ReadFile(path)
	testkit.OK(t, err)
	l.press("5", "1", "enter", "o", "x", "u", "y", "d", "n", "N", "v", "s", "+", "e", "r", "esc", "down", "up")
	l.s.obey(l.View, tellKey.Act)
	if l.s.form != nil || l.s.undo != nil || l.s.picked >= 0 {
		t.Error("something can be entered")
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Fatalf("the study was written to: %v", err)
	}
	host := screentest.OpenStudy(t, path)
	if _, err := host.Ask(context.Background()); err != nil {
		t.Fatal(err)
	}
	l.poll()
	l.says("initial point 1 of 2", "read-only view")
	for range 2 {
		s, err := host.Ask(context.Background())
		testkit.OK(t, err)
		if _, err := host.Tell(host.State().Seq, study.Answer{X: s.X, Value: s.X[0], Cost: 0.75}); err != nil {
			t.Fatal(err)
		}
	}
	l.poll()
	l.says("told elsewhere: ", "x 0.900 gave 0.900")
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		watchStudy(t, path, size[0], size[1]).says("read-only view", "nothing can be entered")
	}
	if _, err := host.ChangeBudget(host.State().Seq, -3); err != nil {
		t.Fatal(err)
	}
	l.poll()
	l.says("The study has ended: budget spent.")
}
