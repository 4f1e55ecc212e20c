package problems

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
	"farsight/internal/sanitize"
	"farsight/scenarios/template"
)

// New is the command "new".
func New() *cobra.Command {
	var from string
	var force bool
	cmd := &cobra.Command{
		Use:   "new FILE [DATA.csv]",
		Short: "write a commented problem file to start from",
		Long: `Write a problem file with comments that say what to change. It can be made from

  manual     a person measures (the default)
  command    an external program measures
  table      past evaluations in DATA.csv, turned into surrogates
  SCENARIO   a built-in scenario, such as myopia

A file that exists is left alone unless --force is given; FILE - is stdout.`,
		Example: `farsight new lab.toml
farsight new training.toml --from command
farsight new runs.toml --from table runs.csv
farsight new mine.toml --from myopia`,
		Args: newArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := newText(from, args)
			if err != nil {
				return err
			}
			if args[0] == "-" {
				_, err = cmd.OutOrStdout().Write(text)
				return err
			}
			if err := output.WriteWhole(args[0], text, force); err != nil {
				return err
			}
			name := sanitize.Text(args[0])
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s; edit it, then: farsight check %s\n", name, name)
			return err
		},
	}
	cmd.Flags().StringVar(&from, "from", "manual", "manual, command, table or the name of a scenario")
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	_ = cmd.RegisterFlagCompletionFunc("from", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return template.Names(), cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

func newArgs(cmd *cobra.Command, args []string) error {
	from := cmd.Flags().Lookup("from").Value.String()
	switch {
	case len(args) == 0:
		return errors.New("farsight new needs the FILE to write")
	case from == "table" && len(args) != 2:
		return errors.New("--from table needs the data too: farsight new FILE --from table DATA.csv")
	case from != "table" && len(args) != 1:
		return fmt.Errorf("%s needs one FILE; data are for --from table", cmd.CommandPath())
	}
	return nil
}

// newText makes the new file's text.
func newText(from string, args []string) ([]byte, error) {
	if from == "table" {
		dir := filepath.Dir(args[0])
		if args[0] == "-" {
			dir = "."
		}
		return template.FromTable(args[1], dir)
	}
	text, err := template.Text(from)
	if err != nil {
		return nil, usage.Mistake(fmt.Errorf("--from: %w", err))
	}
	return text, nil
}
