package mistake

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"farsight/internal/sanitize"
)

// Plain is an error's text with system errors in words: the missing file is named, not the call
// that failed ("lstat x: no such file or directory").
func Plain(err error) string {
	text := err.Error()
	eachCause(err, func(e error) {
		words := ""
		switch e := e.(type) {
		case *fs.PathError:
			words = systemWords(e.Path, e.Err)
		case *os.LinkError:
			words = systemWords(e.New, e.Err)
		default:
			return
		}
		text = strings.Replace(text, e.Error(), words, 1)
	})
	return text
}

// Print writes an error, each of its lines after the program's name. Errors quote
// files and arguments, which must not reach the terminal as commands.
func Print(w io.Writer, program string, err error) {
	for line := range strings.Lines(sanitize.Block(Plain(err))) {
		fmt.Fprintf(w, "%s: %s\n", program, strings.TrimRight(line, "\n"))
	}
}

// eachCause visits an error and all that it wraps.
func eachCause(err error, visit func(error)) {
	if err == nil {
		return
	}
	visit(err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		eachCause(e.Unwrap(), visit)
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			eachCause(one, visit)
		}
	}
}

// systemWords says what is the matter with a path.
func systemWords(path string, err error) string {
	switch dir := filepath.Dir(path); {
	case errors.Is(err, fs.ErrNotExist):
		if _, missing := os.Stat(dir); errors.Is(missing, fs.ErrNotExist) {
			return "there is no folder " + dir
		}
		return "there is no file " + path
	case errors.Is(err, fs.ErrPermission):
		return "the permissions of " + path + " do not allow it"
	case errors.Is(err, fs.ErrExist):
		return path + " is there already"
	}
	return path + ": " + err.Error()
}
