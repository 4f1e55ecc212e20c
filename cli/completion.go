package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a script that completes farsight's commands in your shell",
		Long: `Print a completion script for bash, zsh, fish or powershell.
Load it in the running shell as the examples show; to keep it, put the same
line into the file your shell reads at start.`,
		Example: `source <(farsight completion bash)
source <(farsight completion zsh)
farsight completion fish | source
farsight completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: shells,
		Args:      oneOf("shell", shells),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, w := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(w)
			}
			return fmt.Errorf("no completion for %s", args[0])
		},
	}
}
