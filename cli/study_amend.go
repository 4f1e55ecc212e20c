package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/study/journal"
)

func newStudyAmend() *cobra.Command {
	var f amendFlags
	cmd := f.command(&cobra.Command{
		Use:   "amend STUDY --line LINE",
		Short: "correct or annotate an earlier evaluation",
		Long: `Say anew what an evaluation brought: its value, its cost, that it failed, the
standard deviation of its noise, a note. What is not given stays. --line is the
evaluation's line, which farsight study status shows.

The models, the budget and the best follow. What was decided on the old numbers
stays as it was; a suggestion that stands is withdrawn, unless only the note is
new or a machine holds it. The file keeps both, and undo takes it back.

--json prints what all study commands share (farsight study --help) and
  {"amended":{"line","by":the line that amends it,"before":row,"after":row}}
with rows as in tell.`,
		Example: `farsight study amend lab.study --line 7 --value 1.4
farsight study amend lab.study --line 7 --cost 2.5 --note mistyped
farsight study amend lab.study --line 9 --failed
farsight study amend lab.study --line 9 --failed=false --value 1.2`,
	}, f.check, func(s *openStudy, _ []string) error {
		before, err := s.view()
		if err != nil {
			return err
		}
		e, err := s.Amend(before.state.Seq, f.Amended)
		if err != nil {
			return err
		}
		after, err := s.saved("the amendment is saved on line %d", e.Seq)
		if err != nil {
			return err
		}
		was, is := before.rowOf(f.Line), after.rowOf(f.Line)
		return s.say(after, fields{"amended": fields{"line": f.Line, "by": e.Seq, "before": before.row(was), "after": after.row(is)}},
			"line %d, amended by line %d: %s\n%s\n%s", f.Line, e.Seq,
			differences(before.state.Evaluations[was].Told, after.state.Evaluations[is].Told), after.progress(), after.wayOn(s.Live))
	})
	fl := cmd.Flags()
	fl.IntVar(&f.Line, "line", 0, "line of the evaluation")
	fl.Float64Var(&f.value, "value", 0, "the value, in the problem's own sign")
	fl.Float64Var(&f.cost, "cost", 0, "the cost")
	fl.BoolVar(&f.failed, "failed", false, "it gave no value")
	fl.Float64Var(&f.sd, "sd", 0, "standard deviation of the value's noise; 0: not known")
	fl.StringVar(&f.note, "note", "", "a remark in place of the one it has")
	return cmd
}

type amendFlags struct {
	studyFlags
	journal.Amended // what the flags say anew
	value, cost, sd float64
	failed          bool
	note            string
}

func (f *amendFlags) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	for name, set := range map[string]func(){
		"value": func() { f.Value = &f.value }, "cost": func() { f.Cost = &f.cost }, "failed": func() { f.Failed = &f.failed },
		"sd": func() { f.Sd = &f.sd }, "note": func() { f.Note = &f.note },
	} {
		if given(name) {
			set()
		}
	}
	switch {
	case !given("line"):
		return errors.New("which evaluation? Give --line; farsight study status shows the lines")
	case !f.Decides() && f.Note == nil:
		return errors.New("what is new? Give --value, --cost, --failed, --sd or --note")
	case f.failed && f.Value != nil:
		return errors.New("an evaluation that failed has no --value: give one of --failed and --value")
	}
	return nil
}

// differences says what an amendment changed: "value 14 → 1.4, cost 2 → 2.5".
func differences(was, is journal.Told) string {
	result := func(t journal.Told) string {
		if t.Failed {
			return "failed"
		}
		return fmt.Sprint(t.Value)
	}
	known := func(sd float64) string {
		if sd == 0 {
			return "not known"
		}
		return fmt.Sprint(sd)
	}
	remark := func(s string) string {
		if s == "" {
			return "none"
		}
		return fmt.Sprintf("%q", sanitize.Text(s))
	}
	var parts []string
	for _, c := range []struct{ name, was, is string }{
		{"value", result(was), result(is)}, {"cost", fmt.Sprint(was.Cost), fmt.Sprint(is.Cost)},
		{"sd", known(was.Sd), known(is.Sd)}, {"note", remark(was.Note), remark(is.Note)},
	} {
		if c.was != c.is {
			parts = append(parts, fmt.Sprintf("%s %s → %s", c.name, c.was, c.is))
		}
	}
	if len(parts) == 0 {
		return "as it was"
	}
	return strings.Join(parts, ", ")
}

// fateJSON is what became of an evaluation besides.
type fateJSON struct {
	Amended []int `json:"amended,omitempty"` // lines that changed it
	Outside bool  `json:"outside,omitempty"` // of bounds set since
	Free    bool  `json:"free,omitempty"`    // measured before the study, not charged
}

// lines names lines of a study: "line 8", "lines 8 and 11".
func lines(seqs []int) string {
	texts := make([]string, len(seqs))
	for i, s := range seqs {
		texts[i] = fmt.Sprint(s)
	}
	if n := len(texts); n > 1 {
		return "lines " + strings.Join(texts[:n-1], ", ") + " and " + texts[n-1]
	}
	return "line " + texts[0]
}
