package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui"
)

// roomFlags are the flags of a room, whatever it shows.
var roomFlags = []string{"listen", "max", "max-per-address", "idle", "password-file", "authorized-keys", "host-key", "status", "theme", "glyphs", "read-only", "help"}

// watch lets guests watch a study.
func (s *serveFlags) watch(cmd *cobra.Command, args []string, look tui.Look) error {
	if len(args) == 0 {
		return usageMistake(errors.New("--read-only is for watching a study: name its file"))
	}
	var stray error
	cmd.Flags().Visit(func(g *pflag.Flag) {
		if !slices.Contains(roomFlags, g.Name) {
			stray = fmt.Errorf("guests watch %s as it is: leave out --%s", sanitize.Text(args[0]), g.Name)
		}
	})
	if stray != nil {
		return usageMistake(stray)
	}
	l, err := study.OpenLive(args[0], journal.Settings{ReadOnly: true})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no study %s; farsight study new makes one: %w", args[0], err)
	case errors.Is(err, journal.ErrNotJournal):
		return usageMistake(fmt.Errorf("%s is no study, and only studies can be watched: %w", sanitize.Text(args[0]), err))
	case err != nil:
		return err
	}
	told := &ledger{w: cmd.ErrOrStderr()}
	r, err := s.open(cmd, look, told.log)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Guests watch %s, and can enter nothing. Ctrl-C closes the room.\n", sanitize.Text(l.Problem().Name))
	if s.status {
		defer told.follow(r)()
	}
	return r.Watch(cmd.Context(), args[0])
}

// isStudy tells whether a file is a study, sound or not.
func isStudy(path string) bool {
	_, err := study.OpenLive(path, journal.Settings{ReadOnly: true})
	var damage *journal.DamageError
	return err == nil || errors.As(err, &damage)
}
