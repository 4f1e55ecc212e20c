// Package csvtext says in one voice what is wrong with a CSV file, and shows its
// names and cells without letting them reach the terminal as commands.
package csvtext

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"farsight/internal/regular"
)

// Open opens a file for reading and returns the name to show in messages.
func Open(path string) (*os.File, string, error) {
	name := name(path)
	f, err := regular.Open(path)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, name, fmt.Errorf("%s: %w", name, err)
	}
	return f, name, nil
}

// Mistake places an error of the CSV reader.
func Mistake(name string, err error) error {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if errors.Is(err, csv.ErrFieldCount) {
		return fmt.Errorf("%s:%d: this row has not as many cells as the first line names columns", name, at.Line)
	}
	return fmt.Errorf("%s:%d:%d: %w", name, at.Line, at.Column, at.Err)
}

// name is a file name without characters that a terminal would obey.
func name(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(path)
	}
	return path
}

// Guard makes text safe for a cell that a spreadsheet may open: what begins as a
// formula would, with =, +, -, @, a tab or a line's end, gets an apostrophe in
// front; so does what has some there already, for Unguard to know. Numbers are no
// text and need none.
func Guard(text string) string {
	if formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// Unguard is the text that Guard made safe.
func Unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && formula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return text
}

func formula(text string) bool {
	return text != "" && strings.IndexByte("=+-@\t\r\n", text[0]) >= 0
}

// Quote shows text of a file, harmless and not too long.
func Quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
