package pane

import (
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

func twoRows() screen.Reading {
	items := func(f, c, name, q string) []screen.Item {
		return []screen.Item{
			{Name: "f", Value: f, Unit: "points", Least: leastBelief}, {Name: "c", Value: c, Least: leastCost}, {Name: name, Value: q},
			{Name: "fits", Value: "97 %"}, {Name: "true", Value: "1.12"},
		}
	}
	return screen.Reading{Place: "x 0.640 mm", Brief: "x 0.640", Rows: []screen.ReadingRow{
		{Who: "EI-PUC", Items: items("0.0312 ± 0.961", "9.00 ± 0.620", "EI/c", "0.0170")},
		{Who: "B-MS-EI", Items: items("-0.412 ± 0.724", "8.90 (1.23 to 64.2)", "Q", "≈ 0.0302")},
	}}
}

// Whatever the width, a number is whole or not there, what matters most stays
// longest, and like stands under like.
func TestReadingsAreNeverCut(t *testing.T) {
	t.Parallel()
	th, _ := theme.Named("dark")
	for _, loose := range []bool{false, true} {
		for _, term := range []chart.Terminal{{Profile: chart.NoColor}, {Profile: chart.NoColor, Glyphs: chart.ASCII}} {
			shown := -1
			for w := 20; w < 200; w++ {
				r := twoRows()
				r.Loose = loose
				c := chart.New(w, 2, term)
				DrawReading(screen.View{Theme: th, Terminal: term}, c, r)
				lines := strings.Split(c.Plain(), "\n")
				if strings.ContainsAny(c.Plain(), "…~") && !strings.Contains(c.Plain(), "~ 0.0302") {
					t.Fatalf("width %d: something is cut:\n%s", w, c.Plain())
				}
				n := 0
				for y, row := range r.Rows {
					rest := lines[y]
					for i, it := range row.Items {
						value := it.Value
						if term.Glyphs == chart.ASCII {
							value = strings.NewReplacer("±", "+-", "≈", "~").Replace(value)
						}
						at := strings.Index(rest, it.Name+" ")
						if at < 0 {
							break
						}
						if rest = strings.TrimLeft(rest[at+len(it.Name):], " "); !strings.HasPrefix(rest, value) {
							t.Fatalf("width %d: %s is not followed by %q:\n%s", w, it.Name, value, c.Plain())
						}
						if y == 0 {
							n = i + 1
						}
					}
				}
				if n < shown {
					t.Errorf("width %d shows %d numbers, a narrower one %d", w, n, shown)
				}
				shown = n
				if at := strings.Index(lines[0], "fits"); !loose && at >= 0 && len([]rune(lines[0][:at])) != len([]rune(lines[1][:strings.Index(lines[1], "fits")])) {
					t.Errorf("width %d: not below each other:\n%s", w, c.Plain())
				}
			}
			if shown != 5 {
				t.Errorf("200 columns show %d of 5 numbers", shown)
			}
		}
	}
}

// A place is written with all its figures, and moving keeps to such places.
func TestPlacesOfTheCrosshair(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	unit := scenarios.Parameter{Name: "x", Low: 0, High: 1}
	wide := scenarios.Parameter{Name: "t", Low: -2000, High: 3e6}
	log := scenarios.Parameter{Name: "c", Low: 1e-4, High: 10, Log: true}
	whole := scenarios.Parameter{Name: "n", Low: 1, High: 40, Integer: true}
	named := scenarios.Parameter{Name: "s", High: 2, Choices: []string{"THF", "DMF", "water"}}
	for _, c := range []struct {
		p     scenarios.Parameter
		v, at float64
		word  string
	}{
		{unit, 0.64049, 0.64, "0.640"}, {unit, -0.0001, 0, "0.000"}, {unit, 7, 1, "1.000"},
		{wide, 12345.6, 12346, "12346"}, {log, 0.0123456, 0.01235, "0.01235"}, {log, 99, 10, "10"},
		{whole, 7.4, 7, "7"}, {named, 1.2, 1, "DMF"},
	} {
		at := CrossValue(c.p, c.v)
		if word := CrossWord(c.p, at); at != c.at || math.Signbit(at) != math.Signbit(c.at) || word != c.word {
			t.Errorf("%s %g: at %g, written %q; want %g, %q", c.p.Name, c.v, at, word, c.at, c.word)
		}
	}
	if word := CrossWord(unit, 0.123456); word != "0.123456" {
		t.Errorf("a typed place is written %q", word)
	}
}

// The cost is told by its ends where plus-minus would be untrue.
func TestCostWords(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]session.Reading{
		"9.00":                {Cost: 9, CostLow: 9, CostHigh: 9},
		"9.00 ± 0.550":        {Cost: 9, CostLow: 8.5, CostHigh: 9.6},
		"10.0 (1.00 to 100)":  {Cost: 10, CostLow: 1, CostHigh: 100},
		"10.0 (0.500 to 200)": {Cost: 10, CostLow: 0.5, CostHigh: 200},
	} {
		if got := costWords(r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What is copied is all there is, harmless, whatever fits on the screen.
func TestReadingText(t *testing.T) {
	t.Parallel()
	r := twoRows()
	r.Rows[1].Who = "bad\x1b]0;name\a"
	want := "x 0.640 mm  EI-PUC  f 0.0312 ± 0.961 points  c 9.00 ± 0.620  EI/c 0.0170  fits 97 %  true 1.12\n" +
		"x 0.640 mm  bad  f -0.412 ± 0.724 points  c 8.90 (1.23 to 64.2)  Q ≈ 0.0302  fits 97 %  true 1.12"
	if got := ReadingText(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
