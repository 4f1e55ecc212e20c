//go:build unix

package tui

import (
	"os"
	"syscall"
)

// hangups are the signals that end the explorer: a terminal that goes away, or
// somebody's wish.
var hangups = []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM}
