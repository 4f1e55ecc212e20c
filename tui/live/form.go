package live

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/pane"
)

// entry is an entry being typed into a form. It keeps the text until it is in the file.
type entry struct {
	form.Form
	kind entryKind

	study  string             // whose entry it is
	seq    int                // of the study as its writer saw it
	next   *study.Suggestion  // what it answers; nil: nothing
	of     *scenarios.Problem // as it was when the form was opened
	x      []float64          // where it was measured; nil: typed
	typed  []*form.Field      // the parameters of x, while they are typed
	bounds []*form.Field      // by parameter, where they are changed; nil for choices
	source string
	known  float64             // sd of what a program measured; 0: it gave none
	was    *journal.Evaluation // that is amended

	sure  string // numbers whose teller was asked whether they are right …
	asked bool   // … and has not answered

	expectX []float64 // where the models were asked what they expect …
	expect  *study.Expectation
}

type entryKind int

const (
	tellEntry entryKind = iota
	budgetEntry
	skipEntry
	amendEntry
	setEntry
)

// Names of fields; those of the journal where it has one.
const (
	valueField  = "value"
	costField   = "cost"
	sdField     = "sd" // of the value's noise; in noisy studies
	failedField = "failed"
	noteField   = "note"
	movedField  = "moved" // other settings, but the answer to the suggestion
	deltaField  = "delta"
	policyField = "policy"
	priorsField = "priors"
	budgetField = "budget" // in all
)

// nearEnough is how far, in shares of a parameter's range, settings may be from the suggested ones
// to count as them, unless the user decides otherwise.
const nearEnough = 0.05

// newEntry is an entry of the study as it is now, without fields.
func (s *Screen) newEntry(kind entryKind) *entry {
	return &entry{kind: kind, study: s.id, seq: s.state.Seq, of: s.problem}
}

func (e *entry) add(fields ...*form.Field) { e.Fields = append(e.Fields, fields...) }

// newTell is for the result of a suggestion, or of a point that is typed.
func newTell(s *Screen, next *study.Suggestion, other bool) *entry {
	e := s.newEntry(tellEntry)
	e.next = next
	if next != nil && !other {
		e.x = next.X
	} else {
		for i := range s.problem.Parameters {
			e.typed = append(e.typed, e.parameter(s, i))
		}
		e.add(e.typed...)
	}
	e.addResult(s)
	if e.x == nil && next != nil {
		e.add(e.moved(s))
	}
	if known := s.problem.KnownCost; known != nil && e.x != nil {
		e.Find(costField).Put(known(s.problem.ToUnit(e.x)))
	}
	return e
}

// addResult adds the fields of what a measurement gave. The note comes before the
// switch: its blanks must not turn it.
func (e *entry) addResult(s *Screen) {
	e.add(e.value(s), e.cost(s))
	if s.noisy() {
		e.add(e.sdField(s))
	}
	failed := &form.Field{Name: failedField, Label: "failed", Switch: true}
	failed.Hint = func() (string, bool) {
		if failed.On {
			return "no value: cost and place are learnt", false
		}
		return "space: it gave no value", false
	}
	e.add(&form.Field{Name: noteField, Label: "note", Note: true}, failed)
}

func newBudget(s *Screen) *entry {
	e := s.newEntry(budgetEntry)
	delta := &form.Field{Name: deltaField, Label: "change", Unit: sanitize.Text(s.problem.CostUnit)}
	delta.Check = func() string {
		v, problem := form.Number(delta.Text())
		switch {
		case problem != "":
		case v == 0:
			problem = "0 changes nothing"
		case s.state.Budget+v < 0:
			problem = "the budget is only " + amount(s.state.Budget, s.problem.CostUnit)
		}
		return problem
	}
	delta.Hint = func() (string, bool) {
		if v, problem := form.Number(delta.Text()); problem == "" {
			return "from " + amount(s.state.Budget, "") + " to " + amount(s.state.Budget+v, s.problem.CostUnit), false
		}
		return "the budget is " + amount(s.state.Budget, s.problem.CostUnit) + "; -2 takes 2 away", false
	}
	e.add(delta)
	return e
}

func newSkip(s *Screen) *entry {
	e := s.newEntry(skipEntry)
	e.next = s.next
	e.add(&form.Field{Name: noteField, Label: "why", Note: true})
	return e
}

