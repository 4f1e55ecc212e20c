// Package template writes problem files to start from.
package template

import (
	"embed"
	"errors"
	"strings"
	"unicode"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios/builtin"
	"farsight/scenarios/formula"
)

//go:embed text/*.toml
var files embed.FS

// Names are what a new problem file can be made from: templates,
// then the built-in scenarios. "table" needs data, see FromTable.
func Names() []string { return append([]string{"manual", "command", "table"}, builtin.Names()...) }

// Text is a commented problem file to start from.
func Text(name string) ([]byte, error) {
	if data, err := files.ReadFile("text/" + name + ".toml"); err == nil {
		return data, nil
	}
	if name == "table" {
		return nil, errors.New("a table needs the CSV file it is made from")
	}
	data, err := builtin.Text(name, 0)
	if err != nil {
		return nil, errors.New("there is no template " + mistake.Quote(name) + mistake.Suggestion(name, Names()))
	}
	return data, nil
}

// Unnamed tells whether a title is one that a template has in place of a
// person's own.
func Unnamed(title string) bool {
	for _, name := range []string{"manual", "command"} {
		if data, err := files.ReadFile("text/" + name + ".toml"); err == nil && title != "" && tomlfile.Title(data) == title {
			return true
		}
	}
	return false
}

// identifier turns a column's name into one that expressions can use.
func identifier(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	name := strings.TrimSuffix(b.String(), "_")
	if len(name) > 60 {
		name = strings.ToValidUTF8(name[:60], "")
	}
	if !formula.IsName(name) || formula.Reserved(name) {
		return "p_" + name
	}
	return name
}
