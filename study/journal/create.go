package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Create starts a journal with its first event and any that are known at once,
// such as measured points of the initial design. The file appears whole or not
// at all, and never in place of another (an error wrapping fs.ErrExist).
func Create(path string, c Created, s Settings, more ...Body) (*Journal, error) {
	if s.ReadOnly {
		return nil, fmt.Errorf("%s cannot be created for reading only", path)
	}
	s = s.filled()
	text, m, err := composeAll(append([]Body{c}, more...), s.Now())
	if err != nil {
		return nil, err
	}
	// Looked at before the lock too, which would leave its file behind.
	if err := vacant(path); err != nil {
		return nil, err
	}
	release, err := takeLock(path, s.LockWait)
	if err != nil {
		return nil, err
	}
	err = createLocked(path, text, m)
	release()
	if err != nil {
		return nil, err
	}
	return Open(path, s)
}

func createLocked(path string, text []byte, m mark) error {
	if err := vacant(path); err != nil {
		return err
	}
	if err := clearMark(path); err != nil {
		return err
	}
	if err := replace(path, text, 0o644, func(string) {}); err != nil {
		return err
	}
	writeMark(path, m)
	return nil
}

// composeAll makes the lines of a journal that starts with these events, and
// their mark.
func composeAll(bodies []Body, now time.Time) ([]byte, mark, error) {
	var text []byte
	var s State
	m := mark{sum: noSum}
	for i, b := range bodies {
		line, rec, err := compose(s, b, now, m.sum)
		if err != nil {
			return nil, mark{}, fmt.Errorf("event %d (%s): %w", i+1, b.Kind(), err)
		}
		s.apply(rec.event)
		text = append(text, line...)
		m.seq, m.sum = rec.event.Seq, rec.sum
		if i == 0 {
			m.id = rec.sum
		}
	}
	if len(text) > maxFile {
		return nil, mark{}, fmt.Errorf("the journal would have %d bytes; it has at most %d", len(text), int64(maxFile))
	}
	return text, m, nil
}

// existsError says that there is something at the path of a new journal.
type existsError string

func (e existsError) Error() string {
	return string(e) + " already exists; choose another name or remove it first"
}

// Is makes it one of fs.ErrExist, whose own words would say it twice.
func (existsError) Is(target error) bool { return target == fs.ErrExist }

func vacant(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return existsError(path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// replace puts a file with that text at path, whole or not at all. The lock
// must be held: the name of the temporary file is fixed, so that one left by a
// crash is used up.
func replace(path string, text []byte, mode fs.FileMode, step func(name string)) error {
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

// keep writes b to the first free of prefix1, prefix2, … and returns its name.
func keep(prefix string, b []byte) (string, error) {
	for i := 1; ; i++ {
		name := prefix + strconv.Itoa(i)
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
