package scenarios

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"farsight/internal/plain"
)

// Limits of external commands.
const (
	DefaultTimeLimit = 10 * time.Minute
	MaxTimeLimit     = 30 * 24 * time.Hour
	maxOutput        = 1 << 20         // bytes of standard output
	keptStderr       = 2 << 10         // last bytes of standard error shown in an error
	killGrace        = 2 * time.Second // from the polite request to stop to the end
)

// ErrNotAllowed is returned by a command source that its user has not allowed
// to run. No file can allow it.
var ErrNotAllowed = errors.New("this problem runs an external command, and nobody allowed it")

// Command is a source that runs a program: an argument vector, never a shell
// line, with {name} replaced by the parameter's value. It does nothing but
// fail until Allow.
type Command struct {
	Args      []string // as written, with placeholders
	TimeLimit time.Duration
	Dir       string   // working directory; "": the current one
	Cost      *Formula // known cost of the parameters; nil: what the program reports, or its wall time in seconds

	parameters []Parameter
	allowed    bool
}

var _ Source = (*Command)(nil)

// Allow returns a copy that may run. Call it on a person's word only.
func (c *Command) Allow() *Command {
	d := *c
	d.allowed = true
	return &d
}

// Allowed tells whether the command may run.
func (c *Command) Allowed() bool { return c.allowed }

// String shows the argument vector harmlessly, for the person who is asked to
// allow it: every argument that is not a plain word is quoted.
func (c *Command) String() string { return showVector(c.Args) }

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
	return plain.Text(strings.Join(shown, " "))
}

// AllowCommands returns a copy of the problem whose command, if it has one,
// may run.
func (p *Problem) AllowCommands() *Problem {
	q := *p
	if c, ok := p.Source.(*Command); ok {
		q.Source = c.Allow()
	}
	return &q
}

// CommandToAllow is the command that has to be allowed before the problem can
// be evaluated, as text to show; "" if there is none or it is allowed.
func (p *Problem) CommandToAllow() string {
	if c, ok := p.Source.(*Command); ok && !c.allowed {
		return c.String()
	}
	return ""
}

// CommandFailure is why a command gave no result.
type CommandFailure int

// The ways a command can fail.
const (
	CommandNotStarted CommandFailure = iota // no such program, no permission
	CommandTimeLimit
	CommandExitStatus
	CommandTooMuchOutput
	CommandNoResult // ended well, but its output holds no usable result
)

// CommandError says how a command failed, and where. The study is as it was:
// the evaluation can be tried again, skipped or told as failed.
type CommandError struct {
	Failure CommandFailure
	Point   string // the parameters, as "x = 0.25, steps = 3"
	Detail  string // what happened, in words
	Stderr  string // the last it said on standard error, harmless; "": nothing
	Elapsed time.Duration
	Err     error // the underlying error, if any
}

func (e *CommandError) Error() string {
	s := fmt.Sprintf("the command at %s %s", e.Point, e.Detail)
	if e.Stderr != "" {
		s += "; it said: " + e.Stderr
	}
	return s
}

func (e *CommandError) Unwrap() error { return e.Err }

// Vector is the argument vector for one point.
func (c *Command) Vector(x []float64) []string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = substitute(a, func(name string) (string, bool) {
			for j, p := range c.parameters {
				if p.Name == name {
					return formatArgument(p, x[j]), true
				}
			}
			return "", false
		})
	}
	return args
}

// formatArgument writes a number so that it reads back the same, and whole
// numbers without an exponent, which few programs accept for a count.
func formatArgument(p Parameter, v float64) string {
	if p.Integer {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// substitute replaces every {name} whose name is known; {{name}} stands for
// the literal text {name}. Braces around anything but a name are left alone.
func substitute(s string, value func(name string) (string, bool)) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:open])
		s = s[open:]
		if literal, rest, ok := doubled(s); ok {
			b.WriteString(literal)
			s = rest
			continue
		}
		name, rest, ok := placeholder(s)
		if v, known := value(name); ok && known {
			b.WriteString(v)
			s = rest
			continue
		}
		b.WriteByte('{')
		s = s[1:]
	}
}

// placeholder reads {name} at the start of s.
func placeholder(s string) (name, rest string, ok bool) {
	if end := strings.IndexByte(s, '}'); end > 1 && isIdentifier(s[1:end]) {
		return s[1:end], s[end+1:], true
	}
	return "", s, false
}

