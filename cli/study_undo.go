package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"farsight/study/journal"
)

func newStudyUndo() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "undo STUDY",
		Short: "take back the last evaluation, skip, amendment, setting or change of budget",
		Long: `Take back the last evaluation, skip, amendment, setting or change of the budget
that stands; again and again, down to the first. The suggestion that stood before it stands again.
The study's file keeps what was undone.

--json prints what all study commands share (farsight study --help) and
  {"undone":{"n","time","kind","event"}}
as the line undone stands in the study's file.`,
		Example: `farsight study undo lab.study`,
		Args:    exactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := f.Open(cmd, args[0])
			if err != nil {
				return err
			}
			e, err := l.Undo(l.State().Seq)
			if err != nil {
				return err
			}
			noteSaved(cmd, "the undo is saved")
			undone := e
			if line := e.Body.(journal.Undone).Seq; line <= len(l.Journal().Events()) {
				undone = l.Journal().Events()[line-1]
			}
			v, err := viewOf(l, args[0])
			if err != nil {
				return err
			}
			if f.json {
				raw, err := json.Marshal(undone)
				if err != nil {
					return err
				}
				return printStudyJSON(cmd, struct {
					standing
					Undone json.RawMessage `json:"undone"`
				}{v.standing(), raw})
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "undone: %s\n%s\n", eventText(l.Problem(), undone), v.progress())
			return err
		},
		ValidArgsFunction: completeStudy,
	}
	f.add(cmd)
	return cmd
}
