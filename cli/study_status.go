package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
)

func newStudyStatus() *cobra.Command {
	var f studyFlags
	return f.command(&cobra.Command{
		Use:   "status STUDY",
		Short: "show budget, best, history and what is pending",
		Long: `Show a study: its problem and policy, the budget, the best so far, every
evaluation, what was skipped and the pending suggestions, with their line, owner
and age. Nothing is decided and nothing is written.

--json prints what all study commands share (farsight study --help) and
  {"problem","title","policy","seed":"a string of digits","parameters":[names],
   "minimise","charge_initial","created":time,"design_left":[1, 2, …],
   "suggestion":as in ask, or null,"suggestions":[all pending],
   "sets":[{"line","policy","problem","reason"}] if anything was set,
   "history":[rows as in tell],"skipped":[{"line","x","reason"}],
   "notes":[{"line","text"}],"lost":[{"line","text"}]}`,
		Example: `farsight study status lab.study
farsight study status lab.study --json`,
	}, nil, func(s *openStudy, _ []string) error {
		v, err := s.view()
		if err == nil {
			v, err = v.judge(s.cmd.Context(), s.Live)
		}
		switch {
		case err != nil:
			return err
		case s.json:
			return printJSON(s.cmd, v.status(s.Live))
		}
		writeStatus(s.cmd.OutOrStdout(), v, s.Live)
		return nil
	})
}

type statusJSON struct {
	sharedJSON
	Problem       string            `json:"problem"`
	Title         string            `json:"title"`
	Policy        string            `json:"policy"` // in force
	Sets          []setEventJSON    `json:"sets,omitempty"`
	Seed          uint64            `json:"seed,string"`
	Parameters    []string          `json:"parameters"`
	Minimise      bool              `json:"minimise"`
	ChargeInitial bool              `json:"charge_initial"`
	Created       string            `json:"created"`
	DesignLeft    []int             `json:"design_left"`
	Suggestion    *suggestionJSON   `json:"suggestion"`
	Suggestions   []*suggestionJSON `json:"suggestions"`
	History       []rowJSON         `json:"history"`
	Skipped       []skipJSON        `json:"skipped"`
	Notes         []remarkJSON      `json:"notes"`
	Lost          []remarkJSON      `json:"lost"`
}

type remarkJSON struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

func (v studyView) status(l *study.Live) statusJSON {
	c := v.state.Created
	s := statusJSON{
		sharedJSON: v.shared(), Problem: v.problem.Name, Title: v.problem.Title, Policy: v.state.Policy, Sets: v.sets(), Seed: c.Seed,
		Parameters: c.Parameters, Minimise: v.problem.Minimise, ChargeInitial: c.ChargeInitial,
		DesignLeft: append([]int{}, v.state.DesignLeft()...), History: v.rows(),
		Suggestions: v.suggestions(l.AllPending()), Skipped: []skipJSON{}, Notes: []remarkJSON{}, Lost: []remarkJSON{},
	}
	if events := l.Journal().Events(); len(events) > 0 {
		s.Created = events[0].Time.Format(time.RFC3339Nano)
	}
	if p, ok := l.Pending(); ok {
		s.Suggestion = v.suggestion(p)
	}
	for _, k := range v.state.Skips {
		s.Skipped = append(s.Skipped, skipJSON{k.Ask.Seq, v.point(k.Ask.X), k.Reason})
	}
	for _, e := range v.state.Notes {
		s.Notes = append(s.Notes, remarkJSON{e.Seq, e.Body.String()})
	}
	for _, e := range v.state.Lost {
		s.Lost = append(s.Lost, remarkJSON{e.Seq, e.Body.String()})
	}
	return s
}

