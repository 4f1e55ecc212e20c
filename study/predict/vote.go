package predict

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"farsight/scenarios"
	"farsight/study"
)

// nearness is the width of the kernel by which marks are near each other: a share
// of each parameter's range, on its scale.
const nearness = 0.05

// Rule is how the marks of a room become the one that it plays.
type Rule int

// The rules: the mark with the most marks near it, the one nearest to the median of
// all, the one nearest to their mean.
const (
	Mode Rule = iota
	Median
	Mean
)

// Next is the rule after this one, and after the last the first.
func (r Rule) Next() Rule { return (r + 1) % 3 }

// Choose is the mark that a room plays by a rule. It is one of the marks, so that
// somebody wanted it and the constraints hold there. By Mode, near is told by a
// Gaussian kernel, 5 % of a parameter's range wide, on the product of all parameters;
// of a choice, the same counts and another does not. Of several as good, the first by
// its values: who came first does not matter. It is nil where there is none.
func Choose(p *scenarios.Problem, marks []scenarios.Point, r Rule) scenarios.Point {
	if len(marks) == 0 {
		return nil
	}
	sorted := slices.Clone(marks)
	slices.SortFunc(sorted, func(a, b scenarios.Point) int { return slices.Compare(a, b) })
	best, most := sorted[0], math.Inf(-1)
	for _, x := range sorted {
		d := density(p, sorted, x)
		if r != Mode {
			d = -apart(p, sorted, x, r)
		}
		if d > most+1e-9 {
			best, most = x, d
		}
	}
	return best
}

// apart is the squared distance of a point from the median or mean of all marks, in
// shares of the ranges; of a choice it is the share of marks that differ.
func apart(p *scenarios.Problem, marks []scenarios.Point, x scenarios.Point, r Rule) float64 {
	sum := 0.0
	for i, par := range p.Parameters {
		if par.Categorical() {
			for _, m := range marks {
				if m[i] != x[i] {
					sum += 1 / float64(len(marks))
				}
			}
			continue
		}
		units := make([]float64, len(marks))
		for k, m := range marks {
			units[k] = par.ToUnit(m[i])
		}
		slices.Sort(units)
		centre := (units[(len(units)-1)/2] + units[len(units)/2]) / 2
		if r == Mean {
			centre = stat.Mean(units, nil)
		}
		d := par.ToUnit(x[i]) - centre
		sum += d * d
	}
	return sum
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
