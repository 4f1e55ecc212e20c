package mistake

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

func TestMistakesStandInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	all := List{
		{File: "a", Message: "whole"}, {File: "a", Line: 2, Column: 3, Message: "third"},
		{File: "a", Line: 2, Column: 1, Field: "x.y", Message: "second"}, {File: "a", Line: 1, Message: "first"},
	}
	want := "a:1: first\na:2:1: x.y: second\na:2:3: third\na: whole"
	if got := all.InOrder().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := OfFile("a\x1b[31mb", "is %d", 3).Error(); strings.ContainsRune(got, 0x1b) || !strings.HasSuffix(got, ": is 3") {
		t.Errorf("%q", got)
	}
}

// Columns count characters, not bytes; offsets beyond the text are its end.
func TestPlace(t *testing.T) {
	t.Parallel()
	text := []byte("é = 1\nab")
	for offset, want := range map[int][2]int{-1: {1, 1}, 0: {1, 1}, 2: {1, 2}, 7: {2, 1}, 9: {2, 3}, 99: {2, 3}} {
		if line, column := Place(text, offset); line != want[0] || column != want[1] {
			t.Errorf("offset %d is at %d:%d, want %v", offset, line, column, want)
		}
	}
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for text, want := range map[string]string{
		"fine": "", "\ufefffine": "", " \n": "is empty", "a\x00": "binary", "\xff\xfea": "UTF-16", "ab\n\xe9": ":2:1: is not valid UTF-8", strings.Repeat("x", 1<<20+1): "larger than 1 MiB, too large for a list",
	} {
		path := filepath.Join(dir, "x")
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
		data, err := ReadFile(path, "list", 1<<20)
		if want == "" && (err != nil || string(data) != "fine") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20q: %.20q, %v, want %q", text, data, err, want)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := ReadFile(path, "list", 10); err == nil {
			t.Errorf("%s was read", path)
		}
	}
}

func TestSuggestion(t *testing.T) {
	t.Parallel()
	many := strings.Split(strings.Repeat("name ", 30), " ")
	for _, c := range []struct {
		typed string
		known []string
		want  string
	}{
		{"budgte", []string{"budget", "name"}, `; did you mean "budget"?`}, {"zzz", []string{"budget", "name"}, "; there is budget, name"},
		{"zzz", nil, ""}, {"zzz", many, ""},
	} {
		if got := Suggestion(c.typed, c.known); got != c.want {
			t.Errorf("%q among %d names: %q, want %q", c.typed, len(c.known), got, c.want)
		}
	}
}

func TestName(t *testing.T) {
	names := []string{"budget", "name", "note", "low", "high", "ei", "ei-puc", "b-ms-ei"}
	for _, c := range []struct {
		typed, want string
		near        bool
	}{
		{"bugdet", "budget", true},
		{"Budget", "budget", true},
		{"EI_PUC", "ei-puc", true},
		{"hihg", "high", true},
		{"bms-ei", "b-ms-ei", true},
		{"elephant", "", false},
		{"zz", "", false},
	} {
		got, near := Nearest(c.typed, names)
		if near != c.near || near && got != c.want {
			t.Errorf("Name(%q) = %q, %v; want %q, %v", c.typed, got, near, c.want, c.near)
		}
	}
	if _, near := Nearest("x", nil); near {
		t.Error("a name near nothing")
	}
}

// What the system says of files is said in words, wherever it stands in an error.
func TestPlain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, missing := os.Lstat(filepath.Join(dir, "x"))
	_, deeper := os.Open(filepath.Join(dir, "no", "x"))
	link := os.Link(filepath.Join(dir, "x"), filepath.Join(dir, "y"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("a: %w; b", missing), "a: there is no file " + filepath.Join(dir, "x") + "; b"},
		{deeper, "there is no folder " + filepath.Join(dir, "no")},
		{errors.Join(missing, link), "there is no file " + filepath.Join(dir, "x") + "\nthere is no file " + filepath.Join(dir, "y")},
		{&os.PathError{Op: "open", Path: "z", Err: os.ErrPermission}, "the permissions of z do not allow it"},
		{&os.PathError{Op: "open", Path: "z", Err: errors.New("no space")}, "z: no space"},
		{errors.New("as it is"), "as it is"},
	} {
		if got := Plain(c.err); got != c.want {
			t.Errorf("%v is said as %q, want %q", c.err, got, c.want)
		}
	}
}
