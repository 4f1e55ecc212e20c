package jsonlog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// Replace writes a file at path atomically. Calls must not run concurrently: the name of the
// temporary file is fixed, so that one left by a crash is reused. Step, if not nil, is called
// before each step.
func Replace(path string, text []byte, mode fs.FileMode, step func(name string)) error {
	if step == nil {
		step = func(string) {}
	}
	temp := path + ".new"
	step("write the new file")
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := writeNew(temp, text, mode)
	if err == nil {
		step("put it in place")
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
		return err
	}
	step("sync the folder")
	return syncDir(filepath.Dir(path))
}

// SetAside writes b to the first free of path.WHY-1, path.WHY-2, … and returns
// its name.
func SetAside(path, why string, b []byte) (string, error) {
	for i := 1; ; i++ {
		name := path + "." + why + "-" + strconv.Itoa(i)
		err := writeNew(name, b, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return name, syncDir(filepath.Dir(name))
	}
}

// writeNew writes a file that must not exist and syncs it, or leaves none.
func writeNew(path string, b []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(path)
	}
	return err
}

// syncDir makes a new name in a directory last. Windows has no such call; its
// file system journals names itself.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	// Some network file systems have no such call either.
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
