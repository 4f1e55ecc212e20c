package predict

import (
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/tui/form"
	"farsight/tui/pane"
)

// mark is the player's point, which is moved or typed until it is played.
type mark struct {
	problem *scenarios.Problem
	at      scenarios.Point
	on      bool // it is seen; else nothing is marked yet
	axis    int  // the parameter that is changed, and along which charts run

	line  *form.Line // non-nil: a value is being typed
	wrong string     // with what was typed, or with the point
}

// newMark marks nothing yet, from the middle on.
func newMark(p *scenarios.Problem) *mark {
	m := &mark{problem: p, at: make(scenarios.Point, p.Dim())}
	for i, par := range p.Parameters {
		m.at[i] = par.FromUnit(0.5)
	}
	return m
}

// point is the point marked; false: none is.
func (m *mark) point() (scenarios.Point, bool) { return slices.Clone(m.at), m.on }

// off takes the mark away; it stays where it was for the next.
func (m *mark) off() { m.on, m.line, m.wrong = false, nil, "" }

// Check says what is wrong with the point; "": it can be played.
func (m *mark) Check() string {
	if !m.on {
		return "Mark a point first: arrows, a number, or the mouse."
	}
	if err := m.problem.CheckPoint(m.at); err != nil {
		return capital(sanitize.Text(err.Error())) + "."
	}
	return ""
}

// turn chooses the next parameter, or the one before.
func (m *mark) turn(by int) {
	n := m.problem.Dim()
	m.axis, m.line = ((m.axis+by)%n+n)%n, nil
}

// cells is how many moves lead along a parameter.
const cells = 100

// Move moves the mark along a parameter; by at least one value where it has but
// few. The first move shows where it is.
func (m *mark) Move(parameter, by int) {
	m.line, m.wrong = nil, ""
	if !m.on {
		m.on = true
		return
	}
	par, was := m.problem.Parameters[parameter], m.at[parameter]
	if n := par.Values(); n > 0 {
		step := max(1, n/cells) * by / max(by, -by)
		if by > 1 || by < -1 {
			step = max(1, n/10) * by / max(by, -by)
		}
		m.at[parameter] = par.GridValue(max(0, min(par.GridIndex(was)+step, n-1)))
		return
	}
	m.at[parameter] = figures(par, par.FromUnit(math.Max(0, math.Min(par.ToUnit(was)+float64(by)/cells, 1))))
}

// figures rounds a value to as many figures as moves distinguish.
func figures(par scenarios.Parameter, v float64) float64 {
	return par.Snap(math.Max(par.Low, math.Min(pane.CrossValue(par, v), par.High)))
}

// Put marks a value of a parameter, as a mouse does.
func (m *mark) Put(parameter int, v float64) {
	m.on, m.line, m.wrong = true, nil, ""
	m.at[parameter] = figures(m.problem.Parameters[parameter], v)
}

// Type offers a key as text. A digit begins a value; while one is typed all keys
// are its own, but for those that leave.
func (m *mark) Type(k string) (taken bool) {
	switch {
	case m.line == nil && (k == "=" || len(k) == 1 && strings.ContainsAny(k, "0123456789.-")):
		m.line = &form.Line{}
		if k != "=" {
			m.line.Key(k)
		}
		m.wrong = ""
	case m.line == nil || k == "ctrl+c":
		return false
	case k == "esc":
		m.line, m.wrong = nil, ""
	case k == "enter", k == "tab":
		m.accept()
	default:
		m.line.Key(k)
		m.wrong = ""
	}
	return true
}

// accept takes what was typed for the parameter, if it is one of its values.
func (m *mark) accept() {
	par, text := m.problem.Parameters[m.axis], strings.TrimSpace(m.line.String())
	if text == "" {
		m.line, m.wrong = nil, ""
		return
	}
	v, wrong := pane.ReadSetting(par, text)
	if m.wrong = wrong; wrong != "" {
		return
	}
	m.at[m.axis], m.on, m.line, m.wrong = par.Snap(v), true, nil, ""
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
