package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/study/journal"
)

func newStudySet() *cobra.Command {
	var f setFlags
	cmd := f.command(&cobra.Command{
		Use:   "set STUDY",
		Short: "continue with another policy, other bounds, another model or budget",
		Long: `Change the settings of a study, as one more line of its file. Earlier decisions
stay, a pending suggestion is withdrawn unless a machine holds it, and the policy
starts without memory of earlier steps. undo reverts the change, and farsight study
status shows from which line on it holds.

--problem replaces the whole definition, with the same parameters and the same
goal; file names in it start from where those of the first one did. --bounds and
--priors change the current definition; comments in it are then lost. Evaluations
outside new bounds stay and are paid, but the models ignore them and they are not
the best. The initial design stays, except for points that are now outside.

--json prints what all study commands share (farsight study --help) and
  {"set":{"line","policy","bounds":{name:[low,high]},"outside":evaluations that
   the models ignore}}`,
		Example: `farsight study set lab.study --policy ei-puc
farsight study set lab.study --bounds temperature=20:120 --reason newbath
farsight study set lab.study --bounds temperature=20:120,concentration=0.01:1
farsight study set lab.study --problem lab.toml
farsight study set lab.study --priors dimension-scaled --budget 40`,
	}, nil, func(s *openStudy, _ []string) error {
		before, err := s.view()
		if err == nil {
			err = f.set(s.cmd, s.Live, before)
		}
		if err != nil {
			return err
		}
		v, err := s.saved("the change is saved")
		if err != nil {
			return err
		}
		bounds := map[string][2]float64{}
		for _, par := range v.problem.Parameters {
			bounds[par.Name] = [2]float64{par.Low, par.High}
		}
		set := fields{"line": before.state.Seq + 1, "policy": v.state.Policy, "bounds": bounds, "outside": v.outside()}
		return s.say(v, fields{"set": set}, "%s%s\n%s", v.changes(s.Live, before), v.progress(), v.wayOn(s.Live))
	})
	fl := cmd.Flags()
	fl.StringVarP(&f.policy, "policy", "p", "", "policy to follow from here on, such as ei-puc or 4-b-ms-ei")
	fl.StringVar(&f.problem, "problem", "", "FILE with the whole new definition")
	fl.StringArrayVar(&f.bounds, "bounds", nil, "bounds of a parameter, as name=low:high; repeat for others, or separate them by commas")
	fl.StringVar(&f.priors, "priors", "", "priors of both models: paper or dimension-scaled")
	fl.Float64Var(&f.budget, "budget", 0, "the whole budget, what is spent included")
	fl.StringVar(&f.reason, "reason", "", "why, to keep with it")
	addPolicyOptions(cmd, &f.options)
	_ = cmd.RegisterFlagCompletionFunc("priors", completeNames(study.PriorNames))
	return cmd
}

type setFlags struct {
	studyFlags
	policy, problem, priors, reason string
	bounds                          []string
	budget                          float64
	options                         policy.Options
}

// set writes what the flags say.
func (f *setFlags) set(cmd *cobra.Command, l *study.Live, v studyView) error {
	c := study.Change{Reason: f.reason}
	if f.policy != "" {
		q, err := policy.Parse(f.policy)
		if err != nil {
			return usageMistake(err)
		}
		c.Policy = q.Given(f.options).String()
	} else if f.options != "" {
		return usagef("name the --policy these options are for")
	}
	var err error
	if c.Problem, err = f.definition(cmd, l, v); err != nil {
		return err
	}
	var more []journal.Body
	if cmd.Flags().Changed("budget") {
		if delta := f.budget - v.state.Budget; delta != 0 {
			more = append(more, journal.BudgetChanged{Delta: delta})
		}
	}
	switch given := cmd.Flags().Changed("budget"); {
	case given && !(f.budget > 0):
		return usagef("--budget %v: give what all evaluations may cost together", f.budget)
	case c.Policy == "" && c.Problem == "" && !given:
		return usagef("what is new? Give --policy, --problem, --bounds, --priors or --budget")
	case c.Policy == "" && c.Problem == "" && len(more) == 0:
		return fmt.Errorf("the budget is %s%s already", number(v.state.Budget), unitText(v.problem.CostUnit))
	}
	_, err = l.Set(v.state.Seq, c, more...)
	return err
}

// definition is the problem's new text; "" where it stays.
func (f *setFlags) definition(cmd *cobra.Command, l *study.Live, v studyView) (string, error) {
	if f.problem == "" && len(f.bounds) == 0 && f.priors == "" {
		return "", nil
	}
	text := v.state.Problem
	if f.problem != "" {
		raw, _, err := problemText(f.problem, v.state.Created.Seed)
		if err != nil {
			return "", err
		}
		text = string(raw)
		notes, err := l.Unchanged(text)
		if err != nil {
			return "", err
		}
		for _, n := range notes {
			fmt.Fprintln(cmd.ErrOrStderr(), n)
		}
	}
	if len(f.bounds) == 0 && f.priors == "" {
		return text, nil
	}
	read, err := l.ReadProblem(text)
	if err != nil {
		return "", err
	}
	edit, err := f.edit(read)
	if err != nil {
		return "", usageMistake(err)
	}
	text, err = edit.Text(read)
	if err != nil && f.priors != "" {
		err = usagef("--priors: %w", err)
	}
	return text, err
}

