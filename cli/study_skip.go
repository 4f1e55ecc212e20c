package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"farsight/study"
	"farsight/study/journal"
)

func newStudySkip() *cobra.Command {
	var f studyFlags
	var w whose
	var reason string
	cmd := f.command(&cobra.Command{
		Use:   "skip STUDY",
		Short: "drop the suggestion: the next one is elsewhere",
		Long: `Drop the pending suggestion because it cannot or shall not be measured. Nothing
is charged and nothing is learned. The suggestions that follow keep away from it,
by a twentieth of the parameters' ranges: they are the policy's choice if that
is elsewhere, else its runner-up, else the best of many points elsewhere. undo
takes a skip back. Where several are out, --ask or --as says which one is dropped;
the others stand.

--json prints what all study commands share (farsight study --help) and
  {"skipped":{"line","x","reason"}}`,
		Example: `farsight study skip lab.study
farsight study skip lab.study --reason contaminated
farsight study skip lab.study --ask 12
farsight study skip lab.study --as machine-2`,
	}, w.check, func(s *openStudy, _ []string) error {
		seq := s.State().Seq
		ask, err := w.one(s.Live, s.path)
		if err != nil {
			return err
		}
		if _, err := s.SkipAsk(seq, ask.Line, reason); err != nil {
			return err
		}
		v, err := s.saved("the skip is saved")
		if err != nil {
			return err
		}
		return s.say(v, fields{"skipped": skipJSON{ask.Line, v.point(ask.X), reason}},
			"skipped %s\nnext: farsight study ask %s\n", pointText(v.problem, ask.X), shellArgument(s.path))
	})
	cmd.Flags().StringVar(&reason, "reason", "", "why, to keep with it")
	cmd.Flags().IntVar(&w.ask, "ask", 0, "line of the suggestion that is dropped")
	w.addAs(cmd, "whose suggestion is dropped, if it is their only one")
	return cmd
}

// one is the suggestion that the flags are about.
func (w *whose) one(l *study.Live, path string) (study.Suggestion, error) {
	all := l.Standing()
	if w.ask != 0 {
		for _, s := range all {
			if s.Line == w.ask {
				return s, nil
			}
		}
		return study.Suggestion{}, fmt.Errorf("line %d is no suggestion that stands: farsight study status %s shows those that do", w.ask, shellArgument(path))
	}
	if len(all) == 0 {
		return study.Suggestion{}, fmt.Errorf("there is no suggestion to skip: farsight study ask %s", shellArgument(path))
	}
	return l.One(w.as)
}

type skipJSON struct {
	Line   int       `json:"line"` // of the suggestion
	X      pointJSON `json:"x"`
	Reason string    `json:"reason"`
}

func newStudyUndo() *cobra.Command {
	var f studyFlags
	return f.command(&cobra.Command{
		Use:   "undo STUDY",
		Short: "take back the last evaluation, skip, amendment, setting or change of budget",
		Long: `Take back the last evaluation, skip, amendment, setting or change of the budget
that stands; again and again, down to the first. The suggestion that stood before it stands again.
The study's file keeps what was undone.

--json prints what all study commands share (farsight study --help) and
  {"undone":{"n","time","kind","event"}}
as the line undone stands in the study's file.`,
		Example: `farsight study undo lab.study`,
	}, nil, func(s *openStudy, _ []string) error {
		undone, err := s.Undo(s.State().Seq)
		if err != nil {
			return err
		}
		v, err := s.saved("the undo is saved")
		if err != nil {
			return err
		}
		if line, events := undone.Body.(journal.Undone).Seq, s.Journal().Events(); line <= len(events) {
			undone = events[line-1]
		}
		return s.say(v, fields{"undone": undone}, "undone: %s\n%s\n", eventText(s.Problem(), undone), v.progress())
	})
}
