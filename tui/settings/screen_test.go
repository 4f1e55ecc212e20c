package settings

import (
	"reflect"
	"testing"

	"farsight/tui/chart"
	"farsight/tui/screen"
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

// Keys that the form does not know are the program's.
func TestUnknownKeysAreNotTaken(t *testing.T) {
	f := small(t, 80, 24)
	for _, a := range []screen.Action{screen.ActBrowse, screen.ActCancel, screen.ActNextScreen} {
		if w := f.s.Update(f.View, screen.ActMsg{Act: a}); !reflect.ValueOf(w).IsZero() {
			t.Errorf("action %d: the form wants %+v", a, w)
		}
	}
}

// A study's settings were fixed when it was made.
func TestNoSettingsOfAStudy(t *testing.T) {
	f := small(t, 80, 24)
	if !f.s.Available(f.View) {
		t.Error("a replay has no settings")
	}
	f.se.Study = f.se.Run
	if f.s.Available(f.View) {
		t.Error("a study's settings can be changed")
	}
}

// Drawing changes nothing, neither where the cursor is nor how far the form is
// scrolled: not in another window, not of a form that has shrunk since.
func TestDrawOnlyReads(t *testing.T) {
	f := small(t, 80, 18)
	for range 30 {
		f.press("down")
	}
	if f.s.top == 0 {
		t.Fatal("the form is not scrolled")
	}
	kept, before := *f.s, f.Text()
	for _, size := range [][2]int{{60, 24}, {160, 48}, {240, 70}} {
		f.View.W, f.View.H = size[0], size[1]
		f.Text()
	}
	f.View.W, f.View.H = 80, 18
	if !reflect.DeepEqual(*f.s, kept) || f.Text() != before {
		t.Errorf("drawing changed the form to %+v, it was %+v:\n%s\nbefore:\n%s", *f.s, kept, f.Text(), before)
	}

	// The rows of a fitted process are others: the cursor is beyond the last.
	f.s.row = 100
	kept = *f.s
	f.Text()
	if !reflect.DeepEqual(*f.s, kept) {
		t.Error("drawing moved the cursor")
	}
	f.Send(screen.EnteredMsg{})
	if n := len(f.rows()); f.s.row >= n {
		t.Errorf("the cursor stays on row %d of %d", f.s.row, n)
	}
}

// The cursor stays in the window as that shrinks and grows.
func TestCursorStaysInTheWindow(t *testing.T) {
	f := small(t, 160, 48)
	f.goTo("noise variance", 0)
	for _, h := range []int{48, 18, 30, 70} {
		f.View.W, f.View.H = 80, h
		f.Send(screen.SizeMsg{})
		f.Shows("noise variance", "◀")
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
