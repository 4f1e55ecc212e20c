package cli

import (
	"github.com/spf13/cobra"
)

const about = `Farsight explores budgeted, non-myopic Bayesian optimization: how to choose
what to measure next when every measurement has its own, unknown price.`

// newRoot builds the whole command tree.
func newRoot() *cobra.Command {
	cobra.MousetrapHelpText = "" // started by a double click on Windows, it runs all the same
	root := &cobra.Command{
		Use:   "farsight",
		Short: "explore budgeted, non-myopic Bayesian optimization",
		Long:  about,
		Example: `farsight version             which program this is
farsight verify golden.json  recompute a file of reference numbers
farsight help verify         what a command does, by example`,
		Version:           buildVersion().Version,
		Args:              noSuchCommand,
		SilenceErrors:     true, // Run prints them, once
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE:              func(cmd *cobra.Command, _ []string) error { return writeShortHelp(cmd) },
	}
	root.SetVersionTemplate(buildVersion().String() + "\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(writeHelp)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newReplay(), newSimulate(), newVerify(), newVersion(), newCompletion())
	root.InitDefaultHelpCmd() // now, so that whoever walks the tree meets it
	return root
}
