package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unique"

	"farsight/internal/files"
	"farsight/internal/jsonlog"
	"farsight/internal/sanitize"
	"farsight/model"
)

// Read returns the records of all *.jsonl files in the directories, and those of
// condensed files. A torn last line, left by a run that was killed, is passed
// over; any other line that is not as it was written is an error that names file
// and line.
func Read(dirs ...string) ([]Record, error) {
	var out []Record
	_, err := scan(func(r Record) error {
		out = append(out, r)
		return nil
	}, dirs...)
	return out, err
}

// scan hands the records of Read to each, one at a time, because the runs of a
// map are many; each may be nil. It returns the runs there are.
func scan(each func(Record) error, dirs ...string) (map[runKey]struct{}, error) {
	seen := map[runKey]struct{}{}
	one := func(s string) string { return unique.Make(s).Value() } // all records repeat them
	first := func(r Record) error {
		r.Problem, r.Policy, r.Settings, r.Stop = one(r.Problem), one(r.Policy), one(r.Settings), one(r.Stop)
		key := r.key()
		if _, twice := seen[key]; twice {
			return nil // shards that overlap ran the same run: it is the same
		}
		seen[key] = struct{}{}
		if each == nil {
			return nil
		}
		return each(r)
	}
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			if err := scanCondensed(dir, first); err != nil {
				return nil, err
			}
			continue
		}
		if err := eachFile([]string{dir}, func(path string) error { return scanFile(path, first) }); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// eachFile calls f with every file of results in the directories, in their order.
