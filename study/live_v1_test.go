package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"farsight/internal/testkit"
	"farsight/study/journal"
)

// The files of testdata/v1 were written by a Farsight that knew version 1 of
// journals only: asks, evaluations of people and of a point of their own, a skip,
// a failure and other things undone, a change of the budget and a last ask, by
// policies with and without memory; one study with a failure that stands, and
// one that ended by the paper's rule.

// oldStudy puts a copy of an old file, or of its first lines, where it can be
// worked on.
func oldStudy(t *testing.T, name string, drop int) (*Live, []byte) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "v1", name))
	testkit.OK(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	text = bytes.Join(lines[:len(lines)-1-drop], nil) // the last is empty
	path := filepath.Join(liveDir(t), name)
	testkit.OK(t, os.WriteFile(path, text, 0o644))
	l, err := OpenLive(path, journal.Settings{})
	testkit.OK(t, err)
	return l, text
}

func onDisk(t *testing.T, l *Live) []byte {
	t.Helper()
	text, err := os.ReadFile(l.Journal().Path())
	testkit.OK(t, err)
	return text
}

// An old study opens as it is: looking at it and asking for what it asked for
// changes no byte, and going on writes what the old program would read.
func TestOldStudiesOpen(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ei-puc.study", "pbgi-d.study", "3-b-ms-ei.study"} {
		l, text := oldStudy(t, name, 0)
		st := l.State()
		if st.Seq != 24 || len(st.Evaluations) != 9 || len(st.Skips) != 1 || st.Budget != 24 || st.Spent != 10.45 || st.Policy != st.Created.Policy || st.Problem != st.Created.Problem || st.Created.Overshoot != "" {
			t.Errorf("%s: line %d, %d evaluations, %v of %v spent", name, st.Seq, len(st.Evaluations), st.Spent, st.Budget)
		}
		if s := snapshot(t, l); s.Best != 65 || s.Evaluations != 5 || s.Money.Left != 24-10.45 || s.Decision == nil || s.Stop != Running {
			t.Errorf("%s: best %v after %d, %+v", name, s.Best, s.Evaluations, s.Money)
		}
		if s := ask(t, l); s.Line != 24 {
			t.Errorf("%s: asked anew: %+v", name, s)
		}
		if !bytes.Equal(onDisk(t, l), text) {
			t.Errorf("%s was changed by looking at it", name)
		}
		tell(t, l, Answer{Value: 66, Cost: 2})
		if after := onDisk(t, l); !bytes.HasPrefix(after, text) || !bytes.HasPrefix(after[len(text):], []byte(`{"v":1,`)) {
			t.Errorf("%s goes on with %s", name, after[min(len(text), len(after)):])
		}
	}
}

// Without its last line, an old study asks for a point worth as much as the one it
// asked for; models and search have changed since.
func TestOldStudiesAskTheSame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ei-puc.study", "pbgi-d.study", "3-b-ms-ei.study"} {
		whole, _ := oldStudy(t, name, 0)
		want := whole.State().Pending
		l, _ := oldStudy(t, name, 1)
		if l.State().Pending != nil {
			t.Fatalf("%s: %+v is pending", name, l.State().Pending)
		}
		s := ask(t, l)
		got := l.State().Pending
		if s.Line != want.Seq || got.Policy != want.Policy {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		if now, then := recordedValue(t, got.Decision), recordedValue(t, want.Decision); !(now > 0.99*then) {
			t.Errorf("%s: asks for %v, worth %v, it asked for %v, worth %v", name, got.X, now, want.X, then)
		}
	}
}

// recordedValue is what a decision's acquisition is worth by its record.
func recordedValue(t *testing.T, record []byte) float64 {
	t.Helper()
	var r struct{ Acquisition float64 }
	testkit.OK(t, json.Unmarshal(record, &r))
	return r.Acquisition
}

// A suggestion that stands after a failure is still the one to measure, though
// another would be made today.
func TestOldStudiesWithFailures(t *testing.T) {
	t.Parallel()
	l, text := oldStudy(t, "failed.study", 0)
	if s := ask(t, l); s.Line != 8 || !snapshot(t, l).Rows[4].Failed || l.State().Spent != 1.5 {
		t.Errorf("%+v", s)
	}
	if !bytes.Equal(onDisk(t, l), text) {
		t.Error("the file was changed")
	}
	l, _ = oldStudy(t, "failed.study", 1)
	ask(t, l)
}

// The rule of the paper stays with the studies that were made under it.
func TestOldStudiesOvershoot(t *testing.T) {
	t.Parallel()
	l, text := oldStudy(t, "unaffordable.study", 0)
	var end EndedError
	if _, err := l.Ask(context.Background()); !errors.As(err, &end) || end.Stop != Unaffordable {
		t.Errorf("%v", err)
	}
	if s := snapshot(t, l); s.Best != 63 || s.Money.Left != 18 || s.Rows[5].Counted {
		t.Errorf("best %v, %+v", s.Best, s.Money)
	}
	if !bytes.Equal(onDisk(t, l), text) {
		t.Error("the file was changed")
	}
}

// A study whose parameter has whole numbers between bounds that are none, which a
// problem file may not have any more, opens and continues.
func TestOldFractionalBoundsOpen(t *testing.T) {
	t.Parallel()
	const text = "name = \"old\"\nbudget = 9\n[[parameter]]\nname = \"n\"\nlow = 0.1\nhigh = 8.5\ninteger = true\n[initial]\nsobol = 2\n"
	path := filepath.Join(liveDir(t), "old.study")
	if _, err := CreateLive(path, "old.toml", []byte(text), LiveSettings{}); err == nil {
		t.Fatal("a new study was made of it")
	}
	c := journal.Created{Name: "old", Problem: text, Parameters: []string{"n"}, Policy: "ei", Budget: 9, Design: [][]float64{{2}, {7}}}
	if _, err := journal.Create(path, c, journal.Settings{}); err != nil {
		t.Fatal(err)
	}
	l, err := OpenLive(path, journal.Settings{})
	testkit.OK(t, err)
	for range 3 {
		if s := ask(t, l); s.X[0] != math.Trunc(s.X[0]) {
			t.Errorf("%v is asked for", s.X)
		}
		tell(t, l, Answer{Value: 1, Cost: 1})
	}
}
