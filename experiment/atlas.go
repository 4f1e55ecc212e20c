package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"farsight/internal/stats"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// AtlasRow is one policy in one cell of the map.
//
// The improvement is what the evaluations after the initial design added to the
// best value, in standard deviations of the objective's prior, where the
// variance is 1; it is measured by expected gains (Record.Gain). Best is the
// closed form with the largest mean improvement in the cell, and the difference
// to it is paired by draw.
//
// Best is chosen on the very draws it is compared on, so that its mean is flattered: the advantage
// of planning is, if anything, larger than stated. Percent takes the mean of Best as given; its own
// uncertainty is not in PercentHalf.
type AtlasRow struct {
	Cell        builtin.Cell
	Policy      string // its label
	Settings    string // the policy with its options; "": unknown
	Draws       int
	FirstSeed   uint64  // of the draws, which follow one another; 0: not known
	Improvement float64 // mean …
	Half        float64 // … and half of its 95 % interval; +Inf for a single draw
	Best        string  // the best closed form of the cell
	// The paired difference to Best, with half of its 95 % interval, and both in
	// percent of the improvement of Best. All 0 in the row of Best itself.
	Difference, DifferenceHalf float64
	Percent, PercentHalf       float64
}

// Atlas condenses the runs of a map in directories of results, in the order of
// builtin.Cells and of the policies. Runs of other problems are an error.
func Atlas(dirs ...string) ([]AtlasRow, error) {
	runs, err := gather(dirs...)
	if err != nil {
		return nil, err
	}
	return runs.atlas()
}

func (runs samples) atlas() ([]AtlasRow, error) {
	if len(runs) == 0 {
		return nil, fmt.Errorf("no complete runs")
	}
	cells := map[builtin.Cell]map[string]*sample{}
	for _, key := range slices.SortedFunc(maps.Keys(runs), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		cell, err := builtin.ParseCell(key[0])
		if err != nil {
			return nil, fmt.Errorf("the results are not those of a map: %w", err)
		}
		if cells[cell] == nil {
			cells[cell] = map[string]*sample{}
		}
		cells[cell][key[1]] = runs[key]
	}
	var out []AtlasRow
	for _, c := range slices.SortedFunc(maps.Keys(cells), compareCells) {
		out = append(out, cellRows(c, cells[c])...)
	}
	return out, nil
}

func compareCells(a, b builtin.Cell) int {
	return cmp.Or(cmp.Compare(a.Dim, b.Dim), cmp.Compare(a.Worth, b.Worth), cmp.Compare(a.Spread, b.Spread), cmp.Compare(a.Cost(), b.Cost()))
}

// cellRows are the policies of one cell.
func cellRows(c builtin.Cell, samples map[string]*sample) []AtlasRow {
	names := slices.SortedFunc(maps.Keys(samples), func(a, b string) int {
		return compareRanks(rankOf(samples[a].first), rankOf(samples[b].first))
	})
	var rows []AtlasRow
	best := -1
	for i, n := range names {
		s := stats.Summarise(inOrder(samples[n].values))
		row := AtlasRow{Cell: c, Policy: n, Draws: s.N, Improvement: s.Mean, Half: s.Half()}
		if q, ok := policyOf(samples[n].first); ok {
			row.Settings = q.String()
		}
		row.FirstSeed = firstOf(samples[n].values)
		rows = append(rows, row)
		if !row.Ahead() && (best < 0 || s.Mean > rows[best].Improvement) {
			best = i
		}
	}
	if best < 0 {
		return rows
	}
	base := rows[best]
	for i := range rows {
		r := &rows[i]
		if r.Best = base.Policy; i == best {
			continue
		}
		d := pairedInOrder(samples[r.Policy].values, samples[base.Policy].values)
		r.Difference, r.DifferenceHalf = d.Mean, d.Half()
		r.Percent, r.PercentHalf = 100*d.Mean/base.Improvement, 100*d.Half()/base.Improvement
	}
	return rows
}

// firstOf is the first of seeds that follow one another; 0 if they do not.
func firstOf(values map[uint64]float64) uint64 {
	seeds := slices.Sorted(maps.Keys(values))
	if len(seeds) == 0 || seeds[len(seeds)-1]-seeds[0] != uint64(len(seeds)-1) {
		return 0
	}
	return seeds[0]
}

// inOrder lists values by seed, so that sums are the same every time.
func inOrder(values map[uint64]float64) []float64 {
	out := make([]float64, 0, len(values))
	for _, seed := range slices.Sorted(maps.Keys(values)) {
		out = append(out, values[seed])
	}
	return out
}

// Choice is the policy itself, under its label; it reports false where it is
// none of ours.
func (r AtlasRow) Choice() (policy.Policy, bool) {
	q, err := policy.Parse(r.Settings)
	if err != nil {
		return labelled(r.Policy)
	}
	q.As = r.Policy
	return q, true
}

// Ahead reports whether the policy plans ahead: whether it is no closed form.
func (r AtlasRow) Ahead() bool {
	q, ok := r.Choice()
	return !ok || q.Kind().Ahead
}

// AtlasPolicies are the labels of the policies of a map: those that plan ahead first, otherwise in
// their order.
func AtlasPolicies(rows []AtlasRow) []string {
	var ahead, closed []string
	seen := map[string]bool{}
	for _, r := range rows {
		switch {
		case seen[r.Policy]:
		case r.Ahead():
			ahead = append(ahead, r.Policy)
		default:
			closed = append(closed, r.Policy)
		}
		seen[r.Policy] = true
	}
	return append(ahead, closed...)
}

// Pays reports whether the whole interval of the difference is above 0.
func (r AtlasRow) Pays() bool { return r.Difference-r.DifferenceHalf > 0 }

// Loses reports whether the whole interval of the difference is below 0.
func (r AtlasRow) Loses() bool { return r.Difference+r.DifferenceHalf < 0 }

// known reports whether a number has been measured: a single draw has no interval.
func known(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
