package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
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
