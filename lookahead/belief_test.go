package lookahead

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/lookahead/fantasy"
	"farsight/model"
	"farsight/model/modeltest"
)

// testParents are those of a tree whose first node has three children, which have two each.
var testParents = []int{-1, 0, 0, 0, 1, 1, 2, 2, 3, 3}

var testShape = fantasy.Samples{
	{Z: make([][2]float64, 3), Weight: make([]float64, 3)},
	{Z: make([][2]float64, 2), Weight: make([]float64, 2)},
}

// What a node sees of a process is what it would be after evaluations in earnest at the points on its path, and what
// pulls its points is the slope of what it sees.
func TestNodesSeeConditionedProcesses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for d := 1; d <= 3; d++ {
		g := modeltest.Pair(t, rng, 9+d, d).Objective
		z := make([]float64, len(testParents))
		for k := range z {
			z[k] = rng.NormFloat64()
		}
		b := newBelief(newProcess(g), newLayout(testShape), z)
		x := make([]float64, len(testParents)*d)
		for i := range x {
			x[i] = rng.Float64()
		}
		seeAll(b, x, d)
		for k := range testParents {
			mu, sd := inEarnest(t, g, x, z, k)
			if math.Abs(b.Mu[k]-mu) > 1e-7 || math.Abs(b.Sd[k]-sd) > 1e-7 {
				t.Errorf("d = %d: node %d sees %v ± %v, want %v ± %v", d, k, b.Mu[k], b.Sd[k], mu, sd)
			}
		}
		// The gradient of Σ (k + 1)·μ_k + σ_k.
		off, grad := make([]bool, len(testParents)), make([]float64, len(x))
		b.clearAdjoints()
		for k := range testParents {
			b.MuBar[k], b.SdBar[k] = float64(k+1), 1
		}
		for s := 2; s >= 0; s-- {
			b.back(off, s)
			for k := b.tree.first[s+1] - 1; s > 0 && k >= b.tree.first[s]; k-- {
				b.Parent(k, s-1)
			}
		}
		b.addGradient(off, byColumn(x, d), grad)
		for i := range x {
			const step = 1e-5
			at := x[i]
			sum := 0.0
			for _, h := range []float64{step, -step} {
				x[i] = at + h
				seeAll(b, x, d)
				for k := range testParents {
					sum += (float64(k+1)*b.Mu[k] + b.Sd[k]) * h / (2 * step * step)
				}
			}
			x[i] = at
			if got := grad[i%d*len(testParents)+i/d]; math.Abs(got-sum) > 1e-4*(1+math.Abs(sum)) {
				t.Errorf("d = %d: coordinate %d of node %d is pulled by %v, by differences %v", d, i%d, i/d, got, sum)
			}
		}
	}
}

func seeAll(b *belief, x []float64, d int) {
	cols := byColumn(x, d)
	b.know(0, len(testParents), x, cols)
	for s := range 3 {
		b.see(b.tree.first[s], b.tree.first[s+1], s)
	}
}

func byColumn(x []float64, d int) []float64 {
	cols := make([]float64, len(x))
	for i, v := range x {
		cols[i%d*(len(x)/d)+i/d] = v
	}
	return cols
}

// inEarnest is the posterior at node k's point, given the fantasies on its path.
func inEarnest(t *testing.T, g *model.GP, x, z []float64, k int) (mu, sd float64) {
	t.Helper()
	d := len(x) / len(testParents)
	var path []int
	for j := k; j >= 0; j = testParents[j] {
		path = append([]int{j}, path...)
	}
	p := &model.Pair{Objective: g, Known: func(model.Unit) float64 { return 1 }}
	for n, j := range path {
		var ws model.Workspace
		m := p.Moments(&ws, x[j*d:j*d+d])
		if j == k {
			return m.MuF, m.SdF
		}
		y := m.MuF + math.Sqrt(m.SdF*m.SdF+g.Hyper().Noise)*z[path[n+1]]
		next, err := p.Condition(x[j*d:j*d+d], y, 0)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	panic("a path ends at its node")
}
