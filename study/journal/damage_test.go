package journal

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"farsight/internal/testkit"
)

// A hurt journal must open with every event, or with a notice that holds the
// bytes cut off, or not at all. The mark, where there is one, leaves no doubt
// about what was acknowledged: then nothing may be cut off.
func checkHurt(t *testing.T, dir string, b, lock []byte, events []Event, what string) (opened bool) {
	t.Helper()
	path := filepath.Join(dir, "bread.study")
	for _, old := range glob(t, path+"*") {
		testkit.OK(t, os.Remove(old))
	}
	writeBytes(t, path, b)
	if lock != nil {
		writeBytes(t, lockPath(path), lock)
	}
	j, err := Open(path, Settings{})
	if err != nil {
		var d *DamageError
		if !errors.As(err, &d) && !errors.Is(err, ErrNotJournal) {
			t.Fatalf("%s: %v", what, err)
		}
		if !bytes.Equal(readBytes(t, path), b) {
			t.Fatalf("%s: the file was changed although it was refused", what)
		}
		if crc32.ChecksumIEEE(b)%8 == 0 { // enough, and the same each time
			checkSalvage(t, path, b, lock != nil, events, what)
		}
		return false
	}
	got, notices := j.Events(), j.Notices()
	if !cmp.Equal(got, events[:len(got)], same...) {
		t.Fatalf("%s: opened with other events", what)
	}
	switch n := len(got); {
	case n == len(events) && bytes.Equal(readBytes(t, path), b):
		t.Fatalf("%s: not noticed", what)
	case len(notices) != 1:
		t.Fatalf("%s: opened with %d events and notices %v", what, n, notices)
	case n < len(events) && lock != nil:
		t.Fatalf("%s: %d of %d acknowledged events", what, n, len(events))
	case n < len(events) && bytes.Equal(readBytes(t, path), append(bytes.Clone(b), '\n')):
		// Cut to a whole line but for its newline, which came back.
	case n < len(events) && (len(notices[0].Torn) == 0 || !bytes.Equal(append(readBytes(t, path), notices[0].Torn...), b) ||
		!bytes.Equal(readBytes(t, notices[0].File), notices[0].Torn)):
		t.Fatalf("%s: bytes were lost", what)
	}
	return true
}

// checkSalvage wants every event back as it was or, in its place, a Lost one.
func checkSalvage(t *testing.T, path string, b []byte, marked bool, events []Event, what string) {
	t.Helper()
	out, err := Salvage(path, nil, Settings{})
	if err != nil {
		if !bytes.Equal(readBytes(t, path), b) {
			t.Fatalf("salvage of %s failed (%v), yet changed the file", what, err)
		}
		return // the first line is gone
	}
	got := mustOpen(t, path).Events()
	if marked && len(got) != len(events) {
		t.Fatalf("salvage of %s: %d lines of %d", what, len(got), len(events))
	}
	kept := 0
	for i, e := range got {
		if _, lost := e.Body.(Lost); lost {
			continue
		}
		kept++
		if !cmp.Equal(e, events[i], same...) {
			t.Fatalf("salvage of %s: line %d became %v", what, i+1, e)
		}
	}
	if kept != out.Kept || (kept < len(events) && len(out.lost) == 0) || !bytes.Equal(readBytes(t, out.Original), b) {
		t.Fatalf("salvage of %s: %+v", what, out)
	}
}

func glob(t testing.TB, pattern string) []string {
	t.Helper()
	m, err := filepath.Glob(pattern)
	testkit.OK(t, err)
	return m
}

// stride is how far apart the damages are that are tried.
func stride() int { return testkit.SweepSize(13, 7, 1) }

// Every byte of a whole journal is changed: by one bit, and into a newline or
// nothing; with and without its mark.
func TestFlipEveryByte(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	sound, lock, events := readBytes(t, path), readBytes(t, lockPath(path)), j.Events()
	dir := fastDir(t)
	step := stride()
	tries, mended := 0, 0
	for i := 0; i < len(sound); i += step {
		for k, c := range []byte{sound[i] ^ 1<<(i%8), "\n\x00"[i/2%2]} {
			if c == sound[i] {
				continue
			}
			b := bytes.Clone(sound)
			b[i] = c
			var l []byte
			if (i+k)%2 == 0 {
				l = lock
			}
			tries++
			if checkHurt(t, dir, b, l, events, fmt.Sprintf("byte %d of %d from %q to %q", i, len(sound), sound[i], c)) {
				mended++
				if i != len(sound)-1 {
					t.Errorf("byte %d of %d from %q to %q was mended", i, len(sound), sound[i], c)
				}
			}
		}
	}
	t.Logf("%d changes: %d mended with a notice, the rest refused", tries, mended)
}

