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

// Letters are text while a form is open, but there is a way out.
func TestLiveFormTakesLetters(t *testing.T) {
	m := openTestStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 80, 24)
	press(t, m, "12", "tab", "tab", "q?b space")
	if m.overlay != overlayNone || m.screens[m.current].Name() != "live" {
		t.Fatalf("letters were commands:\n%s", m.View())
	}
	says(t, m, "q?b space", "ctrl+c quit")
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlC}); cmd == nil {
		t.Error("ctrl+c does not quit from a form")
	}
}

// A result typed before the suggestion stands is typed into its form, by none
// of its keys is anything else done, and ctrl+c quits meanwhile too.
func TestLiveTakesWhatIsTypedAhead(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	m := newStudyModel(t, path, chart.Terminal{Profile: chart.NoColor})
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	first := m.Init() // not run yet: the study is still being read
	for _, k := range []string{"6.5", "tab", "2.4", "tab", "tf?q", "enter"} {
		if _, cmd := m.Update(keyMsg(k)); cmd != nil {
			t.Errorf("%s starts something before there is a suggestion", k)
		}
	}
	says(t, m, "typed ahead, for the form: 6.5 tab 2.4 tab tf?q enter", "esc drop what was typed", "ctrl+c quit")
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlC}); cmd == nil {
		t.Error("ctrl+c does not quit")
	}
	drain(t, m, first)
	says(t, m, "what do I measure next?", "saved, 1 evaluation, 17.6 of 20.0 EUR left", "best 6.50", "tf?q")
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
	if err := os.WriteFile(file, []byte("compare = [\"ei\", \"random\"]\n"+hill), 0o600); err != nil {
		t.Fatal(err)
	}
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

// Every state fits every window, in exactly its rows and columns, and ASCII is
// ASCII.
func TestLiveFitsEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	for name, problem := range map[string]string{"two": screentest.Bakery, "nine": nineParameters()} {
		path := screentest.NewStudy(t, problem, "ei-puc")
		for _, terminal := range []chart.Terminal{{Profile: chart.NoColor}, {Glyphs: chart.ASCII, Profile: chart.NoColor}} {
			for k, s := range []struct {
				state string
				keys  []string
			}{
				{"idle", nil}, {"form", []string{"5", "tab", "x"}}, {"other", []string{"o"}}, {"budget", []string{"+"}}, {"undo", []string{"u"}}, {"failed", []string{"x"}}, {"help", []string{"?"}},
			} {
				m := newStudyModel(t, path, terminal)
				m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
				drain(t, m, m.Init())
				press(t, m, s.keys...)
				for w := 20; w <= 200; w += 20 {
					for h := 6; h <= 62; h += 9 {
						if !testkit.SweepTurn(w/20+h/9+k, 3) {
							continue
						}
						m.Update(tea.WindowSizeMsg{Width: w, Height: h})
						fitsWindow(t, m, name+" "+s.state)
					}
				}
			}
		}
	}
}

// fitsWindow wants as many lines and columns as the window has, and nothing but
// ASCII where nothing else was asked for.
func fitsWindow(t *testing.T, m *Model, what string) {
	t.Helper()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != m.h {
		t.Fatalf("%s at %d x %d: %d lines", what, m.w, m.h, len(lines))
	}
	for i, l := range lines {
		if n := chart.Width(l); n != m.w {
			t.Fatalf("%s at %d x %d: line %d is %d wide: %q", what, m.w, m.h, i, n, l)
		}
		if m.options.Terminal.Glyphs == chart.ASCII && strings.ContainsFunc(l, func(r rune) bool { return r > 126 || r < 32 }) {
			t.Fatalf("%s at %d x %d: line %d is not ASCII: %q", what, m.w, m.h, i, l)
		}
	}
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
