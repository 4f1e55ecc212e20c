package builtin

import (
	"embed"
	"errors"
	"strings"
	"unicode"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios/formula"
)

//go:embed template/*.toml
var templates embed.FS

// Templates are what a new problem file can be made from: templates,
// then the built-in scenarios. "table" needs data, see FromTable.
func Templates() []string { return append([]string{"manual", "command", "table"}, Names()...) }

// TemplateText is a commented problem file to start from.
func TemplateText(name string) ([]byte, error) {
	if data, err := templates.ReadFile("template/" + name + ".toml"); err == nil {
		return data, nil
	}
	if name == "table" {
		return nil, errors.New("a table needs the CSV file it is made from")
	}
	data, err := Text(name, 0)
	if err != nil {
		return nil, errors.New("there is no template " + mistake.Quote(name) + mistake.Suggestion(name, Templates()))
	}
	return data, nil
}

// Unnamed reports whether a title is one that a template has in place of a
// person's own.
func Unnamed(title string) bool {
	for _, name := range []string{"manual", "command"} {
		if data, err := templates.ReadFile("template/" + name + ".toml"); err == nil && title != "" && tomlfile.Title(data) == title {
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
