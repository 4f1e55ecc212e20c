package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
)

// tellFlags are the flags of tell.
type tellFlags struct {
	studyFlags
	whose
	value, cost float64
	sd          float64
	failed      bool
	at          []string
	moved       bool
	source      string
	note        string
	sure        bool
}

func newStudyTell() *cobra.Command {
	var f tellFlags
	cmd := f.command(&cobra.Command{
		Use:   "tell STUDY --cost COST (--value VALUE | --failed)",
		Short: "record the value and cost of a measurement",
		Long: `Record a measurement at the suggested point, or with --at at any other. It is on
disk when the command ends.

--failed records an evaluation that gave no value: its cost is charged and
learned, nothing else. A measurement whose cost does not fit the remaining budget
counts, because it was paid, and the study is over its budget and ends; if the problem says
overshoot = "discard" it is kept but does not count until the budget is extended.

A value or a cost far from the prediction (beyond six standard deviations) and a
cost that ends the study are refused, and named: --sure keeps them. Scripts that
pass on what a program measured use --sure.

--sd is the standard deviation of the value's noise. A point measured several times
is told each time.

In scripts pass --ask with the line that ask printed: if others told or asked in
the meantime, nothing is recorded and stderr says what happened. Repeated with
the same numbers it succeeds and reports that they were already recorded; other
numbers are refused. So a script may simply repeat a command that may have failed.
If several suggestions are pending, --ask or --as says which one this answers.

The exit code is 3, with a message on stderr, if the measurement was saved but that
could not be printed (a full disk, a reader that went away): do not repeat it.

--json prints what all study commands share (farsight study --help) and
  {"told":{"line","design","x","value":null if failed,"cost","failed","counted",
     "left","best","acquisition","time","source","note","sd" if it is known},
   "already":true if it had been recorded before}`,
		Example: `farsight study tell lab.study --value 1.3 --cost 2.5
farsight study tell lab.study --value 1.3 --sd 0.1 --cost 2.5
farsight study tell lab.study --failed --cost 2.5 --note clogged
farsight study tell lab.study --at temperature=80 --at conc=0.1 --value 1.3 --cost 2
farsight study tell lab.study --moved --at temperature=80.2 --value 1.3 --cost 2
farsight study tell lab.study --as machine-2 --value 1.3 --cost 2.5
farsight study tell lab.study --ask 12 --value 1.3 --cost 2.5 --json
farsight study tell lab.study --value 50 --cost 2.5 --sure`,
	}, f.check, func(s *openStudy, _ []string) error {
		line, err := f.tell(s.cmd, s.Live)
		answered := (*study.AnsweredError)(nil)
		already := errors.As(err, &answered) && answered.Same
		switch {
		case already:
			line = answered.Told.Seq
		case err != nil:
			return err
		}
		v, err := s.saved("the measurement is saved on line %d", line)
		if err != nil {
			return err
		}
		i := v.rowOf(line)
		if already {
			return s.say(v, fields{"told": v.row(i), "already": true}, "already recorded on line %d by the same numbers: %s\n", line, v.progress())
		}
		return s.say(v, fields{"told": v.row(i)}, "%s: %s\n%s", v.told(i), v.progress(), v.wayOn(s.Live))
	})
	fl := cmd.Flags()
	fl.Float64Var(&f.value, "value", 0, "the measured value, in the problem's own sign")
	fl.Float64Var(&f.cost, "cost", 0, "what the measurement cost; may be left out where the problem knows it")
	fl.Float64Var(&f.sd, "sd", 0, "the standard deviation of the value's noise, where it is known")
	fl.BoolVar(&f.failed, "failed", false, "the evaluation gave no value")
	fl.StringArrayVar(&f.at, "at", nil, "where it was measured, as parameter=value; repeat for every parameter, or separate them by commas (default: the suggestion)")
	fl.BoolVar(&f.moved, "moved", false, "--at is where the suggestion was measured in the end; what it leaves out is as suggested")
	fl.IntVar(&f.ask, "ask", 0, "line of the suggestion this answers: refused if that is no longer pending")
	f.addAs(cmd, "whose suggestion this answers, if it is their only one")
	fl.StringVar(&f.source, "by", "", "who or what measured it")
	fl.StringVar(&f.note, "note", "", "a remark to keep with it")
	fl.BoolVar(&f.sure, "sure", false, "keep numbers that are far from what is expected, or end the study")
	return cmd
}

// check requires each value once.
func (f *tellFlags) check(cmd *cobra.Command) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	switch {
	case f.failed && given("value"):
		return errors.New("an evaluation that failed has no --value: give one of --failed and --value")
	case !f.failed && !given("value"):
		return errors.New("what was measured? Give --value, or --failed if there is none")
	case f.failed && given("sd"):
		return errors.New("an evaluation that failed has no value and so no --sd: leave it out")
	case given("sd") && model.CheckSd(f.sd) != nil:
		return fmt.Errorf("--sd %v: a standard deviation %w; leave it out where it is not known", f.sd, model.CheckSd(f.sd))
	case f.moved && len(f.at) == 0:
		return errors.New("--moved needs --at: where was it measured?")
	case given("ask") && len(f.at) > 0 && !f.moved:
		return errors.New("--ask answers the suggestion and --at names another point: add --moved if the suggestion was measured there, or leave out --ask")
	}
	return f.whose.check(cmd)
}

