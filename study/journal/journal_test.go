package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"farsight/internal/jsonlog"
	"farsight/internal/testkit"
)

func TestCreateWithMeasuredDesign(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j, err := Create(path, study(), Settings{}, script[0], script[1])
	testkit.OK(t, err)
	if s := j.State(); s.Seq != 3 || len(s.DesignLeft()) != 0 || s.Spent != 0 {
		t.Errorf("state %+v", s)
	}
	if _, err := Create(path, study(), Settings{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second Create: %v", err)
	}
	other := newPath(t)
	if _, err := Create(other, study(), Settings{}, script[0], script[0]); err == nil || !strings.Contains(err.Error(), "event 3 of 3 (told)") {
		t.Errorf("an impossible design: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Dir(other) + "/*"); len(left) != 0 {
		t.Errorf("a refused Create left %v", left)
	}
}

// The view a writer acted upon is old: it is told what happened, nothing is
// written, and trying again lands.
func TestStaleWriter(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	a := whole(t, path)
	b := mustOpen(t, path)
	seq := a.State().Seq
	first, err := a.Append(seq, Told{X: []float64{1, 1}, Value: 3, Cost: 1, Source: "ana"})
	testkit.OK(t, err)
	before := readBytes(t, path)
	mine := Told{X: []float64{2, 2}, Value: 4, Cost: 1, Source: "bo"}
	_, err = b.Append(seq, mine)
	var stale *StaleError
	if !errors.As(err, &stale) {
		t.Fatalf("a stale append: %v", err)
	}
	if d := cmp.Diff(stale.Events, []Event{first}, same...); d != "" || stale.Replaced {
		t.Errorf("what happened meanwhile:\n%s", d)
	}
	if !strings.Contains(err.Error(), "told (1, 1): value 3, cost 1, by ana") {
		t.Errorf("the message does not say what happened: %v", err)
	}
	if !bytes.Equal(readBytes(t, path), before) {
		t.Error("a stale append wrote something")
	}
	if _, err := b.Append(stale.Events[len(stale.Events)-1].Seq, mine); err != nil {
		t.Fatalf("trying again: %v", err)
	}
	c, err := a.Poll()
	if err != nil || c.Replaced || len(c.Events) != 1 {
		t.Fatalf("the first writer sees %+v, %v", c, err)
	}
	if d := cmp.Diff(a.State(), b.State(), same...); d != "" {
		t.Errorf("the two disagree:\n%s", d)
	}
}

func TestRefusedEventWritesNothing(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	before, state := readBytes(t, path), j.State()
	for _, b := range []Body{
		Told{X: []float64{1}, Value: 1, Cost: 1}, Noted{"\xff"},
		Asked{X: []float64{1, 1}, Decision: []byte(`{"broken`)}, // stands already, too
	} {
		if _, err := j.Append(state.Seq, b); err == nil {
			t.Errorf("%v was accepted", b)
		}
	}
	if d := cmp.Diff(state, j.State(), same...); d != "" || !bytes.Equal(before, readBytes(t, path)) {
		t.Errorf("a refused event changed something:\n%s", d)
	}
}

// faulty is a file whose disk fails.
type faulty struct {
	file
	space                    int // bytes that still fit
	failSync, failTruncate   bool
	syncs, writes, truncates *int
}

func (f *faulty) WriteAt(b []byte, at int64) (int, error) {
	*f.writes++
	if len(b) > f.space {
		n, _ := f.file.WriteAt(b[:f.space], at)
		return n, syscall.ENOSPC
	}
	return f.file.WriteAt(b, at)
}

func (f *faulty) Sync() error {
	*f.syncs++
	if f.failSync {
		f.failSync = false // the one after taking back works
		return syscall.EIO
	}
	return f.file.Sync()
}

func (f *faulty) Truncate(n int64) error {
	*f.truncates++
	if f.failTruncate {
		return syscall.EIO
	}
	return f.file.Truncate(n)
}

func TestDiskFailures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		fault faulty
		want  error
	}{
		{"full at once", faulty{space: 0}, syscall.ENOSPC},
		{"full half way", faulty{space: 100}, syscall.ENOSPC},
		{"sync fails", faulty{space: 1 << 20, failSync: true}, syscall.EIO},
	} {
		path := newPath(t)
		j := whole(t, path)
		seq := j.State().Seq
		before, state := readBytes(t, path), j.State()
		var syncs, writes, truncates int
		f := c.fault
		f.syncs, f.writes, f.truncates = &syncs, &writes, &truncates
		j.settings.open = func(path string) (file, error) {
			real, err := openFile(path)
			f.file = real
			return &f, err
		}
		_, err := j.Append(seq, Noted{"lost to the disk"})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if writes != 1 || truncates != 1 {
			t.Errorf("%s: %d writes and %d truncations, want one of each", c.name, writes, truncates)
		}
		if !bytes.Equal(readBytes(t, path), before) {
			t.Errorf("%s: the file changed", c.name)
		}
		if d := cmp.Diff(state, j.State(), same...); d != "" {
			t.Errorf("%s: the state changed:\n%s", c.name, d)
		}
		j.settings.open = openFile
		if _, err := j.Append(seq, Noted{"later"}); err != nil {
			t.Errorf("%s: going on: %v", c.name, err)
		}
		if k := mustOpen(t, path); k.State().Seq != seq+1 || len(k.Notices()) != 0 {
			t.Errorf("%s: read again: line %d, notices %v", c.name, k.State().Seq, k.Notices())
		}
	}
}

// If what was half written cannot even be taken back, the next writer does it.
func TestHalfWrittenLineIsMendedByTheNextAppend(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j, k := whole(t, path), mustOpen(t, path)
	seq := j.State().Seq
	var count int
	j.settings.open = func(path string) (file, error) {
		real, err := openFile(path)
		return &faulty{file: real, space: 50, failTruncate: true, syncs: &count, writes: &count, truncates: &count}, err
	}
	if _, err := j.Append(seq, Noted{"half"}); err == nil || !strings.Contains(err.Error(), "nor taken back") {
		t.Fatalf("error %v", err)
	}
	if _, err := k.Append(seq, Noted{"whole"}); err != nil {
		t.Fatal(err)
	}
	n := k.Notices()
	if len(n) != 1 || len(n[0].Torn) != 50 || !bytes.Equal(readBytes(t, n[0].File), n[0].Torn) {
		t.Errorf("notices %+v", n)
	}
	if got := mustOpen(t, path).Events(); len(got) != seq+1 || got[seq].Body != (Noted{"whole"}) {
		t.Errorf("%d events", len(got))
	}
}

func TestOneWriteAndOneSyncAnAppend(t *testing.T) {
	t.Parallel()
	j := whole(t, newPath(t))
	var syncs, writes, truncates int
	j.settings.open = func(path string) (file, error) {
		real, err := openFile(path)
		return &faulty{file: real, space: 1 << 20, syncs: &syncs, writes: &writes, truncates: &truncates}, err
	}
	if _, err := j.Append(j.State().Seq, Noted{"n"}); err != nil || syncs != 1 || writes != 1 || truncates != 0 {
		t.Errorf("%v; %d syncs, %d writes, %d truncations", err, syncs, writes, truncates)
	}
}

func TestLockHeldByAnother(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	release, err := takeLock(path, time.Second)
	testkit.OK(t, err)
	j.settings.LockWait = 20 * time.Millisecond
	before := readBytes(t, path)
	if _, err := j.Append(j.State().Seq, Noted{"n"}); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("error %v", err)
	}
	// Readers never lock.
	if _, err := Open(path, Settings{}); err != nil {
		t.Errorf("reading under another's lock: %v", err)
	}
	release()
	if !bytes.Equal(before, readBytes(t, path)) {
		t.Error("written without the lock")
	}
	if _, err := j.Append(j.State().Seq, Noted{"n"}); err != nil {
		t.Error(err)
	}
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	torn := append(readBytes(t, path), `{"v":1,"n":25,"pr`...)
	writeBytes(t, path, torn)
	testkit.OK(t, os.Remove(lockPath(path)))
	j, err := Open(path, Settings{ReadOnly: true})
	testkit.OK(t, err)
	if j.State().Seq != len(script)+1 || len(j.Notices()) != 1 {
		t.Errorf("line %d, notices %v", j.State().Seq, j.Notices())
	}
	if _, err := j.Append(j.State().Seq, Noted{"n"}); err == nil {
		t.Error("a reader wrote")
	}
	if !bytes.Equal(torn, readBytes(t, path)) {
		t.Error("a reader changed the file")
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) != 0 {
		t.Errorf("a reader left %v", left)
	}
}

// Two names of one file are one journal, with one lock.
func TestSymbolicLink(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	link := filepath.Join(t.TempDir(), "link.study")
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	j := mustOpen(t, link)
	if _, err := j.Append(j.State().Seq, Noted{"n"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(link + ".lock"); err == nil {
		t.Error("the link has a lock of its own")
	}
}

// A follower sees every line once and in order while another writes slowly,
// and never takes an unfinished line for damage.
func TestFollow(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	follower, err := Open(path, Settings{ReadOnly: true})
	testkit.OK(t, err)
	if c, err := follower.Poll(); err != nil || len(c.Events) != 0 {
		t.Fatalf("nothing happened, yet %+v, %v", c, err)
	}
	const lines = 40
	next := len(script) + 2
	look := func() {
		c, err := follower.Poll()
		if err != nil || c.Replaced {
			t.Fatalf("following: %+v, %v", c, err)
		}
		for _, e := range c.Events {
			if e.Seq != next {
				t.Fatalf("line %d came where %d was due", e.Seq, next)
			}
			next++
		}
	}
	j.settings.open = inPieces(look)
	for range lines {
		if _, err := j.Append(j.State().Seq, Noted{"a line that takes a while"}); err != nil {
			t.Fatal(err)
		}
		look()
	}
	if next != len(script)+2+lines {
		t.Errorf("the follower saw lines up to %d of %d", next-1, len(script)+1+lines)
	}
	if d := cmp.Diff(j.State(), follower.State(), same...); d != "" {
		t.Errorf("the follower ended elsewhere:\n%s", d)
	}
}

// piecewise writes a few bytes at a time, as no real file does, so that a reader
// or a death can come in between.
type piecewise struct {
	file
	between func()
}

func inPieces(between func()) func(path string) (file, error) {
	return func(path string) (file, error) {
		real, err := openFile(path)
		return piecewise{real, between}, err
	}
}

func (f piecewise) WriteAt(b []byte, at int64) (int, error) {
	const step = 24
	for i := 0; i < len(b); i += step {
		if n, err := f.file.WriteAt(b[i:min(i+step, len(b))], at+int64(i)); err != nil {
			return i + n, err
		}
		f.between()
	}
	return len(b), nil
}

// A follower notices that a line it saw was taken back and another written,
// even of the same length.
func TestFollowerOfALineTakenBack(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	before := readBytes(t, path)
	a, b := mustOpen(t, path), mustOpen(t, path)
	if _, err := a.Append(a.State().Seq, Noted{"aaaa"}); err != nil {
		t.Fatal(err)
	}
	if c, err := b.Poll(); err != nil || len(c.Events) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	// As a writer whose sync failed would, before it moved the mark.
	writeBytes(t, path, before)
	a = mustOpenUnmarked(t, path)
	if _, err := a.Append(a.State().Seq, Noted{"bbbb"}); err != nil {
		t.Fatal(err)
	}
	_, err := b.Append(b.State().Seq, Noted{"mine"})
	var stale *StaleError
	if !errors.As(err, &stale) || !stale.Replaced {
		t.Fatalf("appending after what is no longer there: %v", err)
	}
	if d := cmp.Diff(a.State(), b.State(), same...); d != "" {
		t.Error(d)
	}
}

func mustOpenUnmarked(t testing.TB, path string) *Journal {
	t.Helper()
	testkit.OK(t, clearMark(path))
	return mustOpen(t, path)
}

// A file cut at the end of a line is noticed by its mark, also by a writer
// that had it open all along.
func TestCutAtALineEnd(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	k := mustOpen(t, path)
	if _, err := j.Append(j.State().Seq, Noted{"soon gone"}); err != nil {
		t.Fatal(err)
	}
	b := readBytes(t, path)
	cut := b[:bytes.LastIndexByte(b[:len(b)-1], '\n')+1]
	writeBytes(t, path, cut)
	n := len(script) + 1
	for name, try := range map[string]func() error{
		"open":          func() error { _, err := Open(path, Settings{}); return err },
		"a reader":      func() error { _, err := Open(path, Settings{ReadOnly: true}); return err },
		"an old writer": func() error { _, err := k.Append(n, Noted{"mine"}); return err },
	} {
		var d *DamageError
		if err := try(); !errors.As(err, &d) || d.lines[0].line != n+1 || !strings.Contains(err.Error(), "is missing") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !bytes.Equal(readBytes(t, path), cut) {
		t.Error("the file was changed")
	}
	out, err := Salvage(path, nil, Settings{})
	if err != nil || out.Kept != n || len(out.lost) != 1 {
		t.Fatalf("salvage: %+v, %v", out, err)
	}
	if s := mustOpen(t, path).State(); s.Seq != n+1 || len(s.Lost) != 1 {
		t.Errorf("after salvage: line %d, lost %v", s.Seq, s.Lost)
	}
}

// A mark of an earlier journal of the same name says nothing of this one.
func TestForeignMark(t *testing.T) {
	t.Parallel()
	path, other := newPath(t), newPath(t)
	whole(t, path)
	if _, err := Create(other, study(), Settings{}); err != nil {
		t.Fatal(err)
	}
	writeBytes(t, path, readBytes(t, other))
	if _, err := Open(path, Settings{}); err != nil {
		t.Errorf("another journal put in its place: %v", err)
	}
	// A copy that went another way is not foreign: lines acknowledged here are gone.
	whole(t, newPath(t))
	testkit.OK(t, os.Remove(path))
	j := whole(t, path)
	fork := readBytes(t, path)
	if _, err := j.Append(j.State().Seq, Noted{"here"}); err != nil {
		t.Fatal(err)
	}
	away := newPath(t)
	writeBytes(t, away, fork)
	k := mustOpen(t, away)
	if _, err := k.Append(k.State().Seq, Noted{"away"}); err != nil {
		t.Fatal(err)
	}
	writeBytes(t, path, readBytes(t, away))
	if _, err := Open(path, Settings{}); !damaged(err) {
		t.Errorf("a copy with another history was put in place: %v", err)
	}
	if _, err := Salvage(path, nil, Settings{}); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Settings{}); err != nil {
		t.Errorf("after accepting it: %v", err)
	}
}

func TestNotAJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, b := range map[string]string{"empty": "", "text": "hello\n", "no newline": "x", "binary": "\x00\xff\n\x00", "other json": "{\"a\":1}\n"} {
		path := filepath.Join(dir, name)
		writeBytes(t, path, []byte(b))
		if _, err := Open(path, Settings{}); !errors.Is(err, ErrNotJournal) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Salvage(path, nil, Settings{}); !errors.Is(err, ErrNotJournal) {
			t.Errorf("salvage of %s: %v", name, err)
		}
		if string(readBytes(t, path)) != b {
			t.Errorf("%s was changed", name)
		}
	}
	if _, err := Open(dir, Settings{}); !errors.Is(err, ErrNotJournal) {
		t.Errorf("a directory: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none"), Settings{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if left, _ := filepath.Glob(dir + "/*.lock"); len(left) != 0 {
		t.Errorf("locks were left beside files that are not ours: %v", left)
	}
}

func TestNewerVersion(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	for _, text := range []string{`{"v":5,"of":"another kind"}` + "\n", `{"v":12,` + "\n" + `{"v":12,"more"}` + "\n", `{"v":5,"torn":`} {
		writeBytes(t, path, []byte(text))
		for name, try := range map[string]func() error{
			"open":    func() error { _, err := Open(path, Settings{}); return err },
			"salvage": func() error { _, err := Salvage(path, nil, Settings{}); return err },
		} {
			var v *versionError
			if err := try(); !errors.As(err, &v) || v.line != 1 {
				t.Errorf("%s of %q: %v", name, text, err)
			}
		}
		if text != string(readBytes(t, path)) {
			t.Errorf("a newer journal was changed")
		}
	}
}

// The first line says which version a study is of: whatever comes later is
// torn or damaged, and can be mended or salvaged.
func TestStrayBytesAreNoNewerVersion(t *testing.T) {
	t.Parallel()
	for _, stray := range []string{`{"v":5,"of":"another kind"}` + "\n", `{"v":12,` + "\n", `{"v":5,"torn":`} {
		path := newPath(t)
		whole(t, path)
		sound := readBytes(t, path)
		b := append(bytes.Clone(sound), stray...)
		writeBytes(t, path, b)
		j, err := Open(path, Settings{})
		if !strings.HasSuffix(stray, "\n") {
			if err != nil || len(j.Notices()) != 1 || string(j.Notices()[0].Torn) != stray || !bytes.Equal(readBytes(t, path), sound) {
				t.Errorf("open with %q at its end: %v", stray, err)
			}
			continue
		}
		var d *DamageError
		if !errors.As(err, &d) || d.lines[0].line != len(script)+2 || !strings.Contains(err.Error(), "the study was begun by a program that writes at most version 4") {
			t.Errorf("open with %q at its end: %v", stray, err)
		}
		out, err := Salvage(path, nil, Settings{})
		if err != nil || out.Kept != len(script)+1 || !bytes.Equal(readBytes(t, out.Original), b) {
			t.Errorf("salvage with %q at its end: %+v, %v", stray, out, err)
		}
	}
}

// If the disk neither syncs a line nor takes it back, it may be there: that is
// said, and the line counts if it is.
func TestUncertainLine(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	seq := j.State().Seq
	var count int
	j.settings.open = func(path string) (file, error) {
		real, err := openFile(path)
		return &faulty{file: real, space: 1 << 20, failSync: true, failTruncate: true, syncs: &count, writes: &count, truncates: &count}, err
	}
	_, err := j.Append(seq, Noted{"perhaps"})
	var uncertain *UncertainError
	if !errors.As(err, &uncertain) || !errors.Is(err, syscall.EIO) || !strings.Contains(err.Error(), "may have been saved") || !strings.Contains(err.Error(), "farsight study status") || strings.Contains(err.Error(), "nothing was") {
		t.Errorf("error: %v", err)
	}
	if got := mustOpen(t, path).Events(); len(got) != seq+1 || got[seq].Body != (Noted{"perhaps"}) {
		t.Errorf("%d events", len(got))
	}
	var stale *StaleError
	j.settings.open = openFile
	if _, err := j.Append(seq, Noted{"again"}); !errors.As(err, &stale) || len(stale.Events) != 1 {
		t.Errorf("telling it again without looking: %v", err)
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	b := append(readBytes(t, path), bytes.Repeat([]byte("x"), jsonlog.MaxLine+1)...)
	writeBytes(t, path, b)
	if _, err := Open(path, Settings{}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("line %d is longer than", len(script)+2)) {
		t.Errorf("an endless line: %v", err)
	}
	if err := os.Truncate(path, maxFile+1); err != nil {
		t.Skip("no sparse files here: ", err)
	}
	if _, err := Open(path, Settings{}); err == nil || !strings.Contains(err.Error(), "a journal has at most") {
		t.Errorf("an endless file: %v", err)
	}
	long := Asked{X: []float64{1, 1}, Decision: bytes.Repeat([]byte("1"), maxText+1)}
	if err := long.validate(); err == nil {
		t.Error("an endless decision was accepted")
	}
}
