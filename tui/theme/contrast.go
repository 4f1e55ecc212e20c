package theme

import (
	"fmt"

	"farsight/tui/chart"
)

// What a palette owes to its readers, after WCAG 2.1: words are read, graphics are
// seen.
const (
	wordContrast    = 4.5
	graphicContrast = 3
)

type named struct {
	name  string
	color chart.Color
}

// words are the colours that text is written in: names of policies are written in
// their hue.
func words(t Theme) []named {
	out := []named{{"Text", t.Text}, {"Muted", t.Muted}, {"Title", t.Title}, {"Key", t.Key}, {"Good", t.Good}, {"Warning", t.Warning},
		{"Objective", t.Objective}, {"Cost", t.Cost}, {"Acquisition", t.Acquisition}, {"Incumbent", t.Incumbent}, {"Next", t.Next}, {"Exhausted", t.Exhausted}}
	for i, p := range t.Policies[:min(6, len(t.Policies))] {
		out = append(out, named{fmt.Sprintf("Policy %d", i), p})
	}
	return out
}

// graphics are the colours of lines and marks.
func graphics(t Theme) []named {
	out := []named{{"Axis", t.Axis}, {"Truth", t.Truth}, {"Newest", t.Newest}, {"Older", t.Older}, {"Initial", t.Initial},
		{"RunnerUp", t.RunnerUp}, {"Unaffordable", t.Unaffordable}, {"Truncated", t.Truncated}, {"Open", t.Open}}
	for i := 6; i < len(t.Policies); i++ {
		out = append(out, named{fmt.Sprintf("Policy %d", i), t.Policies[i]})
	}
	return out
}

// Warnings say which colours are hard to read or to see, and on what.
func (t Theme) Warnings() []string {
	var out []string
	check := func(all []named, on named, least float64) {
		for _, k := range all {
			// A band's line may come as near as rounding takes it.
			if c := chart.Contrast(k.color, on.color); c < least-0.05 {
				out = append(out, fmt.Sprintf("%s has a contrast of %.1f with %s; from %v on it is read well", fieldName(k.name), c, fieldName(on.name), least))
			}
		}
	}
	ground := named{"Background", t.Background}
	check(words(t), ground, wordContrast)
	check(graphics(t), ground, graphicContrast)
	check([]named{{"Title", t.Title}}, named{"Selection", t.Selection}, wordContrast)
	check([]named{{"Objective", t.Objective}}, named{"ObjectiveBand", t.ObjectiveBand}, 2)
	check([]named{{"Cost", t.Cost}}, named{"CostBand", t.CostBand}, 2)
	check([]named{{"Acquisition", t.Acquisition}}, named{"AcquisitionBand", t.AcquisitionBand}, 2)
	return out
}