// doubled reads {{name}} at the start of s.
func doubled(s string) (literal, rest string, ok bool) {
	if !strings.HasPrefix(s, "{{") {
		return "", s, false
	}
	name, rest, ok := placeholder(s[1:])
	if !ok || !strings.HasPrefix(rest, "}") {
		return "", s, false
	}
	return "{" + name + "}", rest[1:], true
}

// Evaluate runs the command for one point and reads its result. Cancelling the
// context stops the program and everything it started.
func (c *Command) Evaluate(ctx context.Context, x []float64) (Evaluation, error) {
	if !c.allowed {
		return Evaluation{}, fmt.Errorf("%w: %s; if you trust it, add --allow-commands", ErrNotAllowed, c)
	}
	if err := ctx.Err(); err != nil {
		return Evaluation{}, err
	}
	fail := func(why CommandFailure, err error, format string, args ...any) *CommandError {
		return &CommandError{Failure: why, Point: showPoint(c.parameters, x), Detail: fmt.Sprintf(format, args...), Err: err}
	}
	limit := c.TimeLimit
	if limit <= 0 {
		limit = DefaultTimeLimit
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	running, stop := context.WithCancel(limited)
	defer stop()

	args := c.Vector(x)
	cmd := exec.CommandContext(running, args[0], args[1:]...)
	out, said := &capped{limit: maxOutput, full: stop}, &tail{limit: keptStderr}
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = c.Dir, out, said, killGrace
	group(cmd) // so that a stop reaches what the program itself started

	start := time.Now()
	if err := cmd.Start(); err != nil {
		return Evaluation{}, fail(CommandNotStarted, err, "could not be started: %s", plain.Short(err.Error(), 300))
	}
	err := cmd.Wait()
	elapsed := time.Since(start)
	if running.Err() != nil || errors.Is(err, exec.ErrWaitDelay) {
		killGroup(cmd)
	}

	var e *CommandError
	switch {
	case out.overflown:
		e = fail(CommandTooMuchOutput, nil, "wrote more than %d KiB on standard output and was stopped; print the result only", maxOutput>>10)
	case ctx.Err() != nil:
		return Evaluation{}, ctx.Err()
	case limited.Err() != nil:
		e = fail(CommandTimeLimit, limited.Err(), "was stopped after its time limit of %v; raise time-limit in [command] if it needs longer", limit)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		e = fail(CommandExitStatus, err, "failed: %s", plain.Text(err.Error()))
	default:
		var result Evaluation
		if result, err = c.result(out.kept.Bytes(), x, elapsed); err == nil {
			return result, nil
		}
		e = fail(CommandNoResult, err, "gave no usable result: %s", plain.Text(err.Error()))
	}
	e.Stderr, e.Elapsed = said.String(), elapsed
	return Evaluation{}, e
}

// result reads what the program printed and completes it with the cost.
func (c *Command) result(stdout []byte, x []float64, elapsed time.Duration) (Evaluation, error) {
	value, cost, hasCost, err := readResult(stdout)
	if err != nil {
		return Evaluation{}, err
	}
	switch {
	case c.Cost != nil:
		cost = c.Cost.Eval(x)
	case !hasCost:
		cost = elapsed.Seconds()
	}
	if err := checkCost(cost, c.parameters, x); err != nil {
		return Evaluation{}, err
	}
	return Evaluation{value, cost}, nil
}

// capped keeps output up to a limit; one byte more calls full and drops the
// rest, so that a runaway program is stopped instead of filling memory.
type capped struct {
	kept      bytes.Buffer // not embedded: its ReadFrom would go around Write
	limit     int
	full      func()
	overflown bool
}

func (c *capped) Write(p []byte) (int, error) {
	if room := c.limit - c.kept.Len(); len(p) > room {
		c.kept.Write(p[:room])
		c.overflown = true
		c.full()
		return len(p), nil
	}
	return c.kept.Write(p)
}

// tail keeps the last bytes written.
type tail struct {
	kept  []byte
	limit int
	cut   bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if extra := len(t.kept) - t.limit; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
		t.cut = true
	}
	return len(p), nil
}

// String is the tail as one harmless line.
func (t *tail) String() string {
	s := strings.TrimSpace(string(t.kept))
	if t.cut {
		s = "… " + strings.ToValidUTF8(s, "")
	}
	return plain.Text(strings.Join(strings.Fields(plain.Block(s)), " "))
}
