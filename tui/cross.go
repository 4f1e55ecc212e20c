package tui

import (
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/form"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// crosshair is where the line through the charts stands and what is read there.
type crosshair struct {
	screen.Cross
	of      []scenarios.Parameter // whose values it has
	pinned  bool                  // by a click: hovering leaves it alone
	hovers  bool                  // the mouse brought it, and takes it along when it leaves
	reading screen.Reading        // as of the last message
	typing  *typing               // nil: no place is being typed
}

// crossUsable reports whether an action of the crosshair can do something now.
func (m *Model) crossUsable(a screen.Action) bool {
	s := m.screens[m.current]
	_, reads := s.(screen.Reader)
	switch {
	case a == screen.ActCopy:
		return reads && m.cross.On
	case a == screen.ActCrossType:
		return reads && s.Name() != atlas.Name // whose cells have no numbers to type
	case a == screen.ActCrossMoney:
		return reads && (m.cross.OfMoney || m.plots != nil && slices.ContainsFunc(m.plots.Found, func(p screen.Plot) bool { return p.XOf == screen.MoneyAxis }))
	}
	return reads
}

// crossHints are the keys of the crosshair, for the footer while there is one.
func (m *Model) crossHints() []screen.Binding {
	if m.overlay != overlayNone || !m.crossUsable(screen.ActCopy) {
		return nil
	}
	out := []screen.Binding{{Binding: screen.On("[ ]", "move", "]")}}
	if m.crossUsable(screen.ActCrossType) {
		out = append(out, screen.Binding{Binding: screen.On("=", "type", "=")})
	}
	return append(out, screen.Binding{Binding: screen.On("y", "copy", "y")}, screen.Binding{Binding: screen.On("esc", "off", "esc")})
}

// measure computes the values at the crosshair. It runs after every message, so that they belong to
// what is shown.
func (m *Model) measure() {
	c := &m.cross
	switch {
	case !c.On || m.unseen:
		return
	case c.of != nil && !reflect.DeepEqual(c.of, m.s.Problem.Parameters):
		m.cross = crosshair{} // another problem's
		return
	}
	c.reading = screen.Reading{}
	r, ok := m.screens[m.current].(screen.Reader)
	if !ok {
		return
	}
	if c.reading = r.Read(m.view()); c.OfMoney && len(c.reading.Rows) == 0 { // a screen without such a chart
		c.OfMoney = false
		c.reading = r.Read(m.view())
	}
}

// drawReading writes what is read, or what the place is kept for.
func (m *Model) drawReading(c chart.Canvas) {
	w, h := c.Size()
	if !m.cross.On {
		c.TextFit(0, h-1, w, m.theme.MutedInk(), "Point at a chart to read its values here.", "")
		return
	}
	pane.DrawReading(m.view(), c, m.cross.reading)
}

// layout is which part of the window is whose.
func (m *Model) layout() screen.Layout { return screen.Arrange(m.w, m.h).Spare(m.view().CrossRows) }

// moveCross handles an action of the crosshair.
func (m *Model) moveCross(a screen.Action) tea.Cmd {
	switch a {
	case screen.ActCopy:
		return m.copyText(pane.ReadingText(m.cross.reading))
	case screen.ActCrossType:
		m.placeCross()
		m.cross.typing = &typing{of: m.typedFor()}
		return nil
	}
	if a == screen.ActCrossMoney {
		m.placeCross()
		if m.cross.OfMoney = !m.cross.OfMoney; m.cross.OfMoney && m.cross.Money == 0 {
			m.cross.Money = pane.MoneyValue(m.s.Problem.Budget, m.s.Problem.Budget/2)
		}
		return nil
	}
	if !m.cross.On {
		m.placeCross() // the first key shows where it is
		if m.measure(); len(m.cross.reading.Rows) == 0 {
			m.cross.On, m.note = false, "There is nothing to measure here yet."
		}
		return nil
	}
	m.placeCross() // on the map of problems it was turned on without one
	if p, ok := m.mainPlot(); ok {
		m.shiftCross(p, a)
	} else {
		m.cross.OfMoney = false // its chart has no room any more
	}
	return nil
}

// placeCross turns the crosshair on, where it was or where the policy looks next.
func (m *Model) placeCross() {
	c := &m.cross
	c.On, c.hovers = true, false
	if len(m.s.Tracks) == 0 || c.of != nil && reflect.DeepEqual(c.of, m.s.Problem.Parameters) {
		return
	}
	ps := m.s.Problem.Parameters
	c.of, c.At = ps, make([]float64, len(ps))
	s, _ := m.s.Shown(m.s.Focused())
	for i, p := range ps {
		v := p.FromUnit(0.5)
		switch {
		case s != nil && s.Decision != nil:
			v = s.Decision.X[i]
		case s != nil && s.BestRow >= 0:
			v = s.Rows[s.BestRow].X[i]
		}
		c.At[i] = pane.CrossValue(p, v)
	}
}

// mainPlot is the chart whose columns the crosshair goes by: a map, or the first
// along a parameter; or else the one of money.
func (m *Model) mainPlot() (main screen.Plot, ok bool) {
	m.Frame() // the layout as it is now
	for _, p := range m.plots.Found {
		if (p.XOf == screen.MoneyAxis) == m.cross.OfMoney && (!ok || p.YOf != screen.NoAxis) {
			main, ok = p, true
		}
	}
	return main, ok
}

// far is how many columns the crosshair goes with shift.
const far = 10

// shiftCross moves the crosshair by columns of a chart, on a map also by rows.
func (m *Model) shiftCross(p screen.Plot, a screen.Action) {
	along, upwards := 0, 0
	switch a {
	case screen.ActCrossLeft:
		along = -1
	case screen.ActCrossRight:
		along = 1
	case screen.ActCrossFarLeft:
		along, upwards = -far, -1
	case screen.ActCrossFarRight:
		along, upwards = far, 1
	}
	if upwards != 0 && p.YOf != screen.NoAxis {
		m.shiftAlong(p.YOf, upwards, func(v float64, by int) float64 { return p.YAt(p.Row(v) - by) })
		return
	}
	if p.XOf == screen.MoneyAxis {
		m.cross.Money = pane.MoneyValue(m.s.Problem.Budget, p.XAt(p.Column(m.cross.Money)+along))
		return
	}
	m.shiftAlong(p.XOf, along, func(v float64, by int) float64 { return p.XAt(p.Column(v) + by) })
}

// shiftAlong moves the crosshair by cells along a parameter; by at least one
// value where it has but few.
func (m *Model) shiftAlong(parameter, by int, shifted func(v float64, by int) float64) {
	p, at := m.s.Problem.Parameters[parameter], m.cross.At
	v := pane.CrossValue(p, shifted(at[parameter], by))
	if by > 0 && v <= at[parameter] || by < 0 && v >= at[parameter] { // within a cell, or at an end
		v = at[parameter]
		if n := p.Values(); n > 0 {
			v = p.GridValue(max(0, min(p.GridIndex(v)+by/max(by, -by), n-1)))
		} else if u := p.ToUnit(v); by > 0 && u < 1 {
			v = p.High
		} else if by < 0 && u > 0 {
			v = p.Low
		}
	}
	at[parameter] = v
}

// point puts the crosshair where the mouse is: hovering moves it, a click holds
// it there until the next. It reports false outside of charts.
func (m *Model) point(msg tea.MouseMsg) bool {
	p, ok := m.plots.Under(msg.X, msg.Y)
	click := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	if !ok || !m.crossUsable(screen.ActCrossRight) || !click && msg.Action != tea.MouseActionMotion {
		return false
	}
	c := &m.cross
	if !click && c.On && c.pinned {
		return true
	}
	hovers := !click && (!c.On || c.hovers)
	m.placeCross()
	c.hovers = hovers
	before, money := slices.Clone(c.At), c.Money
	if c.OfMoney = p.XOf == screen.MoneyAxis; c.OfMoney {
		c.Money = pane.MoneyValue(m.s.Problem.Budget, p.XAt(msg.X-p.Area.X))
	} else {
		c.At[p.XOf] = pane.CrossValue(c.of[p.XOf], p.XAt(msg.X-p.Area.X))
	}
	if p.YOf != screen.NoAxis {
		c.At[p.YOf] = pane.CrossValue(c.of[p.YOf], p.YAt(msg.Y-p.Area.Y))
	}
	if click {
		c.pinned = !(c.pinned && slices.Equal(before, c.At) && money == c.Money)
	}
	return true
}

// PointerLeftMsg says that the mouse has left the explorer. Terminals do not report it.
type PointerLeftMsg struct{}

// pointerLeft takes the crosshair away that the mouse has brought, unless a click
// holds it.
func (m *Model) pointerLeft() {
	if m.cross.hovers && !m.cross.pinned {
		m.crossOff()
	}
}

// crossOff takes the crosshair away; it reports false if there is none to see.
func (m *Model) crossOff() bool {
	if !m.cross.On || !m.crossUsable(screen.ActCopy) {
		return false
	}
	m.cross.On, m.cross.pinned = false, false
	return true
}

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
		p := m.along(k)
		v, wrong := pane.ReadSetting(p, parts[i])
		if wrong != "" {
			return wrong
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

// along is the quantity of an axis: a parameter, or the cost spent.
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
