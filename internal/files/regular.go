// Package files opens files with care: what is a file and not a pipe that never answers (to open a named pipe is to
// wait for somebody who writes to it), what is kept beside a user's own without following links, and says when one
// changes.
package files

import (
	"errors"
	"os"
)

// ErrNotFile is the reason for refusing what is neither a file nor a folder.
var ErrNotFile = errors.New("is a pipe, a socket or a device, not a file; save what it holds to a file first")

// CheckRegular refuses what is not a file or, left to the caller to say better, a
// folder or nothing at all. The error is an *os.PathError.
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
