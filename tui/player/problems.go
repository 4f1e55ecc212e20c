package player

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"farsight/experiment"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui"
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
func (g *guide) newAtlas(key tour.Backdrop) *backdrop {
	o := g.options
	o.Problem, o.Name, o.Policies, o.Live = nil, "", nil, nil
	o.Atlas = &atlas.Options{Rows: shipped(), Policy: key.Atlas, Cell: key.Cell}
	o.Settings.Limit = experiment.MapEvaluations
	o.Theme = g.theme
	m := tui.New(o)
	se := m.Session()
	se.Still, se.Whole = g.still, true
	return &backdrop{key: key, m: m, se: se, run: se.Run}
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
	switch what {
	case "cells":
		return count(s.cells), true
	case "rule":
		title, _, ok := policy.Named(s.rule) // with a remark where the results have one
		return word(title), ok
	case "rule-best":
		return count(s.best), true
	case "rule-worse":
		return count(s.behind), true
	}
	if key.Atlas == "" {
		return tour.Value{}, false // no policy of the map is shown
	}
	switch what {
	case "better":
		return count(s.better), true
	case "worse":
		return count(s.worse), true
	}
	i := slices.IndexFunc(shipped(), func(r experiment.AtlasRow) bool { return r.Cell == key.Cell && r.Policy == key.Atlas })
	if i < 0 {
		return tour.Value{}, false
	}
	row := shipped()[i]
	if what == "gain" {
		return tour.Value{Number: row.Percent, Digits: 1}, true
	}
	return tour.Value{Number: row.PercentHalf, Digits: 1}, true
}