// openForm opens the form for the suggestion or for another point, with what
// was typed before, if that was for the same.
func (s *Screen) openForm(other, failed bool) {
	other = other || s.next == nil
	s.said = said{}
	if f := s.aside; f != nil && (f.x == nil) == other && (other || s.next == nil || f.next != nil && f.next.Line == s.next.Line) {
		s.form, s.aside = f, nil
		f.Offer()
	} else {
		s.form = newTell(s, s.next, other)
	}
	f := s.form
	f.seq = s.state.Seq
	if failed {
		f.Find(failedField).On = true
	}
	switch {
	case other:
		f.Focus = 0
	case f.IsOn(failedField):
		f.FocusOn(costField)
	default:
		f.FocusOn(valueField)
	}
}

// near reports whether the settings typed are near enough to the suggested ones to
// be the answer to the suggestion.
func (e *entry) near(p *scenarios.Problem) bool {
	for k, v := range e.point() {
		par := p.Parameters[k]
		if math.Abs(par.ToUnit(v)-par.ToUnit(e.next.X[k])) > nearEnough {
			return false
		}
	}
	return true
}

// expected is what was expected where the form's measurement was made; nil if
// nothing is known of that.
func (s *Screen) expected(e *entry) *study.Expectation {
	switch {
	case e.kind != tellEntry:
		return nil
	case e.x == nil && e.hasPoint() && slices.Equal(e.expectX, e.point()):
		return e.expect
	case e.x == nil || e.next == nil:
		return nil
	}
	if g := s.atLine(e.next.Line); g != nil {
		return g.Expected
	}
	return e.next.Expected
}

// point is where the measurement was made.
func (e *entry) point() []float64 {
	if e.x != nil {
		return e.x
	}
	x := make([]float64, len(e.typed))
	for i := range x {
		x[i], _ = setting(e.of.Parameters[i], e.typed[i])
	}
	return x
}

// hasPoint reports whether all parameters are typed, without mistakes.
func (e *entry) hasPoint() bool {
	return !slices.ContainsFunc(e.typed, func(i *form.Field) bool { return i.Problem() != "" })
}

// unchanged reports whether another point was to be typed and is the suggested one. Fields that
// were not changed do not count.
func (e *entry) unchanged(p *scenarios.Problem) bool {
	if e.x != nil || e.next == nil {
		return false
	}
	for k, i := range e.typed {
		if i.Trimmed() != pane.Setting(p.Parameters[k], e.next.X[k]) {
			return false
		}
	}
	return true
}

// free reports whether the entry is of the initial design and not charged.
func (e *entry) free(s *Screen) bool {
	return e.next != nil && e.next.Design > 0 && !s.state.Created.ChargeInitial && (e.x != nil || e.IsOn(movedField))
}

// sd is the standard deviation of the value's noise; 0: not known.
func (e *entry) sd() float64 {
	i := e.Find(sdField)
	switch {
	case e.IsOn(failedField):
		return 0
	case i == nil:
		return e.known
	case math.IsNaN(i.Number()):
		return 0
	}
	return i.Number()
}

// answer is the content of the form, which has no mistakes.
func (e *entry) answer(s *Screen) study.Answer {
	a := study.Answer{X: e.point(), Value: e.Find(valueField).Number(), Cost: e.Find(costField).Number(), Failed: e.IsOn(failedField),
		Sd: e.sd(), Note: e.Find(noteField).Trimmed(), Source: e.source}
	if e.next == nil {
		return a
	}
	if _, stands := s.state.PendingAsk(e.next.Line); stands && (e.x != nil || e.IsOn(movedField)) {
		a.Ask, a.Moved = e.next.Line, e.x == nil
	}
	return a
}

// refuse marks the field that the study's file objects to.
func (e *entry) refuse(err *journal.FieldError) {
	name := err.Field
	if name == "reason" {
		name = noteField
	}
	if i := e.Find(name); i != nil {
		i.Refused = "not accepted"
		e.FocusOn(name)
	}
}

// Input is validated while it is typed; mistakes are shown beside their fields.

// failed reports whether the measurement gave no value.
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
			return "as suggested: esc, then enter"
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
