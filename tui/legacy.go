package tui

import (
	"reflect"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// TEMPORARY, this whole file: screens that still work on the Model itself, among
// those that keep to screen.Screen. Whoever makes the last of them a package
// deletes it.

// oldScreen is a screen that reads and writes the Model.
type oldScreen interface {
	name() string
	available(m *Model) bool
	question(m *Model) string
	bindings(m *Model) []screen.Binding
	do(m *Model, a screen.Action) (tea.Cmd, bool)
	typed(m *Model, key string, msg tea.KeyMsg) (tea.Cmd, bool)
	receive(m *Model, msg tea.Msg) tea.Cmd
	draw(m *Model, c chart.Canvas)
}

// What old screens may do besides.
type (
	aside    interface{ aside() }
	subject  interface{ subject() string }
	placer   interface{ place(m *Model) string }
	narrower interface {
		globals(m *Model) []screen.Binding
	}
	clicker interface {
		click(m *Model, x, y int) tea.Cmd
	}
	formulator interface {
		formula(m *Model) (title string, lines []string)
	}
)

// plainScreen is what old screens without keys, forms or work of their own share.
type plainScreen struct{}

func (plainScreen) available(m *Model) bool                          { return len(m.s.Tracks) > 0 }
func (plainScreen) bindings(*Model) []screen.Binding                 { return nil }
func (plainScreen) do(*Model, screen.Action) (tea.Cmd, bool)         { return nil, false }
func (plainScreen) typed(*Model, string, tea.KeyMsg) (tea.Cmd, bool) { return nil, false }
func (plainScreen) receive(*Model, tea.Msg) tea.Cmd                  { return nil }

// legacy is an old screen as a screen.Screen.
type legacy struct {
	m *Model
	s oldScreen
}

func (l legacy) Name() string               { return l.s.name() }
func (l legacy) Available(screen.View) bool { return l.s.available(l.m) }

func (l legacy) About(screen.View) screen.About {
	a := screen.About{Question: l.s.question(l.m), Keys: l.s.bindings(l.m), Globals: screen.GlobalKeys}
	if s, ok := l.s.(narrower); ok {
		a.Globals = s.globals(l.m)
	}
	if s, ok := l.s.(placer); ok {
		a.Apart, a.Place = true, s.place(l.m)
	}
	if s, ok := l.s.(subject); ok {
		a.Subject = s.subject()
	}
	if s, ok := l.s.(formulator); ok {
		a.Formula = func() (string, []string) { return s.formula(l.m) }
	}
	_, a.Beside = l.s.(aside)
	return a
}

func (l legacy) Update(_ screen.View, msg tea.Msg) (w screen.Wants) {
	switch msg := msg.(type) {
	case screen.TypedMsg:
		w.Cmd, w.Taken = l.s.typed(l.m, msg.Key, msg.Msg)
	case screen.ActMsg:
		w.Cmd, w.Taken = l.s.do(l.m, msg.Act)
	case screen.ClickMsg:
		if s, ok := l.s.(clicker); ok {
			w.Cmd = s.click(l.m, msg.X, msg.Y)
		}
	default:
		w.Cmd = l.s.receive(l.m, msg)
	}
	return w
}

func (l legacy) Draw(_ screen.View, c chart.Canvas) { l.s.draw(l.m, c) }

func (l legacy) Close() {
	if s, ok := l.s.(interface{ close() }); ok {
		s.close()
	}
}

// shortSetting is for the heat map.
func shortSetting(p scenarios.Parameter, v float64) string { return pane.ShortSetting(p, v) }

// shows tells whether an old screen is shown.
func (m *Model) shows(s oldScreen) bool { return m.screens[m.current] == screen.Screen(legacy{m, s}) }

// as is the screen shown if it is an S, old or new.
func as[S any](m *Model) (S, bool) { return unwrapped[S](m.screens[m.current]) }

// unwrapped is a screen if it is an S, old or new.
func unwrapped[S any](s screen.Screen) (S, bool) {
	if l, ok := s.(legacy); ok {
		old, ok := l.s.(S)
		return old, ok
	}
	is, ok := s.(S)
	return is, ok
}

// mirrored is a screen that another model may draw: an old one is copied, for
// its drawing writes how far it is scrolled.
func mirrored(m *Model, s screen.Screen) screen.Screen {
	l, ok := s.(legacy)
	if !ok {
		return s
	}
	copied := reflect.New(reflect.TypeOf(l.s).Elem())
	copied.Elem().Set(reflect.ValueOf(l.s).Elem())
	return legacy{m, copied.Interface().(oldScreen)}
}