// edit is what the flags change of a problem.
func (f *setFlags) edit(p *scenarios.Problem) (study.Edit, error) {
	e := study.Edit{Bounds: map[int][2]float64{}, Priors: f.priors}
	names := scenarios.Names(p.Parameters)
	for _, s := range pairs(f.bounds) {
		name, text, ok := strings.Cut(s, "=")
		low, high, both := strings.Cut(text, ":")
		if !ok || !both {
			return e, fmt.Errorf("--bounds %s: write name=low:high", s)
		}
		name = strings.TrimSpace(name)
		i := slices.Index(names, name)
		if i < 0 {
			return e, fmt.Errorf("--bounds %s: %s has no parameter %q%s", s, p.Name, name, didYouMean(name, names, ""))
		}
		if _, twice := e.Bounds[i]; twice {
			return e, fmt.Errorf("--bounds names %s twice", name)
		}
		if p.Parameters[i].Categorical() {
			return e, fmt.Errorf("--bounds %s: %s has choices, not bounds", s, name)
		}
		var to [2]float64
		for k, text := range []string{low, high} {
			v, err := parseNumber(text)
			if err != nil {
				return e, fmt.Errorf("--bounds %s: %w", s, err)
			}
			to[k] = v
		}
		e.Bounds[i] = to
	}
	return e, nil
}

// changes says what was set since a view.
func (v studyView) changes(l *study.Live, before studyView) string {
	text := ""
	for _, e := range v.state.Sets {
		if e.Seq > before.state.Seq {
			text += v.since(l, e) + "\n"
		}
	}
	if v.state.Budget != before.state.Budget {
		text += fmt.Sprintf("the budget is now %s%s\n", number(v.state.Budget), unitText(v.problem.CostUnit))
	}
	if n := v.outside(); n > 0 {
		text += outsideText(n) + "\n"
	}
	return text
}

// outside counts the evaluations outside the current bounds.
func (v studyView) outside() int {
	return counting(v.now.Rows, func(r study.Row) bool { return r.Outside })
}

func outsideText(n int) string {
	if n == 1 {
		return "1 evaluation is outside the bounds: it stays paid, and the models ignore it"
	}
	return fmt.Sprintf("%d evaluations are outside the bounds: they stay paid, and the models ignore them", n)
}

// since says what holds from a line on: "from line 12 on: EI-PUC".
func (v studyView) since(l *study.Live, e journal.Event) string {
	s, _ := e.Body.(journal.Set)
	var parts []string
	if s.Policy != "" {
		text := s.Policy
		if q, err := policy.Parse(s.Policy); err == nil {
			text = policyText(q)
		}
		parts = append(parts, text)
	}
	if s.Problem != "" {
		parts = append(parts, v.redefined(l, e.Seq))
	}
	out := fmt.Sprintf("from line %d on: %s", e.Seq, strings.Join(parts, "; "))
	if s.Reason != "" {
		out += " (" + sanitize.Text(s.Reason) + ")"
	}
	return out
}

// redefined says what the definition set on a line changed.
func (v studyView) redefined(l *study.Live, line int) string {
	was, is := v.state.Created.Problem, ""
	for _, e := range v.state.Sets {
		if s, ok := e.Body.(journal.Set); ok && s.Problem != "" {
			if e.Seq == line {
				is = s.Problem
				break
			}
			was = s.Problem
		}
	}
	p, err := l.ReadProblem(was)
	q, err2 := l.ReadProblem(is)
	if err != nil || err2 != nil {
		return "the whole problem"
	}
	var parts []string
	for i, par := range q.Parameters {
		if old := p.Parameters[i]; old.Low != par.Low || old.High != par.High {
			parts = append(parts, fmt.Sprintf("%s %v to %v%s", sanitize.Text(par.Name), par.Low, par.High, unitText(par.Unit)))
		}
	}
	if q.Objective.Fixed == nil && q.Objective.Priors != p.Objective.Priors {
		parts = append(parts, q.Objective.Priors.String()+" priors")
	}
	if len(parts) == 0 {
		return "the whole problem"
	}
	if alike := *q; !sameExceptBounds(p, &alike) {
		parts = append(parts, "and more of the problem")
	}
	return strings.Join(parts, ", ")
}

// sameExceptBounds reports whether two definitions differ in bounds and priors only.
func sameExceptBounds(p, q *scenarios.Problem) bool {
	q.Parameters = slices.Clone(q.Parameters)
	for i := range q.Parameters {
		q.Parameters[i].Low, q.Parameters[i].High = p.Parameters[i].Low, p.Parameters[i].High
	}
	q.Objective.Priors, q.Cost.Priors, q.Initial = p.Objective.Priors, p.Cost.Priors, p.Initial
	a, err := problemfile.Format(p)
	b, err2 := problemfile.Format(q)
	return err == nil && err2 == nil && string(a) == string(b)
}

type setEventJSON struct {
	Line    int    `json:"line"`
	Policy  string `json:"policy"`  // "": as before
	Problem string `json:"problem"` // the whole definition; "": as before
	Reason  string `json:"reason"`
}

// sets are the changes that have not been undone.
func (v studyView) sets() []setEventJSON {
	var out []setEventJSON
	for _, e := range v.state.Sets {
		if s, ok := e.Body.(journal.Set); ok {
			out = append(out, setEventJSON{e.Seq, s.Policy, s.Problem, s.Reason})
		}
	}
	return out
}
