package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// quietModel opens the explorer on a built-in scenario without timers and
// computes all that its commands ask for.
func quietModel(t testing.TB, name string, w, h int, policies ...string) *Model {
	t.Helper()
	p, err := builtin.Load(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return quietProblem(t, p, name, w, h, policies...)
}

func quietProblem(t testing.TB, p *scenarios.Problem, name string, w, h int, policies ...string) *Model {
	t.Helper()
	var qs []policy.Policy
	for _, n := range policies {
		q, err := policy.Parse(n)
		if err != nil {
			t.Fatal(err)
		}
		qs = append(qs, q)
	}
	th, _ := theme.Named("dark")
	m := New(Options{Problem: p, Name: name, Policies: qs, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	m.s.Still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

func current[S any](t testing.TB, m *Model) S {
	t.Helper()
	s, ok := as[S](m)
	if !ok {
		t.Fatalf("on screen %s", m.screens[m.current].Name())
	}
	return s
}

func mustShow(t testing.TB, m *Model, texts ...string) {
	t.Helper()
	frame := m.View()
	for _, want := range texts {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is not on the screen:\n%s", want, frame)
		}
	}
}
