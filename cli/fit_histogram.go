package cli

import (
	"math"
	"slices"
)

// bin is a step of a histogram.
type bin struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"` // the last bin holds its High
	Count int     `json:"count"`
}

// histogram counts positive numbers, such as costs, in equal steps of their
// logarithm: costs are uneven by factors, not by differences. Equal numbers
// give a single bin, none no bin.
func histogram(v []float64, bins int) []bin {
	if len(v) == 0 || bins < 1 {
		return nil
	}
	low, high := slices.Min(v), slices.Max(v)
	if low == high {
		return []bin{{low, high, len(v)}}
	}
	out := make([]bin, bins)
	edge := func(i int) float64 { return low * math.Pow(high/low, float64(i)/float64(bins)) }
	for i := range out {
		out[i].Low, out[i].High = edge(i), edge(i+1)
	}
	out[bins-1].High = high
	for _, x := range v {
		i := int(float64(bins) * math.Log(x/low) / math.Log(high/low))
		out[min(max(i, 0), bins-1)].Count++
	}
	return out
}
