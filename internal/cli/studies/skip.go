package studies

import (
	"fmt"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
	"farsight/study"
)

func newStudySkip() *cobra.Command {
	var f FileFlags
	var reason string
	cmd := &cobra.Command{
		Use:   "skip STUDY",
		Short: "drop the suggestion: the next one is elsewhere",
		Long: `Drop the pending suggestion because it cannot or shall not be measured. Nothing
is charged and nothing is learned. The suggestions that follow keep away from it,
by a twentieth of the parameters' ranges: they are the policy's choice if that
is elsewhere, else its runner-up, else the best of many points elsewhere. undo
takes a skip back.

--json prints what all study commands share (farsight study --help) and
  {"skipped":{"line","x","reason"}}`,
		Example: `farsight study skip lab.study
farsight study skip lab.study --reason contaminated`,
		Args: usage.ExactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := f.Open(cmd, args[0])
			if err != nil {
				return err
			}
			s, ok := l.Pending()
			if !ok {
				return fmt.Errorf("there is no suggestion to skip: farsight study ask %s", output.Argument(args[0]))
			}
			if _, err := l.Skip(l.State().Seq, reason); err != nil {
				return err
			}
			output.Saved(cmd, "the skip is saved")
			v, err := ViewOf(l, args[0])
			if err != nil {
				return err
			}
			if f.json {
				return printStudyJSON(cmd, struct {
					standing
					Skipped skipJSON `json:"skipped"`
				}{v.standing(), v.skip(s, reason)})
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "skipped %s\nnext: farsight study ask %s\n", pointText(v.problem, s.X), output.Argument(args[0]))
			return err
		},
		ValidArgsFunction: completeStudy,
	}
	f.add(cmd)
	cmd.Flags().StringVar(&reason, "reason", "", "why, to keep with it")
	return cmd
}

type skipJSON struct {
	Line   int       `json:"line"` // of the suggestion
	X      pointJSON `json:"x"`
	Reason string    `json:"reason"`
}

func (v View) skip(s study.Suggestion, reason string) skipJSON {
	return skipJSON{s.Line, v.point(s.X), reason}
}
