package study

import (
	"strings"

	"farsight/scenarios"
	"farsight/study/journal"
)

// Words describes a line of a study's file, with the names of choices for their
// numbers.
func Words(p *scenarios.Problem, b journal.Body) string {
	var x []float64
	switch b := b.(type) {
	case journal.Told:
		x = b.X
	case journal.Asked:
		x = b.X
	}
	text := b.String()
	if len(p.Choices()) == 0 || len(x) != p.Dim() {
		return text
	}
	cells := make([]string, len(x))
	for i, par := range p.Parameters {
		cells[i] = par.Show(x[i])
	}
	return strings.Replace(text, journal.Point(x), "("+strings.Join(cells, ", ")+")", 1)
}
