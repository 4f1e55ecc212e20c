package pane

import (
	"fmt"
	"strings"

	"farsight/internal/plain"
)

// Plural writes a number of things.
func Plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// countless writes a number of things without a lone "one".
func countless(n int, what string) string {
	if n == 1 {
		return what
	}
	return Plural(n, what)
}

// MistakeLines are the lines of what is wrong, harmless, file and place first.
func MistakeLines(err error) []string {
	return strings.Split(strings.TrimRight(plain.Block(err.Error()), "\n"), "\n")
}