// writeStatus prints a study for a person.
func writeStatus(w io.Writer, v studyView, l *study.Live) {
	goal := "maximise"
	if v.problem.Minimise {
		goal = "minimise"
	}
	fmt.Fprintf(w, "%s: %s, %s with %s\n", sanitize.Text(v.problem.Name), sanitize.Text(v.problem.Title), goal, policyText(l.Policy()))
	fmt.Fprintf(w, "%s\n", v.progress())
	if i := v.now.BestRow; i >= 0 {
		fmt.Fprintf(w, "best at %s\n", pointText(v.problem, v.now.Rows[i].X))
	}
	fmt.Fprint(w, v.noise())
	if len(v.now.Rows) > 0 {
		fmt.Fprintln(w)
		writeHistory(w, v)
	}
	for _, e := range v.state.Sets {
		fmt.Fprintln(w, v.since(l, e))
	}
	if n := v.outside(); n > 0 {
		fmt.Fprintln(w, outsideText(n))
	}
	for _, k := range v.state.Skips {
		what := "skipped"
		if k.Expired {
			what = fmt.Sprintf("expired: line %d, for %s", k.Ask.Seq, owner(study.Suggestion{As: k.Ask.As}))
		}
		fmt.Fprintf(w, "%s: %s", what, pointText(v.problem, k.Ask.X))
		if k.Reason != "" {
			fmt.Fprintf(w, " (%s)", sanitize.Text(k.Reason))
		}
		fmt.Fprintln(w)
	}
	for _, e := range v.state.Lost {
		fmt.Fprintf(w, "lost: line %d could not be read\n", e.Seq)
	}
	fmt.Fprintln(w)
	all := l.AllPending()
	pending, ok := l.Pending()
	switch {
	case len(all) > 0 && !plain(all[0], len(all)):
		writePending(w, v, all, l.Journal().Now())
	case ok:
		writeSuggestion(w, v, pending)
		fmt.Fprintf(w, "when it is measured: farsight study tell %s --value … --cost …\n", shellArgument(v.path))
	case v.now.Stop != study.Running:
		fmt.Fprintf(w, "%v\n%s", study.EndedError{Stop: v.now.Stop}, v.wayOn(l))
	default:
		fmt.Fprintf(w, "nothing is pending; next: farsight study ask %s\n", shellArgument(v.path))
	}
}

// writePending lists the suggestions that are out.
func writePending(w io.Writer, v studyView, all []study.Suggestion, now time.Time) {
	fmt.Fprintln(w, "out:")
	table := newTable("  line", "for", "asked", "expected cost", "measure")
	sum := 0.0
	for _, s := range all {
		cost := "-"
		if e := s.Expected; e != nil {
			cost = number(e.Cost + e.Move)
			sum += e.CostMean + e.Move
		}
		where := pointText(v.problem, s.X)
		switch left := s.Expires.Sub(now); {
		case s.Expires.IsZero():
		case left < 0:
			where += fmt.Sprintf(" (expired %s ago)", age(-left))
		default:
			where += fmt.Sprintf(" (expires in %s)", age(left))
		}
		table.add(fmt.Sprintf("  %d", s.Line), owner(s), age(now.Sub(s.Asked))+" ago", cost, where)
	}
	table.write(w)
	if sum > 0 {
		fmt.Fprintf(w, "together they were expected to cost %s on average, of the %s%s left\n", number(sum), number(v.state.Remaining()), unitText(v.problem.CostUnit))
	}
	fmt.Fprintf(w, "when one is measured: farsight study tell %s --ask %d --value … --cost …\n", shellArgument(v.path), all[0].Line)
}

// moves reports whether getting from point to point was charged, or is.
func (v studyView) moves() bool {
	return v.problem.Move != nil || slices.ContainsFunc(v.now.Rows, func(r study.Row) bool { return r.Move > 0 })
}