func eachFile(dirs []string, f func(path string) error) error {
	for _, dir := range dirs {
		if _, err := os.Stat(dir); err != nil {
			return err
		}
		paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl")) // sorted
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := f(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// scanFile hands a file's records to each.
func scanFile(path string, each func(Record) error) error {
	return eachLine(path, func(n int, line []byte, endless bool) error {
		if endless {
			return damaged(path, n, errors.New("has lost its line end"))
		}
		rec, err := decode(line)
		if err != nil {
			return damaged(path, n, err)
		}
		return each(rec)
	})
}

func damaged(path string, n int, err error) error {
	return fmt.Errorf("%s, line %d %w. Nothing was changed. To keep every sound line: farsight experiment report --salvage %s; the damaged file is kept beside it, and running the experiment again redoes what was lost",
		sanitize.Text(path), n, err, sanitize.Text(filepath.Dir(path)))
}

// eachLine calls f with every line, without its newline. A torn last line, of a run in progress
// when the program was killed, is skipped; one that is sound except for its newline is endless. f
// must not keep the line.
func eachLine(path string, f func(n int, line []byte, endless bool) error) error {
	file, err := files.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return linesIn(path, file, f)
}

// linesIn is eachLine of what r reads from path.
func linesIn(path string, r io.Reader, f func(n int, line []byte, endless bool) error) error {
	last := 0
	tail, err := jsonlog.Lines(r, func(n int, line []byte) error {
		last = n
		return f(n, line, false)
	})
	var long jsonlog.LongError
	switch {
	case errors.As(err, &long):
		return damaged(path, int(long), errors.New("is longer than any run needs"))
	case err != nil:
		return err
	case jsonlog.Sound(tail):
		return f(last+1, tail, false)
	case len(tail) > 0 && jsonlog.Sound(tail[:len(tail)-1]):
		return f(last+1, tail[:len(tail)-1], true)
	}
	return nil
}

// rewrite keeps the lines of a results file that f keeps. If f drops or repairs any, the old file
// is kept as PATH.WHY-1 (-2, …). No other process may be writing to the file.
func rewrite(path, why string, f func(n int, line []byte, endless bool) (keep, same bool, err error)) (original string, err error) {
	file, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return "", err
	}
	var kept bytes.Buffer
	changed := false
	err = linesIn(path, bytes.NewReader(text), func(n int, line []byte, endless bool) error {
		keep, same, err := f(n, line, endless)
		if keep {
			kept.Write(line)
			kept.WriteByte('\n')
		}
		changed = changed || !same
		return err
	})
	if err != nil || !changed {
		return "", err
	}
	if err := files.CheckNoLink(path); err != nil {
		return "", err
	}
	if original, err = jsonlog.SetAside(path, why, text); err != nil {
		return "", fmt.Errorf("the file as it was could not be kept, and nothing was changed: %w", err)
	}
	return original, jsonlog.Replace(path, kept.Bytes(), 0o644, nil)
}

// store appends records to one results file.
type store struct {
	mu   sync.Mutex
	file *os.File
}

// openStore opens the results file of a shard for appending; a torn last line
// is cut off first.
func openStore(path string) (*store, error) {
	if err := files.CheckRegular(path); err != nil {
		return nil, err
	}
	f, err := files.OpenNoFollow(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := cutTorn(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &store{file: f}, nil
}

// cutTorn removes the text after the last newline; a line that is complete except for its newline
// gets one.
func cutTorn(f *os.File) error {
	tail, err := jsonlog.Lines(f, func(int, []byte) error { return nil })
	if err != nil {
		return err
	}
	if jsonlog.Sound(tail) {
		_, err := f.Write([]byte("\n"))
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return f.Truncate(info.Size() - int64(len(tail)))
}

// add writes one complete run with one call. If that fails, what was written
// of it is taken back, so that nothing already there is lost.
func (s *store) add(r Record) error {
	line, err := encode(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if _, err := s.file.Write(line); err != nil {
		return errors.Join(fmt.Errorf("could not keep a finished run: %w", err), s.file.Truncate(info.Size()))
	}
	return nil
}

func (s *store) close() error { return errors.Join(s.file.Sync(), s.file.Close()) }

// A line is a Record as JSON with its checksum (internal/jsonlog):
//
//	{"v":3,…,"sum":"…"}
//
// Lines of version 1 have none: they are read, unchecked. Lines of versions 1 and
// 2 do not say how their problem was defined.
const (
	formatVersion = 3
	undefined     = 2 // the version without definitions
	unchecked     = 1 // the version without checksums
)

// encode writes a record as a line, newline included.
func encode(r Record) ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return jsonlog.Seal(b[:len(b)-1]), nil // the closing brace comes after the sum
}

// decode reads a line without its newline. The error follows "line 3".
func decode(b []byte) (Record, error) {
	var l struct {
		Record
		Sum *string `json:"sum"`
	}
	err := jsonlog.Unmarshal(b, &l)
	sound := jsonlog.Sound(b)
	switch {
	case sound && err == nil && (l.Version == formatVersion || l.Version == undefined):
		return l.Record, l.check()
	case err != nil && !sound:
		return Record{}, fmt.Errorf("is not a complete run (%v)", err)
	case err != nil:
		return Record{}, fmt.Errorf("cannot be understood (%v): a newer Farsight may have written it", err)
	case l.Version > formatVersion:
		return Record{}, fmt.Errorf("was written by version %d of the format; this program reads versions up to %d", l.Version, formatVersion)
	case l.Version == unchecked && l.Sum == nil:
		return l.Record, l.check()
	}
	return Record{}, errors.New("does not match its checksum")
}

// check refuses a run that contradicts itself.
func (r Record) check() error {
	n := len(r.Costs)
	switch {
	case len(r.Values) != n || len(r.Bests) != n:
		return fmt.Errorf("has %d costs, %d values and %d best values", n, len(r.Values), len(r.Bests))
	case r.Evaluations < 0 || r.Dim < 0 || !(r.Budget > 0) || math.IsInf(r.Budget, 0):
		return errors.New("has numbers that no run has")
	}
	for i, c := range r.Costs {
		if r.isCondensed() && c >= 0 && !math.IsInf(c, 0) {
			continue // the difference of two sums, which a small cost may leave as it was
		}
		if err := model.CheckCost(c); err != nil {
			return fmt.Errorf("has costs[%d] = %v: a cost %w", i, c, err)
		}
	}
	return nil
}

// salvaged says what Salvage did to one file.
type salvaged struct {
	file     string
	kept     int      // lines
	lost     []string // each line that could not be kept: "line 3 does not …"
	original string   // where the damaged file is now
}

func (s salvaged) String() string {
	return fmt.Sprintf("%s: %d runs were kept and %d could not be.\n  %s\nThe file as it was is now %s. Run the experiment again to redo what was lost.",
		sanitize.Text(s.file), s.kept, len(s.lost), strings.Join(s.lost, "\n  "), sanitize.Text(s.original))
}

// Salvage rewrites every damaged file of results in the directories from its
// sound lines; the original is kept as FILE.damaged-1 (-2, …). No experiment
// may be writing to it.
func Salvage(dirs ...string) ([]salvaged, error) {
	var all []salvaged
	err := eachFile(dirs, func(path string) error {
		s, err := salvageFile(path)
		if err == nil && len(s.lost) > 0 {
			all = append(all, s)
		}
		return err
	})
	return all, err
}

func salvageFile(path string) (out salvaged, err error) {
	out.file = path
	out.original, err = rewrite(path, "damaged", func(n int, line []byte, endless bool) (keep, same bool, _ error) {
		lost := len(out.lost)
		if endless {
			out.lost = append(out.lost, fmt.Sprintf("line %d had lost its line end, which was put back", n))
		}
		if _, err := decode(line); err != nil {
			out.lost = append(out.lost, fmt.Sprintf("line %d %s", n, sanitize.Text(err.Error())))
			return false, false, nil
		}
		out.kept++
		return true, lost == len(out.lost), nil
	})
	return out, err
}

// Unchecked counts the lines of earlier versions, which have no checksums.
func Unchecked(dirs ...string) (n int, err error) {
	err = eachFile(dirs, func(path string) error {
		return eachLine(path, func(_ int, line []byte, _ bool) error {
			if !jsonlog.Sound(line) {
				n++
			}
			return nil
		})
	})
	return n, err
}
