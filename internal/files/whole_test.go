package files

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"farsight/internal/testkit"
)

// content reads a file and wants nothing else in its folder.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	testkit.OK(t, err)
	entries, err := os.ReadDir(filepath.Dir(path))
	testkit.OK(t, err)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".part") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	return string(data)
}

func TestWriteWhole(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.txt")
	testkit.OK(t, WriteWhole(path, []byte("first"), false))
	if err := WriteWhole(path, []byte("second"), false); err == nil || content(t, path) != "first" {
		t.Errorf("a file that exists was replaced without force: %v", err)
	}
	testkit.OK(t, os.Chmod(path, 0o600))
	if err := WriteWhole(path, []byte("third"), true); err != nil || content(t, path) != "third" {
		t.Errorf("force does not replace: %v", err)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("a private file became %v", info.Mode())
	}
}

// No link is followed: whoever made it may mean another's file.
func TestWriteWholeThroughLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link, lost := filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "lost")
	testkit.OK(t, os.WriteFile(target, []byte("old"), 0o644))
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	testkit.OK(t, os.Symlink(filepath.Join(dir, "nowhere"), lost))
	for _, force := range []bool{false, true} {
		if err := WriteWhole(link, []byte("new"), force); err == nil || !strings.Contains(err.Error(), "is a symbolic link") || content(t, target) != "old" {
			t.Errorf("the link's target holds %q: %v", content(t, target), err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link itself was replaced")
	}
	for _, force := range []bool{false, true} {
		if err := WriteWhole(lost, []byte("new"), force); err == nil {
			t.Error("a link to nowhere was written through")
		}
	}
}

// Of several who write the same new file one wins and the others are told.
func TestWriteWholeRace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.txt")
	const writers = 8
	var group sync.WaitGroup
	errs := make([]error, writers)
	for i := range writers {
		group.Go(func() { errs[i] = WriteWhole(path, []byte(strings.Repeat(string(rune('a'+i)), 1<<16)), false) })
	}
	group.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		}
	}
	got := content(t, path)
	if won != 1 || len(got) != 1<<16 || strings.Count(got, got[:1]) != len(got) {
		t.Errorf("%d writers won, the file has %d bytes", won, len(got))
	}
}
