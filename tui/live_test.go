package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/tui/chart"
	"farsight/tui/screentest"
	"farsight/tui/session"
	"farsight/tui/theme"
)

const hill = screentest.Hill // measures itself

// openTestStudy opens the explorer on a study and waits for its suggestion.
func openTestStudy(t testing.TB, path string, w, h int) *Model {
	t.Helper()
	m := newStudyModel(t, path, chart.Terminal{Profile: chart.NoColor})
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

func newStudyModel(t testing.TB, path string, terminal chart.Terminal) *Model {
	t.Helper()
	l := screentest.OpenStudy(t, path)
	th, _ := theme.Named("dark")
	m := New(Options{Problem: l.Problem(), Policies: []policy.Policy{l.Policy()}, Live: l, Theme: th, Terminal: terminal})
	t.Cleanup(m.Close)
	return m
}

// says fails unless the screen shows all of some texts.
func says(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !strings.Contains(m.View(), s) {
			t.Errorf("the screen does not say %q:\n%s", s, m.View())
		}
	}
}

// The other screens show the study's present, and the study comes back from a
// replay of something else.
func TestLiveAmongOtherScreens(t *testing.T) {
	m := openTestStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 120, 40)
	seen := map[string]bool{}
	for range m.screens {
		seen[m.screens[m.current].Name()] = true
		press(t, m, "tab")
	}
	for name, want := range map[string]bool{"live": true, "focus": true, "tree": true, "map": true, "compare": false} {
		if seen[name] != want {
			t.Errorf("screen %s reached by tab: %v", name, seen[name])
		}
	}
	press(t, m, "m")
	says(t, m, "objective, mean in points", "0 evaluations, 20.0 of 20.0 EUR left")
	press(t, m, "esc")
	if m.screens[m.current].Name() != "live" {
		t.Errorf("esc leads to %s", m.screens[m.current].Name())
	}
	file := filepath.Join(t.TempDir(), "hill.toml")
	testkit.OK(t, os.WriteFile(file, []byte("compare = [\"ei\", \"random\"]\n"+hill), 0o600))
	drain(t, m, m.s.Load(file, session.ToOpen))
	if m.s.IsLive() || m.screens[m.current].Name() != "compare" {
		t.Fatalf("a replay opens on %s", m.screens[m.current].Name())
	}
	drain(t, m, m.show("live"))
	if !m.s.IsLive() || m.s.Problem.Name != "bakery" {
		t.Errorf("back on %s", m.s.Problem.Name)
	}
	says(t, m, "objective along hours")
	press(t, m, "6", "tab", "2", "enter")
	says(t, m, "saved, 1 evaluation")
}

func nineParameters() string {
	var b strings.Builder
	b.WriteString("name = \"nine\"\nbudget = 10\n")
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "a_long_name_indeed", "i"} {
		b.WriteString("[[parameter]]\nname = \"" + n + "\"\nlow = 0\nhigh = 1\nunit = \"mol/l\"\n")
	}
	b.WriteString("[objective]\ngoal = \"minimise\"\n[initial]\npoints = [[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9],[0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1]]\nvalues = [1, 2]\ncosts = [1, 1.5]\n")
	return b.String()
}
