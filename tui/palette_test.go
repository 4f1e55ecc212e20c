package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

func samplePalette() *palette {
	var items []choice
	for _, t := range [][3]string{
		{"play and pause", "", "space"}, {"next screen", "", "tab"}, {"the scenario tree of this decision", "", "t"},
		{"open push", "robot pushing", ""}, {"policy EI", "", ""}, {"policy EI-PUC", "", ""}, {"step 3", "", "3g"}, {"theme light", "", ""},
	} {
		items = append(items, choice{text: t[0], also: t[1], key: t[2], do: func() tea.Cmd { return nil }})
	}
	return newPalette(items, nil)
}

func typeInto(p *palette, keys ...string) (chosen string, left bool) {
	for _, k := range keys {
		i, l := p.press(k)
		if left = l; i != nil {
			chosen = i.text
		}
	}
	return chosen, left
}

func letters(s string) []string { return strings.Split(s, "") }

// At every size the line and the one selected are seen, and a click selects what
// it is on.
func TestDrawAndSelect(t *testing.T) {
	t.Parallel()
	th, _ := theme.Named("dark")
	for w := 20; w <= 90; w += 7 {
		for h := 3; h <= 20; h++ {
			p := samplePalette()
			for at := range len(p.found) {
				c := chart.New(w, h, chart.Terminal{Glyphs: chart.ASCII, Profile: chart.NoColor})
				p.draw(th, c)
				rows := strings.Split(c.Plain(), "\n")
				y := 0
				for y < len(rows) && !strings.HasPrefix(rows[y], ">") {
					y++
				}
				if y == len(rows) || !strings.HasPrefix(rows[0], ": ") || !strings.HasPrefix(rows[y][2:], p.found[at].text[:2]) {
					t.Fatalf("%dx%d, item %d:\n%s", w, h, at, c.Plain())
				}
				if !p.selectRow(y, h) || p.at != at {
					t.Fatalf("%dx%d: a click on row %d selects %d, want %d", w, h, y, p.at, at)
				}
				p.press("down")
			}
			if p.selectRow(1, h) || p.selectRow(h, h) {
				t.Fatal("a click beside the list selects")
			}
		}
	}
}

// What was meant comes first among what matches.
func TestPaletteRanks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query string
		texts []string
		want  string // the first; "": none matches
	}{
		{"tree", []string{"theme colour-blind is free", "the scenario tree of this decision"}, "the scenario tree of this decision"},
		{"ei", []string{"policy EI-PUC", "policy B-MS-EI", "policy EI"}, "policy EI"},
		{"ei-p", []string{"policy B-MS-EI-P", "policy EI-PUC-CC", "policy EI-PUC"}, "policy EI-PUC"},
		{"eipuc", []string{"policy EI", "policy PBGI", "policy EI-PUC"}, "policy EI-PUC"},
		{"12", []string{"step 1", "step 2", "step 112", "step 12", "step 120"}, "step 12"},
		{"step 3", []string{"step 13", "step 30", "step 3"}, "step 3"},
		{"light theme", []string{"theme dark", "theme contrast-light", "theme light"}, "theme light"},
		{"drpw", []string{"open deadline", "open dropwave"}, "open dropwave"},
		{"nwx", []string{"next screen", "open dropwave"}, ""},
	} {
		var items []choice
		for _, text := range c.texts {
			items = append(items, choice{text: text})
		}
		if got, _ := typeInto(newPalette(items, nil), append(letters(c.query), "enter")...); got != c.want {
			t.Errorf("%q finds %q, want %q first", c.query, got, c.want)
		}
	}
}

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
