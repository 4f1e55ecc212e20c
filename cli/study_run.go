package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/command"
	"farsight/study"
	"farsight/study/journal"
)

func newStudyRun() *cobra.Command {
	var f studyRunFlags
	cmd := f.command(&cobra.Command{
		Use:   "run STUDY",
		Short: "measure with the problem's own command, table or expression to the end",
		Long: `Ask, measure and report until the budget ends the study, with the problem's own
command, table or expression. Every evaluation is on disk before the next begins.

A command runs only with --allow-commands, or after a yes at the prompt, which
shows it first; a study or problem file cannot allow it. It is started directly,
without a shell. Its last line is the result: {"value": 1.3, "cost": 2.5}, or a
number and nothing else, whose cost is the time it took where the unit of cost is
a time. If it fails, takes too long or prints no result, run stops and the study
is unchanged: run again to retry, skip the point, or report it as failed. With
on-failure = "record" in the problem file all these are failed measurements, as
{"failed": true, "cost": 1.5} is, and the run continues.

A value or cost far from the prediction is recorded all the same, so that a long run
does not stop at it, and stderr names it: farsight study amend corrects it.

--jobs measures several points at once, each with a process of its own, and --as
makes them this machine's: others who run the same study are given other points.
Points that were being measured when run was killed are still pending: run --as the
same name measures them first.

Ctrl-c, a request to end (SIGTERM) and a terminal that closes (SIGHUP) stop the
command that runs and everything it started; nothing of it is recorded, and the
point is still pending. With --finish the command ends first and is recorded; a
second request stops it at once.

--json prints one object per line: for every evaluation what all study commands
share (farsight study --help) and {"told"} as in tell; at the end what they share
and {"summary":true}. stop is null at the end if --limit stopped it.`,
		Example: `farsight study run lab.study --allow-commands
farsight study run lab.study --limit 5
farsight study run lab.study --as machine-2 --jobs 3
farsight study run lab.study --allow-commands --json`,
	}, f.check, func(s *openStudy, _ []string) error {
		if s.Problem().IsManual() {
			return fmt.Errorf("%s is measured by a person: farsight study ask %s, measure, and report with farsight study tell", s.Problem().Name, shellArgument(s.path))
		}
		if err := allow(s.cmd, s.Live, f.allow); err != nil {
			return err
		}
		return f.run(s)
	})
	cmd.Flags().BoolVar(&f.allow, "allow-commands", false, "let the study run the command its problem names")
	cmd.Flags().BoolVar(&f.finish, "finish", false, "when asked to stop, let the command that runs end and record what it gave")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "stop after this many evaluations (0: when the budget ends it)")
	cmd.Flags().IntVar(&f.jobs, "jobs", 1, "how many points to measure at once")
	f.addAs(cmd, "measure for this machine: its suggestions are given to no other")
	return cmd
}

type studyRunFlags struct {
	studyFlags
	whose
	allow  bool
	finish bool
	limit  int
	jobs   int
}

func (f *studyRunFlags) check(cmd *cobra.Command) error {
	if f.limit < 0 {
		return fmt.Errorf("--limit %d: give a number of evaluations", f.limit)
	}
	return errors.Join(checkCount("jobs", f.jobs), f.whose.check(cmd))
}

