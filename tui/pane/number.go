package pane

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/model"
)

// Number writes v so that it reads back as the same number.
func Number(v float64) string {
	s := strconv.FormatFloat(v+0, 'g', -1, 64)
	return strings.ReplaceAll(strings.ReplaceAll(s, "e-0", "e-"), "e+0", "e")
}

// Round3 keeps three figures.
func Round3(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64) // it was just written
	return v
}

// ScaleText writes equal lengthscales once.
func ScaleText(scale []float64) string {
	if len(slices.Compact(slices.Clone(scale))) == 1 {
		return Number(scale[0])
	}
	parts := make([]string, len(scale))
	for i, v := range scale {
		parts[i] = Number(v)
	}
	return strings.Join(parts, ", ")
}

// ParseScale reads one lengthscale for all d parameters, or one for each.
func ParseScale(typed string, d int) ([]float64, error) {
	parts := strings.Split(typed, ",")
	if len(parts) != 1 && len(parts) != d {
		return nil, fmt.Errorf("%d lengthscales for %s: write one for all, or one for each", len(parts), Plural(d, "parameter"))
	}
	out := make([]float64, d)
	for i := range out {
		part := strings.TrimSpace(parts[min(i, len(parts)-1)])
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q: a lengthscale is a number above 0", part)
		}
		if err := model.ScaleRange.Check(v); err != nil {
			return nil, fmt.Errorf("a lengthscale %w", err)
		}
		out[i] = v
	}
	return out, nil
}
