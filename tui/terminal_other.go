//go:build !unix

package tui

import (
	"io"
	"os"
)

// ask has no portable way to wait for an answer: the terminal is assumed to be dark.
func ask(_, _ *os.File, _ string) []byte { return nil }

// withoutAnswers does nothing where nothing is asked.
func withoutAnswers(in io.Reader, _ func([]byte)) io.Reader { return in }
