package tui

import (
	"fmt"
	"os"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// newTestModel opens the explorer on a built-in problem and computes all that
// its commands ask for.
func newTestModel(t testing.TB, name string, w, h int, policies ...string) *Model {
	t.Helper()
	p, err := scenarios.Builtin(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	var qs []study.Policy
	for _, n := range policies {
		q, err := study.ParsePolicy(n)
		if err != nil {
			t.Fatal(err)
		}
		qs = append(qs, q)
	}
	th, _ := theme.Named("dark")
	m := New(Options{Problem: p, Policies: qs, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

// drain runs commands and feeds their messages back until nothing is left.
func drain(t testing.TB, m *Model, cmds ...tea.Cmd) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for len(cmds) > 0 {
		if time.Now().After(deadline) {
			t.Fatal("the explorer's background work does not end")
		}
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case nil:
		default:
			_, next := m.Update(msg)
			cmds = append(cmds, next)
		}
	}
}

// press sends keys and waits for what they start.
func press(t testing.TB, m *Model, keys ...string) {
	t.Helper()
	for _, k := range keys {
		_, cmd := m.Update(keyMsg(k))
		drain(t, m, cmd)
	}
}

func keyMsg(k string) tea.KeyMsg {
	switch k {
	case "tab":
		return tea.KeyMsg{Type: tea.KeyTab}
	case "right":
		return tea.KeyMsg{Type: tea.KeyRight}
	case "left":
		return tea.KeyMsg{Type: tea.KeyLeft}
	case "up":
		return tea.KeyMsg{Type: tea.KeyUp}
	case "down":
		return tea.KeyMsg{Type: tea.KeyDown}
	case "enter":
		return tea.KeyMsg{Type: tea.KeyEnter}
	case "esc":
		return tea.KeyMsg{Type: tea.KeyEsc}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
}

func TestLook(t *testing.T) {
	if os.Getenv("LOOK") == "" {
		t.Skip("set LOOK to print frames")
	}
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "n", "n")
	fmt.Println(m.View())
	press(t, m, "t", "right", "down")
	fmt.Println(m.View())
	press(t, m, "tab", "tab", "f")
	fmt.Println(m.View())
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	press(t, m, "esc")
	fmt.Println(m.View())
	press(t, m, "?")
	fmt.Println(m.View())
}
