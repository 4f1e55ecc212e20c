//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// asProgram makes the test binary behave as farsight: it links all that main
// links, so its packages are initialised in the same order.
const asProgram = "FARSIGHT_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// No command may wait for a terminal that does not answer. (That the watcher
// can see a question at all is the control test of package noquery.)
func TestCommandsDoNotQuestionTheTerminal(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"version"},
		{"--help"},
		{"verify", "--help"},
		{"completion", "bash"},
		{"verify", "no-such-file.json"},
		{"no-such-command"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			cmd := exec.Command(os.Args[0], args...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			output, code := testkit.RunInTerminal(t, cmd)
			if asked := testkit.TerminalQuestions(output); len(asked) > 0 {
				t.Fatalf("asked the terminal %q", asked)
			}
			if code < 0 || code > 2 || output == "" {
				t.Errorf("exit code %d, wrote %q", code, output)
			}
		})
	}
}