// tell records the answer and returns its line, even if others changed something that the answer
// does not concern.
func (f *tellFlags) tell(cmd *cobra.Command, l *study.Live) (int, error) {
	a := study.Answer{Ask: f.ask, As: f.as, Moved: f.moved, Value: f.value, Cost: f.cost, Sd: f.sd, Failed: f.failed, Source: f.source, Note: f.note}
	complete := func(a *study.Answer, suggested scenarios.Point) (err error) {
		if a.X, err = f.point(l.Problem(), l.State(), suggested); err != nil || cmd.Flags().Changed("cost") {
			return err
		}
		if a.Cost, err = knownCost(l.Problem(), suggested, a.X); err != nil {
			return usageMistake(err)
		}
		return nil
	}
	certain := func(a study.Answer) error { return f.certain(l, a) }
	told, err := l.TellRetry(a, complete, certain, func(stale *journal.StaleError) { meanwhile(cmd, l.Problem(), stale) })
	var stale *journal.StaleError
	if errors.As(err, &stale) {
		err = fmt.Errorf("%w\nThe measurement was not recorded; to record it all the same, say where it was made with --at", err)
	}
	return told.Seq, err
}

// point reads --at; nil without it.
func (f *tellFlags) point(p *scenarios.Problem, st journal.State, suggested []float64) ([]float64, error) {
	if len(f.at) == 0 {
		return nil, nil
	}
	names := st.Created.Parameters
	x, given := make([]float64, len(names)), make([]bool, len(names))
	if f.moved {
		copy(x, suggested)
	}
	for _, s := range pairs(f.at) {
		name, text, ok := strings.Cut(s, "=")
		if name = strings.TrimSpace(name); !ok {
			return nil, usagef("--at %s: write parameter=value", s)
		}
		i := slices.Index(names, name)
		if i < 0 {
			return nil, usagef("--at %s: %s has no parameter %q%s", s, p.Name, name, didYouMean(name, names, ""))
		}
		v, err := p.Parameters[i].Read(strings.TrimSpace(text))
		if err != nil && !p.Parameters[i].Categorical() {
			_, err = parseNumber(text) // the error says how to correct it
		}
		if err != nil {
			return nil, usagef("--at %s: %w", s, err)
		}
		if given[i] {
			return nil, usagef("--at names %s twice", name)
		}
		x[i], given[i] = v, true
	}
	if i := slices.Index(given, false); i >= 0 && !f.moved {
		return nil, usagef("--at leaves out %s: name every parameter, or add --moved if the others are as suggested", names[i])
	}
	return x, nil
}

// knownCost is the cost of a point if the problem defines it.
func knownCost(p *scenarios.Problem, suggested, x []float64) (float64, error) {
	if x == nil {
		x = suggested
	}
	if p.KnownCost == nil || x == nil || p.CheckPoint(x) != nil {
		return 0, errors.New("what did it cost? Give --cost")
	}
	return p.KnownCost(p.ToUnit(x)), nil
}

// rowOf is the row of the evaluation recorded on a line; there may be later ones.
func (v studyView) rowOf(line int) int {
	i := len(v.now.Rows) - 1
	for i > 0 && v.state.Evaluations[i].Seq != line {
		i--
	}
	return i
}

// told describes the evaluation that was just recorded.
func (v studyView) told(i int) string {
	e := v.state.Evaluations[i]
	head := "saved"
	switch {
	case !e.Counted:
		left := v.state.Remaining()
		name := shellArgument(v.path)
		moved, taken := "", e.Cost+e.Move
		if e.Move > 0 {
			moved = fmt.Sprintf(" with its move, %s,", number(e.Move))
		}
		head = fmt.Sprintf("saved, but not counted: its cost %s%s does not fit the %s left\n  if that is wrong   farsight study undo %s\n  to let it count    farsight study budget %s +%s\nstill",
			number(e.Cost), moved, number(left), name, name, extension(taken-left))
	case e.Failed:
		head = "saved as failed"
	case v.now.BestRow == i && i > 0:
		head = "saved, a new best"
	}
	if e.Counted && e.Move > 0 {
		head += fmt.Sprintf(", with %s%s for the move", number(e.Move), unitText(v.problem.CostUnit))
	}
	return head
}

// extension is a short number that is at least d.
func extension(d float64) string {
	for digits := 2; digits < 17; digits++ {
		s := strconv.FormatFloat(d, 'g', digits, 64)
		if v, _ := strconv.ParseFloat(s, 64); v >= d {
			return s
		}
	}
	return strconv.FormatFloat(d, 'g', -1, 64)
}

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

// doubted refuses an answer that may be a mistake.
type doubted struct{ error }

// doubtful warns on stderr if a program's measurement is far from the prediction. That it ends the
// study is reported elsewhere.
func doubtful(cmd *cobra.Command, l *study.Live, a study.Answer) {
	doubts, err := l.Doubts(a)
	if err != nil {
		return // an answer that cannot be checked is recorded
	}
	for _, d := range doubts {
		if !d.Ends {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s; it is recorded\n", sanitize.Text(d.Text))
		}
	}
}