func TestTruncateAtEveryLength(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	sound, lock, events := readBytes(t, path), readBytes(t, lockPath(path)), j.Events()
	dir := fastDir(t)
	first := bytes.IndexByte(sound, '\n')
	step := stride()
	for n := 0; n < len(sound); n += step {
		what := fmt.Sprintf("cut to %d of %d bytes", n, len(sound))
		if opened := checkHurt(t, dir, sound[:n], lock, events, what); opened && n < len(sound)-1 && n > first {
			t.Fatalf("%s: opened although its mark says more", what)
		}
		// Without its mark, a journal cut at a line's end is a shorter study:
		// nothing in the file can tell, and doc.go says so.
		if n > 0 && sound[n-1] == '\n' {
			continue
		}
		if n%3 == 0 || sound[n] == '\n' {
			checkHurt(t, dir, sound[:n], nil, events, what+" without a mark")
		}
	}
}

// lines splits a journal; each keeps its newline.
func lines(b []byte) [][]byte {
	return bytes.SplitAfter(bytes.TrimSuffix(b, []byte("\n")), []byte("\n"))
}

// lines dropped, doubled, moved, merged, emptied or edited are named.
func TestDamageIsNamed(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	sound, lock, events := readBytes(t, path), readBytes(t, lockPath(path)), j.Events()
	edit := func(f func(l [][]byte) [][]byte) []byte {
		return bytes.Join(f(lines(append(bytes.Clone(sound), '\n'))), nil)
	}
	for _, c := range []struct {
		name string
		b    []byte
		want []string // of each damage
		lost int      // lines Salvage cannot keep
	}{
		{"dropped", edit(func(l [][]byte) [][]byte { return append(l[:4], l[5:]...) }),
			[]string{"line 5 says it is number 6: one line is missing"}, 1},
		{"three dropped", edit(func(l [][]byte) [][]byte { return append(l[:4], l[7:]...) }),
			[]string{"line 5 says it is number 8: 3 lines are missing"}, 3},
		{"doubled", edit(func(l [][]byte) [][]byte { return append(l[:5:5], l[4:]...) }),
			[]string{"line 6 says it is number 5: it is doubled"}, 0},
		{"swapped", edit(func(l [][]byte) [][]byte { l[4], l[5] = l[5], l[4]; return l }),
			[]string{"line 5 says it is number 6", "line 6 says it is number 5", "line 7 says it is number 7: one line"}, 0},
		{"merged", edit(func(l [][]byte) [][]byte { l[4][len(l[4])-1] = ' '; return l }),
			[]string{"line 5 does not match its checksum"}, 0},
		{"emptied", edit(func(l [][]byte) [][]byte { l[4] = []byte("\n"); return l }),
			[]string{"line 5 is empty"}, 1},
		{"edited twice", edit(func(l [][]byte) [][]byte { l[4][99]++; l[9][99]++; return l }),
			[]string{"line 5 does not match", "line 10 does not match"}, 2},
		{"version changed", edit(func(l [][]byte) [][]byte { l[4][5] = '3'; return l }),
			[]string{"line 5 does not match"}, 1},
		{"last edited", edit(func(l [][]byte) [][]byte { l[len(script)][99]++; return l }),
			[]string{fmt.Sprintf("line %d does not match", len(script)+1)}, 1},
		{"exchanged for another sound line", edit(func(l [][]byte) [][]byte {
			l[7] = []byte(seal(`{"v":1,"n":8,"prev":"0123456789abcdef","time":"2026-01-02T03:04:13.678Z","kind":"note","event":{"text":"the oven is being repaired"}`) + "\n")
			return l
		}), []string{"line 8 does not continue the line before", "line 9 does not continue the line before"}, 0},
		{"carriage returns", bytes.ReplaceAll(sound, []byte("\n"), []byte("\r\n")),
			nil, 0},
	} {
		path := newPath(t)
		writeBytes(t, path, c.b)
		writeBytes(t, lockPath(path), lock)
		_, err := Open(path, Settings{})
		var d *DamageError
		if !errors.As(err, &d) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, want := range c.want {
			if i >= len(d.lines) || !strings.HasPrefix(d.lines[i].String(), want) || len(d.lines) != len(c.want) {
				t.Errorf("%s: damage %v, want %q", c.name, d.lines, c.want)
				break
			}
		}
		if !strings.Contains(err.Error(), "--salvage") {
			t.Errorf("%s: the message does not say how to mend: %v", c.name, err)
		}
		out, err := Salvage(path, nil, Settings{Now: clock()})
		if err != nil || len(out.lost) != c.lost || out.Kept != len(events)-c.lost {
			t.Errorf("salvage of %s: %+v, %v; want %d lost", c.name, out, err, c.lost)
			continue
		}
		if doubtful := strings.HasPrefix(c.name, "exchanged"); doubtful != (len(out.doubtful) > 0) {
			t.Errorf("salvage of %s: doubtful %v", c.name, out.doubtful)
		}
		if !bytes.Equal(readBytes(t, out.Original), c.b) {
			t.Errorf("salvage of %s: the original was not kept", c.name)
		}
		k := mustOpen(t, path)
		for i, e := range k.Events() {
			if _, lost := e.Body.(Lost); !lost && !cmp.Equal(e, events[i], same...) {
				t.Errorf("salvage of %s: line %d became %v", c.name, i+1, e)
			}
		}
		if s := k.State(); s.Seq != len(events) || len(s.Lost) != c.lost {
			t.Errorf("salvage of %s: line %d, %d lost", c.name, s.Seq, len(s.Lost))
		}
		if _, err := k.Append(len(events), Noted{"going on"}); err != nil {
			t.Errorf("going on after salvage of %s: %v", c.name, err)
		}
	}
}

