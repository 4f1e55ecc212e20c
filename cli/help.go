package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "explain a command by example",
		Long:  "Print what `farsight COMMAND --help` prints.",
		Example: `farsight help
farsight help replay`,
		ValidArgsFunction: func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				if sub.IsAvailableCommand() && strings.HasPrefix(sub.Name(), prefix) {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = unknownCommand(topic, rest)
			}
			if err != nil {
				return usageMistake(err)
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}
