//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// The commands of the README run, one after the other in an empty folder, and
// end with success. Without a terminal the explorer and the tour print text.
func TestReadmeCommandsRun(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	testkit.OK(t, err)
	dir, ran := t.TempDir(), 0
	for _, block := range regexp.MustCompile("(?s)\n```sh\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		for line := range strings.Lines(block[1]) {
			call, _, _ := strings.Cut(line, "#")
			words := strings.Fields(call)
			switch {
			case len(words) == 0 || words[0] != "farsight":
				continue // go run and go test run everything there is
			case !testkit.SweepAll() && strings.Contains(call, "tour"):
				continue // every frame of it is computed, as other tests do
			}
			cmd := exec.Command(os.Args[0], words[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1", "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
			if output, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", strings.TrimSpace(call), err, output)
			}
			ran++
		}
	}
	if ran == 0 {
		t.Error("found no command of farsight in the README")
	}
}
