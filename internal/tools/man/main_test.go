package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"farsight/cli"
	"farsight/internal/testkit"
)

// Every command has a page, and a command of a command, too.
func TestEveryCommandHasAPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	testkit.OK(t, writeAll(dir, cli.Command()))
	for _, name := range []string{"farsight", "farsight-tour", "farsight-study", "farsight-study-ask"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".1"))
		if err != nil {
			t.Error(err)
		} else if !strings.HasPrefix(string(text), ".TH "+strings.ToUpper(name)+" 1 ") {
			t.Errorf("%s begins with %.40q", name, text)
		}
	}
}

// Text of a command is never read as a request of roff, and its lines stay.
func TestTextIsNotMarkup(t *testing.T) {
	t.Parallel()
	c := &cobra.Command{Use: "toy", Short: "a toy", Long: ".so /etc/passwd\n'quoted\n  aligned   text\na\\b --flag …"}
	for _, want := range []string{"\n\\&.so /etc/passwd\n", "\n\\&'quoted\n", "\n  aligned   text\n", "\na\\eb \\-\\-flag \\[u2026]\n"} {
		if got := page(c); !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
}
