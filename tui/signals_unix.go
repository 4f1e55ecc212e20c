//go:build unix

package tui

import (
	"os"
	"syscall"
)

// hangups are the signals that end the explorer beyond those that end every
// command: a terminal that goes away, or somebody's kill -HUP or -QUIT.
var hangups = []os.Signal{syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTERM}
