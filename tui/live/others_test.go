package live

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/pane"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

func TestKeepsAnEntryThatIsLate(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	g := *l.s.next
	l.press("6.5", "tab", "2.5")
	other := screentest.OpenStudy(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Value: 1.75, Cost: 3.5}); err != nil {
		t.Fatal(err)
	}
	l.press("enter")
	l.says("The study went on meanwhile", "gave 1.75 points", "enter saves it", "measured at")
	s := onDisk(t, path)
	if n := len(s.Evaluations); n != 5 || s.Evaluations[4].Value != 1.75 {
		t.Fatalf("on disk: %+v", s.Evaluations)
	}
	f := l.s.form
	if f == nil || f.Text(valueField) != "6.5" || f.Text(costField) != "2.5" {
		t.Fatalf("the entry is lost: %+v", f)
	}
	l.press("enter")
	l.says("Enter again keeps it") // the other's value at the same point was 1.75
	l.press("enter")
	l.says("saved, 2 evaluations, 14.0 of 20.0 EUR left")
	if e := onDisk(t, path).Evaluations; len(e) != 6 || e[5].Value != 6.5 || e[5].X[0] != g.X[0] {
		t.Errorf("on disk: %+v", e)
	}
}

// An undo that was meant for another entry takes nothing back.
func TestUndoOfALateState(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.press("6", "tab", "2", "enter", "u")
	other := screentest.OpenStudy(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Value: 1.75, Cost: 3.5}); err != nil {
		t.Fatal(err)
	}
	l.press("y")
	l.says("Nothing was taken back", "gave 1.75 points")
	if n := len(onDisk(t, path).Evaluations); n != 6 {
		t.Errorf("%d evaluations, want 6", n)
	}
}

// A suggestion or a note of others changes nothing that an entry is about.
func TestSavesPastOthersQuestions(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.press("6", "tab", "2")
	other := screentest.OpenStudy(t, path)
	if _, err := other.Journal().Append(other.State().Seq, journal.Noted{Text: "a remark"}); err != nil {
		t.Fatal(err)
	}
	l.press("enter")
	l.says("saved, 1 evaluation")
}

func TestSaysWhenTheFileSuffers(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 100, 30)
	before, err := os.ReadFile(path)
	testkit.OK(t, err)
	worse := bytes.Clone(before)
	worse[len(worse)-5] ^= 1 // of the last line's sum
	testkit.OK(t, os.WriteFile(path, worse, 0o600))
	l.poll()
	l.poll() // what looks damaged may be another's unfinished line: it is looked at twice
	l.says("cannot be read", "damaged")
	l.press("6", "tab", "2", "enter")
	if f := l.s.form; f == nil || f.Text(valueField) != "6" {
		t.Errorf("the entry is lost: %+v", f)
	}
	testkit.OK(t, os.WriteFile(path, before, 0o600))
	l.poll()
	l.silent("cannot be read")
	l.press("enter")
	l.says("saved, 1 evaluation")
}

// An entry is never saved into another study that took the file's place, however
// often enter is pressed and whether or not the screen has noticed.
func TestAnotherStudyInTheFilesPlace(t *testing.T) {
	for _, noticed := range []bool{true, false} {
		path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
		l := openStudy(t, path, 160, 48)
		l.press("6", "tab", "2")
		other := screentest.NewStudy(t, strings.Replace(screentest.Bakery, "budget = 20", "budget = 21", 1), "ei-puc")
		o := screentest.OpenStudy(t, other)
		if _, err := o.Ask(t.Context()); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(other)
		testkit.OK(t, err)
		testkit.OK(t, os.WriteFile(path+".copy", want, 0o600))
		testkit.OK(t, os.Rename(path+".copy", path))
		if noticed {
			l.poll()
		}
		for range 3 {
			l.press("enter")
			l.says("now holds another study", "was not saved")
		}
		if n := len(onDisk(t, path).Evaluations); n != 4 {
			t.Errorf("noticed %v: %d evaluations, want the 4 of the initial design", noticed, n)
		}
	}
}

