package tui

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// smallAtlas is the map of testdata/map.csv: real runs, as testdata/map.toml
// says. The columns are those of farsight experiment report --map, whose own
// reader this package may not import.
func smallAtlas(t testing.TB) *Atlas {
	t.Helper()
	file, err := os.Open("testdata/map.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	a, policies, cells := &Atlas{}, map[string]int{}, map[builtin.Cell]int{}
	for _, ahead := range []bool{true, false} { // those that look ahead first
		for _, l := range lines[1:] {
			name, remark, _ := strings.Cut(l[4], ", ")
			q, err := policy.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, known := policies[l[4]]; known || q.Tree() != ahead {
				continue
			}
			if ahead {
				q = q.With("effort", "quick").With("schedule", map[string]string{"true budget": "off", "scheduled": "paper"}[remark])
			}
			policies[l[4]] = len(a.Policies)
			a.Policies = append(a.Policies, AtlasPolicy{Label: l[4], Ahead: ahead, Policy: q})
		}
	}
	for _, l := range lines[1:] {
		cell, err := builtin.ParseCell(fmt.Sprintf("d=%s worth %s spread %s %s", l[0], l[1], l[2], l[3]))
		if err != nil {
			t.Fatal(err)
		}
		i, known := cells[cell]
		if !known {
			i = len(a.Cells)
			cells[cell] = i
			a.Cells = append(a.Cells, AtlasCell{Cell: cell, Best: policies[l[8]], Results: make([]AtlasResult, len(a.Policies))})
		}
		number := func(column int) float64 {
			v, _ := strconv.ParseFloat(l[column], 64) // empty: the best closed form against itself
			return v
		}
		draws, _ := strconv.Atoi(l[5])
		a.Cells[i].Results[policies[l[4]]] = AtlasResult{draws, Estimate{number(6), number(7)}, Estimate{number(9), number(10)}, Estimate{number(11), number(12)}}
	}
	return a
}

// A few frames of the map as they are, for reviewing.
func TestGoldenAtlas(t *testing.T) {
	for _, c := range []struct {
		name   string
		w, h   int
		glyphs chart.Glyphs
		keys   []string
	}{
		{"atlas-80x24", 80, 24, chart.Braille, nil},
		{"atlas-80x24-ascii", 80, 24, chart.ASCII, []string{"p"}},
		{"atlas-120x40", 120, 40, chart.Braille, []string{"p", "p", "p", "left"}},
		{"atlas-160x48", 160, 48, chart.Braille, nil},
		{"atlas-help-80x24", 80, 24, chart.Braille, []string{"?"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := atlasModel(t, smallAtlas(t), c.w, c.h)
			m.options.Terminal.Glyphs = c.glyphs
			press(t, m, c.keys...)
			checkGolden(t, c.name+".txt", edged(m))
		})
	}
}

// Dark, light and without colours the words are the same: colour only says again
// what they say.
func TestAtlasSaysTheSameInEveryTheme(t *testing.T) {
	m, _ := atlasModel(t, smallAtlas(t), 120, 40)
	want := screenText(m)
	if !strings.Contains(want, "*") {
		t.Error("no cell is marked: the frames do not show how")
	}
	colours := map[string]bool{}
	for _, name := range []string{"dark", "light"} {
		m.theme, _ = theme.Named(name)
		m.options.Terminal = chart.Terminal{}
		colours[m.View()] = true
		got := strings.Split(screenText(m), "\n")
		for y, line := range strings.Split(want, "\n") {
			if !strings.Contains(line, "95 % interval") && got[y] != line { // the legend shows colours
				t.Errorf("%s, line %d: %q, without colours %q", name, y+1, got[y], line)
			}
		}
	}
	if len(colours) != 2 {
		t.Error("dark and light look the same")
	}
}
