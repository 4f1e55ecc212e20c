// Package command evaluates points by running a program, which reports the
// value, and perhaps the cost, on its standard output. Nothing runs until a
// person allows it; no file can.
package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
)

// Limits of external commands.
const (
	DefaultTimeLimit = 10 * time.Minute
	MaxTimeLimit     = 30 * 24 * time.Hour
	maxOutput        = 1 << 20         // bytes of standard output
	keptStderr       = 2 << 10         // last bytes of standard error shown in an error
	keptNote         = 300             // characters of it that a study keeps
	killGrace        = 2 * time.Second // from the polite request to stop to the end
)

// What happens on a failure, as problem files name it.
const (
	OnFailureStop   = "stop"
	OnFailureRecord = "record"
)

// What the numbers on a last line are, and that the wall time is the cost: the
// words of problem files.
const (
	PrintsValue = "value"
	PrintsBoth  = "value and cost"
	CostTime    = "time"
)

// ErrNotAllowed is returned by a command source that its user has not allowed
// to run. No file can allow it.
var ErrNotAllowed = errors.New("this problem runs an external command, which is not allowed")

// Source is a source that runs a program: an argument vector, never a shell
// line, with {name} replaced by the parameter's value. It does nothing but
// fail until Allow.
type Source struct {
	Args      []string // as written, with placeholders
	TimeLimit time.Duration
	Dir       string                          // working directory; "": the current one
	Cost      func(x scenarios.Point) float64 // known cost of the parameters; nil: what the program reports, or its wall time
	CostUnit  string                          // if it is a time, the wall time is the cost where the program reports none
	Timed     bool                            // it is whatever the unit, then in seconds
	Both      bool                            // a last line of numbers has two, value and cost

	// Record says that a program that ends with an error, not in time or without
	// a result is a failed measurement, which is data, and no reason to stop.
	Record      bool
	FailureCost float64 // of a failure that names none; 0: its wall time, if that is a cost

	Parameters []scenarios.Parameter
	allowed    bool
}

var _ scenarios.Source = (*Source)(nil)

// allow returns a copy that may run. Call it only if a person allowed it.
func (c *Source) allow() *Source {
	d := *c
	d.allowed = true
	return &d
}

// Permission returns the permission to run the command.
func (c *Source) Permission() *scenarios.Permission {
	return &scenarios.Permission{Command: c.String(), Dir: c.Dir, Given: c.allowed, Allow: func() scenarios.Source { return c.allow() }}
}

// Kind returns the kind in journals.
func (*Source) Kind() string { return "command" }

// EvaluatedBy returns the command in words.
func (c *Source) EvaluatedBy() string { return "the command " + c.String() }

// Text returns the section [command].
func (c *Source) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[command]\nrun = %s\ntime-limit = %q", tomlfile.List(c.Args, tomlfile.Quote), c.TimeLimit)
	if c.Both {
		w.Line("prints = %q", PrintsBoth)
	}
	if c.Timed {
		w.Line("cost = %q", CostTime)
	}
	if c.Record {
		w.Line("on-failure = %q", OnFailureRecord)
	}
	w.Set("failure-cost", c.FailureCost)
	return scenarios.Text{Section: w.String()}, true
}

// Best returns nil: the optimum is not known.
func (*Source) Best() (*scenarios.Optimum, error) { return nil, nil }

// String shows the argument vector safely, for the person who is asked to allow it: every argument
// that is not a plain word is quoted.
func (c *Source) String() string { return showVector(c.Args) }

func showVector(args []string) string {
	shown := make([]string, len(args))
	for i, a := range args {
		shown[i] = a
		if a == "" || strings.ContainsFunc(a, func(r rune) bool {
			return !strings.ContainsRune("-_./={}:+,%@", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		}) {
			shown[i] = strconv.Quote(a) // escapes whatever a terminal might act on
		}
	}
	return sanitize.Text(strings.Join(shown, " "))
}

// failure is why a command gave no result.
type failure int

// The ways a command can fail.
const (
	notStarted failure = iota // no such program, no permission
	outOfTime
	exitStatus
	tooMuchOutput
	noResult // ended well, but its output holds no usable result
)

// Error says how a command failed, and where. The study is unchanged: the evaluation can be tried
// again, skipped or reported as failed.
type Error struct {
	failure failure
	point   string // the parameters, as "x = 0.25, steps = 3"
	detail  string // what happened, in words
	stderr  string // end of its standard error, sanitised; "": nothing
	Elapsed time.Duration
	Cost    float64 // of the failure, where something says it; 0: nothing does
	Timed   bool    // Cost is the time it ran
	err     error   // the underlying error, if any
}

func (e *Error) Error() string {
	s := fmt.Sprintf("the command at %s %s", e.point, e.detail)
	if e.stderr != "" {
		s += "; it said: " + e.stderr
	}
	return s
}

func (e *Error) Unwrap() error { return e.err }

// vector is the argument vector for one point.
func (c *Source) vector(x []float64) []string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = Substitute(a, func(name string) (string, bool) {
			for j, p := range c.Parameters {
				if p.Name == name {
					return formatArgument(p, x[j]), true
				}
			}
			return "", false
		})
	}
	return args
}