// writeHistory prints every evaluation as a row.
func writeHistory(w io.Writer, v studyView) {
	head := append(append([]string{"line", ""}, scenarios.Names(v.problem.Parameters)...), "value", "cost")
	moves := v.moves()
	if moves {
		head = append(head, "move")
	}
	table := newNumbers(append(head, "left", "best", "")...)
	step := 0
	for i, r := range v.now.Rows {
		e := v.state.Evaluations[i]
		first := "initial"
		if !r.Initial {
			step++
			first = fmt.Sprint(step)
		}
		if e.Free && e.Design == 0 {
			first = "before"
		}
		cells := []any{e.Seq, first}
		for k, par := range v.problem.Parameters {
			cells = append(cells, coordinate(par, r.X[k]))
		}
		value := number(r.Y)
		if r.Failed {
			value = "failed"
		}
		if r.Sd > 0 {
			value += " ± " + number(r.Sd)
		}
		var remarks []string
		if !r.Counted {
			remarks = append(remarks, "does not fit: not counted")
		}
		if r.Outside {
			remarks = append(remarks, "outside the bounds: teaches nothing")
		}
		if len(e.Amended) > 0 {
			remarks = append(remarks, "amended by "+lines(e.Amended))
		}
		for _, s := range []string{e.Source, e.Note} {
			if s != "" {
				remarks = append(remarks, sanitize.Short(s, 60))
			}
		}
		cells = append(cells, value, r.Cost)
		if moves {
			cells = append(cells, r.Move)
		}
		table.add(append(cells, r.Remaining, r.Best, strings.Join(remarks, "; "))...)
	}
	table.write(w)
}

// recommendedJSON is the evaluated point believed best, where values are noisy.
type recommendedJSON struct {
	Value float64   `json:"value"` // believed
	Low   *float64  `json:"low"`   // with High a 95 % interval; null if the values do not determine their noise
	High  *float64  `json:"high"`
	X     pointJSON `json:"x"`
	Line  int       `json:"line"` // the first at that point
}

// judge adds what needs a model to a view: what is recommended of noisy values,
// and whether the data look noisier than the model allows. Where values are exact
// nothing is fitted.
func (v studyView) judge(ctx context.Context, l *study.Live) (studyView, error) {
	var err error
	v.recommended, err = l.Recommended(ctx)
	v.noiseMet = l.NoiseMet()
	return v, err
}

func (v studyView) recommendation() *recommendedJSON {
	r := v.recommended
	if r == nil {
		return nil
	}
	low, high := intervalEnds(r)
	return &recommendedJSON{r.Value, low, high, v.point(r.X), v.state.Evaluations[r.Row].Seq}
}

// noise says in lines of its own what is recommended beside the best measured
// value; "" where values are exact.
func (v studyView) noise() string {
	text := ""
	if r := v.recommended; r != nil {
		text = fmt.Sprintf("recommended: %s, %s\n", pointText(v.problem, r.X), believed(r, v.problem.ValueUnit))
	}
	if v.noiseMet {
		text += noiseAdvice(v.path)
	}
	return text
}

// noiseAdvice is what to do about data that look noisy, and by which command.
func noiseAdvice(path string) string {
	return fmt.Sprintf("%s, and then farsight study set %s --problem FILE\n", study.NoiseAdvice, shellArgument(path))
}

// over is by how much a study is over its budget, in words; "" if it is not.
func (v studyView) over() string {
	by := v.state.Over()
	if by == 0 {
		return ""
	}
	return fmt.Sprintf("over budget by %s%s", number(by), unitText(v.problem.CostUnit))
}

// wayOn lists the commands that continue a study that is over its budget, the correction of a
// mistake first; "" for any other study.
func (v studyView) wayOn(l *study.Live) string {
	if v.now.Stop != study.OverBudget {
		return ""
	}
	name, s := shellArgument(v.path), ""
	if line, events := v.state.Undoable(), l.Journal().Events(); line > 0 && line <= len(events) {
		s = fmt.Sprintf("  if that is wrong   farsight study undo %s   (takes back line %d: %s)\n", name, line, sanitize.Text(study.Words(v.problem, events[line-1].Body)))
	}
	return s + fmt.Sprintf("  to continue        farsight study budget %s +%s   (room for one more at what they have cost)\n", name, extension(v.state.Over()+typicalCost(v.state)))
}

// typicalCost is the median of what evaluations have cost.
func typicalCost(st journal.State) float64 {
	var costs []float64
	for _, e := range st.Evaluations {
		costs = append(costs, e.Cost+e.Move)
	}
	if len(costs) == 0 {
		return 0
	}
	slices.Sort(costs)
	return costs[len(costs)/2]
}
