// Package isatty stands in for the module github.com/mattn/go-isatty, by a replace
// directive of go.mod: it takes nothing for a terminal until it is told to look.
//
// Importing bubbletea has termenv ask the terminal for its background colour while
// packages are initialised, and termenv asks this package first whether there is
// one. A variable that is false until somebody sets it needs no order of
// initialisation. Package noquery sets it.
package isatty

import (
	"sync/atomic"

	"golang.org/x/term"
)

var looking atomic.Bool

// Look makes IsTerminal tell the truth from now on.
func Look() { looking.Store(true) }

// IsTerminal tells whether a file is a terminal.
func IsTerminal(fd uintptr) bool { return looking.Load() && term.IsTerminal(int(fd)) }

// IsCygwinTerminal is false: nobody here asks.
func IsCygwinTerminal(fd uintptr) bool { return false }
