//go:build unix

package picture

import (
	"os"

	"golang.org/x/sys/unix"
)

// fileCell is the size of a cell in pixels, as the terminal behind a file last said it; 0: it does not.
func fileCell(f *os.File) (w, h int) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return 0, 0
	}
	return int(size.Xpixel / size.Col), int(size.Ypixel / size.Row)
}
