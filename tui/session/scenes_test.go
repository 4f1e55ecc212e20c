package session

import (
	"testing"

	"farsight/study"
)

// Of a long replay the curves of steps that nobody has looked at for long are
// given up, and computed again when somebody does; the axes still hold them.
func TestScenesAreGivenUp(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "ei")
	se.Still = false
	tr := se.Tracks[0]
	first := tr.snaps[0]
	was := *tr.scenes[se.SceneKey(0)]
	const steps = 2 * mostScenes
	for k := len(tr.snaps); k < steps; k++ {
		s := first
		s.Step = k
		tr.snaps = append(tr.snaps, s)
		sc := was
		sc.Key.Step = k
		se.keep(tr, &sc)
	}
	count := func() (drawn int) {
		for _, sc := range tr.scenes {
			if sc.X != nil {
				drawn++
			}
		}
		return drawn
	}
	if n := count(); n < mostScenes || n > mostScenes+mostScenes/8 {
		t.Fatalf("%d scenes keep their curves, want about %d", n, mostScenes)
	}
	gone := tr.scenes[se.SceneKey(1)]
	if gone == nil || gone.X != nil || !(gone.extent.YHi > gone.extent.YLo) {
		t.Fatalf("step 1 is kept as %+v", gone)
	}
	if sc := tr.scenes[se.SceneKey(steps-1)]; sc.X == nil {
		t.Error("what came last was given up first")
	}
	se.GoToStep(1)
	if _, sc := se.Shown(0); sc != nil {
		t.Error("what was given up is shown")
	}
	drain(t, se, se.Want())
	if _, sc := se.Shown(0); sc == nil || len(sc.Objective.Mean) != Samples {
		t.Error("what is looked at is not computed again")
	}
	if se.trace(0) != nil {
		t.Error("what was given up is traced again though nobody looks")
	}
}

// A replay of few rows is traced as a whole along another parameter, one of many
// here and there: all of it would take minutes.
func TestLongReplaysAreTracedHereAndThere(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "ei")
	tr := se.Tracks[0]
	se.Still = false
	if n := len(se.lacking(tr)); n != 0 {
		t.Fatalf("%d scenes are lacking", n)
	}
	se.ViaBest = true // other lines
	if n := len(se.lacking(tr)); n != len(tr.snaps) {
		t.Errorf("%d of %d steps are traced", n, len(tr.snaps))
	}
	s := tr.snaps[0]
	s.Rows = make([]study.Row, 1000)
	tr.snaps = nil
	for k := range 1000 {
		s.Step = k
		tr.snaps = append(tr.snaps, s)
	}
	if n := len(se.lacking(tr)); n < 10 || n > 15 {
		t.Errorf("%d steps of a thousand with a thousand rows are traced, want 12 or so", n)
	}
	if se.Still = true; len(se.lacking(tr)) != 1000 {
		t.Error("pictures are made of less than the whole")
	}
}
