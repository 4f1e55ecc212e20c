package problemfile

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"farsight/internal/mistake"
	"farsight/internal/testkit"
)

var update = flag.Bool("update", false, "write testdata/mistakes.txt anew")

// figures are those of a number that another processor may round differently.
var figures = regexp.MustCompile(`(\d\.\d{4})\d{4,}`)

const commandHead = "budget = 10\n[[parameter]]\nname = \"rate\"\nlow = 0\nhigh = 1\n"

// Every mistake is found at its place. A line of testdata/mistakes.txt names a sound
// problem and what replaces a part of it (or, if that is empty, is appended); below it
// stands what is said of that.
func TestMistakes(t *testing.T) {
	t.Parallel()
	sound := map[string]string{"base": base, "choice": chosen, "command": commandHead, "draw": fmt.Sprintf(drawText, 7, 0.5)}
	const file = "testdata/mistakes.txt"
	want, err := os.ReadFile(file)
	testkit.OK(t, err)
	var got strings.Builder
	for line := range strings.Lines(string(want)) {
		if line[0] == '\t' {
			continue
		}
		var name, part, by string
		if _, err := fmt.Sscanf(line, "%s %q -> %q", &name, &part, &by); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		text := sound[name] + by
		if part != "" {
			if text = strings.Replace(sound[name], part, by, 1); text == sound[name] {
				t.Fatalf("%q is not in %s", part, name)
			}
		}
		_, err := Parse("p.toml", []byte(text), "")
		var all mistake.List
		if !errors.As(err, &all) {
			t.Errorf("%s: error %v, want mistakes", line, err)
		}
		got.WriteString(line)
		for _, m := range all {
			fmt.Fprintf(&got, "\t%s\n", figures.ReplaceAllString(m.String(), "$1…"))
		}
	}
	if *update {
		err = os.WriteFile(file, []byte(got.String()), 0o644)
	} else if d := cmp.Diff(string(want), got.String()); d != "" {
		err = fmt.Errorf("other mistakes are found (-update accepts them):\n%s", d)
	}
	if err != nil {
		t.Error(err)
	}
}

// All mistakes are told at once, in the order of the file.
func TestAllMistakesAtOnce(t *testing.T) {
	t.Parallel()
	text := `name = "many"
budgt = 3
[[parameter]]
name = "x"
low = 5
high = 1
unti = "m"
[objective]
expression = "x +"
[initial]
points = [[1, 2]]
[policy.nonsense]
`
	_, err := Parse("many.toml", []byte(text), "")
	var all mistake.List
	if !errors.As(err, &all) {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, m.Field)
	}
	want := []string{"budget", "cost.expression", "budgt", "parameter[1].low", "parameter[1].unti", "policy.nonsense"}
	if !slices.Equal(got, want) {
		t.Errorf("fields %v\nwant   %v\n%v", got, want, err)
	}
}
