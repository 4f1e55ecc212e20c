package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/sanitize"
	"farsight/tui/prompter"
)

// openDesk offers the notes of a tour to a second terminal of the same user; nil
// where that cannot be, which is told to those who would look for them.
func openDesk(cmd *cobra.Command, told bool) *prompter.Desk {
	folder, err := prompter.Folder()
	var d *prompter.Desk
	if err == nil {
		d, err = prompter.Open(folder)
	}
	if err != nil && told {
		fmt.Fprintf(cmd.ErrOrStderr(), "notes cannot be shown on a second terminal: %s\n", sanitize.Text(err.Error()))
	}
	if err != nil {
		return nil
	}
	return d
}

// showNotes shows the notes of a tour that another terminal shows.
func showNotes(cmd *cobra.Command, args []string, f tourFlags) error {
	var stray string
	cmd.Flags().Visit(func(g *pflag.Flag) {
		switch g.Name {
		case "notes-for", "theme", "glyphs":
		default:
			stray = g.Name
		}
	})
	in, out, ok := terminal(cmd)
	switch {
	case len(args) > 0:
		return usageMistake(errors.New("--notes-for shows the notes of a tour that runs already; leave out the FILE"))
	case stray != "":
		return usageMistake(fmt.Errorf("--notes-for shows the notes of a tour that runs already; leave out --%s", stray))
	case !ok:
		return usageMistake(errors.New("--notes-for needs a terminal"))
	}
	folder, err := prompter.Folder()
	if err != nil {
		return err
	}
	path, err := prompter.Find(folder, f.notesFor)
	if err != nil {
		return err
	}
	err = prompter.Run(cmd.Context(), path, explorerOptions(cmd, f.look, in, out), in, out)
	if errors.Is(err, prompter.ErrEnded) {
		fmt.Fprintln(cmd.ErrOrStderr(), "The tour has ended.")
		return nil
	}
	return err
}
