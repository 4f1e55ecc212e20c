package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// newTestModel opens the explorer on a built-in problem, without colours and
// timers, with all that its first commands ask for computed.
func newTestModel(t testing.TB, name string, w, h int, policies ...string) *Model {
	t.Helper()
	p, err := replays.Load(name, 0)
	testkit.OK(t, err)
	return newProblemModel(t, p, name, w, h, policies...)
}

func newProblemModel(t testing.TB, p *scenarios.Problem, name string, w, h int, policies ...string) *Model {
	t.Helper()
	m := newModelOf(t, Options{Problem: p, Name: name, Policies: parsed(t, policies...), Shared: replays})
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

// replays are computed once for all tests.
var replays = session.NewShared(0)

// newModelOn opens the explorer on a built-in problem; nothing is computed.
func newModelOn(t testing.TB, name string, policies ...string) *Model {
	t.Helper()
	return newModelOf(t, Options{Problem: scenario(t, name), Name: name, Policies: parsed(t, policies...)})
}

func newModelOf(t testing.TB, o Options) *Model {
	t.Helper()
	o.Theme, _ = theme.Named("dark")
	o.Settings, o.Terminal = study.Settings{Limit: testLimit}, chart.Terminal{Profile: chart.NoColor}
	m := New(o)
	m.s.Still = true
	t.Cleanup(m.Close)
	return m
}

// testLimit keeps replays of benchmarks short; teaching scenarios end before.
const testLimit = 6

func scenario(t testing.TB, name string) *scenarios.Problem {
	t.Helper()
	p, err := builtin.Load(name, 0)
	testkit.OK(t, err)
	return p
}

func parsed(t testing.TB, names ...string) []policy.Policy {
	t.Helper()
	var out []policy.Policy
	for _, n := range names {
		q, err := policy.Parse(n)
		testkit.OK(t, err)
		out = append(out, q)
	}
	return out
}

// must is the screen shown, an S.
func must[S any](m *Model) S {
	s, ok := as[S](m)
	if !ok {
		panic("on screen " + m.screens[m.current].Name())
	}
	return s
}

// drain runs commands and feeds their messages back until nothing is left.
func drain(t testing.TB, m *Model, cmds ...tea.Cmd) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	err := Drain(m, func() error {
		if time.Now().After(deadline) {
			return errors.New("the explorer's background work does not end")
		}
		return nil
	}, cmds...)
	testkit.OK(t, err)
}

// press sends keys and waits for what they start.
func press(t testing.TB, m *Model, keys ...string) {
	t.Helper()
	for _, k := range keys {
		_, cmd := m.Update(keyMsg(k))
		drain(t, m, cmd)
	}
}

// keyTypes are the keys that are not runes, by bubbletea's names.
var keyTypes = map[string]tea.KeyType{
	"tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "right": tea.KeyRight, "left": tea.KeyLeft, "up": tea.KeyUp, "down": tea.KeyDown,
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"ctrl+c": tea.KeyCtrlC, "ctrl+z": tea.KeyCtrlZ, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, " ": tea.KeySpace,
}

func keyMsg(k string) tea.KeyMsg {
	if t, ok := keyTypes[k]; ok {
		if k == " " {
			return tea.KeyMsg{Type: t, Runes: []rune{' '}}
		}
		return tea.KeyMsg{Type: t}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
}

// screenText is the frame as text.
func screenText(m *Model) string { return m.Frame().Plain() }

// onScreen fails unless the frame holds all of the words.
func onScreen(t testing.TB, m *Model, words ...string) {
	t.Helper()
	text := screenText(m)
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not on the screen:\n%s", w, text)
		}
	}
}

// as is the screen shown if it is an S.
func as[S any](m *Model) (S, bool) {
	s, ok := m.screens[m.current].(S)
	return s, ok
}
