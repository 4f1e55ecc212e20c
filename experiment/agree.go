package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"farsight/internal/sanitize"
)

// Agreement compares two executions of the same experiment with different
// seeds.
type Agreement struct {
	Pairs  []agreementPair // by how badly they agree, the worst first
	Agree  int             // pairs that do
	TooFew int             // left out: fewer than two runs on either side
}

// agreementPair is a policy on a problem in both.
type agreementPair struct {
	Problem, Policy string
	N               [2]int
	Mean            [2]float64
	Half            float64 // of the 95 % interval (Welch) of the difference of the means
}

// agrees tells whether the means differ by no more than their interval.
func (p agreementPair) agrees() bool { return math.Abs(p.Mean[0]-p.Mean[1]) <= p.Half }

// ExpectedRate is how often means agree when nothing but the seeds differs.
const ExpectedRate = 0.95

// Share of the pairs that agree.
func (a Agreement) Share() float64 { return float64(a.Agree) / float64(len(a.Pairs)) }

// Agree compares the results in two directories, for every policy and problem
// in both: the mean log10 regret, or where the optimum is not known the mean
// improvement on the initial design. Runs with different settings, or with a
// seed in common, are an error.
func Agree(dir1, dir2 string) (Agreement, error) {
	one, err := gather(dir1)
	if err != nil {
		return Agreement{}, err
	}
	two, err := gather(dir2)
	if err != nil {
		return Agreement{}, err
	}
	var a Agreement
	for key, s := range one {
		t, ok := two[key]
		if !ok {
			continue
		}
		if err := mixes(s.first, t.first); err != nil {
			return a, err
		}
		for seed := range s.values {
			if _, both := t.values[seed]; both {
				return a, fmt.Errorf("%s on %s: seed %d is in both directories: run one of them with another first-seed", sanitize.Text(key[1]), sanitize.Text(key[0]), seed)
			}
		}
		x, y := inOrder(s.values), inOrder(t.values)
		if len(x) < 2 || len(y) < 2 {
			a.TooFew++
			continue
		}
		p := agreementPair{Problem: key[0], Policy: key[1], N: [2]int{len(x), len(y)}, Mean: [2]float64{stat.Mean(x, nil), stat.Mean(y, nil)}, Half: welch(x, y)}
		a.Pairs = append(a.Pairs, p)
		if p.agrees() {
			a.Agree++
		}
	}
	if len(a.Pairs) == 0 {
		return a, fmt.Errorf("%s and %s have no policy on a problem in common with two runs or more in each", sanitize.Text(dir1), sanitize.Text(dir2))
	}
	slices.SortFunc(a.Pairs, func(p, q agreementPair) int {
		return cmp.Or(cmp.Compare(q.distance(), p.distance()), cmp.Compare(p.Problem, q.Problem), cmp.Compare(p.Policy, q.Policy))
	})
	return a, nil
}

// distance is the difference in halves of its interval.
func (p agreementPair) distance() float64 {
	d := math.Abs(p.Mean[0] - p.Mean[1])
	if d == 0 {
		return 0
	}
	return d / p.Half
}

// welch is half of the 95 % interval of the difference of two means,
//
//	t(0.975; ν)·√(a + b), a = s₁²/n₁, b = s₂²/n₂, ν = (a + b)²/(a²/(n₁−1) + b²/(n₂−1))
func welch(x, y []float64) float64 {
	n, m := float64(len(x)), float64(len(y))
	_, a := stat.MeanVariance(x, nil)
	_, b := stat.MeanVariance(y, nil)
	a, b = a/n, b/m
	if a+b == 0 {
		return 0
	}
	nu := (a + b) * (a + b) / (a*a/(n-1) + b*b/(m-1))
	return distuv.StudentsT{Sigma: 1, Nu: nu}.Quantile(0.975) * math.Sqrt(a+b)
}