// allow sees to it that a person allowed the study's command, if it has one.
func allow(cmd *cobra.Command, l *study.Live, given bool) error {
	needed := l.Problem().Permission()
	if needed == nil {
		return nil
	}
	if !given {
		in, ok := asked(cmd)
		if !ok {
			return fmt.Errorf("%s runs a command, which was not allowed:\n  %s\nin %s\nLook at it, then allow it with --allow-commands", l.Problem().Name, needed.Command, folder(needed.Dir))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s runs a command for every evaluation:\n  %s\nin %s\nRun it? [y/N] ", sanitize.Text(l.Problem().Name), needed.Command, sanitize.Text(folder(needed.Dir)))
		yes, err := confirm(cmd, in)
		if err != nil {
			return err
		}
		if !yes {
			return errors.New("the command was not allowed; nothing was run")
		}
	}
	l.AllowCommands()
	return nil
}

func folder(dir string) string {
	if dir == "" || dir == "." {
		return "this folder"
	}
	return dir
}

// run asks, measures and reports until there is nothing to ask.
func (f *studyRunFlags) run(s *openStudy) error {
	measuring, done := f.measuring(s.cmd)
	defer done()
	b := bench{studyRunFlags: f, openStudy: s, measuring: measuring, running: map[int]bool{}, measured: make(chan measurement)}
	end, err := b.run()
	if err != nil {
		return err
	}
	v, err := s.view()
	if err != nil {
		return err
	}
	if v.now.Stop == study.Running {
		v.now.Stop = end.Stop
	}
	if v, err = v.judge(s.cmd.Context(), s.Live); err != nil {
		return err
	}
	return s.sayLine(v, fields{"summary": true}, "%s\n%s%s", v.progress(), v.noise(), v.wayOn(s.Live))
}

// sayLine is say with JSON on one line. It returns an error if stdout is closed: measuring stops
// then.
func (s *openStudy) sayLine(v studyView, more fields, format string, args ...any) error {
	if !s.json {
		_, err := fmt.Fprintf(s.cmd.OutOrStdout(), format, args...)
		return err
	}
	return s.reply(v, more, "")
}

// measuring is the context of an evaluation: the command's, which ends when the program is asked to
// stop, or with --finish one that only a second request ends.
func (f *studyRunFlags) measuring(cmd *cobra.Command) (ctx context.Context, done func()) {
	if !f.finish {
		return cmd.Context(), func() {}
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(cmd.Context()))
	// Registered from the start, lest the second request kill the program before
	// it has ended the command. The first is the context's.
	asked := make(chan os.Signal, 2)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	go func() {
		for n := 0; ; n++ {
			select {
			case s := <-asked:
				if n > 0 {
					cancel(fmt.Errorf("%v, twice", s))
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	stopSaying := context.AfterFunc(cmd.Context(), func() {
		fmt.Fprintf(cmd.ErrOrStderr(), "stopping (%v) once the evaluation under way has ended and is recorded; ask again to end it at once\n", context.Cause(cmd.Context()))
	})
	return ctx, func() {
		stopSaying()
		signal.Stop(asked)
		cancel(nil)
	}
}

// tell records a measurement even if others changed the study: it was made and paid for.
func (b *bench) tell(m measurement) (journal.Event, error) {
	a := study.Answer{X: m.X, Value: m.Value, Cost: m.Cost, Sd: m.Sd, Failed: math.IsNaN(m.Value), Source: b.Problem().SourceKind(), Note: m.Note}
	var told journal.Event
	err := b.Retry(func(state journal.State) (err error) {
		a.Ask = 0
		if _, ok := state.Answerable(m.Line); ok {
			a.Ask = m.Line // it may be one of several at a point
		}
		told, err = b.Tell(state.Seq, a)
		return err
	}, func(stale *journal.StaleError) { meanwhile(b.cmd, b.Problem(), stale) })
	return told, err
}

func (b *bench) report(v studyView, line int) error {
	i := v.rowOf(line)
	e, r := v.state.Evaluations[i], v.now.Rows[i]
	note := ""
	switch {
	case !e.Counted:
		note = "; does not fit: not counted"
	case v.now.Stop == study.OverBudget:
		note = "; " + v.over()
	case v.now.BestRow == i:
		note = "; a new best"
	}
	value := "value " + number(r.Y)
	if r.Failed {
		value = "failed"
		if e.Note != "" {
			note += "; " + sanitize.Text(e.Note)
		}
	}
	moved := ""
	if r.Move > 0 {
		moved = ", move " + number(r.Move)
	}
	return b.sayLine(v, fields{"told": v.row(i)}, "%s: %s, cost %s%s, %s left%s\n", pointText(v.problem, e.X), value, number(r.Cost), moved, number(r.Remaining), note)
}

// choices adds to a failed evaluation what can be done about it, as commands
// that can be pasted.
func (b *bench) choices(line int, err error) error {
	again, name := shellArgument(b.path)+b.again(), shellArgument(b.path)
	if b.measuring.Err() != nil {
		return fmt.Errorf("stopped (%v); the command was ended, too, and nothing of it is recorded: the point is still pending. To continue: farsight study run %s", context.Cause(b.measuring), again)
	}
	if b.as != "" || b.jobs > 1 {
		name += fmt.Sprintf(" --ask %d", line)
	}
	advice := fmt.Sprintf(`
  try again        farsight study run %s
  go elsewhere     farsight study skip %s`, again, name)
	if failure := (*command.Error)(nil); errors.As(err, &failure) && failure.Elapsed > 0 {
		cost, always := "", `on-failure = "record"`
		switch {
		case b.Problem().KnownCost != nil:
		case failure.Cost == 0:
			cost, always = " --cost COST  (say what it cost)", always+" and failure-cost"
		default:
			cost = fmt.Sprintf(" --cost %.4g", failure.Cost)
			if failure.Timed {
				cost += "  (the time it ran)"
			}
		}
		advice += fmt.Sprintf("\n  say it failed    farsight study tell %s --failed%s\n  always do so     %s in [command] of the problem file", name, cost, always)
	}
	return fmt.Errorf("%w\nThe study is unchanged, and the point is still pending. You can%s", err, advice)
}

// bench measures up to so many points at once. Asking and telling are one
// goroutine's; only the measurements run beside each other.
type bench struct {
	*studyRunFlags
	*openStudy
	measuring context.Context
	running   map[int]bool // lines of what is being measured
	measured  chan measurement
	inARow    int // failures
}

type measurement struct {
	study.Suggestion
	scenarios.Evaluation
	err error
}

// run measures until there is nothing to ask, and says why. After a failure
// nothing more is begun, and what had begun is let end and recorded.
func (b *bench) run() (study.EndedError, error) {
	var failed error
	begun, told := 0, 0
	for {
		var idle error // why nothing more is begun
		for failed == nil && idle == nil && len(b.running) < b.jobs && (b.limit == 0 || begun < b.limit) {
			if b.cmd.Context().Err() != nil && told > 0 {
				idle = fmt.Errorf("stopped (%v); measurements in progress were completed and recorded. To continue: farsight study run %s%s", context.Cause(b.cmd.Context()), shellArgument(b.path), b.again())
				break
			}
			var s study.Suggestion
			if s, idle = b.ask(); idle == nil {
				b.begin(s)
				begun++
			}
		}
		if len(b.running) == 0 {
			return b.over(failed, idle)
		}
		m := <-b.measured
		delete(b.running, m.Line)
		if err := b.record(m); err != nil && failed == nil {
			failed = err
		} else if err == nil {
			told++
		}
	}
}

// ask is a suggestion that is not being measured yet: an earlier pending one, or a new one.
func (b *bench) ask() (study.Suggestion, error) {
	all, err := b.AskFor(b.cmd.Context(), study.AskOptions{Count: len(b.running) + 1, As: b.as})
	for _, s := range all {
		if !b.running[s.Line] {
			return s, nil
		}
	}
	return study.Suggestion{}, err
}

func (b *bench) begin(s study.Suggestion) {
	b.running[s.Line] = true
	go func() {
		e, err := b.Evaluate(b.measuring, s)
		b.measured <- measurement{s, e, err}
	}()
}

// record reports a measurement to the study and prints it.
func (b *bench) record(m measurement) error {
	if m.err != nil {
		return b.choices(m.Line, m.err)
	}
	doubtful(b.cmd, b.Live, study.Answer{Ask: m.Line, Value: m.Value, Cost: m.Cost, Failed: math.IsNaN(m.Value)})
	told, err := b.tell(m)
	if err != nil {
		return fmt.Errorf("%w\nThe measurement at %s was not recorded: value %v, cost %v", err, pointText(b.Problem(), m.X), m.Value, m.Cost)
	}
	v, err := b.saved("the evaluation is saved on line %d", told.Seq)
	if err == nil {
		err = b.report(v, told.Seq)
	}
	if err != nil {
		return err
	}
	if b.inARow++; !math.IsNaN(m.Value) {
		b.inARow = 0
	}
	if b.inARow == mostFailures {
		return fmt.Errorf("stopped: %d measurements in a row failed, which are recorded; something else may be wrong. To continue all the same: farsight study run %s%s", mostFailures, shellArgument(b.path), b.again())
	}
	return nil
}

// mostFailures in a row end a run: where all fails, the budget should not.
const mostFailures = 10

// over returns how a run ends that has nothing in progress.
func (b *bench) over(failed, idle error) (study.EndedError, error) {
	var end study.EndedError
	var wait *study.WaitError
	switch {
	case failed != nil:
		return end, failed
	case errors.As(idle, &wait):
		fmt.Fprintf(b.cmd.ErrOrStderr(), "others are at work, and there is nothing to measure beside them: %v\n", wait)
		return end, nil
	case errors.As(idle, &end):
		return end, nil
	}
	return end, idle
}

// again are the flags to continue with.
func (f *studyRunFlags) again() string {
	s := ""
	if f.as != "" {
		s += " --as " + shellArgument(f.as)
	}
	if f.jobs > 1 {
		s += fmt.Sprintf(" --jobs %d", f.jobs)
	}
	if f.allow {
		s += " --allow-commands"
	}
	return s
}
