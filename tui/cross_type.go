package tui

import (
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// typing is a place of the crosshair while it is typed, in the footer.
type typing struct {
	of    []int // parameters: the one along the charts, on a map also the one upwards; or MoneyAxis
	line  form.Line
	wrong string // with what was typed
}

// typedFor are the parameters a place is typed for.
func (m *Model) typedFor() []int {
	p, ok := m.mainPlot()
	switch {
	case !ok:
		return []int{m.s.Axis} // the charts are not drawn yet
	case p.YOf != screen.NoAxis:
		return []int{p.XOf, p.YOf}
	}
	return []int{p.XOf}
}

// typeCross takes a key while a place is typed.
func (m *Model) typeCross(k string) {
	t := m.cross.typing
	switch k {
	case "esc":
		m.cross.typing = nil
	case "enter":
		if t.wrong = m.goTo(t); t.wrong == "" {
			m.cross.typing = nil
		}
	default:
		t.line.Key(k)
		t.wrong = ""
	}
}

// goTo moves the crosshair to a place that was typed, or says what is wrong with
// it.
func (m *Model) goTo(t *typing) (wrong string) {
	parts := []string{t.line.String()}
	if len(t.of) > 1 {
		if parts = strings.Split(t.line.String(), ","); len(parts) != len(t.of) {
			return "two are needed, with a comma between them"
		}
	}
	at := slices.Clone(m.cross.At)
	for i, k := range t.of {
		p, text := m.along(k), strings.TrimSpace(parts[i])
		v, err := p.Read(text)
		switch {
		case text == "":
			return "a number is needed"
		case !p.Categorical() && strings.Contains(text, ","):
			return "write 1.5, not 1,5"
		case err != nil:
			return sanitize.Text(err.Error())
		case math.IsNaN(v):
			return "a number is needed"
		}
		if wrong := p.Complain(v); wrong != "" {
			return sanitize.Text(wrong)
		}
		if k == screen.MoneyAxis {
			m.cross.Money = v
			return ""
		}
		at[k] = p.Snap(v)
	}
	m.cross.At, m.cross.pinned = at, true
	return ""
}

// along is what goes along an axis: a parameter, or the money.
func (m *Model) along(axis int) scenarios.Parameter {
	if axis == screen.MoneyAxis {
		return scenarios.Parameter{Name: "spent", High: m.s.Problem.Budget, Unit: m.s.Problem.CostUnit}
	}
	return m.s.Problem.Parameters[axis]
}

// typingColumns is how much of what is typed is seen.
const typingColumns = 16

// drawTyping is the footer while a place is typed.
func (m *Model) drawTyping(c chart.Canvas) {
	t, th := m.cross.typing, m.theme
	var names []string
	for _, k := range t.of {
		names = append(names, pane.ParameterLabel(m.along(k)))
	}
	w, _ := c.Size()
	x := c.TextIn(0, 0, w/3, strings.Join(names, ", ")+" =", th.TextInk()) + 1
	t.line.Draw(c, x, 0, typingColumns, th.TextInk(), th.KeyInk())
	words, ink := "enter goes there, esc leaves", th.MutedInk()
	if t.wrong != "" {
		words, ink = t.wrong, chart.Ink{Fg: th.Warning}
	}
	x += typingColumns + 1
	c.TextIn(x, 0, w-x, words, ink)
}
