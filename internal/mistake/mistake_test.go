package mistake

import (
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
