package studies

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/study/journal"
)

// measured is a problem whose initial design is told already.
const measured = `
name = "lab"
title = "A lab"
budget = 20

[objective]
goal = "maximise"

[[parameter]]
name = "hours"
low = 0
high = 10

[initial]
points = [[1], [9]]
values = [1.5, 0.5]
costs = [1, 2]
`

func tell(t *testing.T, l *study.Live, value, cost float64) {
	t.Helper()
	a, err := l.Ask(t.Context())
	testkit.OK(t, err)
	if _, err := l.Tell(l.State().Seq, study.Answer{X: a.X, Value: value, Cost: cost}); err != nil {
		t.Fatal(err)
	}
}

func TestMadeToldDownloadedAndTakenBack(t *testing.T) {
	t.Parallel()
	here, there := &Shelf{Dir: t.TempDir(), Program: "test"}, &Shelf{Dir: t.TempDir()}
	l, err := here.New(Definition{Name: "my lab", Text: measured, Policy: "ei", Seed: 7})
	testkit.OK(t, err)
	if here.Now() != "my-lab.study" {
		t.Errorf("it is called %q", here.Now())
	}
	tell(t, l, 2, 3)
	file, err := here.Bytes("my-lab.study")
	testkit.OK(t, err)
	// What is downloaded is a journal that farsight study opens.
	elsewhere := filepath.Join(t.TempDir(), "copy.study")
	testkit.OK(t, os.WriteFile(elsewhere, file, 0o644))
	cl, err := study.OpenLive(elsewhere, journal.Settings{})
	testkit.OK(t, err)
	tell(t, cl, 3, 4)
	on, err := os.ReadFile(elsewhere)
	testkit.OK(t, err)
	if !bytes.HasPrefix(on, file) {
		t.Error("the command line did not add to what was downloaded")
	}
	// And back, with what was told there.
	back, said, err := there.Import("copy.study", on, false)
	if err != nil || len(said) > 0 {
		t.Fatal(said, err)
	}
	if n := len(back.State().Evaluations); n != 4 {
		t.Errorf("%d evaluations came back, want 4", n)
	}
	if again, _ := there.Bytes("copy.study"); !bytes.Equal(again, on) {
		t.Error("the file was changed by taking it")
	}
	// The same file is the same study; another of its name gets a number.
	if _, _, err := there.Import("copy.study", on, false); err != nil || there.Now() != "copy.study" {
		t.Errorf("taken again it is %q, %v", there.Now(), err)
	}
	if _, _, err := there.Import("copy.study", file, false); err != nil || there.Now() != "copy-2.study" {
		t.Errorf("another of its name is %q, %v", there.Now(), err)
	}
	list, err := there.List()
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	e := list[0]
	if e.Name != "copy.study" || e.Evaluations != 2 || e.Initial != 2 || e.Left != 13 || e.Best != "3" || e.Trouble != "" {
		t.Errorf("listed as %+v", e)
	}
	testkit.OK(t, there.Remove("copy.study"))
	left, _ := os.ReadDir(there.Dir)
	for _, f := range left {
		if strings.HasPrefix(f.Name(), "copy.study") {
			t.Errorf("%s is left behind", f.Name())
		}
	}
}

