package studies

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
	"farsight/internal/sanitize"
	"farsight/study"
)

func newStudyAsk() *cobra.Command {
	var f FileFlags
	cmd := &cobra.Command{
		Use:   "ask STUDY",
		Short: "say what to measure next",
		Long: `Print the point to measure next: what is left of the initial design, then what
the policy chooses, with what it expects there (95 % intervals). The answer stays
the same, whoever asks, until something is told, skipped or undone.

When there is nothing to ask, ask says why: "budget spent", "over budget" (the
last evaluation did not fit, and counts), "unaffordable" (it does not count, where
the problem says overshoot = "discard"), "nothing affordable", "nothing left to
gain", "every point evaluated", "stopping rule". That is an answer, too: the exit
code is 0.

--json prints what all study commands share (farsight study --help) and
  {"suggestion":{"line","design","policy","why","x","expected":{
     "value","value_low","value_high","cost","cost_low","cost_high","fits",
     "acquisition"}|null}|null}
where design is 1, 2, … for an initial point and 0 for the policy's choice, and
fits is the chance that its cost fits what is left. Give line to tell --ask.`,
		Example: `farsight study ask lab.study
farsight study ask lab.study --json`,
		Args: usage.ExactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := f.Open(cmd, args[0])
			if err != nil {
				return err
			}
			s, err := l.Ask(cmd.Context())
			var end study.EndedError
			if err != nil && !errors.As(err, &end) {
				return err
			}
			v, err := ViewOf(l, args[0])
			if err != nil {
				return err
			}
			ended := end.Stop != study.Running
			if v.now.Stop == study.Running {
				v.now.Stop = end.Stop // a decision knows more than the budget
			}
			switch {
			case f.json:
				a := askAnswer{standing: v.standing()}
				if !ended {
					a.Suggestion = v.suggestion(s)
				}
				return printStudyJSON(cmd, a)
			case ended:
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%v\n%s\n%s", end, v.progress(), v.wayOn(l))
				return err
			}
			out := cmd.OutOrStdout()
			if err := writeSuggestion(out, v, s); err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, "when it is measured: farsight study tell %s --value … --cost …\n", output.Argument(args[0]))
			return err
		},
		ValidArgsFunction: completeStudy,
	}
	f.add(cmd)
	return cmd
}

type askAnswer struct {
	standing
	Suggestion *suggestionJSON `json:"suggestion"`
}

type suggestionJSON struct {
	Line     int           `json:"line"`
	Design   int           `json:"design"`
	Policy   string        `json:"policy"`
	Why      string        `json:"why"`
	X        pointJSON     `json:"x"`
	Expected *expectedJSON `json:"expected"`
}

type expectedJSON struct {
	Value       *float64 `json:"value"`
	ValueLow    *float64 `json:"value_low"`
	ValueHigh   *float64 `json:"value_high"`
	Cost        *float64 `json:"cost"`
	CostLow     *float64 `json:"cost_low"`
	CostHigh    *float64 `json:"cost_high"`
	Fits        *float64 `json:"fits"`
	Acquisition *float64 `json:"acquisition"`
}

func (v View) suggestion(s study.Suggestion) *suggestionJSON {
	out := &suggestionJSON{Line: s.Line, Design: s.Design, Policy: s.Policy, Why: s.Why, X: v.point(s.X)}
	if e := s.Expected; e != nil {
		out.Expected = &expectedJSON{
			output.Finite(e.Value), output.Finite(e.ValueLow), output.Finite(e.ValueHigh), output.Finite(e.Cost), output.Finite(e.CostLow), output.Finite(e.CostHigh), output.Finite(e.Fits), output.Finite(e.Acquisition),
		}
	}
	return out
}

// writeSuggestion prints where to measure and what to expect there.
func writeSuggestion(w io.Writer, v View, s study.Suggestion) error {
	switch {
	case s.Design > 0:
		fmt.Fprintf(w, "measure initial point %d of %d", s.Design, len(v.state.Created.Design))
		if !v.state.Created.ChargeInitial {
			fmt.Fprint(w, " (not charged)")
		}
		fmt.Fprintln(w)
	default:
		fmt.Fprintf(w, "%s: measure\n", v.now.Policy.Title())
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, par := range v.problem.Parameters {
		fmt.Fprintf(table, "  %s\t%s%s\n", sanitize.Text(par.Name), coordinate(par, s.X[i]), output.Unit(par.Unit))
	}
	if e := s.Expected; e != nil {
		fmt.Fprintf(table, "  expected value\t%s%s, 95 %% from %s to %s\n", output.Number(e.Value), output.Unit(v.problem.ValueUnit), output.Number(e.ValueLow), output.Number(e.ValueHigh))
		fmt.Fprintf(table, "  expected cost\t%s%s, %s\n", output.Number(e.Cost), output.Unit(v.problem.CostUnit), costRange(e))
		fmt.Fprintf(table, "  chance to fit\t%s, with %s%s left\n", percent(e.Fits), output.Number(v.state.Remaining()), output.Unit(v.problem.CostUnit))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if s.Why != "" {
		fmt.Fprintln(w, s.Why)
	}
	return nil
}

func costRange(e *study.Expectation) string {
	if e.CostLow == e.CostHigh {
		return "which is known"
	}
	return fmt.Sprintf("95 %% from %s to %s", output.Number(e.CostLow), output.Number(e.CostHigh))
}

// percent never says that what is not certain is.
func percent(p float64) string {
	switch {
	case p > 0 && p < 0.01:
		return "less than 1 %"
	case p < 1 && p > 0.99:
		return "more than 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}
