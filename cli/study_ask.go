package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
)

func newStudyAsk() *cobra.Command {
	var f askFlags
	cmd := f.command(&cobra.Command{
		Use:   "ask STUDY",
		Short: "say what to measure next",
		Long: `Print the point to measure next: the rest of the initial design, then the policy's
choice, with the prediction there (95 % intervals). The answer stays the same until
something is told, skipped or undone.

For several machines at once, --count hands out several suggestions, and --as
those of one machine, which no other is given. They are pending until they are told
(tell --ask LINE, or --as), skipped or, with --expires, expired; asking again gives
the same ones, topped up to --count. Each is chosen as if the pending ones had come
out as expected, and away from them; one that repeats another says why. The expected
costs of pending suggestions are reserved. If that leaves nothing, ask reports it;
that is not the study's end.

--same names parameters that have one value in all suggestions, those of one oven or
one plate: that of the first, which is chosen freely.

When there is nothing to ask, ask says why: "budget spent", "over budget" (the
last evaluation did not fit, and counts), "unaffordable" (it does not count, where
the problem says overshoot = "discard"), "nothing affordable", "nothing left to
gain", "every point evaluated", "stopping rule". That is an answer, too: the exit
code is 0.

--json prints what all study commands share (farsight study --help) and
  {"suggestion":{"line","design","policy","why","x","expected":{
     "value","value_low","value_high","cost","cost_low","cost_high","fits",
     "reserved","success","acquisition"}|null,
     "plan":{"budget","step","left","rollout":[{"x","y","cost"}]}|null,
     "models":{"objective":{"mean","sd","noise_sd","lengthscales","log_likelihood",
       "fixed"},"log_cost":{…}|null}|null,"as","asked":time,"expires":time|null}|null,
   "suggestions":[all that were asked for],"wait":null|"why there are no more yet"}
where design is 1, 2, … for an initial point and 0 for the policy's choice, and
fits is the chance that its cost fits the remaining budget less reserved, the
expected costs of earlier pending suggestions, and success that it does not fail.
plan is the fantasy budget with the base policy's imagined steps, models the fitted
models, with a lengthscale for each parameter in shares of its range. Give line to
tell --ask.`,
		Example: `farsight study ask lab.study
farsight study ask lab.study --count 3
farsight study ask lab.study --count 3 --same temperature
farsight study ask lab.study --as machine-2 --expires 2h
farsight study ask lab.study --json`,
	}, f.check, func(s *openStudy, _ []string) error {
		all, less := s.AskFor(s.cmd.Context(), study.AskOptions{Count: f.count, As: f.as, Expires: f.expires, Same: f.same})
		var name *study.ParameterError
		if errors.As(less, &name) {
			return usagef("--same %s: %s has no parameter %q, but %s%s", name.Name, s.Problem().Name, name.Name, strings.Join(name.Names, ", "), didYouMean(name.Name, name.Names, ""))
		}
		var end study.EndedError
		var wait *study.WaitError
		if less != nil && !errors.As(less, &end) && !errors.As(less, &wait) {
			return less
		}
		v, err := s.view()
		if err != nil {
			return err
		}
		if end.Stop != study.Running {
			if v, err = v.judge(s.cmd.Context(), s.Live); err != nil {
				return err
			}
		} else if s.NoiseMet() {
			fmt.Fprintf(s.cmd.ErrOrStderr(), "note: %s", noiseAdvice(s.path))
		}
		if used, of := s.Modelled(); used < of {
			fmt.Fprintf(s.cmd.ErrOrStderr(), "note: the models are made of %d of %d evaluations, spread over the ranges and where values are best\n", used, of)
		}
		if v.now.Stop == study.Running && len(v.state.Asks) == 0 {
			v.now.Stop = end.Stop // a decision can end a study before the budget does
		}
		answer := fields{"suggestion": nil, "suggestions": v.suggestions(all), "wait": nil}
		way := v.wayOn(s.Live)
		if wait != nil {
			answer["wait"], way = wait.Error(), ""
		}
		if len(all) == 0 {
			return s.say(v, answer, "%v\n%s\n%s%s", less, v.progress(), v.noise(), way)
		}
		answer["suggestion"] = v.suggestion(all[0])
		var b strings.Builder
		writeSuggestions(&b, v, all, less)
		return s.say(v, answer, "%s", &b)
	})
	f.addAs(cmd, "ask for this machine: its suggestions are given to no other")
	cmd.Flags().IntVar(&f.count, "count", 1, "how many suggestions are to be pending")
	cmd.Flags().StringSliceVar(&f.same, "same", nil, "parameters that have one value in all suggestions, as --same temperature")
	cmd.Flags().DurationVar(&f.expires, "expires", 0, "withdraw the suggestion if no result arrives within this time, as 90m or 2h")
	return cmd
}

