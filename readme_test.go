package main

import (
	"os"
	"strings"
	"testing"
)

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
