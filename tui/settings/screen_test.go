package settings

import (
	"reflect"
	"testing"

	"farsight/tui/chart"
)

// While a text is being typed every key is text; what is wrong is not wanted
// run, and esc wants what was run before.
func TestKeysAreText(t *testing.T) {
	f := small(t, 80, 24)
	f.goTo("seed", 0)
	before := f.se.Plan()
	for _, k := range []string{"1", "2", "q"} {
		f.Press(k)
		if !f.Wants.Taken || f.Wants.Plan != nil {
			t.Fatalf("%s: the form wants %+v", k, f.Wants)
		}
	}
	if f.s.edit.At().Text() != "12q" || f.s.edit == nil || f.s.wrong == "" {
		t.Fatalf("the line holds %q, wrong: %q", f.s.edit.At().Text(), f.s.wrong)
	}
	if a := f.Screen.About(f.View); a.Globals != nil || len(a.Keys) != len(typingKeys) {
		t.Error("the keys of the list are offered while a text is typed")
	}
	f.press("backspace")
	if f.se.Settings.Seed != 12 {
		t.Errorf("seed %d after a pause, want 12", f.se.Settings.Seed)
	}
	f.Press("esc")
	if p := f.Wants.Plan; p == nil || !reflect.DeepEqual(*p, before) {
		t.Errorf("esc wants %+v run, want %+v", p, before)
	}
	f.run()
	f.press("7", "down")
	if got := f.rows()[f.s.row].label; f.se.Settings.Seed != 7 || got != "limit" {
		t.Errorf("seed %d, cursor on %s", f.se.Settings.Seed, got)
	}
}

// Large windows show what the settings make of it; smaller ones are as they were.
func TestEvidence(t *testing.T) {
	f := small(t, 220, 60)
	f.Shows("best found against money spent", "Random: objective", "EI: objective", "values against what was foreseen", "costs against what was foreseen, log", "in 95 %")
	for w := 100; w <= 240; w += 7 {
		for h := 16; h <= 70; h += 3 {
			for _, columns := range []int{1, 2} {
				l := arrange(w, h, 16, columns)
				parts := []chart.Rect{l.form, l.about, l.outcome, l.chart, l.evidence}
				for i, r := range parts {
					for _, q := range parts[:i] {
						if !r.Intersect(q).Empty() || r.Intersect(chart.Rect{W: w, H: h}) != r && !r.Empty() {
							t.Fatalf("%d by %d: %+v and %+v", w, h, r, q)
						}
					}
				}
				if !l.evidence.Empty() && (w < evidenceColumns || h < evidenceRows) {
					t.Fatalf("%d by %d: there is evidence", w, h)
				}
			}
		}
	}
}
