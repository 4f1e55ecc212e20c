//go:build unix

package nofollow

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Flag makes opening a link an error, and a pipe's no wait.
const Flag = unix.O_NOFOLLOW | unix.O_NONBLOCK

// Names is how many names (hard links) a file has.
func Names(f *os.File) (int, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink), nil
	}
	return 1, nil
}
