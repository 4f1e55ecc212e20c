//go:build unix

package player

import (
	"io/fs"
	"os"
	"syscall"
)

// private tells whether a folder is the user's own and nobody else can enter it.
func private(info fs.FileInfo) bool {
	own, known := info.Sys().(*syscall.Stat_t)
	return info.Mode().Perm()&0o077 == 0 && (!known || int(own.Uid) == os.Getuid())
}
