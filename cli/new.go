package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/scenarios/builtin"
)

func newNew() *cobra.Command {
	var from string
	var force bool
	var columns builtin.TableChoice
	cmd := &cobra.Command{
		Use:   "new FILE [DATA.csv]",
		Short: "write a commented problem file to start from",
		Long: `Write a problem file with comments that say what to change. It can be made from

  manual     a person measures (the default)
  command    an external program measures
  table      past evaluations in DATA.csv, turned into surrogates
  SCENARIO   a built-in scenario, such as myopia

In a table, the objective is the column called value, y, objective, yield or score,
or a similar name (accuracy, loss, …), or else the last one of numbers; the cost is
the one called cost or after a currency or time, or else 1 each. --objective and
--cost override this. Ambiguous columns are asked about at a terminal, and refused
in a script. Rows with an empty cell and duplicate rows are counted on stderr.

A file that exists is left alone unless --force is given; FILE - is stdout.`,
		Example: `farsight new lab.toml
farsight new training.toml --from command
farsight new runs.toml --from table runs.csv
farsight new runs.toml --from table runs.csv --objective accuracy --cost hours
farsight new mine.toml --from myopia`,
		Args: newArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := newText(cmd, from, args, columns)
			if err != nil {
				return err
			}
			if args[0] == "-" {
				_, err = cmd.OutOrStdout().Write(text)
				return err
			}
			if err := files.WriteWhole(args[0], text, force); err != nil {
				return err
			}
			name := sanitize.Text(args[0])
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s; edit it, then: farsight check %s\n", name, name)
			return err
		},
	}
	cmd.Flags().StringVar(&from, "from", "manual", "manual, command, table or the name of a scenario")
	cmd.Flags().StringVar(&columns.Objective, "objective", "", "of a table: the column that is the objective")
	cmd.Flags().StringVar(&columns.Cost, "cost", "", "of a table: the column that is the cost, or what each evaluation costs")
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	_ = cmd.RegisterFlagCompletionFunc("from", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return builtin.Templates(), cobra.ShellCompDirectiveNoFileComp
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
	case from != "table" && (cmd.Flags().Changed("objective") || cmd.Flags().Changed("cost")):
		return errors.New("--objective and --cost name columns of a table: they are for --from table")
	case from != "table" && len(args) != 1:
		return fmt.Errorf("%s needs one FILE; data are for --from table", cmd.CommandPath())
	}
	return nil
}

// newText makes the new file's text.
func newText(cmd *cobra.Command, from string, args []string, columns builtin.TableChoice) ([]byte, error) {
	if from == "table" {
		return fromTable(cmd, args, columns)
	}
	text, err := builtin.TemplateText(from)
	if err != nil {
		return nil, usagef("--from: %w", err)
	}
	return text, nil
}

// fromTable makes the text of a table's problem file and reports how the columns are used. At a
// terminal it asks about ambiguous columns.
func fromTable(cmd *cobra.Command, args []string, columns builtin.TableChoice) ([]byte, error) {
	dir := filepath.Dir(args[0])
	if args[0] == "-" {
		dir = "."
	}
	for {
		text, said, err := builtin.FromTable(args[1], dir, columns)
		var doubt *builtin.Doubt
		if !errors.As(err, &doubt) {
			for _, s := range said {
				fmt.Fprintln(cmd.ErrOrStderr(), s)
			}
			return text, err
		}
		choice, or := &columns.Objective, ""
		if doubt.What == "cost" {
			choice, or = &columns.Cost, ", or --cost 1 if all cost the same"
		}
		refused := fmt.Errorf("%w\nCorrect the table, or name the column: --%s NAME%s", err, doubt.What, or)
		in, ok := asked(cmd)
		if !ok {
			return nil, refused
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%v\nName of the column: ", err)
		if *choice, err = answer(cmd, in); err != nil {
			return nil, err
		}
		if *choice == "" {
			return nil, refused
		}
	}
}
