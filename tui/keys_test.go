package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"farsight/tui/browse"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theorem"
)

// A paste is no command: what is in somebody's clipboard must not drive the
// explorer.
func TestPastesAreNotKeys(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("nnq"), Paste: true})
	if cmd != nil {
		if _, quit := cmd().(tea.QuitMsg); quit {
			t.Error("a pasted q quits")
		}
	}
	if m.s.Step != 0 {
		t.Errorf("a paste steps to %d", m.s.Step)
	}
}

// The named keys of the specification do what they are for.
func TestKeysStep(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	last := m.s.LastStep()
	for _, c := range []struct {
		keys string
		step int
	}{
		{"right", 1}, {"l", 2}, {"n", 3}, {"left", 2}, {"h", 1}, {"p", 0}, {"p", 0}, {"end", last}, {"n", last}, {"home", 0}, {"G", last}, {"g", 0},
	} {
		press(t, m, c.keys)
		if m.s.Step != c.step {
			t.Errorf("after %s: step %d, want %d", c.keys, m.s.Step, c.step)
		}
	}
	for _, c := range [][2]string{{"tab", "focus"}, {"tab", "tree"}, {"esc", "compare"}, {"t", "tree"}, {"shift+tab", "focus"}, {"esc", "compare"}} {
		press(t, m, c[0])
		if got := m.screens[m.current].Name(); got != c[1] {
			t.Errorf("after %s: screen %s, want %s", c[0], got, c[1])
		}
	}
	press(t, m, "?")
	onScreen(t, m, "keys on this screen: compare", "one evaluation forward, back")
	press(t, m, "?", "f")
	onScreen(t, m, "the formula, with this step's numbers in it")
	press(t, m, "esc")
	if m.overlay != overlayNone || m.screens[m.current].Name() != "compare" {
		t.Error("esc does not close the formula only")
	}
}

// Of the list of keys only lines that are too wide are cut.
func TestShortLinesOfTheHelpAreWhole(t *testing.T) {
	m := newTestModel(t, "myopia", 80, 24, "ei-puc", "b-ms-ei")
	press(t, m, "?")
	onScreen(t, m, "play and pause  ", "next screen (shift+tab: previous)  ")
}

// Play steps by its timer until the end and then rests; its speed is shown.
func TestPlay(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m.Update(keyMsg(" "))
	m.Update(keyMsg("+"))
	onScreen(t, m, "▶ 2/s")
	stale := session.PlayMsg{Tick: m.s.Tick - 1}
	m.Update(stale)
	if m.s.Step != 0 {
		t.Error("a timer of before counts")
	}
	for range 20 {
		m.Update(session.PlayMsg{Tick: m.s.Tick})
	}
	if m.s.Step != m.s.LastStep() || m.s.Playing {
		t.Errorf("played to step %d of %d, playing %v", m.s.Step, m.s.LastStep(), m.s.Playing)
	}
	m.Update(keyMsg(" ")) // again from the start
	if m.s.Step != 0 || !m.s.Playing {
		t.Errorf("played again from step %d, playing %v", m.s.Step, m.s.Playing)
	}
	m.Update(keyMsg("-"))
	m.Update(keyMsg("-"))
	m.Update(keyMsg("-"))
	m.Update(keyMsg("-"))
	onScreen(t, m, "▶ 0.25/s")
	m.Update(keyMsg("p"))
	if m.s.Playing {
		t.Error("stepping back does not pause")
	}
}

// The tables bind no key twice, and every binding is told of in the help: by
// itself or beside the one before.
func TestKeyTablesAreSound(t *testing.T) {
	for _, m := range []*Model{newTestModel(t, "dropwave", 160, 48, "ei", "2-b-ms-ei"), newTestModel(t, "theorem-1", 160, 48)} {
		soundTables(t, m)
	}
}

func soundTables(t *testing.T, m *Model) {
	for n, s := range m.screens {
		if !m.available(n) {
			continue
		}
		about := s.About(m.viewOf(n))
		for _, table := range [][]screen.Binding{about.Keys, m.globals(about)} {
			seen := map[string]bool{}
			for i, b := range table {
				for _, k := range b.Keys() {
					if seen[k] {
						t.Errorf("%s: %s is bound twice", s.Name(), k)
					}
					seen[k] = true
				}
				if b.Long == "" && i == 0 {
					t.Errorf("%s: %v is not in the help", s.Name(), b.Keys())
				}
				if b.Short() != "" && b.Show() == "" {
					t.Errorf("%s: %v has a hint without a key", s.Name(), b.Keys())
				}
			}
		}
	}
	if screen.Find("q", m.globals(m.about())) != screen.ActQuit || screen.Find("ctrl+c", m.globals(m.about())) != screen.ActQuit {
		t.Error("q and ctrl+c do not quit")
	}
}

// Keys that can do nothing are neither listed nor handled.
func TestUselessKeysAreNotOffered(t *testing.T) {
	one := newTestModel(t, "myopia", 160, 48, "b-ms-ei")
	listed := func(m *Model) string {
		var out []string
		for _, l := range m.helpLines(m.about(), 100) {
			out = append(out, strings.TrimSpace(ansi.Truncate(l, helpKeys, "")))
		}
		return " " + strings.Join(out, " ") + " "
	}
	for _, k := range []string{"x", "o", "e", "a", "i", "m", "r", "c"} {
		if strings.Contains(listed(one), " "+k+" ") {
			t.Errorf("one policy, one parameter, a large window: %s is offered in %s", k, listed(one))
		}
		press(t, one, k)
	}
	if one.s.ByMoney || one.s.ViaBest || one.s.Axis != 0 || one.showC {
		t.Error("a key that is not offered is obeyed")
	}
	three := newTestModel(t, "dropwave", 80, 24, "ei", "ei-puc", "random")
	for _, k := range []string{"x", "o", "e", "a", "i", "m", "c"} {
		if !strings.Contains(listed(three), " "+k+" ") {
			t.Errorf("three policies, two parameters, a small window: %s is not offered in %s", k, listed(three))
		}
	}
}

// What cannot be done here is neither offered nor handled.
func TestTheoremHasNoReplay(t *testing.T) {
	m := newTestModel(t, "theorem-1", 100, 30)
	for _, k := range []string{"t", "x", "o", "a", "i", "c", "s", "tab"} {
		press(t, m, k)
		must[*theorem.Screen](m)
	}
	press(t, m, "?")
	if frame := m.View(); strings.Contains(frame, "scenario tree") || !strings.Contains(frame, "10 000 more runs") {
		t.Errorf("help of the theorem:\n%s", frame)
	}
	press(t, m, "esc", "f")
	onScreen(t, m, "floor((1+δ)/ε) = floor(1.1/0.1) = 11")
	press(t, m, "esc", "b")
	must[*browse.Screen](m)
	press(t, m, "esc")
	must[*theorem.Screen](m)
}
