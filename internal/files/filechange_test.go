package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// news waits for what is told; open is false once nothing more will be.
func news(t *testing.T, told <-chan struct{}) (open bool) {
	t.Helper()
	select {
	case _, open = <-told:
		return open
	case <-time.After(30 * time.Second):
		t.Fatal("nothing was told")
		return false
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a file")
	if told := Watch(t.Context(), path); told != nil {
		t.Error("a file that is not there is watched")
	}
	write := func(name, text string) {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		testkit.OK(t, err)
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	write(path, "one\n")
	told := Watch(t.Context(), path)
	if runtime.GOOS != "linux" {
		if told != nil {
			t.Error("this system tells nothing")
		}
		return
	}
	if told == nil {
		t.Skip("no more watches for this user")
	}
	for range 3 {
		write(path, "more\n")
		if !news(t, told) {
			t.Fatal("the watch ended after a line")
		}
	}
	// An editor that puts another file in its place: that is told, and is the last of it.
	write(path+"~", "all of it anew\n")
	testkit.OK(t, os.Rename(path+"~", path))
	for news(t, told) {
	}
	// Whoever no longer waits is told nothing.
	ctx, cancel := context.WithCancel(t.Context())
	told = Watch(ctx, path)
	cancel()
	if told == nil {
		return
	}
	for news(t, told) {
	}
}

// Whatever leads elsewhere is refused with the reason and left as it is.
func TestNothingIsWrittenThroughALink(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	testkit.OK(t, os.WriteFile(victim, []byte("precious"), 0o600))
	at := func(name string, plant func(path string) error) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := plant(path); err != nil {
			t.Skip(err)
		}
		return path
	}
	for _, path := range []string{
		at("symbolic", func(p string) error { return os.Symlink(victim, p) }),
		at("dangling", func(p string) error { return os.Symlink(filepath.Join(dir, "nowhere"), p) }),
		at("hard", func(p string) error { return os.Link(victim, p) }),
	} {
		f, err := OpenNoFollow(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if !errors.Is(err, errLink) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if err == nil {
			f.Close()
		}
	}
	if b, err := os.ReadFile(victim); err != nil || string(b) != "precious" {
		t.Errorf("the file led to holds %q, %v", b, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a file was made where a link led")
	}
	if _, err := OpenNoFollow(dir, os.O_WRONLY, 0); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
}

func TestOpensAFileOfItsOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own")
	for _, text := range []string{"first and longer", "second"} {
		f, err := OpenNoFollow(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		testkit.OK(t, err)
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		testkit.OK(t, f.Close())
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "second" {
		t.Errorf("%q, %v", b, err)
	}
}
