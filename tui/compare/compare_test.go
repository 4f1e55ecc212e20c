package compare

import (
	"strings"
	"testing"

	"farsight/tui/screentest"
)

// The title asks until all runs have ended, and then answers.
func TestQuestionIsAnsweredAtTheEnd(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), New(), 160, 48)
	if q := x.Screen.About(x.View).Question; !strings.HasPrefix(q, "who spends ") {
		t.Errorf("at the start it says %q", q)
	}
	x.Session.GoTo(true)
	if q := x.Screen.About(x.View).Question; !strings.HasPrefix(q, "B-MS-EI spent ") {
		t.Errorf("at the end it says %q", q)
	}
	x.Session.Right = x.Session.Left
	if q := x.Screen.About(x.View).Question; !strings.HasPrefix(q, "how does EI-PUC spend ") {
		t.Errorf("of one policy it says %q", q)
	}
}

// Two policies stand side by side where there is room, and else one after the
// other.
func TestTwoColumnsWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), New(), 160, 48)
	for w, want := range map[int]int{160: 2, 100: 2, 99: 1, 60: 1} {
		x.View.W = w
		if got := strings.Count(x.Text(), "budget "); got != want {
			t.Errorf("%d columns hold %d policies, want %d:\n%s", w, got, want, x.Text())
		}
		if x.Screen.About(x.View).SideBySide != (want == 2) {
			t.Errorf("%d columns: side by side is not %v", w, want == 2)
		}
	}
}

// A study has nothing to compare.
func TestOnlyReplaysAreCompared(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc"), New(), 160, 48)
	if !x.Screen.Available(x.View) {
		t.Error("a replay cannot be compared")
	}
	x.Session.Study = x.Session.Run
	if x.Screen.Available(x.View) {
		t.Error("a study can be compared")
	}
}
