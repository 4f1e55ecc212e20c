package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"sync"

	"farsight/internal/plain"
)

// maxLine is far more than the longest run needs.
const maxLine = 16 << 20

// Read returns the records of all *.jsonl files in the directories. A torn last
// line, left by a run that was killed, is passed over; any other broken line is
// an error that names file and line.
func Read(dirs ...string) ([]Record, error) {
	var out []Record
	seen := map[runKey]int{}
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
			records, _, err := readFile(f)
			if err != nil {
				return nil, err
			}
			for _, r := range records {
				if _, twice := seen[r.key()]; twice {
					continue // shards that overlap ran the same run: it is the same
				}
				seen[r.key()] = len(out)
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// readFile returns a file's records and the length of its sound part.
func readFile(path string) ([]Record, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	var out []Record
	var sound int64
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return out, sound, nil // what is left has no newline: a run in flight when it was killed
		}
		if err != nil {
			return nil, 0, err
		}
		if len(line) > maxLine {
			return nil, 0, fmt.Errorf("%s, line %d: longer than any run needs", plain.Text(path), n)
		}
		var rec Record
		if err := json.Unmarshal(line, &rec); err != nil {
			return nil, 0, fmt.Errorf("%s, line %d: not a complete run (%v): remove the line, and run the experiment again to redo it", plain.Text(path), n, err)
		}
		if rec.Version != FormatVersion {
			return nil, 0, fmt.Errorf("%s, line %d: written by version %d of the format; this program reads version %d", plain.Text(path), n, rec.Version, FormatVersion)
		}
		out = append(out, rec)
		sound += int64(len(line))
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
	if _, err := os.Stat(path); err == nil {
		_, sound, err := readFile(path)
		if err != nil {
			return nil, err
		}
		if err := os.Truncate(path, sound); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &store{file: f}, nil
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
