package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// showHelp leads with examples: most readers need nothing else.
func showHelp(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	writeExamples(w, cmd)
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	fmt.Fprintf(w, "\n%s\n\nUsage:\n  %s\n", strings.TrimSpace(long), cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nCommands:\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(w, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	if flags := cmd.LocalFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsages())
	}
	if flags := cmd.InheritedFlags(); flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags of every command:\n%s", flags.FlagUsages())
	}
}

// shortHelp is the answer to a bare `farsight`.
func shortHelp(cmd *cobra.Command) error {
	w := cmd.OutOrStdout()
	writeExamples(w, cmd)
	_, err := fmt.Fprintf(w, "\n%s\n\n`%s --help` lists every command.\n", strings.TrimSpace(cmd.Long), cmd.CommandPath())
	return err
}

func writeExamples(w io.Writer, cmd *cobra.Command) {
	fmt.Fprint(w, "Examples:\n")
	for line := range strings.Lines(strings.TrimSpace(cmd.Example)) {
		fmt.Fprintf(w, "  %s\n", strings.TrimRight(line, "\n"))
	}
}
