package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"sync"

	"farsight/internal/nofollow"
	"farsight/internal/sanitize"
)

// maxLine is far more than the longest run needs.
const maxLine = 16 << 20

// Read returns the records of all *.jsonl files in the directories. A torn last
// line, left by a run that was killed, is passed over; any other broken line is
// an error that names file and line.
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
	words := words{}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		sort.Strings(files)
		for _, f := range files {
			err := scanFile(f, func(r Record) error {
				r.Problem, r.Policy, r.Settings, r.Stop = words.one(r.Problem), words.one(r.Policy), words.one(r.Settings), words.one(r.Stop)
				key := r.key()
				if _, twice := seen[key]; twice {
					return nil // shards that overlap ran the same run: it is the same
				}
				seen[key] = struct{}{}
				if each == nil {
					return nil
				}
				return each(r)
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return seen, nil
}

// words keeps one copy of texts that all records repeat.
type words map[string]string

func (w words) one(s string) string {
	if have, ok := w[s]; ok {
		return have
	}
	w[s] = s
	return s
}

// scanFile hands a file's records to each.
func scanFile(path string, each func(Record) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // what is left has no newline: a run in flight when it was killed
		}
		if err != nil {
			return err
		}
		if len(line) > maxLine {
			return fmt.Errorf("%s, line %d: longer than any run needs", sanitize.Text(path), n)
		}
		var rec Record
		if err := json.Unmarshal(line, &rec); err != nil {
			return fmt.Errorf("%s, line %d: not a complete run (%v): remove the line, and run the experiment again to redo it", sanitize.Text(path), n, err)
		}
		if rec.Version != formatVersion {
			return fmt.Errorf("%s, line %d: written by version %d of the format; this program reads version %d", sanitize.Text(path), n, rec.Version, formatVersion)
		}
		if err := each(rec); err != nil {
			return err
		}
	}
}

// store appends records to one results file.
type store struct {
	mu   sync.Mutex
	file *os.File
}

// openStore opens the results file of a shard for appending; a torn last line
// is cut off first.
func openStore(path string) (*store, error) {
	f, err := nofollow.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := cutTorn(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &store{file: f}, nil
}

// cutTorn removes what stands after the last newline.
func cutTorn(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	end := info.Size()
	block := make([]byte, 1<<16)
	for end > 0 {
		start := max(0, end-int64(len(block)))
		part := block[:end-start]
		if _, err := f.ReadAt(part, start); err != nil {
			return err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			end = start + int64(i) + 1
			break
		}
		end = start
	}
	return f.Truncate(end)
}

// add writes one complete run with one call. If that fails, what was written
// of it is taken back, so that nothing already there is lost.
func (s *store) add(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return errors.Join(fmt.Errorf("could not keep a finished run: %w", err), s.file.Truncate(info.Size()))
	}
	return nil
}

func (s *store) close() error { return errors.Join(s.file.Sync(), s.file.Close()) }
