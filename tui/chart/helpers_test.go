package chart

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"farsight/internal/testkit"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// golden compares a frame with testdata/NAME.txt. The right edge is marked, so that blanks count.
func golden(t *testing.T, name string, c Canvas) {
	t.Helper()
	got := strings.ReplaceAll(c.Plain(), "\n", "¶\n") + "¶\n"
	file := filepath.Join("testdata", name+".txt")
	if *update {
		testkit.OK(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./tui/chart -update writes it)", err)
	}
	if got != string(want) {
		t.Errorf("frame %s differs\nwant:\n%s\ngot:\n%s", name, want, got)
	}
}

var (
	red, green, blue = RGB(255, 0, 0), RGB(0, 255, 0), RGB(0, 0, 255)
	testStyle        = Style{Background: RGB(20, 20, 24), Text: RGB(220, 220, 220), Muted: RGB(150, 150, 150), Title: RGB(255, 255, 255),
		Axis: RGB(100, 100, 100), Selection: RGB(40, 50, 70), Bad: red}
)

// checkFrame asserts what must hold for every frame: exactly h lines of exactly w columns, no
// controls but escape sequences, none at all without colours, ASCII where promised.
func checkFrame(t *testing.T, c Canvas) {
	t.Helper()
	frame := c.ANSI()
	lines := strings.Split(frame, "\n")
	if c.h > 0 && len(lines) != c.h {
		t.Fatalf("%dx%d: %d lines", c.w, c.h, len(lines))
	}
	for i, l := range lines {
		if n := ansi.StringWidth(l); n != c.w && c.h > 0 {
			t.Fatalf("%dx%d %v: line %d has %d columns: %q", c.w, c.h, c.Terminal(), i, n, l)
		}
	}
	for _, r := range frame {
		switch {
		case r == '\n':
		case r == 0x1b:
			if c.Mono() {
				t.Fatalf("escape sequence in a frame without colours: %q", frame)
			}
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
			t.Fatalf("control character %U in a frame", r)
		case r > '~' && c.Glyphs() == ASCII:
			t.Fatalf("%q in a frame of ASCII", r)
		}
	}
}

func allTerminals() []Terminal {
	var out []Terminal
	for g := Braille; g <= ASCII; g++ {
		for p := TrueColor; p <= NoColor; p++ {
			out = append(out, Terminal{Glyphs: g, Profile: p})
		}
	}
	return out
}
