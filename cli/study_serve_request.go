package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/sanitize"
)

// line is one of stdin, or what is wrong with it.
type line struct {
	text []byte
	err  error
}

// maxLine bounds a request.
const maxLine = 1 << 20

var errLong = &requestError{what: fmt.Sprintf("the line has more than %d bytes; it was left out", maxLine)}

// readLines sends the lines of stdin until there are no more. Of one that is too
// long nothing is kept.
func readLines(ctx context.Context, in io.Reader, to chan<- line) {
	defer close(to)
	r := bufio.NewReaderSize(in, 1<<16)
	var l line
	for {
		part, err := r.ReadSlice('\n')
		if l.err == nil && len(l.text)+len(part) > maxLine {
			l = line{err: errLong}
		}
		if l.err == nil {
			l.text = append(l.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(l.text) == 0 && l.err == nil:
			return
		}
		select {
		case to <- l:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
		l = line{}
	}
}

// request is what a program asks for.
type request struct {
	id     json.RawMessage // null: none was given
	do     string
	fields []requestField // all others, in their order
}

type requestField struct {
	name  string
	value json.RawMessage
}

// requestError is a line that is no request: nothing was done.
type requestError struct{ what, field, hint string }

func (e *requestError) Error() string { return e.what }

// readRequest parses a line. The id is set if it can be read, even if the rest is wrong.
func readRequest(l line) (request, error) {
	names := verbs()
	q := request{id: json.RawMessage("null")}
	if l.err != nil {
		return q, l.err
	}
	if !utf8.Valid(l.text) {
		return q, &requestError{what: "the line is not UTF-8"}
	}
	fields, err := objectFields(l.text)
	if err != nil {
		return q, err
	}
	for _, f := range fields {
		switch f.name {
		case "id":
			if !bytes.Equal(f.value, []byte("null")) && !isKind(f.value, '"') && !isNumber(f.value) {
				return q, &requestError{what: "an id is a number or a string", field: "id"}
			}
			q.id = f.value
		case "do":
			if err := json.Unmarshal(f.value, &q.do); err != nil {
				return q, &requestError{what: `"do" must be a word`, field: "do", hint: "one of " + strings.Join(names, ", ")}
			}
		default:
			q.fields = append(q.fields, f)
		}
	}
	switch {
	case q.do == "":
		return q, &requestError{what: `the request has no "do"`, field: "do", hint: "one of " + strings.Join(names, ", ")}
	case !slices.Contains(names, q.do):
		return q, &requestError{what: fmt.Sprintf("nothing is called %q%s", sanitize.Short(q.do, 60), didYouMean(q.do, names, "")), field: "do", hint: "one of " + strings.Join(names, ", ")}
	}
	return q, nil
}

// objectFields are the fields of an object, each of them once.
func objectFields(text []byte) ([]requestField, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	open, err := d.Token()
	if err != nil || open != json.Delim('{') {
		return nil, &requestError{what: "the line is not a JSON object", hint: `write {"id":1,"do":"ask"}`}
	}
	var out []requestField
	for d.More() {
		var f requestField
		key, err := d.Token()
		if err == nil {
			f.name, _ = key.(string)
			err = d.Decode(&f.value)
		}
		if err != nil {
			return nil, notJSON(text, err)
		}
		if slices.ContainsFunc(out, func(g requestField) bool { return g.name == f.name }) {
			return nil, &requestError{what: fmt.Sprintf("%q is there twice", f.name), field: f.name}
		}
		out = append(out, f)
	}
	if _, err := d.Token(); err != nil {
		return nil, notJSON(text, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, &requestError{what: "something follows the request on its line", hint: "one request a line"}
	}
	return out, nil
}

// notJSON says from where on a text is not JSON.
func notJSON(text []byte, err error) error {
	syntax := (*json.SyntaxError)(nil)
	if !errors.As(err, &syntax) {
		return &requestError{what: "the line is not JSON: it ends too early"}
	}
	from := min(max(0, int(syntax.Offset)-1), len(text))
	return &requestError{what: fmt.Sprintf("the line is not JSON from character %d on: %s", utf8.RuneCount(text[:from])+1, sanitize.Short(string(text[from:]), 20))}
}

// isKind reports whether a JSON value begins so: '"' a string, '{', '['.
func isKind(v json.RawMessage, first byte) bool { return len(v) > 0 && v[0] == first }

func isNumber(v json.RawMessage) bool {
	return len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9')
}

// command is the command line that corresponds to a request.
func (s *lineServer) command(q request) (*cobra.Command, []string, error) {
	v := spoken[slices.IndexFunc(spoken, func(v lineVerb) bool { return v.name == q.do })]
	cmd, rest := v.command(), make([]string, len(v.arguments))
	words := []string{"--json"}
	names := slices.Clone(v.arguments)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(notFields, f.Name) {
			names = append(names, f.Name)
		}
	})
	for _, f := range q.fields {
		if !slices.Contains(names, f.name) {
			slices.Sort(names)
			return nil, nil, &requestError{
				what:  fmt.Sprintf("%s has no field %q%s", q.do, sanitize.Short(f.name, 60), didYouMean(f.name, names, "")),
				field: f.name, hint: "it has " + strings.Join(append(names, "id"), ", "),
			}
		}
		if string(f.value) == "null" {
			continue // as if it were not there
		}
		if k := slices.Index(v.arguments, f.name); k >= 0 {
			amount, err := f.amount()
			if err != nil {
				return nil, nil, err
			}
			rest[k] = amount
			continue
		}
		more, err := f.flag(cmd.Flags().Lookup(f.name))
		if err != nil {
			return nil, nil, err
		}
		words = append(words, more...)
	}
	if k := slices.Index(rest, ""); k >= 0 {
		return nil, nil, &requestError{what: fmt.Sprintf("%s needs %q", q.do, v.arguments[k]), field: v.arguments[k]}
	}
	return cmd, append(append(words, "--", s.path), rest...), nil
}

// notFields are the flags that concern printing and files, not the study.
var notFields = []string{"json", "salvage", "help"}

// amount is a number with its sign, as the argument requires.
func (f requestField) amount() (string, error) {
	if !isNumber(f.value) {
		return "", f.wants("a number")
	}
	if f.value[0] != '-' {
		return "+" + string(f.value), nil
	}
	return string(f.value), nil
}

// flag is the field as its flag is written on a command line.
func (f requestField) flag(to *pflag.Flag) ([]string, error) {
	one := func(text string) []string { return []string{"--" + f.name + "=" + text} }
	kind := to.Value.Type()
	switch {
	case kind == "bool":
		if v := string(f.value); v == "true" || v == "false" {
			return one(v), nil
		}
		return nil, f.wants("true or false")
	case kind == "stringArray" && isKind(f.value, '{'):
		return f.pairs()
	case kind == "stringArray":
		return nil, f.wants(`an object, such as {"temperature":80}`)
	case isNumber(f.value):
		return one(string(f.value)), nil
	case isKind(f.value, '"') && kind != "float64" && kind != "int":
		var text string
		if err := json.Unmarshal(f.value, &text); err != nil {
			return nil, f.wants("a string")
		}
		return one(text), nil
	case kind == "string":
		return nil, f.wants("a string")
	}
	return nil, f.wants("a number")
}

// pairs are the settings of a point, name by name.
func (f requestField) pairs() ([]string, error) {
	fields, err := objectFields(f.value)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, g := range fields {
		text := string(g.value)
		switch {
		case isNumber(g.value):
		case isKind(g.value, '"'):
			if err := json.Unmarshal(g.value, &text); err != nil {
				return nil, f.wants("numbers or names")
			}
		default:
			return nil, &requestError{what: fmt.Sprintf("%s: %s must be a number", f.name, strconv.Quote(sanitize.Short(g.name, 60))), field: f.name}
		}
		out = append(out, "--"+f.name+"="+g.name+"="+text)
	}
	return out, nil
}

func (f requestField) wants(what string) error {
	return &requestError{what: fmt.Sprintf("%q must be %s, not %s", f.name, what, sanitize.Short(string(f.value), 40)), field: f.name}
}
