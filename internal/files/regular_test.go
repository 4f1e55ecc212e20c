//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"farsight/internal/testkit"
)

// A pipe that nobody writes to is refused at once, and so is a link to it.
func TestPipesAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe, link, file := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Skip(err)
	}
	testkit.OK(t, os.WriteFile(file, []byte("text"), 0o600))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, path := range []string{pipe, link} {
			var at *os.PathError
			if f, err := Open(path); !errors.Is(err, ErrNotFile) || !errors.As(err, &at) {
				t.Errorf("%s was opened: %v, %v", path, f, err)
			}
			if _, err := ReadFile(path); !errors.Is(err, ErrNotFile) {
				t.Errorf("%s was read: %v", path, err)
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("waits for a pipe that nobody writes to")
	}
	if text, err := ReadFile(file); err != nil || string(text) != "text" {
		t.Errorf("a file: %q, %v", text, err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
