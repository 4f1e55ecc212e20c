package live

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/screentest"
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