func TestDamagedFilesAreRefusedOrSalvaged(t *testing.T) {
	t.Parallel()
	s := &Shelf{Dir: t.TempDir()}
	l, err := s.New(Definition{Name: "lab", Text: measured, Policy: "ei"})
	testkit.OK(t, err)
	tell(t, l, 2, 3)
	sound, err := s.Bytes("lab.study")
	testkit.OK(t, err)
	broken := bytes.Replace(sound, []byte(`"value":1.5`), []byte(`"value":7.5`), 1)
	into := &Shelf{Dir: t.TempDir()}
	_, _, err = into.Import("lab.study", broken, false)
	var damage *journal.DamageError
	if !errors.As(err, &damage) || strings.Contains(err.Error(), "import-") {
		t.Fatalf("a damaged study: %v", err)
	}
	if list, _ := into.List(); len(list) != 0 {
		t.Errorf("a refused study was kept: %v", list)
	}
	got, said, err := into.Import("lab.study", broken, true)
	testkit.OK(t, err)
	if len(said) != 1 || !strings.Contains(said[0], "line 2") || len(got.State().Lost) != 1 {
		t.Errorf("salvaged saying %q, lost %v", said, got.State().Lost)
	}
	if kept, err := os.ReadFile(filepath.Join(into.Dir, "lab.study.damaged-1")); err != nil || !bytes.Equal(kept, broken) {
		t.Errorf("the damaged file was not kept: %v", err)
	}
	// A torn last line is put aside, as by the command line.
	torn := &Shelf{Dir: t.TempDir()}
	got, said, err = torn.Import("lab.study", sound[:len(sound)-9], false)
	testkit.OK(t, err)
	if len(said) != 1 || !strings.Contains(said[0], "incomplete") || got.State().Seq != l.State().Seq-1 {
		t.Errorf("a torn study opens at line %d saying %q", got.State().Seq, said)
	}
	for _, other := range []string{"", "hello\n", measured} {
		if _, _, err := torn.Import("x.study", []byte(other), true); !errors.Is(err, journal.ErrNotJournal) {
			t.Errorf("%.10q was taken for a study: %v", other, err)
		}
	}
}

