//go:build darwin || freebsd || netbsd || openbsd

package testkit

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
