package tui

import (
	"bytes"
	"fmt"
	"io"
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

// Look is the user's choice of looks; "" means what suits the terminal.
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

// GlyphSet is the glyphs of pictures: braille by default, whatever the terminal's font.
func (l Look) GlyphSet() chart.Glyphs {
	g, _ := glyphsNamed(l.Glyphs)
	return g
}

// For returns the theme and the abilities of the terminal behind in and out. If the theme or the
// glyphs are automatic, the terminal is queried once, for a tenth of a second at most.
func (l Look) For(in, out *os.File) (theme.Theme, chart.Terminal) {
	t := chart.Terminal{Profile: profile(out)}
	if g, ok := glyphsNamed(l.Glyphs); ok {
		t.Glyphs = g
	} else if !utf8In(os.Getenv) {
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

// pictures reports whether to ask a terminal for its way to show pictures.
func (l Look) pictures(t chart.Terminal) bool {
	open := l.Glyphs == "" || l.Glyphs == "auto"
	return (l.Glyphs == pixelsName || open && t.Glyphs == chart.Braille) && t.Profile != chart.NoColor && picture.Possible(os.Getenv)
}

// screen is what shows pictures, if anything does: a terminal that has not answered yet may still.
// Sixel must be requested (pixels): its pictures are sent again when text was written over them.
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

// utf8In reports whether anything but ASCII can be expected to print. Without a locale, as on
// Windows, it can.
func utf8In(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return env("TERM") != "linux" || env("WT_SESSION") != ""
}

// darkByEnvironment is whether the environment says that the background is dark; if it says
// nothing, dark is assumed, which most are.
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

// Remote returns the theme and the abilities of a terminal of which only the
// environment is known, such as one at the other end of a connection.
func (l Look) Remote(env func(name string) string) (theme.Theme, chart.Terminal) {
	t := chart.Terminal{Profile: remoteProfile(env)}
	if g, ok := glyphsNamed(l.Glyphs); ok {
		t.Glyphs = g
	} else if !utf8In(env) {
		t.Glyphs = chart.ASCII
	}
	if th, ok := l.Named(); ok {
		return th, t
	}
	th, _ := theme.For("", true)
	return th, t
}

// With is the look with words of the user interpreted as themes and glyphs; other words change
// nothing.
func (l Look) With(words ...string) Look {
	for _, w := range words {
		if _, ok := theme.Named(w); ok {
			l.Theme = w
		} else if _, ok := glyphsNamed(w); ok {
			l.Glyphs = w
		}
	}
	return l
}

func remoteProfile(env func(string) string) chart.Profile {
	if env("NO_COLOR") != "" {
		return chart.NoColor
	}
	return profileOf(termenv.NewOutput(io.Discard, termenv.WithEnvironment(environment(env)), termenv.WithTTY(true)))
}

// environment is one that is only looked up.
type environment func(string) string

func (e environment) Getenv(name string) string { return e(name) }
func (environment) Environ() []string           { return nil }

// BackgroundQuery asks a terminal what its background is.
const BackgroundQuery = "\x1b]11;?\x07"

// WithoutAnswers reads a terminal's input without its answers to queries; background is called with
// their content.
func WithoutAnswers(in io.Reader, background func(dark bool)) io.Reader {
	return &quietReader{in, answers{late: func(answer []byte) {
		if lightness, ok := parseBackground(answer); ok {
			background(lightness < 0.5)
		}
	}}}
}

type quietReader struct {
	in      io.Reader
	answers answers
}

func (q *quietReader) Read(p []byte) (int, error) { return q.answers.read(q.in, p) }

// A late answer to a query of Look.For must not be read as keys: "\x1b]11;rgb:1616/1616/1e1e" holds
// a b for browse.

// maxAnswer is the length from which what begins like an answer is none.
const maxAnswer = 64

// answers takes answers to our questions out of a terminal's input. It is one
// reader's.
type answers struct {
	held []byte       // what may be the beginning of an answer
	late func([]byte) // called with every whole answer; may be nil
}

// strip returns b, which follows what came before, without answers.
func (a *answers) strip(b []byte) []byte {
	b = append(a.held, b...)
	a.held = nil
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\x1b')
		if i < 0 {
			return append(out, b...)
		}
		out, b = append(out, b[:i]...), b[i:]
		n, more := answerLength(b)
		switch {
		case more:
			a.held = append(a.held, b...)
			return out
		case n > 0 && a.late != nil:
			a.late(b[:n])
		case n == 0:
			n = 1
			out = append(out, b[0])
		}
		b = b[n:]
	}
	return out
}

// answerForms are the answers there are: a colour (OSC 11), the terminal's
// abilities, whether it shows pictures, the size of a cell.
var answerForms = []struct {
	begins string
	holds  string // characters it may contain; "": anything printable
	ends   []string
}{
	{"\x1b]", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ;:/#\x1b", []string{"\a", "\x1b\\"}},
	{"\x1b[?", "0123456789;", []string{"c"}},
	{"\x1b_G", "", []string{"\x1b\\"}},
	{"\x1b[6;", "0123456789;", []string{"t"}},
}

// answerLength is the length of the answer b begins with, 0 if there is none;
// more says that b may be the beginning of one.
func answerLength(b []byte) (n int, more bool) {
	for _, f := range answerForms {
		if !bytes.HasPrefix(b, []byte(f.begins)) {
			continue
		}
		for i := len(f.begins); i < min(len(b), maxAnswer); i++ {
			for _, end := range f.ends {
				if bytes.HasSuffix(b[:i+1], []byte(end)) {
					return i + 1, false
				}
			}
			if f.holds != "" && strings.IndexByte(f.holds, b[i]) < 0 || f.holds == "" && b[i] < ' ' && b[i] != '\x1b' {
				return 0, false
			}
		}
		return 0, len(b) < maxAnswer
	}
	return 0, false
}

// read fills p from r without answers.
func (a *answers) read(r io.Reader, p []byte) (int, error) {
	space := len(p) - len(a.held)
	if space <= 0 { // held is short, and no caller reads into so little
		n := copy(p, a.held)
		a.held = a.held[n:]
		return n, nil
	}
	n, err := r.Read(p[:space])
	return copy(p, a.strip(p[:n])), err
}
