package race

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"farsight/internal/stats"
)

// Verdict on a contestant.
type Verdict string

const (
	Advised Verdict = "advised"        // of those that none is ahead of, what comes first by Settings.Order; of these the best
	Equal   Verdict = "not told apart" // from the one advised
	Behind  Verdict = "behind"         // the one advised, or another
)

// Standing is the result of one contestant.
type Standing struct {
	Contestant int
	Draws      int           // played
	Gain       stats.Summary // mean, with its own 95 % interval
	// Against the one advised, on the draws both played; the intervals of all
	// who are left hold together with 95 %. Reference is the mean gain of the one
	// advised on these draws.
	Against   stats.Summary
	reference float64
	Verdict   Verdict
	Ahead     int  // the one most certainly ahead of it; −1: none of those left
	Dropped   bool // before the end
	Aside     bool // set aside before the end
}

// Share is the difference and half its interval by what the one advised gained;
// false where that is nothing.
func (s Standing) Share() (difference, half float64, ok bool) {
	if !(s.reference > 0) || math.IsInf(s.Against.High, 0) {
		return 0, 0, false
	}
	return s.Against.Mean / s.reference, s.Against.Half() / s.reference, true
}

// Standings returns the results of all policies: the one advised, those that are not
// significantly different from it, and those behind, by their differences.
func (r *Race) Standings() []Standing {
	a := r.advised()
	var out []Standing
	for i, gains := range r.gains {
		s := Standing{Contestant: i, Draws: len(gains), Gain: stats.Summarise(gains), Against: r.against(i, a), Dropped: r.dropped[i], Aside: r.aside[i]}
		s.reference = stat.Mean(r.gains[a][:len(gains)], nil)
		s.Ahead = r.ahead(i)
		switch {
		case i == a:
			s.Verdict = Advised
		case s.Dropped, s.Ahead >= 0:
			s.Verdict = Behind
		default:
			s.Verdict = Equal
		}
		out = append(out, s)
	}
	order := map[Verdict]int{Advised: 0, Equal: 1, Behind: 2}
	slices.SortStableFunc(out, func(x, y Standing) int {
		if x.Verdict != y.Verdict {
			return order[x.Verdict] - order[y.Verdict]
		}
		switch {
		case x.Against.Mean > y.Against.Mean:
			return -1
		case x.Against.Mean < y.Against.Mean:
			return 1
		}
		return cmp.Compare(r.order[x.Contestant], r.order[y.Contestant])
	})
	return out
}

// ahead returns which remaining contestant is most certainly ahead of another; −1: none.
func (r *Race) ahead(i int) int {
	who, by := -1, 0.0
	for _, j := range r.left() {
		if d := r.against(i, j); i != j && d.High < by {
			who, by = j, d.High
		}
	}
	return who
}

// advised is the contestant to choose.
func (r *Race) advised() int {
	best := -1
	for _, i := range r.left() {
		if r.ahead(i) >= 0 {
			continue
		}
		if best < 0 || r.order[i] < r.order[best] || r.order[i] == r.order[best] && stat.Mean(r.gains[i], nil) > stat.Mean(r.gains[best], nil) {
			best = i
		}
	}
	return best // the highest mean is never behind, so that there is one
}

// against is what i gained more than j on the draws both played, with an
// interval that holds together with those of the others left.
func (r *Race) against(i, j int) stats.Summary {
	n := min(len(r.gains[i]), len(r.gains[j]))
	others := max(len(r.left())-1, 1)
	if r.aside[i] || r.aside[j] {
		others = max(len(r.gains)-1, 1) // they were compared with all
	}
	return paired(r.gains[i][:n], r.gains[j][:n], r.quantile(1-level/float64(2*others), n))
}

// quantile returns Student's quantile for the mean of n, cached.
func (r *Race) quantile(q float64, n int) float64 {
	key := quantile{q, n}
	t, known := r.quantiles[key]
	if !known {
		t = math.Inf(1)
		if n > 1 {
			t = distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(q)
		}
		r.quantiles[key] = t
	}
	return t
}

type quantile struct {
	q float64
	n int
}

// paired summarises a − b, with t standard errors on either side.
func paired(a, b []float64, t float64) stats.Summary {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	m, variance := stat.MeanVariance(d, nil)
	half := t
	if len(d) > 1 {
		half *= math.Sqrt(variance) / math.Sqrt(float64(len(d)))
	}
	return stats.Summary{N: len(d), Mean: m, Low: m - half, High: m + half}
}
