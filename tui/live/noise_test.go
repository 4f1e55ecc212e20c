package live

import (
	"strings"
	"testing"

	"farsight/study/journal"
	"farsight/tui/screentest"
)

// noisyBakery is the bakery whose customers judge differently each time.
func noisyBakery(t *testing.T) string {
	t.Helper()
	text := strings.Replace(screentest.Bakery, "[objective]\n", "[objective]\nnoisy = true\n", 1)
	if text == screentest.Bakery {
		t.Fatal("the bakery has no [objective]")
	}
	return text
}

// The form of a noisy study has a field for the noise of a value, which may be
// left empty; an entry's is revised with it.
func TestTellsTheNoiseOfAValue(t *testing.T) {
	path := screentest.NewStudy(t, noisyBakery(t), "ei-puc")
	l := openStudy(t, path, 100, 30)
	l.press("enter")
	l.says("sd", "of its noise, if known")
	l.press("6", "tab", "2", "tab", "-1", "enter")
	l.says("must be above 0")
	l.press("backspace", "backspace", "0.5", "enter")
	if e := lastTold(t, path); e.Sd != 0.5 || e.Value != 6 || e.Cost != 2 {
		t.Fatalf("on disk: %+v", e)
	}
	l.says("sd 0.5")
	f := newAmend(l.s, lastTold(t, path))
	if _, changed := f.amendment(); changed {
		t.Error("a form that nobody touched changes its entry")
	}
	f.Find(sdField).Line.Set("0.25")
	if b, changed := f.amendment(); !changed || b.Sd == nil || *b.Sd != 0.25 || b.Value != nil {
		t.Errorf("the amendment is %+v", b)
	}
	l.press("5", "tab", "2", "enter") // it is not known
	if e := lastTold(t, path); e.Sd != 0 || e.Value != 5 {
		t.Fatalf("on disk: %+v", e)
	}
	exact := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 100, 30)
	exact.press("enter")
	exact.silent("of its noise")
}

func lastTold(t *testing.T, path string) journal.Evaluation {
	t.Helper()
	all := onDisk(t, path).Evaluations
	return all[len(all)-1]
}
