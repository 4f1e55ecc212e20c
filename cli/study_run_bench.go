package cli

import (
	"context"
	"errors"
	"fmt"
	"math"

	"farsight/scenarios"
	"farsight/study"
)

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
				idle = fmt.Errorf("stopped (%v); what had begun was let end and is recorded. To go on: farsight study run %s%s", context.Cause(b.cmd.Context()), shellArgument(b.path), b.again())
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

// ask is a suggestion that is not being measured yet: one that stood before, or
// one more.
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

// record tells a measurement and prints it.
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
		return fmt.Errorf("stopped: %d measurements in a row failed, which are recorded; something else may be wrong. To go on all the same: farsight study run %s%s", mostFailures, shellArgument(b.path), b.again())
	}
	return nil
}

// mostFailures in a row end a run: where all fails, the budget should not.
const mostFailures = 10

// over says how a run ends that has nothing under way.
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

// again are the flags with which to go on.
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
