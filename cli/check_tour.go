package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/player"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// isTour tells whether a name means a tour: the built-in one, or a file with
// scenes in it.
func isTour(name string) bool { return name == tour.Default || tour.Looks(name) }

// checkTourFile is what farsight check says of a tour; claims has all of it
// computed that its claims speak of.
func checkTourFile(cmd *cobra.Command, r checkReport, file string, claims bool) checkReport {
	t, err := loadTour(file)
	var mistakes mistake.List
	if r.err = err; errors.As(err, &mistakes) {
		r.Mistakes = mistakes
	}
	if err != nil {
		return r
	}
	known := t.Check()
	if claims {
		known.Open = 0
		th, _ := theme.Named("dark")
		if known.Doubts, r.err = player.Check(cmd.Context(), t, tui.Options{Theme: th}, tourProgress(cmd)); r.err != nil {
			return r
		}
	}
	if len(known.Doubts) > 0 {
		r.Mistakes, r.err = known.Doubts, known.Doubts
		return r
	}
	length := t.Length().Round(time.Second)
	r.OK, r.Summary = true, fmt.Sprintf("a tour, %d scenes, %d:%02d by itself", len(t.Scenes), int(length.Minutes()), int(length.Seconds())%60)
	switch {
	case known.Open > 0:
		r.Cannot = []string{fmt.Sprintf("%s; those that take computing are checked by farsight check --claims %s", notChecked(known), r.File)}
	case known.Claims > 0:
		r.Summary += fmt.Sprintf(", %s, all true", tour.Claimed(known.Claims))
	}
	return r
}

func notChecked(c tour.Checked) string {
	return fmt.Sprintf("%d of %s not checked", c.Open, tour.Claimed(c.Claims))
}

// loadTour is the built-in tour, or one from a file.
func loadTour(name string) (*tour.Tour, error) {
	if name == tour.Default {
		return tour.Builtin(), nil
	}
	return tour.Load(name)
}

// tourProgress tells on stderr which frame is being computed, if it takes long.
func tourProgress(cmd *cobra.Command) func(title string, frame int) {
	last := time.Now()
	return func(title string, frame int) {
		if now := time.Now(); now.Sub(last) >= 2*time.Second {
			last = now
			fmt.Fprintf(cmd.ErrOrStderr(), "computing frame %d, %s …\n", frame, sanitize.Text(title))
		}
	}
}
