//go:build darwin || freebsd || netbsd || openbsd

package ptytest

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
