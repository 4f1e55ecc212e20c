package live

import (
	"strings"
	"testing"

	"farsight/tui/screentest"
)

// A number far from what is expected is asked about once: enter keeps it, esc
// mends it, and another number is another question.
func TestDoubtsAreAskedOnce(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	entries := len(onDisk(t, path).Evaluations)
	says := func(words string) bool { return strings.Contains(strings.Join(strings.Fields(l.frame()), " "), words) }
	written := func() int { return len(onDisk(t, path).Evaluations) - entries }
	for _, k := range []string{"5000", "tab", "2", "enter"} {
		l.press(k)
	}
	if written() != 0 || !says("value 5000 points: expected") || !says("Enter again keeps it, esc mends it.") || l.s.form.At().Name != valueField {
		t.Fatalf("%d written:\n%s", written(), l.frame())
	}
	l.press("esc")
	if l.s.form == nil || says("mends it") {
		t.Fatalf("esc left the form:\n%s", l.frame())
	}
	l.press("backspace") // 500
	l.press("enter")
	if written() != 0 || !says("value 500 points: expected") {
		t.Fatalf("%d written, another number was not asked about:\n%s", written(), l.frame())
	}
	l.press("enter")
	if e := onDisk(t, path).Evaluations; written() != 1 || e[entries].Value != 500 || e[entries].Cost != 2 {
		t.Fatalf("%d written", written())
	}
	// A cost that ends the study.
	for _, k := range []string{"5", "tab", "19", "enter"} {
		l.press(k)
	}
	if written() != 1 || !says("so that it ends the study") {
		t.Fatalf("%d written:\n%s", written(), l.frame())
	}
}
