package scenarios

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/stats"
	"farsight/model"
)

// Along a run whose points do not depend on what is to come, the expected gains
// and the gains have the same mean: here over many functions, always evaluated
// at the same points.
func TestExpectedGainsAreTheGains(t *testing.T) {
	for _, c := range []Cell{{1, 2, 10, false}, {2, 3, 30, true}, {2, 2, 1, false}} {
		const draws = 600
		excess := make([]float64, draws)
		spread := 0.0
		for seed := range uint64(draws) {
			p, err := c.Problem(seed)
			if err != nil {
				t.Fatal(err)
			}
			d := p.Source.(*Draw)
			rng := rand.New(rand.NewPCG(5, 5))
			var data model.Data
			best, left := math.Inf(-1), p.Budget
			for i := range 7 {
				x := make([]float64, c.Dim)
				for j := range x {
					x[j] = rng.Float64()
				}
				value, cost, err := d.Truth(x)
				if err != nil {
					t.Fatal(err)
				}
				if i >= 3 { // the first ones are free
					expected, err := d.ExpectedGain(data, x, best, left)
					if err != nil {
						t.Fatal(err)
					}
					gain := math.Max(value-best, 0)
					if left -= cost; left < 0 {
						gain = 0
					}
					excess[seed] += gain - expected
					spread += gain
					if left < 0 {
						break
					}
				}
				data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, value), append(data.Cost, cost)
				best = math.Max(best, value)
			}
		}
		s := stats.Summarise(excess)
		t.Logf("%v: gains of %.4f, expected ones differ by %+.4f ± %.4f", c, spread/draws, s.Mean, (s.High-s.Low)/2)
		if half := (s.High - s.Low) / 2; math.Abs(s.Mean) > 1.6*half { // 99.8 %
			t.Errorf("%v: the gains exceed the expected ones by %v ± %v", c, s.Mean, half)
		}
	}
}

// With independent processes the integral is EI·Φ.
func TestExpectedGainOfIndependentProcesses(t *testing.T) {
	p, err := Cell{1, 3, 10, false}.Problem(1)
	if err != nil {
		t.Fatal(err)
	}
	data := model.Data{X: [][]float64{{0.3}, {0.35}}, Y: []float64{0.4, 0.7}, Cost: []float64{1.2, 0.8}}
	got, err := p.Source.(*Draw).ExpectedGain(data, []float64{0.4}, 0.7, 1.5)
	if err != nil {
		t.Fatal(err)
	}
	var ws model.Workspace
	f, _ := model.New(data.X, data.Y, *p.Objective.Fixed)
	c, _ := model.New(data.X, []float64{math.Log(1.2), math.Log(0.8)}, *p.Cost.Fixed)
	mu, v := f.Predict(&ws, []float64{0.4})
	mc, vc := c.Predict(&ws, []float64{0.4})
	u := (mu - 0.7) / math.Sqrt(v)
	cdf := func(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
	want := math.Sqrt(v) * (math.Exp(-u*u/2)/math.Sqrt(2*math.Pi) + u*cdf(u)) * cdf((math.Log(1.5)-mc)/math.Sqrt(vc))
	if math.Abs(got-want) > 1e-4*want {
		t.Errorf("%v, want EI·Φ = %v", got, want)
	}
}
