package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
)

// As believed, the mean is what it was, measured points are known and nothing is less
// sure than before. That is the process conditioned, without noise, on its own means.
func TestAsBelieved(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	for _, d := range []int{1, 2, 4} {
		data := repeated(rng, 9, 20, d, 0.4)
		p, err := FitPair(data, PairSettings{Objective: Settings{Noisy: true}}, nil)
		testkit.OK(t, err)
		q := p.AsBelieved()
		if q.Objective.Noisy() || q.AsBelieved() != q || p.AsBelieved().Objective != q.Objective {
			t.Error("it is noisy still, or computed twice")
		}
		oracle := p.Objective
		var ws Workspace
		for i := range p.Objective.Len() {
			u := p.Objective.Point(i)
			mean, _ := oracle.Predict(&ws, u)
			oracle, err = oracle.Imagine(u, mean)
			testkit.OK(t, err)
		}
		a := p.Objective.Hyper().Variance
		for range 40 {
			u := make(Unit, d)
			for j := range u {
				u[j] = rng.Float64()
			}
			mean, v := p.Objective.Predict(&ws, u)
			m, w := q.Objective.Predict(&ws, u)
			_, want := oracle.Predict(&ws, u)
			if m != mean || !(w <= v) || math.Abs(w-want) > 1e-5*a {
				t.Errorf("%v ± %v where %v ± %v was believed; variance %v by the oracle", m, w, mean, v, want)
			}
		}
		for i := range q.Objective.Len() {
			u := q.Objective.Point(i)
			if mean, v := q.Objective.Predict(&ws, u); v > 1e-8*a || math.Abs(mean-p.Objective.Believed(i)) > 1e-9*math.Sqrt(a) {
				t.Errorf("%v ± %v where %v was believed", mean, v, p.Objective.Believed(i))
			}
		}
		_, best := q.Objective.Held()
		if _, want := p.Objective.Held(); math.Abs(best-want) > 1e-6*math.Sqrt(a) {
			t.Errorf("the best believed %v was %v", best, want)
		}
		// What is improved upon is the luckiest value, unless luck cannot explain it.
		most, noise := math.Inf(-1), math.Sqrt(p.Objective.Hyper().Noise)
		for i := range p.Objective.Len() {
			most = math.Max(most, p.Objective.Target(i))
		}
		if f := p.Incumbent(); f < best-1e-9 || f > best+luckSds*noise+1e-9 || most > best && f > most {
			t.Errorf("%v is to be improved upon, %v is believed best, %v was observed, the noise is %v", f, best, most, noise)
		}
		// One more evaluation is taken at its word.
		u := q.Objective.Point(0)
		u[0] = 1 - u[0]
		more, err := q.Condition(u, 3, 0)
		testkit.OK(t, err)
		if mean, v := more.Objective.Predict(&ws, u); math.Abs(mean-3) > 1e-3 || v > 1e-6*a {
			t.Errorf("3 was observed, %v ± %v is believed", mean, v)
		}
	}
}

// Exact values are believed as they are.
func TestAsBelievedOfExactValues(t *testing.T) {
	t.Parallel()
	data := Data{X: []Unit{{0.1}, {0.5}, {0.8}}, Y: []float64{1, 3, 2}, Cost: []float64{1, 1, 1}}
	p, err := FitPair(data, PairSettings{}, nil)
	testkit.OK(t, err)
	if p.AsBelieved() != p {
		t.Error("the pair is another one")
	}
}
