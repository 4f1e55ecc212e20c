package chart

import (
	"regexp"
	"strings"
	"testing"
)

// An axis has its name wherever two numbers and the name have room, and the numbers tell the scale.
func TestAxisHasItsName(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`\d+`)
	for _, x := range []Axis{{Min: 20, Max: 1234.5, Label: "temperature (°C)"}, {Min: 0, Max: 1, Label: "x"}, {Min: 1e-6, Max: 1, Log: true, Label: "concentration (mol/l)"}, {Min: 2.9, Max: 6.7, Label: "foreseen, 95 %"}} {
		for w := 44; w < 160; w++ {
			for _, rows := range []XRows{XLabels, XLine} {
				c := New(w, 12, Terminal{Profile: NoColor})
				Plot{Title: "objective", X: x, Y: Axis{Max: 1}, XRows: rows, Gutter: 7}.Draw(c, testStyle)
				lines := strings.Split(strings.TrimRight(c.Plain(), "\n"), "\n")
				last := lines[len(lines)-1]
				name, _, _ := strings.Cut(x.Label, " (")
				if !strings.Contains(last, name) {
					t.Errorf("%d columns, %v: no name of the axis %q: %q", w, rows, x.Label, last)
				}
				if rest := strings.Replace(last, name, "", 1); len(number.FindAllString(rest, -1)) < 2 {
					t.Errorf("%d columns, %v: fewer than two numbers: %q", w, rows, last)
				}
			}
		}
	}
}
