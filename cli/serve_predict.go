package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"farsight/tui"
)

// play has the room play the game of farsight predict, led from this terminal.
func (s *serveFlags) play(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	in, out, ok := terminal(cmd)
	switch {
	case s.follow || s.readOnly || s.status:
		return usageMistake(errors.New("--predict is a game that this terminal leads: leave out --follow, --read-only and --status"))
	case !ok:
		return usageMistake(errors.New("--predict is led from this terminal, and this is none"))
	}
	p, err := loadPlayable(f, name)
	if err != nil {
		return err
	}
	policies, err := f.Chosen(p)
	if err != nil {
		return err
	}
	r, err := s.open(cmd, tui.Look{}, nil) // as with --follow: guests look as suits them, and the screen is ours
	if err != nil {
		return err
	}
	o := explorerOptions(cmd, look, in, out)
	o.Problem, o.Name, o.Policies, o.Settings, o.Load = p, name, policies, f.Settings(), loadProblem
	err = r.Predict(cmd.Context(), o, in, out)
	if st := r.Status(); len(st.Refused) > 0 || st.Lost > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), st)
	}
	return err
}
