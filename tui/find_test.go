package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// find types into the palette and takes the best match.
func find(t *testing.T, m *Model, query string) {
	t.Helper()
	press(t, m, ":")
	for _, r := range query {
		press(t, m, string(r))
	}
	press(t, m, "enter")
	if m.overlay == overlayPalette {
		t.Errorf("nothing is found for %q:\n%s", query, screenText(m))
	}
}

// The palette leads everywhere: to commands, screens, steps, policies, looks and
// scenarios.
func TestPaletteLeadsEverywhere(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	find(t, m, "step 2")
	if m.s.Step != 2 {
		t.Errorf("step 2 leads to step %d", m.s.Step)
	}
	find(t, m, "scenario tree")
	if got := m.screens[m.current].Name(); got != "tree" {
		t.Errorf("the tree is %s", got)
	}
	find(t, m, "focus")
	if got := m.screens[m.current].Name(); got != "focus" || m.s.Step != 2 {
		t.Errorf("focus is %s at step %d", got, m.s.Step)
	}
	find(t, m, "evaluation back")
	if m.s.Step != 1 {
		t.Errorf("back leads to step %d", m.s.Step)
	}
	find(t, m, "theme light")
	if m.theme.Name != "light" {
		t.Errorf("the theme is %s", m.theme.Name)
	}
	find(t, m, "glyphs ascii")
	if m.options.Terminal.Glyphs != chart.ASCII {
		t.Error("the glyphs are not ASCII")
	}
	find(t, m, "motion off")
	if m.options.Motion != "off" {
		t.Errorf("motion is %q", m.options.Motion)
	}
	find(t, m, "EI-PUC")
	if got := m.s.Tracks[m.s.Focused()].Policy().Title(); got != "EI-PUC" {
		t.Errorf("%s is shown", got)
	}
	find(t, m, "policy random")
	if got := m.s.Tracks[m.s.Focused()].Policy().Name; len(m.s.Tracks) != 3 || got != "random" {
		t.Errorf("%d policies run, %s is shown", len(m.s.Tracks), got)
	}
	find(t, m, "theorem")
	if m.s.Problem.Theorem == nil {
		t.Errorf("theorem opens %s", m.s.Problem.Name)
	}
}

// Every command of the keys is found by what it does, and none that can do
// nothing; a paste is text, and esc leaves all as it was.
func TestPaletteKnowsTheKeys(t *testing.T) {
	m := newTestModel(t, "dropwave", 160, 48, "ei", "ei-puc", "random")
	for _, name := range []string{"compare", "focus", "tree", "map", "browse", "settings"} {
		drain(t, m, m.show(name))
		a := m.about()
		items := m.commands()
		for _, b := range slices.Concat(a.Keys, m.globals(a)) {
			text := b.Does
			if text == "" {
				text = b.Long
			}
			if text == "" || b.Act == screen.ActPalette || b.Act == screen.ActScreen {
				continue
			}
			if !strings.Contains(items[0].text, text) {
				t.Errorf("%s: the palette has %q for %q", name, items[0].text, text)
			}
			items = items[1:]
		}
	}
	drain(t, m, m.show("compare"))
	before := screenText(m)
	press(t, m, ":")
	onScreen(t, m, "find a command", "one evaluation forward")
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("quit\nq\x1b"), Paste: true})
	if m.overlay != overlayPalette {
		t.Fatal("a paste closes the palette")
	}
	onScreen(t, m, "quitq")
	press(t, m, "esc")
	if screenText(m) != before {
		t.Error("esc leaves something behind")
	}
}
