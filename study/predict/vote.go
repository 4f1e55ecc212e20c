package predict

import (
	"math"
	"slices"

	"farsight/scenarios"
	"farsight/study"
)

// nearness is the width of the kernel by which marks are near each other: a share
// of each parameter's range, on its scale.
const nearness = 0.05

// Choose is the mark that a room plays: the one with the most marks near it. Nearness is a Gaussian
// kernel, 5 % of each parameter's range wide; marks with different choices are not near. The result
// is one of the marks, so that the constraints hold there. Ties are broken by the values, not by
// the order of votes. It is nil without marks.
func Choose(p *scenarios.Problem, marks []scenarios.Point) scenarios.Point {
	if len(marks) == 0 {
		return nil
	}
	sorted := slices.Clone(marks)
	slices.SortFunc(sorted, func(a, b scenarios.Point) int { return slices.Compare(a, b) })
	best, most := sorted[0], math.Inf(-1)
	for _, x := range sorted {
		if d := density(p, sorted, x); d > most+1e-9 {
			best, most = x, d
		}
	}
	return best
}

// density is how many marks are near a point, each by how near it is.
func density(p *scenarios.Problem, marks []scenarios.Point, x scenarios.Point) float64 {
	sum := 0.0
	for _, m := range marks {
		near := 1.0
		for i, par := range p.Parameters {
			if par.Categorical() {
				if m[i] != x[i] {
					near = 0
				}
				continue
			}
			d := (par.ToUnit(m[i]) - par.ToUnit(x[i])) / nearness
			near *= math.Exp(-d * d / 2)
		}
		sum += near
	}
	return sum
}

// Counts are the marks by their place along a parameter, in n equal parts of it;
// for choices one part each, whatever n.
func Counts(par scenarios.Parameter, index int, marks []scenarios.Point, n int) []int {
	if par.Categorical() {
		n = len(par.Choices)
	}
	out := make([]int, max(0, n))
	if n < 1 {
		return out
	}
	for _, m := range marks {
		out[max(0, min(int(par.ToUnit(m[index])*float64(n)), n-1))]++
	}
	return out
}

// Account is the score of one who votes: each of their marks is paid from a budget
// of their own as if it were played.
type Account struct {
	Best  float64 // NaN: nothing was found
	Left  float64
	Spent []float64 // by each mark that counted
	Over  float64   // what the mark took that did not fit, and ended the run; 0: none
	at    scenarios.Point
}

// NewAccount is the state in which every player starts: that of a snapshot.
func NewAccount(s *study.Snapshot) Account {
	u := Account{Best: s.Best, Left: s.Money.Left}
	if n := len(s.Rows); n > 0 {
		u.at = s.Rows[n-1].X
	}
	return u
}

// Pay takes a mark in, by the rules of a run: one that does not fit does not count
// and ends it. The marks paid before stay as they are.
func (u Account) Pay(p *scenarios.Problem, x scenarios.Point, e scenarios.Evaluation) Account {
	move, err := p.Move.Cost(u.at, x)
	taken := e.Cost + move
	const slack = 1e-9
	switch {
	case u.Over > 0 || err != nil:
	case taken > u.Left*(1+slack):
		u.Over = taken
	default:
		u.Left = math.Max(0, u.Left-taken)
		u.Spent = append(slices.Clip(u.Spent), taken)
		u.at = x
		if sign := p.Sign(); !math.IsNaN(e.Value) && (math.IsNaN(u.Best) || sign*e.Value > sign*u.Best) {
			u.Best = e.Value
		}
	}
	return u
}
