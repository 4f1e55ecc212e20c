package tui

import (
	"io"

	"github.com/muesli/termenv"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

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

// With is the look with some words of the user's taken for themes and glyphs;
// other words change nothing.
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

// WithoutAnswers reads what a terminal sends but for its answers to queries;
// background is told what they say.
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
