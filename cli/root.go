package cli

import (
	"github.com/spf13/cobra"

	"farsight/scenarios/builtin"
	"farsight/tui"
)

const about = `Farsight explores budgeted, non-myopic Bayesian optimization: how to choose
what to measure next when every measurement has its own, unknown price.`

// Started by a double click on Windows, the program runs all the same.
func init() { cobra.MousetrapHelpText = "" }

// newRoot builds the whole command tree.
func newRoot() *cobra.Command {
	var look tui.Look
	var asked bool
	root := &cobra.Command{
		Use:   "farsight",
		Short: "explore budgeted, non-myopic Bayesian optimization",
		Long:  about,
		Example: `farsight                          the explorer, on the paper's illustration
farsight tour                     the story in five minutes
farsight explore overspend        the explorer on another scenario
farsight advise my.toml           which policy to follow
farsight study new my.toml lab    measure for real: ask, tell, undo
farsight replay myopia            every step as text; --json for programs
farsight simulate myopia          many drawn functions: was it luck?
farsight map                      when does looking ahead pay?
farsight help replay              what a command does, by example`,
		Args:              noSuchCommand,
		SilenceErrors:     true, // Run prints them, once
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asked {
				return writeVersion(cmd)
			}
			return openExplorer(cmd, builtin.First, &problemFlags{}, look)
		},
	}
	addExplorer(root, &look)
	// Not cobra's own: with text/template in it the linker keeps every method there is.
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for farsight")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(showHelp)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newExplore(), newTour(), newPredict(), newReplay(), newExport(), newSimulate(), newMap(), newStudy(), newAdvise(), newExperiment(), newScenarios(), newPolicies(), newNew(), newCheck(), newFit(), newServe(), newVersion(), newCompletion())
	root.InitDefaultHelpCmd() // now, so that whoever walks the tree meets it
	return root
}
