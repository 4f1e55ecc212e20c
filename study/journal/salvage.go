package journal

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"farsight/internal/jsonlog"
)

// Salvaged says what Salvage did.
type Salvaged struct {
	Kept     int      // events kept
	lost     []Damage // what was not, each with its line
	doubtful []Damage // kept, but perhaps changed by the damage
	Original string   // where the damaged file is now; "": the journal was left as it is
}

func (s Salvaged) String() string {
	if s.Original == "" && len(s.lost)+len(s.doubtful) == 0 {
		return fmt.Sprintf("Nothing was damaged; all %d lines are as they were.", s.Kept)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d lines were kept and %d could not be.", s.Kept, len(s.lost))
	for _, d := range s.lost {
		fmt.Fprintf(&b, "\n  %v", d)
	}
	for _, d := range s.doubtful {
		fmt.Fprintf(&b, "\n  kept, but check it: %v", d)
	}
	if s.Original != "" {
		fmt.Fprintf(&b, "\nThe file as it was is now %s.", s.Original)
	}
	return b.String()
}

// maxGap bounds how many lines in a row may be given up for lost, so that one
// line with an absurd number does not fill the disk.
const maxGap = 100_000

// Salvage rewrites a damaged journal from its sound lines, under its lock. Each keeps its number; a
// Lost event replaces one that cannot be read. The original is kept as PATH.damaged-1 (-2, …), and
// the new file takes its place whole or not at all. If line 1 is lost the study cannot be rebuilt
// unless created, which may be nil otherwise, gives its content.
func Salvage(path string, created *Created, s Settings) (Salvaged, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	s = s.filled()
	// Looked at before the lock too, which would leave its file behind.
	if _, err := glean(path); err != nil {
		return Salvaged{}, err
	}
	release, err := takeLock(path, s.LockWait)
	if err != nil {
		return Salvaged{}, err
	}
	defer release()
	g, err := glean(path)
	if err != nil {
		return Salvaged{}, err
	}
	known := 0 // lines that had been acknowledged
	first, ok := g.at[1]
	for _, m := range readMarks(path) {
		if ok && m.id == first.sum {
			known = max(known, m.seq)
		}
	}
	if !ok && created == nil {
		return Salvaged{}, fmt.Errorf("%s: line 1, which holds the problem, is damaged, and the study cannot be rebuilt without it. Give the problem's file to salvage it with", path)
	}
	if known > g.last && known <= g.last+maxGap {
		g.last = known
	} else {
		g.last += g.badEnd // at least as good a guess as any
	}
	if !ok {
		g.last = max(g.last, 1)
		g.at[1] = record{event: Event{Seq: 1, Time: s.Now().UTC(), Body: *created}}
	}
	return g.replace(path, s)
}

// gleanings are the sound lines of a file, whatever is between them.
type gleanings struct {
	text    []byte
	mode    fs.FileMode
	at      map[int]record // by number
	last    int            // the highest of them
	unsound map[int]string // lines of the file that hold no sound one: why
	badEnd  int            // how many of these end the file
	extra   []Damage       // sound lines with no place, and a torn end
}

// glean collects every sound line, also from the inside of damaged ones.
func glean(path string) (gleanings, error) {
	f, info, err := open(path)
	if err != nil {
		return gleanings{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return gleanings{}, err
	}
	g := gleanings{text: text, mode: info.Mode().Perm(), at: map[int]record{}, unsound: map[int]string{}}
	lines := 0
	tail, err := jsonlog.Lines(bytes.NewReader(text), func(n int, b []byte) error {
		lines = n
		rec, err := decode(b)
		if err == nil {
			g.badEnd = 0
			g.place(n, rec)
			return nil
		}
		var newer newerVersion
		if errors.As(err, &newer) {
			if n == 1 {
				return &versionError{path, n, int(newer)}
			}
			err = newer.stray()
		}
		found := pieces(b)
		for _, p := range found {
			g.place(n, p.record)
		}
		if len(found) > 0 {
			g.badEnd = 0
			if found[len(found)-1].to+1 >= len(b) {
				return nil // only a newline was damaged
			}
		}
		g.badEnd++
		g.unsound[n] = err.Error()
		return nil
	})
	if err != nil {
		var v *versionError
		if errors.As(err, &v) {
			return gleanings{}, err
		}
		return gleanings{}, fmt.Errorf("%s: %w", path, err)
	}
	if v, ok := version(tail); ok && v > formatVersion && lines == 0 {
		return gleanings{}, &versionError{path, 1, v}
	}
	found := pieces(tail)
	for _, p := range found {
		g.place(lines+1, p.record)
	}
	if len(tail) > 0 && len(found) == 0 {
		g.extra = append(g.extra, Damage{lines + 1, fmt.Sprintf("is incomplete (%d bytes)", len(tail))})
	}
	if len(g.at) == 0 && !isOurs(text) {
		return gleanings{}, fmt.Errorf("%s: %w, or no line of it is whole", path, ErrNotJournal)
	}
	return g, nil
}

// place puts a sound line, found on line n of the file, at its number. Of two
// with one number, the one that continues its predecessor wins, then the first.
func (g *gleanings) place(n int, r record) {
	seq := r.event.Seq
	if seq > g.last+maxGap {
		g.extra = append(g.extra, Damage{n, fmt.Sprintf("says it is number %d, far from its neighbours", seq)})
		return
	}
	g.last = max(g.last, seq)
	old, taken := g.at[seq]
	before := g.at[seq-1].sum
	if !taken || (old.prev != before && r.prev == before) {
		g.at[seq] = r
	}
	if taken && old.sum != r.sum {
		g.extra = append(g.extra, Damage{n, fmt.Sprintf("is one of two different lines with number %d", seq)})
	}
}

// replace rewrites the journal from the gleanings, under its lock.
func (g *gleanings) replace(path string, s Settings) (Salvaged, error) {
	now := s.Now()
	text, m, out, err := g.rebuild("", now)
	if err != nil {
		return Salvaged{}, fmt.Errorf("%s: %w", path, err)
	}
	if bytes.Equal(text, g.text) {
		// Only the mark, if anything, was amiss: an older copy was put back.
		writeMark(path, m)
		return out, nil
	}
	s.step("keep the original")
	original, err := jsonlog.SetAside(path, "damaged", g.text)
	if err != nil {
		return Salvaged{}, fmt.Errorf("the damaged file could not be kept, and nothing was changed: %w", err)
	}
	if text, m, out, err = g.rebuild(filepath.Base(original), now); err != nil {
		return Salvaged{}, fmt.Errorf("%s: %w", path, err)
	}
	// Marked first and cleared last: only the old mark may show that lines are missing, and a crash
	// must not leave it to contradict the new file.
	s.step("announce the mark")
	if err := announceMark(path, m); err != nil {
		return Salvaged{}, err
	}
	if err := jsonlog.Replace(path, text, g.mode, s.step); err != nil {
		return Salvaged{}, err
	}
	s.step("write the mark")
	writeMark(path, m)
	s.step("end")
	out.Original = original
	return out, nil
}

// rebuild makes lines 1 to last, with Lost events in the gaps.
func (g *gleanings) rebuild(kept string, now time.Time) ([]byte, mark, Salvaged, error) {
	var out Salvaged
	var text []byte
	var s State
	m := mark{sum: noSum}
	for n := 1; n <= g.last; n++ {
		rec, ok := g.at[n]
		if ok {
			if err := s.check(rec.event); err != nil {
				g.unsound[n], ok = "does not fit what came before: "+err.Error(), false
			}
		}
		if !ok && n == 1 {
			return nil, m, out, fmt.Errorf("line 1 %s", g.unsound[1])
		}
		e, raw := rec.event, rec.raw
		if !ok {
			reason := cmp.Or(g.unsound[n], "is missing")
			out.lost = append(out.lost, Damage{n, reason})
			raw = nil
			e = Event{Seq: n, Time: now.UTC().Truncate(time.Millisecond), Body: Lost{Reason: fmt.Sprintf("line %d %s", n, reason), Kept: kept}}
		} else {
			out.Kept++
			if before, ok := g.at[n-1]; ok && rec.prev != before.sum && before.sum != "" {
				out.doubtful = append(out.doubtful, Damage{n, fmt.Sprintf("does not continue line %d; one of the two comes from elsewhere", n-1)})
			}
		}
		if raw == nil {
			var err error
			if raw, err = marshal(e.Body); err != nil {
				return nil, m, out, err
			}
		}
		line, err := encodeRaw(e, m.sum, raw)
		if err != nil {
			return nil, m, out, err
		}
		s.apply(e)
		text = append(text, line...)
		m.seq, m.sum = n, jsonlog.Sum(line[:len(line)-1])
		if n == 1 {
			m.id = m.sum
		}
	}
	out.lost = append(out.lost, g.extra...)
	return text, m, out, nil
}
