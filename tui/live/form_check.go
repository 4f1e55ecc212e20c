package live

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/scenarios"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/pane"
)

// What is typed is held against what it means here; what is wrong is said beside
// its field.

// parseNumber reads a finite number, or says what is wrong with it.
func parseNumber(text string) (float64, string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return 0, "a number is needed"
	case strings.Contains(text, ","):
		return 0, "write 1.5, not 1,5"
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, "beyond all numbers"
	case err != nil:
		return 0, "not a number"
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, "must be a finite number"
	}
	return v, ""
}

// number is what an item says: a number, or that of a choice.
func (i *formItem) number() (float64, string) {
	text := i.field.String()
	if i.id != itemParameter || !i.of.Categorical() {
		return parseNumber(text)
	}
	v, err := i.of.Read(text)
	switch {
	case err == nil:
		return v, ""
	case strings.TrimSpace(text) == "":
		return 0, "choose one"
	}
	return 0, "no choice, or several"
}

// problem says what is wrong with item i; "" if nothing.
func (f *form) problem(s *Screen, i int) string {
	it := &f.items[i]
	if it.isSwitch() || it.id == itemNote || (it.id == itemValue || it.id == itemSd) && f.isOn(itemFailed) {
		return ""
	}
	if it.id == itemSd && strings.TrimSpace(it.field.String()) == "" {
		return "" // it is not known
	}
	if f.kind == formSet {
		return f.setProblem(s, it)
	}
	if it.refused != "" {
		return it.refused
	}
	v, problem := it.number()
	if problem != "" {
		return problem
	}
	switch it.id {
	case itemCost, itemSd:
		if v <= 0 {
			return "must be above 0"
		}
	case itemDelta:
		switch {
		case v == 0:
			return "0 changes nothing"
		case s.state.Budget+v < 0:
			return "the budget is only " + amount(s.state.Budget, s.problem.CostUnit)
		}
	case itemParameter:
		if p := parameterProblem(s.problem.Parameters[it.parameter], v); p != "" {
			return p
		}
		if !it.field.Offered() && f.unchanged(s.problem) {
			return "as suggested: esc, then enter tells it"
		}
		return f.outside(s.problem, it)
	}
	return ""
}

// outside says which constraint does not hold at the point typed, at the last of
// its parameters.
func (f *form) outside(p *scenarios.Problem, last *formItem) string {
	if p.Region == nil || last.parameter != len(p.Parameters)-1 {
		return ""
	}
	x := make(scenarios.Point, len(p.Parameters))
	for i := range f.items {
		if it := &f.items[i]; it.id == itemParameter {
			v, problem := it.number()
			if problem != "" {
				return ""
			}
			x[it.parameter] = v
		}
	}
	var outside *scenarios.OutsideError
	if errors.As(p.Region.Check(x), &outside) {
		return outside.Short()
	}
	return ""
}

// unchanged tells whether another point was to be typed and is the suggested
// one. Fields nobody touched are for the teller to leave.
func (f *form) unchanged(p *scenarios.Problem) bool {
	if f.x != nil || f.next == nil {
		return false
	}
	for i := range f.items {
		it := &f.items[i]
		if it.id == itemParameter && strings.TrimSpace(it.field.String()) != pane.Setting(p.Parameters[it.parameter], f.next.X[it.parameter]) {
			return false
		}
	}
	return true
}

func parameterProblem(p scenarios.Parameter, v float64) string {
	switch {
	case v < p.Low || v > p.High:
		return fmt.Sprintf("outside %s to %s", pane.Setting(p, p.Low), pane.Setting(p, p.High))
	case p.Integer && v != math.Round(v):
		return "must be a whole number"
	}
	return ""
}

// shownProblem is the problem of item i once it is time to name it: not while
// it is being typed for the first time.
func (f *form) shownProblem(s *Screen, i int) string {
	it := &f.items[i]
	if it.id == itemPolicy {
		return "" // it is said in the line for messages
	}
	if !f.tried && !(it.passed && i != f.focus && it.field.String() != "") && it.refused == "" {
		return ""
	}
	return f.problem(s, i)
}

// firstProblem is the first item that keeps the form from being saved; −1.
func (f *form) firstProblem(s *Screen) int {
	for i := range f.items {
		if f.problem(s, i) != "" {
			return i
		}
	}
	return -1
}

// hint says beside item i what is expected, or warns of what will follow.
func (f *form) hint(s *Screen, i int) (text string, warning bool) {
	it := &f.items[i]
	if f.kind == formSet {
		return f.setHint(s, it)
	}
	v, problem := parseNumber(it.field.String())
	typed := problem == ""
	e := s.expected(f)
	switch it.id {
	case itemValue:
		switch {
		case f.isOn(itemFailed):
			return "none: it failed", false
		case typed && e != nil && (v < e.ValueLow || v > e.ValueHigh):
			return "expected " + chart.Interval(e.ValueLow, e.ValueHigh), true
		case e != nil:
			return "expected " + chart.Interval(e.ValueLow, e.ValueHigh), false
		}
	case itemCost:
		left, move := s.state.Remaining(), 0.0
		if e != nil {
			move = e.Move
			left = max(0, left-move)
		}
		switch {
		case typed && v > 0 && !f.free(s) && !s.state.Affordable(v+move) && !f.isOn(itemFailed):
			after := "not counted"
			if s.state.Created.Overshoot == journal.Keep {
				after = "ends here"
			}
			return fmt.Sprintf("over the %s left: %s", chart.Num(left), after), true
		case typed && e != nil && v > 0 && (v < e.CostLow || v > e.CostHigh):
			return "expected " + chart.Interval(e.CostLow, e.CostHigh), true
		case f.free(s):
			return "not charged: initial design", false
		case e != nil:
			return "expected " + chart.Interval(e.CostLow, e.CostHigh), false
		}
	case itemSd:
		return s.sdHint(), false
	case itemFailed:
		if it.on {
			return "no value: cost and place are learnt", false
		}
		return "space: it gave no value", false
	case itemMoved:
		if f.moved(s.problem) {
			return "yes: measured here instead", false
		}
		return "no: a point of its own", false
	case itemParameter:
		p := s.problem.Parameters[it.parameter]
		if p.Categorical() {
			return strings.Join(p.Choices, ", "), false
		}
		return chart.Interval(p.Low, p.High), false
	case itemDelta:
		if typed {
			return "from " + chart.Num(s.state.Budget) + " to " + amount(s.state.Budget+v, s.problem.CostUnit), false
		}
		return "the budget is " + amount(s.state.Budget, s.problem.CostUnit) + "; -2 takes 2 away", false
	}
	return "", false
}

// free tells whether what is told is of the initial design and not charged.
func (f *form) free(s *Screen) bool {
	return f.next != nil && f.next.Design > 0 && !s.state.Created.ChargeInitial && (f.x != nil || f.moved(s.problem))
}

// hasPoint tells whether all parameters are typed, without mistakes.
func (f *form) hasPoint(s *Screen) bool {
	for i := range f.items {
		if f.items[i].id == itemParameter && f.problem(s, i) != "" {
			return false
		}
	}
	return true
}

// refuse marks the field that the study's file objects to.
func (f *form) refuse(e *journal.FieldError) {
	ids := map[string]itemID{"value": itemValue, "cost": itemCost, "sd": itemSd, "delta": itemDelta, "note": itemNote, "reason": itemNote, "policy": itemPolicy}
	if id, ok := ids[e.Field]; ok && f.find(id) != nil {
		f.find(id).refused = "not accepted"
		f.focusOn(id)
	}
}