type askFlags struct {
	studyFlags
	whose
	count   int
	expires time.Duration
	same    []string
}

func (f *askFlags) check(cmd *cobra.Command) error {
	if f.expires < 0 || f.expires == 0 && cmd.Flags().Changed("expires") {
		return fmt.Errorf("--expires %v: give a time to come, as 90m or 2h", f.expires)
	}
	return errors.Join(f.whose.check(cmd), checkCount("count", f.count))
}

type suggestionJSON struct {
	Line     int           `json:"line"`
	Design   int           `json:"design"`
	Policy   string        `json:"policy"`
	Why      string        `json:"why"`
	X        pointJSON     `json:"x"`
	Expected *expectedJSON `json:"expected"`
	Plan     *planJSON     `json:"plan"`
	Models   *study.Models `json:"models"`
	As       string        `json:"as"`
	Asked    time.Time     `json:"asked"`
	Expires  *time.Time    `json:"expires"`
}

type expectedJSON struct {
	Value       *float64 `json:"value"`
	ValueLow    *float64 `json:"value_low"`
	ValueHigh   *float64 `json:"value_high"`
	Cost        *float64 `json:"cost"`
	CostLow     *float64 `json:"cost_low"`
	CostHigh    *float64 `json:"cost_high"`
	Fits        *float64 `json:"fits"`
	Reserved    float64  `json:"reserved"`
	Success     *float64 `json:"success"`
	Acquisition *float64 `json:"acquisition"`
	Move        float64  `json:"move,omitempty"` // what the way there is charged beside the cost
}

func (v studyView) suggestion(s study.Suggestion) *suggestionJSON {
	out := &suggestionJSON{Line: s.Line, Design: s.Design, Policy: s.Policy, Why: s.Why, X: v.point(s.X), Plan: planOf(v.problem, s.Horizon, s.Rollout), Models: s.Models, As: s.As, Asked: s.Asked}
	if e := s.Expected; e != nil {
		out.Expected = &expectedJSON{
			finite(e.Value), finite(e.ValueLow), finite(e.ValueHigh), finite(e.Cost), finite(e.CostLow), finite(e.CostHigh), finite(e.FitsIn(v.state.Remaining())), e.Reserved, finite(e.Success), finite(e.Acquisition), e.Move,
		}
	}
	if !s.Expires.IsZero() {
		out.Expires = &s.Expires
	}
	return out
}

func (v studyView) suggestions(all []study.Suggestion) []*suggestionJSON {
	out := []*suggestionJSON{}
	for _, s := range all {
		out = append(out, v.suggestion(s))
	}
	return out
}

// writeSuggestions prints the suggestions, each with the command that reports its result, and why
// there are fewer than requested, if less is not nil.
func writeSuggestions(w io.Writer, v studyView, all []study.Suggestion, less error) {
	for _, s := range all {
		name := shellArgument(v.path)
		if !plain(s, len(all)) || len(v.state.Asks) > 1 {
			fmt.Fprintf(w, "line %d, for %s", s.Line, owner(s))
			if !s.Expires.IsZero() {
				fmt.Fprintf(w, ", until %s", s.Expires.Local().Format("2006-01-02 15:04"))
			}
			fmt.Fprint(w, ": ")
			name += fmt.Sprintf(" --ask %d", s.Line)
		}
		writeSuggestion(w, v, s)
		fmt.Fprintf(w, "when it is measured: farsight study tell %s --value … --cost …\n", name)
	}
	if less != nil {
		fmt.Fprintf(w, "no more: %v\n", less)
	}
}

