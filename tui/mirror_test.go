package tui

import (
	"encoding/xml"
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// Another terminal's frame is what an explorer of that size and theme shows, and
// leaves no trace in the one it is taken from.
func TestFramesForOtherTerminals(t *testing.T) {
	light, _ := theme.Named("light")
	for _, keys := range []string{"", "n", "t", "tjjj", "b", "?", "f"} {
		m, own := newTestModel(t, "myopia", 120, 40, "ei-puc", "b-ms-ei"), newTestModel(t, "myopia", 80, 24, "ei-puc", "b-ms-ei")
		for _, k := range strings.Split(keys, "") {
			press(t, m, k)
			press(t, own, k)
		}
		before := m.View()
		c := chart.New(80, 24, chart.Terminal{Profile: chart.TrueColor, Glyphs: chart.ASCII})
		m.DrawAs(c, light)
		if after := m.View(); after != before {
			t.Errorf("after %q, drawing for another changed the frame", keys)
		}
		own.SetLook(light, chart.Terminal{Profile: chart.TrueColor, Glyphs: chart.ASCII})
		if got, want := c.ANSI(), own.View(); got != want {
			t.Errorf("after %q, another terminal shows\n%s\nwant\n%s", keys, got, want)
		}
	}
}

func TestRemoteTerminalsAreKnownByTheirEnvironment(t *testing.T) {
	for _, c := range []struct {
		env  string
		look Look
		want chart.Terminal
		name string
	}{
		{"TERM=xterm-256color", Look{}, chart.Terminal{Profile: chart.ANSI256}, "dark"},
		{"TERM=xterm-256color COLORTERM=truecolor LANG=de_DE.UTF-8", Look{}, chart.Terminal{Profile: chart.TrueColor}, "dark"},
		{"TERM=xterm-256color NO_COLOR=1 LANG=C", Look{Theme: "light"}, chart.Terminal{Profile: chart.NoColor, Glyphs: chart.ASCII}, "light"},
		{"TERM=linux", Look{Glyphs: "blocks"}, chart.Terminal{Profile: chart.ANSI16, Glyphs: chart.Blocks}, "dark"},
		{"TERM=dumb", Look{}, chart.Terminal{Profile: chart.NoColor}, "dark"},
	} {
		env := func(name string) string {
			for _, e := range strings.Fields(c.env) {
				if v, ok := strings.CutPrefix(e, name+"="); ok {
					return v
				}
			}
			return ""
		}
		if th, got := c.look.Remote(env); got != c.want || th.Name != c.name {
			t.Errorf("%s, %+v: %+v in %s, want %+v in %s", c.env, c.look, got, th.Name, c.want, c.name)
		}
	}
	if l := (Look{Theme: "dark"}).With("light", "nonsense", "ascii"); l != (Look{Theme: "light", Glyphs: "ascii"}) {
		t.Errorf("words made %+v", l)
	}
}

// w writes the frame as a picture that parses, never over another, and tells
// its name; guests write nothing.
func TestSaveFrame(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newTestModel(t, "myopia", 100, 30, "ei-puc", "b-ms-ei")
	for _, name := range []string{"farsight-myopia-1.svg", "farsight-myopia-2.svg"} {
		press(t, m, "w")
		onScreen(t, m, "Saved this frame as "+name)
		data, err := os.ReadFile(name)
		testkit.OK(t, err)
		if err := xml.Unmarshal(data, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(string(data), "B-MS-EI") {
			t.Errorf("%s does not show B-MS-EI", name)
		}
	}
	m.options.Guest = true
	press(t, m, "w")
	if files, _ := os.ReadDir("."); len(files) != 2 {
		t.Errorf("a guest wrote: %v", files)
	}
}
