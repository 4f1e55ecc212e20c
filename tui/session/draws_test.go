package session

import (
	"math"
	"reflect"
	"testing"
)

// Functions are drawn over the steps shown, once they are asked for: the same
// each time, of the posterior through what was measured, and the axes hold them.
func TestDrawsOverTheStepsShown(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.GoTo(false)
	drain(t, se, se.Want())
	for _, of := range []DrawsOf{PosteriorDraws, PriorDraws} {
		se.Draws = se.Draws.Next()
		if se.Draws != of {
			t.Fatalf("%v follows, want %v", se.Draws, of)
		}
		_, sc := se.Shown(0)
		if se.drawn(sc) != nil {
			t.Fatal("drawn before it was asked for")
		}
		drain(t, se, se.Want())
		for i := range se.Tracks {
			s, sc := se.Shown(i)
			d := se.drawn(sc)
			if d == nil || len(d.Objective) != DrawnFunctions || len(d.Cost) != DrawnFunctions || len(d.Objective[0]) != len(sc.X) {
				t.Fatalf("track %d: drawn %+v", i, d)
			}
			if again := NewDraws(s, sc.Key, of); !reflect.DeepEqual(d, again) {
				t.Errorf("track %d: drawn again they are others", i)
			}
			e := se.extent()
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
			if of == PosteriorDraws != (off < 0.006) {
				t.Errorf("track %d, %v: off by %v where it was measured", i, of, off)
			}
		}
	}
	if se.Draws.Next() != NoDraws {
		t.Errorf("%v follows the last", se.Draws.Next())
	}
	for _, d := range []DrawsOf{NoDraws, PosteriorDraws, PriorDraws} {
		if got, ok := ParseDraws(d.String()); !ok || got != d {
			t.Errorf("%v is read as %v", d, got)
		}
	}
	if _, ok := ParseDraws("likelihood"); ok {
		t.Error("functions of the likelihood are drawn")
	}
}
