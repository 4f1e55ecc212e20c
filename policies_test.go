package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// What is special about a policy stands in one file: nothing else asks for one
// by its name. (Those left out are also words of other lists, or are compared
// by default.)
func TestPoliciesAreNamedInOneFile(t *testing.T) {
	t.Parallel()
	named := map[string][]string{}
	for file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(path.Dir(filepath.ToSlash(file)), "test") {
			continue
		}
		text, err := os.ReadFile(file)
		testkit.OK(t, err)
		for _, id := range []string{"log-ei", "ei-pc", "ei-pes", "ei-puc-cc", "pbgi", "pbgi-d", "b-ms-ei-p", "p-ms-ei", "far"} {
			if strings.Contains(string(text), `"`+id+`"`) {
				named[id] = append(named[id], file)
			}
		}
	}
	for id, files := range named {
		if len(files) != 1 || !strings.HasPrefix(files[0], "policy") {
			t.Errorf("%q stands in %v", id, slices.Sorted(slices.Values(files)))
		}
	}
	if len(named) < 9 {
		t.Errorf("saw only %d of the policies", len(named))
	}
}
