package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"farsight/internal/sanitize"
)

// CanWrite says before the work whether WriteWhole will refuse a file.
func CanWrite(path string, force bool) error {
	if err := noLink(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder; name a file in it", sanitize.Text(path))
	case err == nil && !force:
		return taken(path)
	case err == nil, !errors.Is(err, fs.ErrNotExist):
		return err
	}
	dir := filepath.Dir(path)
	switch _, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s; make it first", sanitize.Text(path), sanitize.Text(dir))
	case err != nil:
		return fmt.Errorf("%s cannot be written: %w", sanitize.Text(path), err)
	}
	return nil
}

// noLink refuses a symbolic link, which might redirect the write to another file, unless it leads
// to a device or a pipe, which cannot lose data.
func noLink(path string) error {
	link, err := os.Lstat(path)
	if err != nil || link.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	if to, err := os.Stat(path); err == nil && !to.Mode().IsRegular() && !to.IsDir() {
		return nil
	}
	return fmt.Errorf("%s is a symbolic link, which is not followed; remove it, or choose another name", sanitize.Text(path))
}

func taken(path string) error {
	return fmt.Errorf("%s exists; choose another name, or replace it with --force", sanitize.Text(path))
}

// WriteWhole writes a file atomically: to a temporary file beside it, which is then renamed. An
// existing file is replaced only with force.
func WriteWhole(path string, data []byte, force bool) error {
	if err := CanWrite(path, force); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() { // a device or a pipe has no beside
			return os.WriteFile(path, data, mode)
		}
		mode = info.Mode().Perm()
	}
	beside, err := writeBeside(path, data, mode)
	if err != nil {
		return err
	}
	defer os.Remove(beside) // already removed on success
	if force {
		return os.Rename(beside, path)
	}
	// A link, unlike a rename, does not replace a file that another process just made.
	switch err := os.Link(beside, path); {
	case errors.Is(err, fs.ErrExist):
		return taken(path)
	case err == nil:
		return nil
	}
	return os.Rename(beside, path) // this disk has no links
}

// writeBeside writes a new file next to path, on disk when it returns.
func writeBeside(path string, data []byte, mode fs.FileMode) (name string, err error) {
	var f *os.File
	for n := 0; ; n++ {
		name = filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.part", filepath.Base(path), os.Getpid()+n))
		if f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) || n == 100 {
			return "", err
		}
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}

// SameFile reports whether two names are of one file that exists.
func SameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
