//go:build unix

package tui

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// hangups are the signals that end the explorer: a closed terminal, or a request.
var hangups = []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM}

// CanSuspend reports whether a shell would bring a stopped program back: one that
// is in our session and not in our group. Elsewhere, as in a container or under
// ssh without a shell, a program that stops itself waits for ever.
func CanSuspend() bool {
	session, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	parents, err := unix.Getsid(os.Getppid())
	if err != nil || parents != session {
		return false
	}
	group, err := unix.Getpgid(os.Getppid())
	return err == nil && group != unix.Getpgrp()
}
