//go:build !unix

package tui

import "os"

// hangups are the signals that end the explorer.
var hangups = []os.Signal{os.Interrupt}

// CanSuspend: there is no shell to come back from.
func CanSuspend() bool { return false }
