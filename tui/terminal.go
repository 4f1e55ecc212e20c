package tui

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/muesli/termenv"

	"farsight/internal/mistake"
	_ "farsight/internal/noquery" // nothing may ask the terminal before we do
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/theme"
)

// Look is how the user wants the explorer to look; "" means what suits the
// terminal.
type Look struct {
	Theme  string // a theme's name, a theme's file, or auto
	Glyphs string // pixels, braille, blocks or ascii, or auto
	Motion string // one of Motions
	Mouse  bool   // the mouse is the explorer's from the start
}

// Check says what is wrong with a look before anything is drawn.
func (l Look) Check() error {
	if _, _, err := l.theme(); err != nil {
		return err
	}
	if l.Glyphs != "" && l.Glyphs != "auto" {
		if _, ok := glyphsNamed(l.Glyphs); !ok {
			return fmt.Errorf("unknown glyphs %q: use pixels, braille, blocks, ascii or auto", l.Glyphs)
		}
	}
	if l.Motion != "" && !slices.Contains(Motions, l.Motion) {
		return fmt.Errorf("unknown motion %q: use %s", l.Motion, strings.Join(Motions, ", "))
	}
	return nil
}

// theme is the theme that the look names; false if it leaves it open.
func (l Look) theme() (theme.Theme, bool, error) {
	if l.Theme == "" || l.Theme == "auto" {
		return theme.Theme{}, false, nil
	}
	if th, ok := theme.Named(l.Theme); ok {
		return th, true, nil
	}
	if theme.IsFile(l.Theme) {
		th, err := theme.Load(l.Theme)
		return th, err == nil, err
	}
	names := append(theme.Names(), "auto")
	return theme.Theme{}, false, fmt.Errorf("unknown theme %q%s: there are %s, or the name of a .toml file", l.Theme, suggestion(l.Theme, names), strings.Join(names, ", "))
}

// Named is the theme that the look names; false if it leaves it open.
func (l Look) Named() (theme.Theme, bool) {
	th, ok, _ := l.theme()
	return th, ok
}

func suggestion(typed string, names []string) string {
	if n, ok := mistake.Nearest(typed, names); ok {
		return fmt.Sprintf(" (did you mean %q?)", n)
	}
	return ""
}

// pixelsName asks for pictures; braille draws what a terminal has no pictures for.
const pixelsName = "pixels"

func glyphsNamed(name string) (chart.Glyphs, bool) {
	if name == pixelsName {
		return chart.Braille, true
	}
	for _, g := range []chart.Glyphs{chart.Braille, chart.Blocks, chart.ASCII} {
		if g.String() == name {
			return g, true
		}
	}
	return 0, false
}

// GlyphSet is what pictures are drawn with: braille where nothing is said,
// whatever the terminal's font.
func (l Look) GlyphSet() chart.Glyphs {
	g, _ := glyphsNamed(l.Glyphs)
	return g
}

// For returns the theme and the abilities of the terminal behind in and out.
// Where the theme or the glyphs are open the terminal is asked, once and for a
// tenth of a second at most.
func (l Look) For(in, out *os.File) (theme.Theme, chart.Terminal) {
	t := chart.Terminal{Profile: profile(out)}
	if g, ok := glyphsNamed(l.Glyphs); ok {
		t.Glyphs = g
	} else if !utf8Locale() {
		t.Glyphs = chart.ASCII
	}
	th, named := l.Named()
	dark, known := darkByEnvironment()
	query := ""
	if !named && !known {
		query = BackgroundQuery
	}
	if l.pictures(t) {
		query += picture.Query
	}
	if query != "" {
		answer := ask(in, out, query+attributesQuery)
		if lightness, ok := parseBackground(answer); ok {
			dark = lightness < 0.5
		}
		if l.pictures(t) {
			t.Pixels = l.screen(answer, out)
		}
	}
	if !named {
		th, _ = theme.For("", dark)
	}
	return th, t
}

// pictures tells whether to ask a terminal for its way to show pictures.
func (l Look) pictures(t chart.Terminal) bool {
	open := l.Glyphs == "" || l.Glyphs == "auto"
	return (l.Glyphs == pixelsName || open && t.Glyphs == chart.Braille) && t.Profile != chart.NoColor && picture.Possible(os.Getenv)
}

// screen is what shows pictures, if anything does: a terminal that has not
// answered yet may still. Sixel is only for who asks for pixels: there pictures
// are sent anew when text was written over them.
func (l Look) screen(answer []byte, out *os.File) chart.Pixels {
	s := picture.NewScreen(l.Glyphs == pixelsName)
	s.Measure(out)
	s.Take(answer)
	if !s.Ready() && bytes.Contains(answer, []byte("\x1b[?")) { // its attributes, which it says last
		return nil
	}
	return s
}

// attributesQuery is one that every terminal answers.
const attributesQuery = "\x1b[c"

// Adapt is for Options.Adapt: nil where the look names its theme.
func (l Look) Adapt() func(dark bool) theme.Theme {
	if _, ok := l.Named(); ok {
		return nil
	}
	return func(dark bool) theme.Theme {
		th, _ := theme.For("", dark)
		return th
	}
}

// profile is how many colours the environment promises.
func profile(out *os.File) chart.Profile {
	if os.Getenv("NO_COLOR") != "" {
		return chart.NoColor
	}
	return profileOf(termenv.NewOutput(out))
}

func profileOf(out *termenv.Output) chart.Profile {
	switch out.EnvColorProfile() {
	case termenv.TrueColor:
		return chart.TrueColor
	case termenv.ANSI256:
		return chart.ANSI256
	case termenv.ANSI:
		return chart.ANSI16
	}
	return chart.NoColor
}

// utf8Locale tells whether anything but ASCII can be expected to print. Where
// nothing is said, as on Windows, it can.
func utf8Locale() bool { return utf8In(os.Getenv) }

func utf8In(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return env("TERM") != "linux" || env("WT_SESSION") != ""
}

// darkByEnvironment is what the environment says of the background; where it
// says nothing it is taken for dark, which most are.
func darkByEnvironment() (dark, known bool) {
	if v := os.Getenv("COLORFGBG"); v != "" {
		parts := strings.Split(v, ";")
		if n, err := strconv.Atoi(parts[len(parts)-1]); err == nil {
			return n < 7 || n == 8, true
		}
	}
	return true, false
}

// parseBackground reads "rgb:rrrr/gggg/bbbb" from a terminal's answer.
func parseBackground(answer []byte) (lightness float64, ok bool) {
	_, rest, found := bytes.Cut(answer, []byte("rgb:"))
	if !found {
		return 0, false
	}
	parts := bytes.SplitN(rest, []byte("/"), 3)
	if len(parts) != 3 {
		return 0, false
	}
	for i, weight := range []float64{0.299, 0.587, 0.114} {
		digits := parts[i]
		for n, d := range digits {
			if !strings.ContainsRune("0123456789abcdefABCDEF", rune(d)) {
				digits = digits[:n]
				break
			}
		}
		v, err := strconv.ParseUint(string(digits), 16, 64)
		if err != nil || len(digits) > 4 {
			return 0, false
		}
		lightness += weight * float64(v) / float64(uint64(1)<<(4*len(digits))-1)
	}
	return lightness, true
}
