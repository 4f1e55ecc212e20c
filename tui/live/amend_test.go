package live

import (
	"strings"
	"testing"

	"farsight/tui/screentest"
)

// An entry told before is picked in the history, corrected and annotated; the
// file only grows, and an undo takes the correction back.
func TestRevisesAnEntry(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.press("6", "tab", "2", "enter")
	l.press("v", "down", "down", "enter") // evaluation 3
	l.says("revise this entry", "hours 3.50 h, loaves 12")
	l.press("enter")
	l.says("Nothing was changed")
	l.press("6.5", "tab", "tab", "misread", "enter")
	e := onDisk(t, path).Evaluations
	if len(e) != 5 || e[2].Value != 6.5 || e[2].Cost != 2.2 || e[2].Note != "misread" || len(e[2].Amended) != 1 {
		t.Fatalf("on disk: %+v", e[2])
	}
	l.says("saved: evaluation 3", "gave 6.50 points", "amended: misread")
	if l.s.picked >= 0 || l.s.form != nil || l.s.next == nil {
		t.Errorf("picked %d, form %v, suggestion %v", l.s.picked, l.s.form, l.s.next)
	}
	l.press("u")
	l.says("take back the last entry?", "amended")
	l.press("y")
	if e := onDisk(t, path).Evaluations; e[2].Value != 6 || e[2].Note != "" {
		t.Errorf("after the undo: %+v", e[2])
	}
	// To failed, and bad numbers are refused.
	l.press("v", "up", "enter", "-", "enter")
	l.says("not a number")
	l.press("esc")
	l.press("v", "enter", "tab", "tab", "tab", " ", "enter")
	if e := onDisk(t, path).Evaluations; !e[4].Failed {
		t.Errorf("not failed: %+v", e[4])
	}
	if !strings.Contains(l.s.said.text, "evaluation 5, hours 3.54 h, loaves 1 failed at a cost of 2.00 EUR") {
		t.Errorf("says %q", l.s.said.text)
	}
	l.press("v", "esc")
	if l.s.picked >= 0 {
		t.Error("esc does not leave the history")
	}
}
