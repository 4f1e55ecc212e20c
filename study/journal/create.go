package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"farsight/internal/jsonlog"
)

// Create starts a journal with its first event and any that are known at once,
// such as measured points of the initial design. The file appears whole or not
// at all, and never in place of another (an error wrapping fs.ErrExist).
func Create(path string, c Created, s Settings, more ...Body) (*Journal, error) {
	if s.ReadOnly {
		return nil, fmt.Errorf("%s cannot be created for reading only", path)
	}
	s = s.filled()
	text, recs, _, err := compose(State{}, append([]Body{c}, more...), s.Now(), noSum)
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("the journal would have %d bytes; it has at most %d", len(text), int64(maxFile))
	}
	last := recs[len(recs)-1]
	// Looked at before the lock too, which would leave its file behind.
	if err := vacant(path); err != nil {
		return nil, err
	}
	release, err := takeLock(path, s.LockWait)
	if err != nil {
		return nil, err
	}
	err = createLocked(path, text, mark{recs[0].sum, last.event.Seq, last.sum})
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
	if err := jsonlog.Replace(path, text, 0o644, nil); err != nil {
		return err
	}
	writeMark(path, m)
	return nil
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
