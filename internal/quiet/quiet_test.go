//go:build unix

package quiet_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"farsight/internal/ptytest"
)

// The program itself is watched by the test of the same subject at the root of
// the repository; here are the cure and, as a control, the ailment.

func TestBubbleteaQuestionsTheTerminalWithoutUs(t *testing.T) {
	output, _ := ptytest.Run(t, exec.Command(build(t, "loud")))
	if len(ptytest.Questions(output)) == 0 {
		t.Errorf("bubbletea no longer asks the terminal at start-up (it wrote %q): package quiet may go", output)
	}
}

func TestQuietSilencesBubbletea(t *testing.T) {
	output, code := ptytest.Run(t, exec.Command(build(t, "silent")))
	if code != 0 || output != "" {
		t.Errorf("exit code %d, wrote %q to the terminal; want nothing", code, output)
	}
}

// build compiles one of the programs under testdata.
func build(t *testing.T, name string) string {
	t.Helper()
	// Read here, so that a change of either reruns a cached test: the go command
	// notes which files a test opens, not which ones its children do.
	for _, file := range []string{filepath.Join("testdata", name, "main.go"), "../../go.mod"} {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/"+name).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
