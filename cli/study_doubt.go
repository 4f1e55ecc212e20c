package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/study"
)

// certain refuses an answer that is doubted, unless its teller is --sure.
func (f *tellFlags) certain(l *study.Live, a study.Answer) error {
	if f.sure {
		return nil
	}
	doubts, err := l.Doubts(a)
	if err != nil || len(doubts) == 0 {
		return err
	}
	texts := make([]string, len(doubts))
	for i, d := range doubts {
		texts[i] = d.Text
	}
	return doubted{errors.New(strings.Join(texts, "\n") + "; nothing was recorded, --sure keeps it")}
}

// doubted is the refusal of an answer that may be a slip.
type doubted struct{ error }

// doubtful says on stderr what of a program's measurement is far from what was
// expected. That it ends the study is said where it is reported.
func doubtful(cmd *cobra.Command, l *study.Live, a study.Answer) {
	doubts, err := l.Doubts(a)
	if err != nil {
		return // what cannot be doubted is told
	}
	for _, d := range doubts {
		if !d.Ends {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s; it is recorded\n", sanitize.Text(d.Text))
		}
	}
}
