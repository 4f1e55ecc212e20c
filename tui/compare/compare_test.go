package compare

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
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
	x.Session.Columns = x.Session.Columns[:1]
	if q := x.Screen.About(x.View).Question; !strings.HasPrefix(q, "how does EI-PUC spend ") {
		t.Errorf("of one policy it says %q", q)
	}
}

// Three policies stand side by side at 160 characters and four at 220; narrower
// windows say how many more there are and which key shows them.
func TestMoreColumnsWhereThereIsRoom(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei", "ei-puc", "random", "ei-puc-cc"), New(), 220, 60)
	for w, want := range map[int]int{220: 4, 160: 3, 120: 2, 80: 1} {
		x.View.W, x.Session.Room = w, screen.Columns(w)
		text := x.Text()
		if got := strings.Count(text, "objective "); got != want {
			t.Errorf("%d columns hold %d policies, want %d:\n%s", w, got, want, text)
		}
		key := "o"
		if want == 1 {
			key = "x"
		}
		if said := strings.Contains(text, fmt.Sprintf("%s %d more", key, 4-want)); said != (want < 4) {
			t.Errorf("%d columns: that %d more wait is said: %v\n%s", w, 4-want, said, text)
		}
	}
}

// All policies lie over each other in one set of charts, each with its name, its
// best and its story.
func TestOverlay(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei", "ei-puc", "b-ms-ei"), New(), 120, 40)
	x.Session.Overlaid = true
	x.Move(2)
	if !x.Screen.About(x.View).SideBySide {
		t.Error("it does not say that all are shown")
	}
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {220, 60}} {
		x.View.W, x.View.H = size[0], size[1]
		text := x.Text()
		if got := strings.Count(text, "objective, means"); got != 1 {
			t.Errorf("%d sets of charts at %v:\n%s", got, size, text)
		}
		x.Shows("EI ", "EI-PUC ", "B-MS-EI ", "on its own scale", "EI-PUC paid 1.00")
	}
}

// On no window, in no terminal, does the screen fail, or cut a number.
func TestSizes(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	cut := regexp.MustCompile("[0-9](…|~)")
	for problem, se := range map[string]*session.Session{
		"myopia": screentest.Open(t, "myopia", "ei", "ei-puc", "random"),
		"small":  screentest.OpenText(t, screentest.Small, 3, "ei", "ei-puc", "random", "ei-puc-cc", "log-ei"),
	} {
		x := screentest.Show(t, se, New(), 160, 48)
		for step := range 2 {
			if step > 0 {
				x.Move(1)
			}
			for _, over := range []bool{false, true} {
				x.Session.Overlaid = over
				x.Drain(x.Session.Want())
				for w := screen.LeastWidth; w <= 230; w += 40 {
					for h := screen.LeastHeight; h <= 62; h += 21 {
						for _, k := range []chart.Terminal{{Profile: chart.NoColor}, {Profile: chart.NoColor, Glyphs: chart.ASCII}} {
							x.View.W, x.View.H, x.View.Terminal, x.Session.Room = w, h, k, screen.Columns(w)
							if text := x.Text(); cut.MatchString(text) {
								t.Fatalf("%s, %dx%d, overlaid %v: a number is cut:\n%s", problem, w, h, over, text)
							}
						}
					}
				}
			}
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
