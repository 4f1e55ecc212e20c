package cli

import (
	"github.com/spf13/cobra"

	"farsight/tui"
)

// firstScenario is what the program opens on when nothing is named.
const firstScenario = "myopia"

const about = `Farsight explores budgeted, non-myopic Bayesian optimization: how to choose
what to measure next when every measurement has its own, unknown price.`

// newRoot builds the whole command tree.
func newRoot() *cobra.Command {
	cobra.MousetrapHelpText = "" // started by a double click on Windows, it runs all the same
	var look tui.Look
	var version bool
	root := &cobra.Command{
		Use:   "farsight",
		Short: "explore budgeted, non-myopic Bayesian optimization",
		Long:  about,
		Example: `farsight                          the explorer, on the paper's illustration
farsight tour                     the story in three minutes
farsight explore overspend        the explorer on another scenario
farsight study new my.toml lab    measure for real: ask, tell, undo
farsight replay myopia            every step as text; --json for programs
farsight simulate myopia          many drawn functions: was it luck?
farsight map                      when does looking ahead pay?
farsight verify golden.json       recompute a file of reference numbers
farsight help replay              what a command does, by example`,
		Args:              noSuchCommand,
		SilenceErrors:     true, // Run prints them, once
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return writeVersion(cmd)
			}
			return explore(cmd, firstScenario, &problemFlags{}, look)
		},
	}
	addLook(root, &look)
	// Not cobra's own: with text/template in it the linker keeps every method there is.
	root.Flags().BoolVarP(&version, "version", "v", false, "version for farsight")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(writeHelp)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newExplore(), newTour(), newReplay(), newExport(), newSimulate(), newMap(), newStudyCommand(), newExperiment(), newBench(), newScenarios(), newNew(), newCheck(), newFit(), newServe(), newVerify(), newVersion(), newCompletion())
	root.InitDefaultHelpCmd() // now, so that whoever walks the tree meets it
	return root
}
