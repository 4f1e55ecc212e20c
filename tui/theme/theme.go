package theme

import (
	"slices"

	"farsight/tui/chart"
)

// Theme is a palette by meaning.
type Theme struct {
	Name string
	Dark bool

	// Words.
	Background chart.Color // assumed, not painted
	Text       chart.Color
	Muted      chart.Color // labels, notes, what can wait
	Title      chart.Color
	Key        chart.Color // the key in a hint; its words are Muted
	Good       chart.Color // brought something, saved
	Warning    chart.Color
	Selection  chart.Color // a background

	// Quantities, and the backgrounds of their bands.
	Objective, ObjectiveBand     chart.Color
	Cost, CostBand               chart.Color
	Acquisition, AcquisitionBand chart.Color
	Truth                        chart.Color // the true function, dashed

	// Observations and decisions.
	Newest    chart.Color
	Older     chart.Color
	Initial   chart.Color // the initial design
	Incumbent chart.Color // the dashed rule at the best observed
	Next      chart.Color // the vertical rule and the argmax
	RunnerUp  chart.Color

	// Budget and trees.
	Unaffordable chart.Color // hatches
	Exhausted    chart.Color // also: overshooting
	Truncated    chart.Color
	Open         chart.Color
	Left         chart.Color // the track of the gauge: what is left
	Axis         chart.Color

	// Policies, each its own hue: policy.Kind has the number.
	Policies []chart.Color

	ramp []chart.Color // heat maps, from low to high
}

// Policy returns the hue of number i. Past the list come shades of it, first
// towards what can wait, then towards the hue three further on.
func (t Theme) Policy(i int) chart.Color {
	if i < 0 {
		i = -i
	}
	n := len(t.Policies)
	hue, with := t.Policies[i%n], t.Policies[(i+3)%n]
	switch round := i / n; {
	case round == 0:
		return hue
	case round%2 == 1:
		with = t.Muted
	}
	return chart.Blend(hue, with, 0.5).Or16(int(chart.Quantise(hue, chart.ANSI16)))
}

// Style returns what every chart shares.
func (t Theme) Style() chart.Style {
	return chart.Style{Background: t.Background, Text: t.Text, Muted: t.Muted, Title: t.Title,
		Axis: t.Axis, Selection: t.Selection, Bad: t.Exhausted}
}

// Ramp returns the colours of heat maps, from low to high.
func (t Theme) Ramp() *chart.Ramp { return chart.NewRamp(t.ramp...) }

// Inks for words.

// TextInk is for running text.
func (t Theme) TextInk() chart.Ink { return chart.Ink{Fg: t.Text} }

// MutedInk is for what can wait.
func (t Theme) MutedInk() chart.Ink { return chart.Ink{Fg: t.Muted} }

// TitleInk is for titles.
func (t Theme) TitleInk() chart.Ink { return chart.Ink{Fg: t.Title, Attr: chart.Bold} }

// KeyInk is for the key of a hint.
func (t Theme) KeyInk() chart.Ink { return chart.Ink{Fg: t.Key, Attr: chart.Bold} }

// SelectedInk is for the selected line.
func (t Theme) SelectedInk() chart.Ink {
	return chart.Ink{Fg: t.Title, Bg: t.Selection, Attr: chart.Bold}
}

// Names lists the themes, the default first.
func Names() []string { return names[:] }

// Named returns the theme of that name.
func Named(name string) (Theme, bool) {
	if i := slices.Index(names[:], name); i >= 0 {
		return all[i], true
	}
	return Theme{}, false
}

// For returns the theme for a background, light or dark, in the wanted manner: "" for the plain one,
// or "contrast", or "colour-blind".
func For(manner string, dark bool) (Theme, bool) {
	switch {
	case manner == "" && dark:
		manner = "dark"
	case manner == "":
		manner = "light"
	case !dark:
		manner += "-light"
	}
	return Named(manner)
}
