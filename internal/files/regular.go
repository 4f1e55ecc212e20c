// Package files opens files safely: only regular files (opening a named pipe blocks until another
// process writes to it), without following links for files kept beside a user's own, and watches
// them for changes.
package files

import (
	"errors"
	"os"
)

// ErrNotFile is the reason for refusing what is neither a file nor a folder.
var ErrNotFile = errors.New("is a pipe, a socket or a device, not a file; save what it holds to a file first")

// CheckRegular refuses what is not a regular file. A folder or a missing file is left to the
// caller, whose message is better. The error is an *os.PathError.
func CheckRegular(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return &os.PathError{Op: "open", Path: path, Err: ErrNotFile}
}

// Open is os.Open of a file or a folder.
func Open(path string) (*os.File, error) {
	if err := CheckRegular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// ReadFile is os.ReadFile of a file.
func ReadFile(path string) ([]byte, error) {
	if err := CheckRegular(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