// Bounds that somebody else sets are those of the screen from then on; what lies
// outside is in the history and marked, at every size.
func TestBoundsSetElsewhere(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	other := screentest.OpenStudy(t, path)
	narrow := strings.Replace(strings.Replace(screentest.Bakery, "high = 5", "high = 3", 1), "[initial]\npoints = [[1.5, 4], [2.5, 30], [3.5, 12], [4.5, 22]]\nvalues = [3.0, 5.5, 6.0, 4.0]\ncosts = [1.2, 3.1, 2.2, 2.9]\n", "", 1)
	if _, err := other.Set(other.State().Seq, study.Change{Problem: narrow}); err != nil {
		t.Fatal(err)
	}
	l.poll()
	l.says("best 5.50", "outside")
	if x := l.s.next.X; x[0] > 3 {
		t.Errorf("suggested %v", x)
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {220, 60}} {
		openStudy(t, path, size[0], size[1]).says("history")
	}
	l.press("o")
	l.frame()
}

// watchStudy opens a study for reading.
func watchStudy(t *testing.T, path string, w, h int) *lab {
	t.Helper()
	file, err := study.OpenLive(path, journal.Settings{ReadOnly: true})
	testkit.OK(t, err)
	se := session.New(session.Options{Problem: file.Problem(), Policies: []policy.Policy{file.Policy()}})
	se.Still, se.Study = true, se.Run
	t.Cleanup(se.Close)
	l := &lab{s: New(file, file.Problem(), file.Policy()), t: t}
	l.Host = screentest.Show(t, se, shown{l.s, l, se}, w, h)
	l.Drain(l.first)
	return l
}

// Who watches sees what others do, is offered nothing that writes, and asks for
// nothing.
func TestWatching(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Hill, "ei-puc")
	l := watchStudy(t, path, 100, 32)
	l.says("read-only view", "what is measured next?", "Nothing is being asked for at the moment.")
	l.silent("report the result", "undo", "evaluate", "budget +", "r decides")
	before, err := os.ReadFile(path)
	testkit.OK(t, err)
	l.press("5", "1", "enter", "o", "x", "u", "y", "d", "n", "N", "v", "s", "+", "e", "r", "esc", "down", "up")
	l.s.handle(l.View, tellKey.Act)
	if l.s.form != nil || l.s.undo != nil || l.s.picked >= 0 {
		t.Error("something can be entered")
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Fatalf("the study was written to: %v", err)
	}
	host := screentest.OpenStudy(t, path)
	if _, err := host.Ask(context.Background()); err != nil {
		t.Fatal(err)
	}
	l.poll()
	l.says("initial point 1 of 2", "read-only view")
	for range 2 {
		s, err := host.Ask(context.Background())
		testkit.OK(t, err)
		if _, err := host.Tell(host.State().Seq, study.Answer{X: s.X, Value: s.X[0], Cost: 0.75}); err != nil {
			t.Fatal(err)
		}
	}
	l.poll()
	l.says("entered elsewhere: ", "x 0.900 gave 0.900")
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		watchStudy(t, path, size[0], size[1]).says("read-only view", "nothing can be entered")
	}
	if _, err := host.ChangeBudget(host.State().Seq, -3); err != nil {
		t.Fatal(err)
	}
	l.poll()
	l.says("The study has ended: budget spent.")
}

// What stands is judged against what is left now: when another program overshoots
// the budget, nothing fits any more, in the form as well.
func TestPendingFitsWhatIsLeftNow(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	first := *l.s.next
	l.press("N")
	if e := l.s.expectation(); e == nil || l.s.fits(e) < 0.9 {
		t.Fatalf("at first %+v is expected", e)
	}
	other := screentest.OpenStudy(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Ask: first.Line, Value: 6.5, Cost: 40}); err != nil {
		t.Fatal(err)
	}
	l.poll()
	for _, form := range []bool{false, true} {
		if e := l.s.expectation(); e == nil || e.Reserved != 0 || l.s.fits(e) != 0 {
			t.Errorf("form %v: with nothing left %+v is expected, which fits with %v", form, e, l.s.fits(e))
		}
		l.says("fits   " + pane.Percent(0))
		l.press("6")
	}
}
