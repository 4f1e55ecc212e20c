package tui

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// checkGolden compares text with a file, and shows both where they differ.
func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		testkit.OK(t, os.MkdirAll("testdata", 0o755))
		testkit.OK(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("golden frames are amd64's: elsewhere a last bit may move a dot")
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./tui -update writes it)", err)
	}
	if string(want) != got {
		t.Errorf("%s differs (go test ./tui -update accepts it). Want:\n%s\nGot:\n%s", file, want, got)
	}
}

// edged is a frame with its right edge marked, so that no blank is in doubt.
func edged(m *Model) string { return strings.ReplaceAll(screenText(m), "\n", "|\n") + "|\n" }

// A few frames as they are, for reviewing.
func TestGoldenFrames(t *testing.T) {
	for _, c := range []struct {
		name     string
		w, h     int
		glyphs   chart.Glyphs
		computed bool
		keys     []string
	}{
		{"first-frame-80x24", 80, 24, chart.Braille, false, nil},
		{"compare-80x24", 80, 24, chart.Braille, true, []string{"n", "n"}},
		{"compare-160x48", 160, 48, chart.Braille, true, []string{"n", "n"}},
		{"compare-ended-100x30-ascii", 100, 30, chart.ASCII, true, []string{"end"}},
		{"focus-120x40", 120, 40, chart.Braille, true, []string{"n", "tab"}},
		{"predict-80x24", 80, 24, chart.Braille, true, []string{"P", "0", ".", "7", "enter", "h"}},
		{"predict-revealed-120x40", 120, 40, chart.Braille, true, []string{"P", "0", ".", "7", "enter", "enter"}},
		{"predict-end-80x24-ascii", 80, 24, chart.ASCII, true, []string{"P", "0", ".", "7", "enter", "enter", "enter", "s", "s"}},
		{"tree-120x40", 120, 40, chart.Braille, true, []string{"t", "right", "down"}},
		{"formula-100x30", 100, 30, chart.Braille, true, []string{"f"}},
		{"help-80x24", 80, 24, chart.Braille, true, []string{"t", "?"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m *Model
			if c.computed {
				m = newTestModel(t, "myopia", c.w, c.h, "ei-puc", "b-ms-ei")
			} else {
				m = newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
				m.Update(tea.WindowSizeMsg{Width: c.w, Height: c.h})
			}
			m.options.Terminal.Glyphs = c.glyphs
			press(t, m, c.keys...)
			checkGolden(t, c.name+".txt", edged(m))
		})
	}
}
