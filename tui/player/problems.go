package player

import (
	"cmp"
	"math"
	"sync"

	"farsight/experiment"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/atlas"
	"farsight/tui/tour"
)

// The map of problems in a tour.

// shipped is the map that ships with the program, read once.
var shipped = sync.OnceValue(func() []experiment.AtlasRow {
	rows, err := experiment.ShippedAtlas()
	if err != nil {
		panic(err) // our own mistake
	}
	return rows
})

// newAtlas opens an explorer on the map of problems.
func (g *Guide) newAtlas(key tour.Backdrop) *backdrop {
	o := g.options
	o.Problem, o.Name, o.Policies, o.Live = nil, "", nil, nil
	o.Atlas = &atlas.Options{Rows: shipped(), Policy: key.Atlas, Cell: key.Cell}
	o.Settings.Limit = experiment.MapEvaluations
	return g.open(key, o)
}

// summary is what captions tell of the map for one policy.
type summary struct {
	cells, better, worse int
	rule                 string // the label of the closed form that is best most often
	best, behind         int    // the cells on which it is best, and beaten beyond doubt
}

// summaries keep what was counted, by policy: captions are filled with every
// frame.
var summaries sync.Map

// summed counts the cells of the map.
func summed(label string) summary {
	if s, ok := summaries.Load(label); ok {
		return s.(summary)
	}
	s := summary{}
	best := map[builtin.Cell]string{}
	for _, r := range shipped() {
		best[r.Cell] = r.Best
		if r.Policy == label && math.Abs(r.Percent) > r.PercentHalf {
			if r.Percent > 0 {
				s.better++
			} else {
				s.worse++
			}
		}
	}
	s.cells = len(best)
	wins := map[string]int{}
	for _, name := range best {
		wins[name]++
	}
	for name, n := range wins {
		if c := cmp.Compare(n, s.best); c > 0 || c == 0 && name < s.rule { // the same whatever the map's order
			s.rule, s.best = name, n
		}
	}
	for _, r := range shipped() {
		if r.Policy == s.rule && r.Best != s.rule && math.Abs(r.Percent) > r.PercentHalf {
			s.behind++
		}
	}
	summaries.Store(label, s)
	return s
}

// mapValue answers references to the map of problems.
func mapValue(key tour.Backdrop, what string) (tour.Value, bool) {
	s := summed(key.Atlas)
	title, _, known := policy.Named(s.rule) // with a remark where the results have one
	of := map[string]tour.Value{"cells": count(s.cells), "rule-best": count(s.best), "rule-worse": count(s.behind)}
	if known {
		of["rule"] = word(title)
	}
	if key.Atlas != "" { // a policy of the map is shown
		of["better"], of["worse"] = count(s.better), count(s.worse)
		for _, r := range shipped() {
			if r.Cell == key.Cell && r.Policy == key.Atlas {
				of["gain"], of["half"] = tour.Value{Number: r.Percent, Digits: 1}, tour.Value{Number: r.PercentHalf, Digits: 1}
			}
		}
	}
	value, ok := of[what]
	return value, ok
}