// What is no study of the shelf's, or is damaged, is listed with the reason and hides
// nothing; it can be downloaded and removed, and nothing else goes with it.
func TestBadFilesHideNothing(t *testing.T) {
	t.Parallel()
	s := &Shelf{Dir: t.TempDir()}
	if _, err := s.New(Definition{Name: "lab", Text: measured, Policy: "ei"}); err != nil {
		t.Fatal(err)
	}
	sound, err := s.Bytes("lab.study")
	testkit.OK(t, err)
	// A browser's storage gives what the page has not written no right to be written to.
	for name, f := range map[string]struct {
		text []byte
		mode os.FileMode
	}{
		"theirs.study":        {[]byte("hello"), 0o444},
		"copy.study":          {sound, 0o444},
		"lab":                 {[]byte("hello"), 0o644},
		"*.study":             {sound, 0o644},
		"note":                {[]byte("hello"), 0o644},
		"note.txt":            {[]byte("hello"), 0o444},
		"broken.study":        {sound[:9], 0o644},
		"lab.study.damaged-1": {sound, 0o644}, // lab's own
	} {
		testkit.OK(t, os.WriteFile(filepath.Join(s.Dir, name), f.text, f.mode))
	}
	names := func() (sound, bad string) {
		t.Helper()
		list, err := s.List()
		testkit.OK(t, err)
		for _, e := range list {
			if e.Trouble == "" {
				sound += e.Name + " "
			} else {
				bad += e.Name + " "
			}
		}
		return sound, bad
	}
	if sound, bad := names(); sound != "lab.study " || bad != "*.study broken.study copy.study lab note note.txt theirs.study " {
		t.Errorf("sound %q, bad %q", sound, bad)
	}
	if _, err := s.Open("copy.study"); !errors.Is(err, errForeign) || s.Now() != "lab.study" {
		t.Errorf("a study that is not to be written to was opened: %v, %q is open", err, s.Now())
	}
	for _, name := range []string{"*.study", "broken.study", "lab", "note", "theirs.study"} {
		want, _ := os.ReadFile(filepath.Join(s.Dir, name))
		if got, err := s.Bytes(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is downloaded as %q, %v", name, got, err)
		}
		if err := s.Remove(name); err != nil {
			t.Error(err)
		}
	}
	if sound, bad := names(); sound != "lab.study " || bad != "copy.study note.txt " {
		t.Errorf("after removing some: sound %q, bad %q", sound, bad)
	}
	// It may be a study all the same: its file is taken as any other, beside it.
	if _, _, err := s.Import("copy.study", sound, false); err != nil || s.Now() != "copy-2.study" {
		t.Errorf("taken as %q, %v", s.Now(), err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "lab.study.damaged-1")); err != nil {
		t.Error("what belongs to a study was removed with something else:", err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"lab.study": "lab.study", "lab": "lab.study", "../../etc/passwd": "passwd.study", `C:\x\y.study`: "y.study",
		"a b\x1b[31m": "a-b--31m.study", "": "lab.study", "..": "lab.study", ".study": "lab.study", "Ofen Ä": "Ofen-Ä.study",
		strings.Repeat("x", 300): strings.Repeat("x", longestName) + ".study",
	} {
		got := NameOf(in)
		if got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if NameOf(got) != got {
			t.Errorf("%q is not a name of its own: %q", got, NameOf(got))
		}
	}
	s := &Shelf{Dir: t.TempDir()}
	for _, name := range []string{"../x.study", "lab.study.lock", "a/b.study"} {
		if err := s.Remove(name); err == nil {
			t.Errorf("%q was removed", name)
		}
		if _, err := s.Bytes(name); err == nil {
			t.Errorf("%q was read", name)
		}
	}
}

// shared is a storage of which another tab has one study.
type shared struct {
	theirs        string
	ours, claimed []string
	loads, syncs  int
}

func (s *shared) Load() error { s.loads++; return nil }
func (s *shared) Claim(path string) error {
	if filepath.Base(path) == s.theirs {
		return errors.New("it is open in another tab")
	}
	s.ours, s.claimed = append(s.ours, path), append(s.claimed, filepath.Base(path))
	return nil
}
func (s *shared) Release(path string) {
	s.ours = slices.DeleteFunc(s.ours, func(p string) bool { return p == path })
}
func (s *shared) Elsewhere() []string { return []string{filepath.Join("", s.theirs)} }
func (s *shared) Sync() error         { s.syncs++; return nil }

func TestOneTabHasAStudy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := &Shelf{Dir: dir}
	for _, name := range []string{"a", "b"} {
		if _, err := first.New(Definition{Name: name, Text: measured, Policy: "ei"}); err != nil {
			t.Fatal(err)
		}
	}
	store := &shared{theirs: "b.study"}
	s := &Shelf{Dir: dir, Storage: store}
	if _, err := s.Open("b.study"); err == nil || !strings.Contains(err.Error(), "another tab") || s.Now() != "" {
		t.Errorf("another tab's study was opened: %v", err)
	}
	if err := s.Remove("b.study"); err == nil {
		t.Error("another tab's study was removed")
	}
	if _, err := s.Open("a.study"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.New(Definition{Name: "c", Text: measured, Policy: "ei"}); err != nil {
		t.Fatal(err)
	}
	if len(store.ours) != 1 || filepath.Base(store.ours[0]) != "c.study" {
		t.Errorf("ours are %v: the study left was not let go", store.ours)
	}
	if _, err := s.New(Definition{Name: "d", Text: "budget = ", Policy: "ei"}); err == nil {
		t.Error("a broken problem was studied")
	}
	if len(store.ours) != 1 || s.Now() != "c.study" {
		t.Errorf("after a study that could not be made %v are ours, and %q is open", store.ours, s.Now())
	}
	if _, err := s.Open("b.study"); err == nil || len(store.ours) != 1 || s.Now() != "c.study" {
		t.Errorf("after one that could not be opened %v are ours, and %q is open: %v", store.ours, s.Now(), err)
	}
	if err := s.Remove("a.study"); err != nil || store.syncs != 1 || len(store.ours) != 1 {
		t.Errorf("removed with %v, %d syncs, ours %v", err, store.syncs, store.ours)
	}
}
