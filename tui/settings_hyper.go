package tui

import (
	"slices"
	"strconv"

	"farsight/scenarios"
)

// fix gives a process fixed hyperparameters to begin with: the problem's own,
// else those of the present fit, rounded to what a person would write, else
// plain ones.
func fix(m *Model, cost bool, was scenarios.ModelSettings, s *scenarios.ModelSettings) {
	h := fresh(was.Fixed)
	s.Fixed = h
	if was.Fixed != nil {
		*h = *was.Fixed
		h.Scale = slices.Clone(h.Scale)
		return
	}
	h.Variance, h.Noise, h.Scale = 1, 1e-4, slices.Repeat([]float64{0.3}, m.s.Base.Dim())
	for _, i := range m.s.Visible() {
		snap := m.s.Tracks[i].At(m.s.StepOf(i))
		if snap == nil || snap.Pair == nil {
			continue
		}
		process := snap.Pair.Objective
		if cost {
			process = snap.Pair.LogCost
		}
		if process != nil {
			*h = process.Hyper()
			h.Mean, h.Variance, h.Noise, h.Scale = round3(h.Mean), round3(h.Variance), round3(h.Noise), slices.Clone(h.Scale)
			for j, v := range h.Scale {
				h.Scale[j] = round3(v)
			}
			return
		}
	}
}

// fresh is a new value of what p points to.
func fresh[T any](*T) *T { return new(T) }

// round3 keeps three figures.
func round3(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64) // it was just written
	return v
}