// Whatever single line is lost, every other event survives, and undo, ask and
// tell continue.
func TestSalvageWithAnyLineLost(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	sound, events := readBytes(t, path), j.Events()
	for n := range events {
		path := newPath(t)
		l := lines(append(bytes.Clone(sound), '\n'))
		l[n] = bytes.ToUpper(l[n])
		writeBytes(t, path, bytes.Join(l, nil))
		if n == 0 {
			if _, err := Salvage(path, nil, Settings{}); err == nil || !strings.Contains(err.Error(), "line 1, which holds the problem") {
				t.Errorf("the first line lost: %v", err)
			}
			c := study()
			out, err := Salvage(path, &c, Settings{})
			if err != nil || out.Kept != len(events) || len(out.lost) != 0 {
				t.Errorf("the first line given anew: %+v, %v", out, err)
			}
		} else if out, err := Salvage(path, nil, Settings{}); err != nil || out.Kept != len(events)-1 || len(out.lost) != 1 || out.lost[0].line != n+1 {
			t.Errorf("line %d lost: %+v, %v", n+1, out, err)
		}
		k := mustOpen(t, path)
		for i, e := range k.Events() {
			if i != n && !cmp.Equal(e, events[i], same...) {
				t.Errorf("line %d lost: line %d became %v", n+1, i+1, e)
			}
		}
		if n > 0 {
			seq := k.State().Seq
			for i, b := range []Body{Asked{X: []float64{1, 1}}, Told{X: []float64{1, 1}, Value: 1, Cost: 1, Answers: seq + 1}, Undone{seq + 2}} {
				if _, err := k.Append(seq+i, b); err != nil {
					t.Errorf("line %d lost, then %v: %v", n+1, b, err)
				}
			}
		}
		if again, err := Salvage(path, nil, Settings{}); err != nil || again.Original != "" || len(again.lost) != 0 {
			t.Errorf("salvaging what is sound: %+v, %v", again, err)
		}
	}
}

// A follower is told that the file was replaced, and continues.
func TestFollowAcrossSalvage(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	writer := whole(t, path)
	follower, err := Open(path, Settings{ReadOnly: true})
	testkit.OK(t, err)
	b := readBytes(t, path)
	b[len(b)/2] ^= 1
	writeBytes(t, path, b)
	if _, err := Salvage(path, nil, Settings{}); err != nil {
		t.Fatal(err)
	}
	c, err := follower.Poll()
	if err != nil || !c.Replaced || len(c.Events) != len(script)+1 {
		t.Fatalf("the follower: replaced %v, %d events, %v", c.Replaced, len(c.Events), err)
	}
	_, err = writer.Append(writer.State().Seq, Noted{"old view"})
	var stale *StaleError
	if !errors.As(err, &stale) || !stale.Replaced {
		t.Errorf("a writer with the old view: %v", err)
	}
	if _, err := writer.Append(writer.State().Seq, Noted{"new view"}); err != nil {
		t.Error(err)
	}
	if c, err := follower.Poll(); err != nil || c.Replaced || len(c.Events) != 1 {
		t.Errorf("the follower afterwards: %+v, %v", c, err)
	}
}

