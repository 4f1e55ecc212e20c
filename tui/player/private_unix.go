//go:build unix

package player

import (
	"io/fs"
	"os"
	"syscall"
)

// private reports whether a folder belongs to the user and no other user can enter it.
func private(info fs.FileInfo) bool {
	own, known := info.Sys().(*syscall.Stat_t)
	return info.Mode().Perm()&0o077 == 0 && (!known || int(own.Uid) == os.Getuid())
}