// writeSuggestion prints where to measure and what to expect there.
func writeSuggestion(w io.Writer, v studyView, s study.Suggestion) {
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
	table := newTable()
	for i, par := range v.problem.Parameters {
		table.add("  "+par.Name, coordinate(par, s.X[i])+unitText(par.Unit))
	}
	if e := s.Expected; e != nil {
		unit := unitText(v.problem.CostUnit)
		table.add("  expected value", fmt.Sprintf("%s%s, 95 %% from %s to %s", number(e.Value), unitText(v.problem.ValueUnit), number(e.ValueLow), number(e.ValueHigh)))
		table.add("  expected cost", number(e.Cost)+unit+", "+costRange(e))
		if move := e.Move; v.problem.Move != nil {
			if move < journal.Tolerance*v.state.Budget {
				move = 0 // a search that stays ends within rounding
			}
			table.add("  the move there", number(move)+unit+", charged beside the cost")
		}
		beside := ""
		if e.Reserved > 0 {
			beside = fmt.Sprintf(", of which %s is expected to pay for other pending suggestions", number(e.Reserved))
		}
		left := v.state.Remaining()
		table.add("  chance to fit", fmt.Sprintf("%s, with %s%s left%s", percent(e.FitsIn(left)), number(left), unit, beside))
		if e.Success < 1 {
			table.add("  chance of success", percent(e.Success))
		}
	}
	table.write(w)
	if s.Why != "" {
		fmt.Fprintln(w, s.Why)
	}
}

func costRange(e *study.Expectation) string {
	if e.CostLow == e.CostHigh {
		return "which is known"
	}
	return fmt.Sprintf("95 %% from %s to %s", number(e.CostLow), number(e.CostHigh))
}

// percent rounds, but never to 0 or 100 what is uncertain.
func percent(p float64) string {
	switch {
	case p > 0 && p < 0.01:
		return "less than 1 %"
	case p < 1 && p > 0.99:
		return "more than 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// Messages about several suggestions and their owners.

// mostAsked is the most suggestions of one request.
const mostAsked = 100

// longestName is the longest --as, which is shown in tables.
const longestName = 60

// whose are the flags that select the suggestions of one machine.
type whose struct {
	as  string
	ask int
}

// addAs adds --as, whose meaning the command says.
func (w *whose) addAs(cmd *cobra.Command, meaning string) {
	cmd.Flags().StringVar(&w.as, "as", "", meaning)
}

// check requires a printable name.
func (w *whose) check(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("as") {
		return nil
	}
	switch {
	case strings.TrimSpace(w.as) == "" || w.as != strings.TrimSpace(w.as):
		return errors.New("--as takes a name, without blanks around it: --as machine-2")
	case w.as != sanitize.Text(w.as) || utf8.RuneCountInString(w.as) > longestName:
		return fmt.Errorf("--as %s: give a name of at most %d characters that can be shown", sanitize.Short(w.as, 30), longestName)
	case cmd.Flags().Changed("ask"):
		return errors.New("--ask names a suggestion, --as whose it is: one of them is enough")
	}
	return nil
}

// checkCount requires a valid number of suggestions.
func checkCount(flag string, n int) error {
	if n < 1 || n > mostAsked {
		return fmt.Errorf("--%s %d: give a number from 1 to %d", flag, n, mostAsked)
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
		return "anyone"
	}
	return sanitize.Text(s.As)
}

// plain reports whether a suggestion is the only one and has no owner: it then needs no name.
func plain(s study.Suggestion, all int) bool { return all == 1 && s.As == "" && s.Expires.IsZero() }
