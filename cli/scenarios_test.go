package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every example runs: a study of two evaluations on what can be evaluated, and
// a clear word on what cannot.
func TestExamplesRun(t *testing.T) {
	t.Parallel()
	replay := func(file string, more ...string) (int, string, string) {
		path := filepath.Join("..", "examples", file)
		return run(append([]string{"replay", path, "--policy", "ei-puc", "--limit", "2", "--json"}, more...)...)
	}
	runs := func(t *testing.T, file string, more ...string) {
		t.Helper()
		code, out, talk := replay(file, more...)
		if code != exitOK || !strings.Contains(out, `"evaluations":2`) {
			t.Errorf("exit code %d: %s%s", code, out, talk)
		}
	}
	t.Run("expression", func(t *testing.T) { runs(t, "expression.toml") })
	t.Run("table", func(t *testing.T) { runs(t, "table.toml") })
	t.Run("cnn", func(t *testing.T) { runs(t, "cnn.toml") })
	t.Run("draw", func(t *testing.T) { runs(t, "draw.toml") })
	t.Run("lda", func(t *testing.T) {
		if _, err := os.Stat(filepath.Join("..", "examples", "lda_on_grid.csv")); err == nil {
			runs(t, "lda.toml")
			return
		}
		if code, out, talk := replay("lda.toml"); code != exitFailed || out != "" || !strings.Contains(talk, "lda_on_grid.csv: cannot be opened") {
			t.Errorf("without its table: exit code %d: %s%s", code, out, talk)
		}
	})
	t.Run("manual", func(t *testing.T) {
		if code, out, talk := replay("manual.toml"); code != exitFailed || out != "" || !strings.Contains(talk, "measured by a person") {
			t.Errorf("exit code %d: %s%s", code, out, talk)
		}
	})
	t.Run("command", func(t *testing.T) {
		code, out, talk := replay("command.toml")
		if code != exitFailed || out != "" || !strings.Contains(talk, "go run ./measure") || !strings.Contains(talk, "--allow-commands") {
			t.Errorf("without permission: exit code %d: %s%s", code, out, talk)
		}
		if testing.Short() {
			t.Skip("builds the measuring program")
		}
		if _, err := exec.LookPath("go"); err != nil {
			t.Skip("no go command to run examples/measure with")
		}
		runs(t, "command.toml", "--allow-commands")
	})
}