// A follower does not cry damage at the first look, but does at the second.
func TestFollowerMeetsDamage(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	j := mustOpen(t, path)
	writeBytes(t, path, append(readBytes(t, path), "garbage\n"...))
	if c, err := j.Poll(); err != nil || len(c.Events) != 0 {
		t.Errorf("first look: %+v, %v", c, err)
	}
	var d *DamageError
	if _, err := j.Poll(); !errors.As(err, &d) || d.lines[0].line != len(script)+2 {
		t.Errorf("second look: %v", err)
	}
	if _, err := j.Append(j.State().Seq, Noted{"n"}); !errors.As(err, &d) {
		t.Errorf("writing after damage: %v", err)
	}
}

// Two torn lines leave two files, and the newline of a whole line comes back
// even if a tear follows it.
func TestTears(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	sound, events := readBytes(t, path), j.Events()
	for i, tear := range []string{"{", `{"v":1,"n":25,"prev":"00`, "\x00\x00\x00\x00", strings.Repeat("z", 100_000)} {
		writeBytes(t, path, append(bytes.Clone(sound), tear...))
		k := mustOpen(t, path)
		n := k.Notices()
		if want := fmt.Sprintf("%s.torn-%d", path, i+1); len(n) != 1 || n[0].File != want || string(readBytes(t, want)) != tear {
			t.Errorf("tear %d: notices %.200v", i, n)
		}
		if !bytes.Equal(readBytes(t, path), sound) {
			t.Errorf("tear %d: the file was not mended", i)
		}
	}
	spoiled := append(bytes.Clone(sound), `{"v":1,"n":25`...)
	spoiled[len(sound)-1] = 'J'
	writeBytes(t, path, spoiled)
	k := mustOpen(t, path)
	if len(k.Events()) != len(events) || len(k.Notices()) != 1 || string(k.Notices()[0].Torn) != `{"v":1,"n":25` || !bytes.Equal(readBytes(t, path), sound) {
		t.Errorf("a spoiled newline and a tear: %d events, %v", len(k.Events()), k.Notices())
	}
}

// A line can be sound and yet impossible where it stands.
func TestSoundButImpossible(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	b := chained([]byte(`"kind":"created","event":{"name":"p","problem":"p","parameters":["x"],"policy":"ei","seed":"1","budget":1}
"kind":"told","event":{"x":[1],"value":1,"cost":1}
"kind":"told","event":{"x":[1,2],"value":1,"cost":1}
"kind":"note","event":{"text":"after"}`))
	writeBytes(t, path, b)
	_, err := Open(path, Settings{})
	var d *DamageError
	if !errors.As(err, &d) || len(d.lines) != 1 || !strings.HasPrefix(d.lines[0].String(), "line 3 does not fit what came before: x must have 1 number") {
		t.Fatalf("%v", err)
	}
	out, err := Salvage(path, nil, Settings{})
	if err != nil || out.Kept != 3 || len(out.lost) != 1 {
		t.Fatalf("%+v, %v", out, err)
	}
	s := mustOpen(t, path).State()
	if len(s.Evaluations) != 1 || len(s.Notes) != 1 || len(s.Lost) != 1 || s.Lost[0].Body.(Lost).Kept != filepath.Base(out.Original) {
		t.Errorf("%+v", s)
	}
}

// Whole lines in a tail that is more than a tear are not cut off.
func TestTailWithWholeLines(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	whole(t, path)
	sound := readBytes(t, path)
	l := lines(append(bytes.Clone(sound), '\n'))
	last := bytes.TrimSuffix(l[len(script)], []byte("\n"))
	head := sound[:len(sound)-len(last)-1]
	for name, b := range map[string][]byte{
		"no newline at all between two": append(bytes.TrimSuffix(bytes.Clone(head), []byte("\n")), last...),
		"a tear before a whole line":    append(append(bytes.Clone(head), `{"v":1,"n":24,"prev":"01`...), last...),
		"an earlier line again":         append(bytes.Clone(sound), last...),
	} {
		path := newPath(t)
		writeBytes(t, path, b)
		if _, err := Open(path, Settings{}); !damaged(err) || !bytes.Equal(readBytes(t, path), b) {
			t.Errorf("%s: %v", name, err)
		}
		if out, err := Salvage(path, nil, Settings{}); err != nil || out.Kept != len(script)+1 || len(out.lost) != 0 {
			t.Errorf("salvage with %s: %+v, %v", name, out, err)
		}
		if !bytes.Equal(readBytes(t, path), sound) {
			t.Errorf("salvage with %s did not bring the journal back", name)
		}
	}
}
