//go:build unix

package experiment

import (
	"errors"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"farsight/internal/files"
)

// Results that are a pipe are refused at once, whether they are read or added to.
func TestResultsAreNoPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "results.jsonl")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := Read(dir); !errors.Is(err, files.ErrNotFile) {
		t.Errorf("read: %v", err)
	}
	if s, err := openStore(path); !errors.Is(err, files.ErrNotFile) {
		t.Errorf("added to: %v, %v", s, err)
	}
}
