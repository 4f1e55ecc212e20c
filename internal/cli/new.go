package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"farsight/internal/plain"
	"farsight/scenarios/template"
)

func newNew() *cobra.Command {
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
			if err := writeNew(args[0], text, force); err != nil {
				return err
			}
			name := plain.Text(args[0])
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
		return nil, usageError{fmt.Errorf("--from: %w", err)}
	}
	return text, nil
}

// writeNew creates the file; one that exists is replaced only if asked for.
func writeNew(path string, text []byte, force bool) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists; choose another name, or replace it with --force", plain.Text(path))
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
