package labbook

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"

	"farsight/scenarios"
)

// Whatever the numbers, a chart is well-formed and within its frame.
func TestPlotsOfExtremes(t *testing.T) {
	t.Parallel()
	for _, values := range [][]float64{
		nil, {0}, {3}, {-1e308, 1e308}, {5e-324, 1e-323}, {math.NaN(), math.Inf(1), math.Inf(-1)}, {1, math.Inf(1)}, {0, 1, 2}, {-5, -5}, {1e308, 1e308},
	} {
		for _, log := range []bool{false, true} {
			p := plot{title: "<&\">", class: "value", width: narrow, rule: 0, diag: true, x: around("x", log, values), y: around("y", log, values)}
			for _, v := range values {
				p.line = append(p.line, spot{x: v, y: v})
				p.band = append(p.band, spot{x: v, low: -v, high: v})
				p.marks = append(p.marks, mark{x: v, y: v, words: "</title>"})
				p.ticks = append(p.ticks, spot{x: v, y: v})
			}
			for _, whisks := range []bool{false, true} {
				p.whisks = whisks
				text := p.svg()
				if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("%v, log %v: %s", values, log, text)
				}
				for d := xml.NewDecoder(strings.NewReader(text)); ; {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%v, log %v: %v", values, log, err)
					}
				}
			}
			for _, v := range append(values, 0, 1e300, -1e300) {
				if x, y := p.px(v), p.py(v); !(x >= leftOf && x <= narrow-rightOf) || !(y >= above && y <= plotHeight-below) {
					t.Errorf("%v, log %v: %v is at %v, %v", values, log, v, x, y)
				}
			}
		}
	}
}

// A slice goes from end to end of its parameter, and through every choice.
func TestAlong(t *testing.T) {
	t.Parallel()
	for _, par := range []scenarios.Parameter{{Low: -1, High: 3}, {Low: 0.1, High: 1e9, Log: true}, {Low: 0, High: 2, Choices: []string{"a", "b", "c"}}} {
		xs := along(par)
		if xs[0] != par.Low || xs[len(xs)-1] != par.High {
			t.Errorf("%+v: from %v to %v", par, xs[0], xs[len(xs)-1])
		}
		for i, x := range xs[1:] {
			if x <= xs[i] {
				t.Errorf("%+v: %v follows %v", par, x, xs[i])
			}
		}
		if par.Categorical() && len(xs) != len(par.Choices) {
			t.Errorf("%d points for %d choices", len(xs), len(par.Choices))
		}
	}
}
