// Package tomlfile reads TOML that people wrote, and writes TOML that people
// read.
//
// A Document knows the place of everything in its text, and collects all mistakes instead of
// stopping at the first. Its Sections learn their fields from the calls that read them: a field
// that was never read is a mistake, reported with the nearest known name.
package tomlfile

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// Document is a TOML text being read: its sections, and what is wrong with it.
type Document struct {
	File     string // harmless
	Data     []byte
	Mistakes mistake.List
	sections []*Section
}

// Read reads a text. The name is that of the file in messages; nesting limits the depth of tables
// and lists, so that a hostile text cannot exhaust memory: the decoder recurses. Syntax errors end
// it.
func Read(name string, data []byte, nesting int) (*Document, mistake.List) {
	root, found := parseTree(name, data, nesting)
	if found != nil {
		return nil, found
	}
	d := &Document{File: sanitize.Text(name), Data: data}
	d.open("", root)
	return d, nil
}

// Top is the section of the fields before the first table.
func (d *Document) Top() *Section { return d.sections[0] }

// Sections are all that were asked for so far, those that are absent included.
func (d *Document) Sections() []*Section { return d.sections }

func (d *Document) open(path string, e *Entry) *Section {
	s := &Section{Document: d, Path: path, Entry: e}
	d.sections = append(d.sections, s)
	return s
}

// Say records a mistake at a byte offset.
func (d *Document) Say(at int, field, format string, args ...any) {
	line, column := mistake.Place(d.Data, at)
	d.Mistakes = append(d.Mistakes, mistake.Mistake{File: d.File, Line: line, Column: column, Field: field, Message: fmt.Sprintf(format, args...)})
}

// Close reports the fields that were not read. A field of the top level found elsewhere is named as
// such, because a line after [table] belongs to that table, which surprises.
func (d *Document) Close() {
	top := d.Top()
	for s, name := range d.unknown {
		hint := ""
		if near, ok := mistake.Nearest(name, s.known); ok {
			hint = fmt.Sprintf("; did you mean %s?", near)
		} else if s != top && slices.Contains(top.known, name) {
			hint = fmt.Sprintf("; write %s at the top of the file, before the first [table]", name)
		} else if len(s.known) > 0 {
			hint = "; known here: " + strings.Join(s.known, ", ")
		}
		d.Say(s.Entry.Table[name].Key, s.Name(name), "unknown field%s", hint)
	}
}

// unknown yields the fields that were not read.
func (d *Document) unknown(yield func(s *Section, field string) bool) {
	for _, s := range d.sections {
		for _, name := range s.Unknown() {
			if !yield(s, name) {
				return
			}
		}
	}
}

// titleNesting is how deep a file may be nested of which only the title is read.
const titleNesting = 100

// Title is the title of a file, read without the rest of it; "" if it has none.
func Title(data []byte) string {
	d, found := Read("", data, titleNesting)
	if found != nil {
		return ""
	}
	return d.Top().Text("title")
}

// WithTitle is a file with another title; all else, comments too, stays as it is.
// A file that cannot be read stays as it is altogether.
func WithTitle(data []byte, title string) []byte {
	d, found := Read("", data, titleNesting)
	if found != nil {
		return data
	}
	e := d.Top().Field("title")
	if e == nil || !e.IsText() {
		return slices.Concat([]byte("title = "+Quote(title)+"\n"), data)
	}
	return slices.Concat(data[:e.At], []byte(Quote(title)), data[e.At+len(e.raw):])
}

// Holds reports whether a file of at most so many bytes has a header such as [[scene]]: its kind,
// before it is checked for mistakes.
func Holds(path, header string, most int64) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return false
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(strings.ReplaceAll(strings.TrimSpace(line), " ", ""), header) {
			return true
		}
	}
	return false
}