// formatArgument writes a number so that it reads back the same, whole numbers
// without an exponent, which few programs accept for a count, and choices by
// their names.
func formatArgument(p scenarios.Parameter, v float64) string {
	if p.Categorical() {
		return p.Show(v)
	}
	if p.Integer {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Evaluate runs the command for one point and reads its result. Cancelling the
// context stops the program and everything it started.
func (c *Source) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	if !c.allowed {
		return scenarios.Evaluation{}, fmt.Errorf("%w: %s; if you trust it, add --allow-commands", ErrNotAllowed, c)
	}
	if err := ctx.Err(); err != nil {
		return scenarios.Evaluation{}, err
	}
	fail := func(why failure, err error, format string, args ...any) *Error {
		return &Error{failure: why, point: scenarios.ShowPoint(c.Parameters, x), detail: fmt.Sprintf(format, args...), err: err}
	}
	limit := c.TimeLimit
	if limit <= 0 {
		limit = DefaultTimeLimit
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	running, stop := context.WithCancel(limited)
	defer stop()

	args := c.vector(x)
	cmd := exec.CommandContext(running, args[0], args[1:]...)
	out, said := &capped{limit: maxOutput, full: stop}, &tail{limit: keptStderr}
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = c.Dir, out, said, killGrace
	group(cmd) // so that a stop reaches what the program itself started

	start := time.Now()
	if err := cmd.Start(); err != nil {
		return scenarios.Evaluation{}, fail(notStarted, err, "could not be started: %s", sanitize.Short(err.Error(), 300))
	}
	err := cmd.Wait()
	elapsed := time.Since(start)
	if running.Err() != nil || errors.Is(err, exec.ErrWaitDelay) {
		killGroup(cmd)
	}

	var e *Error
	switch {
	case out.overflown:
		e = fail(tooMuchOutput, nil, "wrote more than %d KiB on standard output and was stopped; print the result only", maxOutput>>10)
	case ctx.Err() != nil:
		return scenarios.Evaluation{}, ctx.Err()
	case limited.Err() != nil:
		e = fail(outOfTime, limited.Err(), "was stopped after its time limit of %v; raise time-limit in [command] if it needs longer", limit)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		e = fail(exitStatus, err, "failed: %s", sanitize.Text(err.Error()))
	default:
		var result scenarios.Evaluation
		if result, err = c.result(out.kept.Bytes(), x, elapsed); err == nil {
			return result, nil
		}
		e = fail(noResult, err, "gave no usable result: %s", sanitize.Text(err.Error()))
	}
	e.stderr, e.Elapsed = said.String(), elapsed
	e.Cost, e.Timed = c.failureCost(out.kept.Bytes(), x, elapsed)
	if c.Record && (e.failure == exitStatus || e.failure == outOfTime || e.failure == noResult) {
		return c.failed(e)
	}
	return scenarios.Evaluation{}, e
}

// failed makes a failed measurement of an error.
func (c *Source) failed(e *Error) (scenarios.Evaluation, error) {
	if e.Cost == 0 {
		e.detail += "; it cannot be recorded as a failure, because its cost is unknown: give failure-cost in [command]"
		return scenarios.Evaluation{}, e
	}
	note := "it " + e.detail
	if e.stderr != "" {
		note += "; it said: " + e.stderr
	}
	return scenarios.Evaluation{Value: math.NaN(), Cost: e.Cost, Note: sanitize.Short(note, keptNote)}, nil
}

// failureCost returns the cost of a failure: the one that the program printed, if it is
// valid, else that of costOf; 0 without any.
func (c *Source) failureCost(stdout []byte, x []float64, elapsed time.Duration) (cost float64, timed bool) {
	r, _ := readResult(stdout, c.Both)
	if r.failed = true; r.hasCost && scenarios.CheckCost(r.cost, c.Parameters, x) != nil {
		r.hasCost = false
	}
	cost, err := c.costOf(r, x, elapsed)
	if err != nil || scenarios.CheckCost(cost, c.Parameters, x) != nil {
		return 0, false
	}
	return cost, c.Cost == nil && !r.hasCost && c.FailureCost == 0
}

// result reads what the program printed and completes it with the cost.
func (c *Source) result(stdout []byte, x []float64, elapsed time.Duration) (scenarios.Evaluation, error) {
	r, err := readResult(stdout, c.Both)
	if err != nil {
		return scenarios.Evaluation{}, err
	}
	e := scenarios.Evaluation{Value: r.value, Sd: r.sd}
	if e.Cost, err = c.costOf(r, x, elapsed); err == nil {
		err = scenarios.CheckCost(e.Cost, c.Parameters, x)
	}
	if r.failed {
		e.Value, e.Note = math.NaN(), "it says that it failed"
	} else if err == nil {
		err = scenarios.CheckValue(e.Value, c.Parameters, x)
	}
	if err != nil {
		return scenarios.Evaluation{}, ofLine(lastLine(stdout), err)
	}
	return e, nil
}

// costOf returns the known cost, or the one that the program prints, or its wall time
// if the cost is a time.
func (c *Source) costOf(r result, x []float64, elapsed time.Duration) (float64, error) {
	unit := timeUnit(c.CostUnit)
	if unit == 0 && c.Timed {
		unit = time.Second
	}
	switch {
	case c.Cost != nil:
		return c.Cost(x), nil
	case r.hasCost:
		return r.cost, nil
	case r.failed && c.FailureCost > 0:
		return c.FailureCost, nil
	case unit > 0:
		return float64(elapsed) / float64(unit), nil
	}
	charged := "the unit of cost is not a time"
	if c.CostUnit != "" {
		charged = sanitize.Short(c.CostUnit, 40) + " is no unit of time"
	}
	return 0, fmt.Errorf(`it names no cost, and %s: print {"value": …, "cost": …}, or say cost = %q in [command] if the seconds it takes are the cost`, charged, CostTime)
}
