// Package regular opens files without waiting: to open a named pipe is to wait
// until somebody writes to it, maybe for ever, and no signal ends that.
package regular

import (
	"errors"
	"os"
)

// ErrNotFile is the reason for refusing what is neither a file nor a folder.
var ErrNotFile = errors.New("is a pipe, a socket or a device, not a file; save what it holds to a file first")

// Check refuses what is not a file or, left to the caller to say better, a
// folder or nothing at all. The error is an *os.PathError.
func Check(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return &os.PathError{Op: "open", Path: path, Err: ErrNotFile}
}

// Open is os.Open of a file or a folder.
func Open(path string) (*os.File, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// ReadFile is os.ReadFile of a file.
func ReadFile(path string) ([]byte, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
