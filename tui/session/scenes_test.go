package session

import (
	"math"
	"reflect"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

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

// giveUp forgets all curves of a session that shows a step, as if others had been
// looked at for long.
func giveUp(se *Session, step int) {
	se.Still = false
	for _, t := range se.Tracks {
		for key, sc := range t.scenes {
			t.scenes[key] = &Scene{Key: key, extent: sc.extent, gone: true}
		}
	}
	se.GoToStep(step)
}

// Where one rests the steps beside are computed, and nothing beyond them; the key
// then finds its curves without any work.
func TestKeysFindTheStepsBeside(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "ei")
	want := *se.Tracks[0].scenes[se.SceneKey(2)]
	giveUp(se, 3)
	drain(t, se, se.Want())
	for k := range se.Tracks[0].snaps {
		if sc := se.Tracks[0].scenes[se.SceneKey(k)]; !sc.gone != (k >= 2 && k <= 4) {
			t.Errorf("step 3 is shown: that of step %d is given up: %v", k, sc.gone)
		}
	}
	se.Move(-1)
	_, sc := se.Shown(0)
	if sc == nil {
		t.Fatal("the key has to wait for its curves")
	}
	for i, v := range want.Objective.High {
		if sc.Objective.High[i] != v || sc.Acquisition[i] != want.Acquisition[i] {
			t.Fatalf("point %d of the curves made beforehand is another", i)
		}
	}
}

// What is on its way is waited for by the key that wants it, and called off by one
// that goes elsewhere; a new run drops it.
func TestWhatIsBesideIsCalledOff(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc")
	giveUp(se, 3)
	rest := func(step int) (work tea.Cmd) {
		t.Helper()
		se.GoToStep(step)
		se.Receive(se.askScenes(0, *se.Tracks[0].At(step))()) // which asks for one beside
		b := se.Tracks[0].beside
		if b == nil {
			t.Fatalf("nothing beside step %d is on its way", step)
		}
		b.cancel()
		se.Tracks[0].beside = nil
		return se.askBeside(0) // the same work again, in our hands
	}
	work := rest(3)
	se.Move(-1)
	if cmd := se.Want(); cmd != nil {
		t.Error("what is on its way is asked for again")
	}
	se.Receive(work())
	if _, sc := se.Shown(0); sc == nil {
		t.Error("what was waited for did not come")
	}

	work = rest(6)
	se.GoToStep(0)
	se.Want()
	if msg := work().(besideMsg); msg.scene != nil {
		t.Error("nobody wants it, and it was computed")
	}

	se.Tracks[0].beside = nil
	work = rest(8)
	key := se.Tracks[0].beside.key
	msg := work().(besideMsg)
	se.Begin(se.Problem, se.Policies)
	if c, ok := se.Receive(msg); !ok || c.Cmd != nil || msg.scene == nil || se.Tracks[0].scenes[key] != nil {
		t.Error("what was computed for another run is kept")
	}
}

// Functions are drawn over the steps shown, once they are asked for: the same
// each time, of the posterior through what was measured, and the axes hold them.
func TestDrawsOverTheStepsShown(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.GoTo(false)
	drain(t, se, se.Want())
	for _, of := range []DrawsOf{posteriorDraws, PriorDraws} {
		se.Draws = se.Draws.Next()
		if se.Draws != of {
			t.Fatalf("%v follows, want %v", se.Draws, of)
		}
		_, sc := se.Shown(0)
		if se.Drawn(sc) != nil {
			t.Fatal("drawn before it was asked for")
		}
		drain(t, se, se.Want())
		for i := range se.Tracks {
			s, sc := se.Shown(i)
			d := se.Drawn(sc)
			if d == nil || len(d.Objective) != DrawnFunctions || len(d.Cost) != DrawnFunctions || len(d.Objective[0]) != len(sc.X) {
				t.Fatalf("track %d: drawn %+v", i, d)
			}
			if again := newDraws(s, sc.Key, of); !reflect.DeepEqual(d, again) {
				t.Errorf("track %d: drawn again they are others", i)
			}
			e := se.SharedExtent()
			off := 0.0
			for _, y := range d.Objective {
				for k, v := range y {
					if v < e.YLo || v > e.YHi {
						t.Fatalf("track %d: %v is drawn, the axis goes from %v to %v", i, v, e.YLo, e.YHi)
					}
					for _, r := range s.Rows {
						if r.Counted && math.Abs(sc.X[k]-r.X[0]) < 1e-9 {
							off = math.Max(off, math.Abs(v-r.Y))
						}
					}
				}
			}
			// The noise of the model has a standard deviation of 0.001.
			if of == posteriorDraws != (off < 0.006) {
				t.Errorf("track %d, %v: off by %v where it was measured", i, of, off)
			}
		}
	}
	if se.Draws.Next() != noDraws {
		t.Errorf("%v follows the last", se.Draws.Next())
	}
	for _, d := range []DrawsOf{noDraws, posteriorDraws, PriorDraws} {
		if got, ok := ParseDraws(d.String()); !ok || got != d {
			t.Errorf("%v is read as %v", d, got)
		}
	}
	if _, ok := ParseDraws("likelihood"); ok {
		t.Error("functions of the likelihood are drawn")
	}
}
