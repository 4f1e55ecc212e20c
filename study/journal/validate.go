package journal

import (
	"cmp"
	"fmt"
	"math"
	"unicode/utf8"
)

// What a journal accepts. The bounds are far beyond any study; they keep sums
// finite and lines readable.
const (
	maxAmount = 1e100   // of a cost or a budget
	maxText   = 1 << 20 // bytes of one text, the problem's definition included
	maxDim    = 10_000  // parameters
	maxDesign = 10_000  // points of the initial design
	maxDigits = 9       // that parameters are set to
)

// FieldError reports an invalid field of an event.
type FieldError struct {
	Field  string // as written in the line: "cost", "x[2]", …
	Reason string
}

func (e *FieldError) Error() string { return e.Field + " " + e.Reason }

func (c Created) validate() error {
	if len(c.Parameters) == 0 || len(c.Parameters) > maxDim {
		return &FieldError{"parameters", fmt.Sprintf("must name between 1 and %d parameters, not %d", maxDim, len(c.Parameters))}
	}
	seen := make(map[string]bool, len(c.Parameters))
	for i, p := range c.Parameters {
		field := fmt.Sprintf("parameters[%d]", i)
		if p == "" {
			return &FieldError{field, "has no name"}
		}
		if seen[p] {
			return &FieldError{field, fmt.Sprintf("is a second %q", p)}
		}
		seen[p] = true
		if err := checkText(field, p); err != nil {
			return err
		}
	}
	if c.Problem == "" {
		return &FieldError{"problem", "is empty: the study needs its definition"}
	}
	if len(c.Design) > maxDesign {
		return &FieldError{"design", fmt.Sprintf("has %d points; at most %d are allowed", len(c.Design), maxDesign)}
	}
	if c.Overshoot != "" && c.Overshoot != Keep {
		return &FieldError{"overshoot", fmt.Sprintf("must be %q or absent, not %q", Keep, c.Overshoot)}
	}
	if c.Digits < 0 || c.Digits > maxDigits {
		return &FieldError{"digits", fmt.Sprintf("must be from 1 to %d or absent, not %d", maxDigits, c.Digits)}
	}
	for i, x := range c.Design {
		if err := checkPoint(fmt.Sprintf("design[%d]", i), x, c.Parameters); err != nil {
			return err
		}
	}
	return cmp.Or(
		checkText("name", c.Name), checkText("problem", c.Problem), checkText("policy", c.Policy), checkText("program", c.Program), checkText("dir", c.Dir),
		checkAmount("budget", c.Budget),
	)
}

// The length of x is checked against the study's parameters by State.

func (a Asked) validate() error {
	if len(a.Decision) > maxText {
		return &FieldError{"decision", fmt.Sprintf("has %d bytes; at most %d are allowed", len(a.Decision), maxText)}
	}
	return cmp.Or(checkIndex("design", a.Design), checkText("policy", a.Policy), checkText("as", a.As))
}

func (t Told) validate() error {
	if !t.Failed && (math.IsNaN(t.Value) || math.IsInf(t.Value, 0)) {
		return &FieldError{"value", fmt.Sprintf("must be a finite number, not %v; if the evaluation failed, tell it as failed", t.Value)}
	}
	return cmp.Or(
		checkAmount("cost", t.Cost),
		checkIndex("design", t.Design), checkIndex("answers", t.Answers),
		checkText("source", t.Source), checkText("note", t.Note), checkSd(t.Sd, t.Failed), checkMove(t),
	)
}

// checkSd checks the standard deviation of a value: 0 if it is not known.
func checkSd(sd float64, failed bool) error {
	switch {
	case !(sd >= 0 && sd <= maxAmount): // NaN as well
		return &FieldError{"sd", fmt.Sprintf("must be a finite number above zero, not %v", sd)}
	case failed && sd > 0:
		return &FieldError{"sd", "is given although the evaluation failed"}
	}
	return nil
}

// checkMove checks a movement cost, 0 if none is charged.
func checkMove(t Told) error {
	switch {
	case !(t.Move >= 0 && t.Move <= maxAmount): // NaN as well
		return &FieldError{"move", fmt.Sprintf("must be a finite number, zero or more, not %v", t.Move)}
	case t.Move > 0 && t.Free:
		return &FieldError{"move", "is given although the evaluation is not charged"}
	}
	return nil
}

// The amended evaluation is checked by State.
func (a Amended) validate() error {
	if a.Value == nil && a.Cost == nil && a.Failed == nil && a.Sd == nil && a.Note == nil {
		return fmt.Errorf("an amendment changes something: a value, a cost, a note, …")
	}
	return checkLine(a.Line)
}

func (c Set) validate() error {
	if c.Policy == "" && c.Problem == "" {
		return fmt.Errorf("nothing is set: neither a policy nor a problem")
	}
	return cmp.Or(checkText("policy", c.Policy), checkText("problem", c.Problem), checkText("reason", c.Reason))
}

func (k Skipped) validate() error { return cmp.Or(checkLine(k.Seq), checkText("reason", k.Reason)) }

func (u Undone) validate() error { return checkLine(u.Seq) }

func (b BudgetChanged) validate() error {
	if b.Delta == 0 || math.IsNaN(b.Delta) || math.Abs(b.Delta) > maxAmount {
		return &FieldError{"delta", fmt.Sprintf("must be a finite number other than zero, not %v", b.Delta)}
	}
	return nil
}

func (n Noted) validate() error { return checkText("text", n.Text) }

func (l Lost) validate() error {
	return cmp.Or(checkText("reason", l.Reason), checkText("kept", l.Kept))
}

// checkPoint checks that a point has one finite number for each parameter.
func checkPoint(field string, x []float64, names []string) error {
	if len(x) != len(names) {
		return &FieldError{field, fmt.Sprintf("must have %d numbers, one for each parameter, not %d", len(names), len(x))}
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &FieldError{fmt.Sprintf("%s[%d] (%s)", field, i, names[i]), fmt.Sprintf("must be a finite number, not %v", v)}
		}
	}
	return nil
}

func checkAmount(field string, v float64) error {
	// Written so that NaN fails as well.
	if !(v > 0 && v <= maxAmount) {
		return &FieldError{field, fmt.Sprintf("must be a finite number above zero, not %v", v)}
	}
	return nil
}

func checkLine(seq int) error {
	if seq < 1 {
		return &FieldError{"line", fmt.Sprintf("must be a line's number, not %d", seq)}
	}
	return nil
}

func checkIndex(field string, i int) error {
	if i < 0 {
		return &FieldError{field, fmt.Sprintf("must not be negative, but is %d", i)}
	}
	return nil
}

// checkText refuses text that JSON would change.
func checkText(field, s string) error {
	if !utf8.ValidString(s) {
		return &FieldError{field, "must be UTF-8 text"}
	}
	if len(s) > maxText {
		return &FieldError{field, fmt.Sprintf("has %d bytes; at most %d are allowed", len(s), maxText)}
	}
	return nil
}
