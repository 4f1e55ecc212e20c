package files

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
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
