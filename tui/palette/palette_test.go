package palette

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

func sample() *Palette {
	var items []Item
	for _, t := range [][3]string{
		{"play and pause", "", "space"}, {"next screen", "", "tab"}, {"the scenario tree of this decision", "", "t"},
		{"open push", "robot pushing", ""}, {"policy EI", "", ""}, {"policy EI-PUC", "", ""}, {"step 3", "", "3g"}, {"theme light", "", ""},
	} {
		items = append(items, Item{Text: t[0], Also: t[1], Key: t[2], Do: func() tea.Cmd { return nil }})
	}
	return New(items, nil)
}

func typed(p *Palette, keys ...string) (chosen string, left bool) {
	for _, k := range keys {
		i, l := p.Key(k)
		if left = l; i != nil {
			chosen = i.Text
		}
	}
	return chosen, left
}

func letters(s string) []string { return strings.Split(s, "") }

func TestEnterTakesTheBestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"tree", "the scenario tree of this decision"}, {"ei", "policy EI"}, {"eip", "policy EI-PUC"}, {"3", "step 3"}, {"light", "theme light"},
		{"robot", "open push"}, {"", "play and pause"}, {"qqq", ""},
	} {
		got, left := typed(sample(), append(letters(c[0]), "enter")...)
		if c[0] == "" {
			got, left = typed(sample(), "enter")
		}
		if got != c[1] || left {
			t.Errorf("%q and enter choose %q, want %q", c[0], got, c[1])
		}
	}
}

func TestArrowsChooseAndEscLeaves(t *testing.T) {
	t.Parallel()
	if got, _ := typed(sample(), "down", "down", "up", "enter"); got != "next screen" {
		t.Errorf("the second is chosen as %q", got)
	}
	if got, _ := typed(sample(), "up", "pgdown", "pgdown", "enter"); got != "theme light" {
		t.Errorf("beyond the end is %q", got)
	}
	if _, left := typed(sample(), "e", "esc"); !left {
		t.Error("esc does not leave")
	}
	if _, left := typed(sample(), "e", "backspace"); left {
		t.Error("backspace leaves while something is typed")
	}
	if _, left := typed(sample(), "e", "backspace", "backspace"); !left {
		t.Error("backspace does not leave an empty line")
	}
}

// Signs that do not print, and more than anybody types, change nothing.
func TestWhatIsPastedIsText(t *testing.T) {
	t.Parallel()
	p := sample()
	if got, left := typed(p, "\n", "\x1b", "\r", "\x00", "t", "\n", "r", "e"); got != "" || left || p.line.String() != "tre" {
		t.Errorf("chose %q, left %v, typed %q", got, left, p.line.String())
	}
	typed(p, letters(strings.Repeat("x", 500))...)
	if n := len(p.line.String()); n != longest {
		t.Errorf("%d letters were taken", n)
	}
}

// At every size the line and the one selected are seen, and a click selects what
// it is on.
func TestDrawAndSelect(t *testing.T) {
	t.Parallel()
	th, _ := theme.Named("dark")
	for w := 20; w <= 90; w += 7 {
		for h := 3; h <= 20; h++ {
			p := sample()
			for at := range len(p.found) {
				c := chart.New(w, h, chart.Terminal{Glyphs: chart.ASCII, Profile: chart.NoColor})
				p.Draw(th, c)
				rows := strings.Split(c.Plain(), "\n")
				y := 0
				for y < len(rows) && !strings.HasPrefix(rows[y], ">") {
					y++
				}
				if y == len(rows) || !strings.HasPrefix(rows[0], ": ") || !strings.HasPrefix(rows[y][2:], p.found[at].Text[:2]) {
					t.Fatalf("%dx%d, item %d:\n%s", w, h, at, c.Plain())
				}
				if !p.Select(y, h) || p.at != at {
					t.Fatalf("%dx%d: a click on row %d selects %d, want %d", w, h, y, p.at, at)
				}
				p.Key("down")
			}
			if p.Select(1, h) || p.Select(h, h) {
				t.Fatal("a click beside the list selects")
			}
		}
	}
}

func TestMoreIsAskedForByWhatIsTyped(t *testing.T) {
	t.Parallel()
	p := sample()
	p.More = func(q string) []Item {
		if q == "99" {
			return []Item{{Text: "step 99"}}
		}
		return nil
	}
	if got, _ := typed(p, "9", "9", "enter"); got != "step 99" {
		t.Errorf("99 finds %q", got)
	}
	typed(p, "down")
	p.Replace([]Item{{Text: "only"}})
	if len(p.found) != 0 && p.at >= len(p.found) {
		t.Error("the selection is beyond the list")
	}
}
