package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
)

func newStudyAmend() *cobra.Command {
	var f amendFlags
	cmd := f.command(&cobra.Command{
		Use:   "amend STUDY --line LINE",
		Short: "correct or annotate an earlier evaluation",
		Long: `Correct an evaluation: its value, its cost, that it failed, the standard deviation
of its noise, a note. Fields that are not given stay. --line is the evaluation's
line, which farsight study status shows.

The models, the budget and the best follow. Earlier decisions stay; a pending
suggestion is withdrawn, unless only the note is new or a machine holds it. The
file keeps both versions, and undo reverts the correction.

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
	journal.Amended // the corrected fields
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
	said := func(known bool, text, none string) string {
		if known {
			return text
		}
		return none
	}
	known := func(sd float64) string { return said(sd != 0, fmt.Sprint(sd), "not known") }
	remark := func(s string) string { return said(s != "", strconv.Quote(sanitize.Text(s)), "none") }
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

// fateJSON is an evaluation's status in addition.
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

func newStudyBudget() *cobra.Command {
	var f studyFlags
	cmd := f.command(&cobra.Command{
		Use:   "budget STUDY +B|-B",
		Short: "extend or reduce the budget",
		Long: `Extend the budget by +B or reduce it by -B. Evaluations are then counted again, in
the order they were told: with more, one that did not fit may count again; with
less, one may no longer count. undo reverts the change.

--json prints what all study commands share (farsight study --help) and
  {"delta","counted":[lines that count now],"uncounted":[that no longer do]}`,
		Example: `farsight study budget lab.study +5
farsight study budget lab.study -2.5
farsight study budget lab.study +5 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			_, _, err := budgetArguments(cmd, args)
			return err
		},
	}, nil, func(s *openStudy, args []string) error {
		_, delta, err := budgetArguments(s.cmd, args)
		if err != nil {
			return usageMistake(err)
		}
		before := map[int]bool{}
		for _, e := range s.State().Evaluations {
			before[e.Seq] = e.Counted
		}
		if _, err := s.ChangeBudget(s.State().Seq, delta); err != nil {
			return err
		}
		v, err := s.saved("the change of the budget is saved")
		if err != nil {
			return err
		}
		counted, uncounted := []int{}, []int{}
		for _, e := range v.state.Evaluations {
			switch {
			case e.Counted && !before[e.Seq]:
				counted = append(counted, e.Seq)
			case !e.Counted && before[e.Seq]:
				uncounted = append(uncounted, e.Seq)
			}
		}
		text := fmt.Sprintf("the budget is now %s%s: %s\n", number(v.state.Budget), unitText(v.problem.CostUnit), v.progress())
		if n := len(counted); n > 0 {
			text += evaluations(n) + " that did not fit before counts now\n"
		}
		if n := len(uncounted); n > 0 {
			text += fmt.Sprintf("%s no longer counted; farsight study undo %s takes the change back\n", evaluations(n), shellArgument(s.path))
		}
		return s.say(v, fields{"delta": delta, "counted": counted, "uncounted": uncounted}, "%s", text)
	})
	cmd.Flags().SetInterspersed(false) // -5 is a number here, not a flag
	return cmd
}

// budgetArguments takes the study, the amount and the flags behind them apart.
func budgetArguments(cmd *cobra.Command, args []string) (path string, delta float64, err error) {
	var words, flags []string
	for i, a := range args {
		if a == "--" {
			words = append(words, args[i+1:]...)
			break
		}
		if strings.HasPrefix(a, "-") && !amountLike(a) {
			flags = append(flags, a)
		} else {
			words = append(words, a)
		}
	}
	if len(flags) > 0 {
		if err := cmd.Flags().Parse(flags); err != nil {
			return "", 0, flagError(cmd, err)
		}
		if help, _ := cmd.Flags().GetBool("help"); help {
			return "", 0, pflag.ErrHelp
		}
	}
	if len(words) != 2 {
		return "", 0, fmt.Errorf("%s needs two arguments, a STUDY and by how much, such as +5 or -5; got %d", cmd.CommandPath(), len(words))
	}
	text := words[1]
	delta, err = strconv.ParseFloat(text, 64)
	if advice := decimalPoint(text); advice != "" {
		return "", 0, errors.New(advice)
	}
	switch {
	case err != nil || math.IsNaN(delta) || math.IsInf(delta, 0):
		return "", 0, fmt.Errorf("%q is not an amount: write +5 to extend the budget by 5, -5 to reduce it", text)
	case text[0] != '+' && text[0] != '-':
		return "", 0, fmt.Errorf("%s: write +%s to extend the budget by that much, -%s to reduce it", text, text, text)
	case delta == 0:
		return "", 0, errors.New("a change by nothing changes nothing")
	}
	return words[0], delta, nil
}

// amountLike distinguishes numbers from flags.
func amountLike(s string) bool {
	return len(s) > 1 && (s[1] == '.' || s[1] >= '0' && s[1] <= '9')
}

func newStudySkip() *cobra.Command {
	var f studyFlags
	var w whose
	var reason string
	cmd := f.command(&cobra.Command{
		Use:   "skip STUDY",
		Short: "drop the suggestion: the next one is elsewhere",
		Long: `Drop the pending suggestion because it cannot or should not be measured. Nothing
is charged and nothing is learned. The suggestions that follow keep away from it,
by a twentieth of the parameters' ranges: they are the policy's choice if that
is elsewhere, else its runner-up, else the best of many points elsewhere. undo
reverts a skip. If several are pending, --ask or --as says which one is dropped.

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
	all := l.AllPending()
	if w.ask != 0 {
		for _, s := range all {
			if s.Line == w.ask {
				return s, nil
			}
		}
		return study.Suggestion{}, fmt.Errorf("line %d is no pending suggestion: farsight study status %s lists those that are", w.ask, shellArgument(path))
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
		Long: `Revert the last evaluation, skip, amendment, setting or change of the budget; again
and again, down to the first. The suggestion that was pending before it is pending
again. The study's file keeps what was undone.

--json prints what all study commands share (farsight study --help) and
  {"undone":{"n","time","kind","event"}}
as in the undone line of the study's file.`,
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
