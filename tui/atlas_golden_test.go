package tui

import (
	"os"
	"testing"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// smallMap is the map of testdata/map.csv: real runs, as testdata/map.toml says.
func smallMap(t testing.TB) []experiment.AtlasRow {
	t.Helper()
	file, err := os.Open("testdata/map.csv")
	testkit.OK(t, err)
	defer file.Close()
	rows, err := experiment.ReadAtlas(file)
	testkit.OK(t, err)
	return rows
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
			m := atlasModel(t, smallMap(t), c.w, c.h)
			m.options.Terminal.Glyphs = c.glyphs
			press(t, m, c.keys...)
			checkGolden(t, c.name+".txt", edged(m))
		})
	}
}
