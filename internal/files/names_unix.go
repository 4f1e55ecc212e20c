//go:build unix

package files

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// NoFollow makes opening a link an error, and a pipe's no wait.
const NoFollow = unix.O_NOFOLLOW | unix.O_NONBLOCK

// CountNames is how many names (hard links) a file has.
func CountNames(f *os.File) (int, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink), nil
	}
	return 1, nil
}
