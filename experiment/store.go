package experiment

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"sync"

	"farsight/internal/files"
	"farsight/internal/sanitize"
)

// maxLine is far more than the longest run needs.
const maxLine = 16 << 20

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
	words := words{}
	first := func(r Record) error {
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
	}
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			if err := scanCondensed(dir, first); err != nil {
				return nil, err
			}
			continue
		}
		files, err := resultFiles(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if err := scanFile(f, first); err != nil {
				return nil, err
			}
		}
	}
	return seen, nil
}

// resultFiles are those of a directory, in their order.
func resultFiles(dir string) ([]string, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	sort.Strings(files)
	return files, err
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
	return eachLine(path, func(n int, line []byte, whole bool) error {
		if !whole {
			if len(line) > 0 && sound(line[:len(line)-1]) {
				return damaged(path, n, errors.New("has lost its line end"))
			}
			if !sound(line) {
				return nil // a run in flight when the program was killed
			}
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

// eachLine calls f with every line, without its newline, and with what stands
// after the last newline, which is not whole. f must not keep it.
func eachLine(path string, f func(n int, line []byte, whole bool) error) error {
	file, err := files.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		switch {
		case len(line) > maxLine:
			return damaged(path, n, errors.New("is longer than any run needs"))
		case errors.Is(err, io.EOF):
			if len(line) == 0 {
				return nil
			}
			return f(n, line, false)
		case err != nil:
			return err
		}
		if err := f(n, line[:len(line)-1], true); err != nil {
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

// cutTorn removes what stands after the last newline; a line that is whole but
// for its newline gets it.
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
	if n := info.Size() - end; n > 0 && n <= maxLine {
		last := make([]byte, n)
		if _, err := f.ReadAt(last, end); err != nil {
			return err
		}
		if sound(last) {
			_, err := f.Write([]byte("\n"))
			return err
		}
	}
	return f.Truncate(end)
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
