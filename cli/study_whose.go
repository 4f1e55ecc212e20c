package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/study"
)

// What is said of several suggestions, and of whose they are.

// mostAsked is the most suggestions that are asked for at a time: more machines
// than that share no budget.
const mostAsked = 100

// longestName is how long --as may be: it stands in tables.
const longestName = 60

// whose are the flags of commands that are about somebody's suggestions.
type whose struct {
	as  string
	ask int
}

// addAs adds --as, whose meaning the command says.
func (w *whose) addAs(cmd *cobra.Command, meaning string) {
	cmd.Flags().StringVar(&w.as, "as", "", meaning)
}

// check wants a name that can be shown.
func (w *whose) check(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("as") {
		return nil
	}
	switch {
	case strings.TrimSpace(w.as) == "" || w.as != strings.TrimSpace(w.as):
		return errors.New("--as wants a name, without blanks around it: --as machine-2")
	case w.as != sanitize.Text(w.as) || utf8.RuneCountInString(w.as) > longestName:
		return fmt.Errorf("--as %s: give a name of at most %d characters that can be shown", sanitize.Short(w.as, 30), longestName)
	case cmd.Flags().Changed("ask"):
		return errors.New("--ask names a suggestion, --as whose it is: one of them is enough")
	}
	return nil
}

// checkCount wants a number of suggestions.
func checkCount(flag string, n int) error {
	if n < 1 || n > mostAsked {
		return usageMistake(fmt.Errorf("--%s %d: give a number from 1 to %d", flag, n, mostAsked))
	}
	return nil
}

// age is how long ago something was, for a person.
func age(d time.Duration) string {
	d = max(0, d)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}

// owner is whose a suggestion is, in words.
func owner(s study.Suggestion) string {
	if s.As == "" {
		return "whoever asks"
	}
	return sanitize.Text(s.As)
}

// plain tells whether a suggestion is the only one, for whoever asks: it then
// needs no name.
func plain(s study.Suggestion, all int) bool { return all == 1 && s.As == "" && s.Expires.IsZero() }
