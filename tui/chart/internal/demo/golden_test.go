package demo

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// The whole screen as a reader without colours sees it, in braille and in ASCII.
func TestCompareGolden(t *testing.T) {
	th, _ := theme.Named("dark")
	left, right := Columns()
	for name, g := range map[string]chart.Glyphs{"compare-80x24-braille": chart.Braille, "compare-80x24-ascii": chart.ASCII} {
		c := chart.New(80, 24, chart.Terminal{Glyphs: g, Profile: chart.NoColor})
		Compare(c, th, left, right)
		got := strings.ReplaceAll(c.Plain(), "\n", "¶\n") + "¶\n"
		file := filepath.Join("testdata", name+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v (go test -update writes it)", err)
		}
		if got != string(want) {
			t.Errorf("frame %s differs\nwant:\n%s\ngot:\n%s", name, want, got)
		}
	}
}

// Real screens keep their lines at every size up to 240x70, on every terminal and theme.
func TestScreensSweep(t *testing.T) {
	left, right := Columns()
	names := theme.Names()
	n := 0
	for w := 1; w <= 240; w += 1 + w/4 {
		for h := 1; h <= 70; h += 1 + h/4 {
			n++
			th, _ := theme.Named(names[n%len(names)])
			c := chart.New(w, h, chart.Terminal{Glyphs: chart.Glyphs(n % 3), Profile: chart.Profile(n % 4)})
			Compare(c, th, left, right)
			Gallery(c, th)
			lines := strings.Split(c.ANSI(), "\n")
			if len(lines) != h {
				t.Fatalf("%dx%d: %d lines", w, h, len(lines))
			}
			for i, l := range lines {
				if k := ansi.StringWidth(l); k != w {
					t.Fatalf("%dx%d: line %d has %d columns", w, h, i, k)
				}
			}
		}
	}
}
