package live

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/pane"
)

// What is typed is held against what it means here; what is wrong is said beside
// its field.

// failed tells whether the measurement gave no value.
func (e *entry) failed() bool { return e.IsOn(failedField) }

// value is the field of what was measured; a failed evaluation has none.
func (e *entry) value(s *Screen) *form.Field {
	i := &form.Field{Name: valueField, Label: "value", Unit: sanitize.Text(s.problem.ValueUnit), Idle: e.failed}
	i.Check = func() string { _, problem := form.Number(i.Text()); return problem }
	i.Hint = func() (string, bool) {
		x := s.expected(e)
		switch {
		case e.failed():
			return "none: it failed", false
		case x == nil:
			return "", false
		}
		return expectedWords(i, x.ValueLow, x.ValueHigh)
	}
	return i
}

// expectedWords say what is expected of a number, as a warning if it is another.
func expectedWords(i *form.Field, low, high float64) (string, bool) {
	v := i.Number()
	return "expected " + chart.Interval(low, high), v < low || v > high
}

// cost is the field of what was paid.
func (e *entry) cost(s *Screen) *form.Field {
	i := &form.Field{Name: costField, Label: "cost", Unit: sanitize.Text(s.problem.CostUnit)}
	i.Check = func() string { _, problem := form.Positive(i.Text()); return problem }
	i.Hint = func() (string, bool) { return e.costHint(s, i, s.expected(e)) }
	return i
}

func (e *entry) costHint(s *Screen, i *form.Field, x *study.Expectation) (text string, warning bool) {
	v, problem := form.Positive(i.Text())
	left, move := s.state.Remaining(), 0.0
	if x != nil {
		move = x.Move
		left = max(0, left-move)
	}
	switch {
	case problem == "" && !e.free(s) && !s.state.Affordable(v+move) && !e.failed():
		after := "not counted"
		if s.state.Created.Overshoot == journal.Keep {
			after = "ends here"
		}
		return fmt.Sprintf("over the %s left: %s", chart.Num(left), after), true
	case e.free(s) && (x == nil || problem != "" || v >= x.CostLow && v <= x.CostHigh):
		return "not charged: initial design", false
	case x == nil:
		return "", false
	}
	text, warning = expectedWords(i, x.CostLow, x.CostHigh)
	return text, warning && problem == ""
}

// sdField is the field for the noise of a value. Empty, it is not known.
func (e *entry) sdField(s *Screen) *form.Field {
	i := &form.Field{Name: sdField, Label: "sd", Unit: sanitize.Text(s.problem.ValueUnit), Idle: e.failed}
	i.Check = func() string {
		if i.Trimmed() == "" {
			return ""
		}
		_, problem := form.Positive(i.Text())
		return problem
	}
	i.Hint = func() (string, bool) {
		if sd := s.problem.Noise.Sd; sd > 0 {
			return "of its noise; empty: " + chart.Num(sd), false
		}
		return "of its noise, if known", false
	}
	return i
}

// moved is the switch that says whether what was measured at typed settings
// answers the suggestion.
func (e *entry) moved(s *Screen) *form.Field {
	i := &form.Field{Name: movedField, Label: "answers", Switch: true, Default: func() bool { return e.near(s.problem) }}
	i.Hint = func() (string, bool) {
		if i.IsOn() {
			return "yes: measured here instead", false
		}
		return "no: a point of its own", false
	}
	return i
}

// parameter is the field of parameter k where another point is typed.
func (e *entry) parameter(s *Screen, k int) *form.Field {
	p := s.problem.Parameters[k]
	i := &form.Field{Label: sanitize.Text(p.Name), Unit: sanitize.Text(p.Unit)}
	if e.next != nil {
		i.Line.Offer(pane.Setting(p, e.next.X[k]))
	}
	i.Check = func() string {
		v, problem := setting(p, i)
		switch {
		case problem != "":
			return problem
		case v < p.Low || v > p.High:
			return fmt.Sprintf("outside %s to %s", pane.Setting(p, p.Low), pane.Setting(p, p.High))
		case p.Integer && v != math.Round(v):
			return "must be a whole number"
		case !i.Line.Offered() && e.unchanged(s.problem):
			return "as suggested: esc, then enter tells it"
		case k == len(e.typed)-1: // the last says what is wrong with all
			return e.outside(s.problem)
		}
		return ""
	}
	i.Hint = func() (string, bool) {
		if p.Categorical() {
			return strings.Join(p.Choices, ", "), false
		}
		return chart.Interval(p.Low, p.High), false
	}
	return i
}

// setting is what a parameter's field says: a number, or that of a choice.
func setting(p scenarios.Parameter, i *form.Field) (float64, string) {
	if !p.Categorical() {
		return form.Number(i.Text())
	}
	v, err := p.Read(i.Text())
	switch {
	case err == nil:
		return v, ""
	case i.Trimmed() == "":
		return 0, "choose one"
	}
	return 0, "no choice, or several"
}

// outside says which constraint does not hold at the point typed.
func (e *entry) outside(p *scenarios.Problem) string {
	if p.Region == nil {
		return ""
	}
	x := make(scenarios.Point, len(e.typed))
	for k, i := range e.typed {
		v, problem := setting(p.Parameters[k], i)
		if problem != "" {
			return ""
		}
		x[k] = v
	}
	var outside *scenarios.OutsideError
	if errors.As(p.Region.Check(x), &outside) {
		return outside.Short()
	}
	return ""
}
