package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mapLine is a row of the README's table of packages: | `folder` | what it is |
var mapLine = regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` +\\| .+ \\|$")

// The README's map names every package folder at the top, and no folder that
// does not exist.
func TestReadmeMapIsTrue(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, m := range mapLine.FindAllStringSubmatch(string(readme), -1) {
		named = append(named, m[1])
		if info, err := os.Stat(m[1]); err != nil || !info.IsDir() {
			t.Errorf("the README names the folder %s, which does not exist", m[1])
		}
	}
	if len(named) == 0 {
		t.Fatal("found no map in the README")
	}
	seen := map[string]bool{}
	for file := range goFiles(t) {
		top, _, below := strings.Cut(filepath.ToSlash(file), "/")
		// Everything in internal/ is on the map by name.
		if top == "internal" {
			top = strings.Join(strings.SplitN(filepath.ToSlash(filepath.Dir(file)), "/", 3)[:2], "/")
		}
		if below && !seen[top] && !slices.Contains(named, top) {
			t.Errorf("the README's map does not name the folder %s: add a row", top)
		}
		seen[top] = true
	}
}

// The commands the README promises are the ones that exist.
func TestReadmeNamesTheTwoCommands(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"\ngo run .", "\ngo test ./..."} {
		if !strings.Contains(string(readme), command) {
			t.Errorf("the README does not give the command %q", strings.TrimSpace(command))
		}
	}
}
