package prompter

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farsight/internal/sanitize"
)

// ending is that of a desk's file.
const ending = ".tour"

// Folder is where desks are: a folder that only its owner can enter. It is made
// if it is missing.
func Folder() (string, error) {
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("farsight-%d", os.Getuid()))
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		folder = filepath.Join(runtime, "farsight")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	info, err := os.Lstat(folder)
	switch {
	case err != nil:
		return "", err
	case !info.IsDir() || !private(info):
		return "", fmt.Errorf("%s must be a folder that only you can enter", sanitize.Text(folder))
	}
	return folder, nil
}

// sweep removes the desks of tours that were killed.
func sweep(folder string) {
	for _, path := range desks(folder) {
		if !alive(path) {
			_ = os.Remove(path)
		}
	}
}

// alive tells whether somebody answers.
func alive(path string) bool {
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// desks are those in a folder, the newest first.
func desks(folder string) []string {
	type desk struct {
		path string
		made time.Time
	}
	var all []desk
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode()&fs.ModeSocket != 0 && strings.HasSuffix(e.Name(), ending) {
			all = append(all, desk{filepath.Join(folder, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b desk) int { return b.made.Compare(a.made) })
	var out []string
	for _, d := range all {
		out = append(out, d.path)
	}
	return out
}

// errNone says that there is nothing to show notes for.
var errNone = errors.New("no tour is being shown: begin one with farsight tour in another terminal, then ask for its notes")

// LastTour asks for the tour that was begun last.
const LastTour = "last"

// Find is the desk of a tour: "last", or the number of its process.
func Find(folder, which string) (string, error) {
	all := desks(folder)
	var running []string
	for _, path := range all {
		if !alive(path) {
			continue
		}
		number := strings.TrimSuffix(filepath.Base(path), ending)
		if which == LastTour || which == number {
			return path, nil
		}
		running = append(running, number)
	}
	if len(running) == 0 {
		return "", errNone
	}
	return "", fmt.Errorf("no tour is shown by process %q; there is %s, and %s for the one begun last", sanitize.Short(which, 40), strings.Join(running, ", "), LastTour)
}
