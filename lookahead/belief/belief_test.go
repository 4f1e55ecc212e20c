package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/model"
	"farsight/model/modeltest"
)

// parents are those of a tree whose first node has three children, which have two each.
var parents = []int{-1, 0, 0, 0, 1, 1, 2, 2, 3, 3}

// What a node sees of a process is what it would be after evaluations in earnest at the points on its path, and what
// pulls its points is the slope of what it sees.
func TestNodesSeeConditionedProcesses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for d := 1; d <= 3; d++ {
		g := modeltest.Pair(t, rng, 9+d, d).Objective
		z := make([]float64, len(parents))
		for k := range z {
			z[k] = rng.NormFloat64()
		}
		b := New(NewProcess(g), NewSkeleton(parents), z)
		x := make([]float64, len(parents)*d)
		for i := range x {
			x[i] = rng.Float64()
		}
		see(b, x, d)
		for k := range parents {
			mu, sd := inEarnest(t, g, x, z, k)
			if math.Abs(b.Mu[k]-mu) > 1e-7 || math.Abs(b.Sd[k]-sd) > 1e-7 {
				t.Errorf("d = %d: node %d sees %v ± %v, want %v ± %v", d, k, b.Mu[k], b.Sd[k], mu, sd)
			}
		}
		// The gradient of Σ (k + 1)·μ_k + σ_k.
		off, grad := make([]bool, len(parents)), make([]float64, len(x))
		b.ClearAdjoints()
		for k := range parents {
			b.MuBar[k], b.SdBar[k] = float64(k+1), 1
		}
		for s := 2; s >= 0; s-- {
			b.Back(off, s)
			for k := b.tree.begin[s+1] - 1; s > 0 && k >= b.tree.begin[s]; k-- {
				b.Parent(k, s-1)
			}
		}
		b.Pull(off, columns(x, d), grad)
		for i := range x {
			const step = 1e-5
			at := x[i]
			sum := 0.0
			for _, h := range []float64{step, -step} {
				x[i] = at + h
				see(b, x, d)
				for k := range parents {
					sum += (float64(k+1)*b.Mu[k] + b.Sd[k]) * h / (2 * step * step)
				}
			}
			x[i] = at
			if got := grad[i%d*len(parents)+i/d]; math.Abs(got-sum) > 1e-4*(1+math.Abs(sum)) {
				t.Errorf("d = %d: coordinate %d of node %d is pulled by %v, by differences %v", d, i%d, i/d, got, sum)
			}
		}
	}
}

func see(b *Belief, x []float64, d int) {
	cols := columns(x, d)
	b.Know(0, len(parents), x, cols)
	for s := range 3 {
		b.See(b.tree.begin[s], b.tree.begin[s+1], s)
	}
}

func columns(x []float64, d int) []float64 {
	cols := make([]float64, len(x))
	for i, v := range x {
		cols[i%d*(len(x)/d)+i/d] = v
	}
	return cols
}

// inEarnest is the posterior at node k's point, given the fantasies on its path.
func inEarnest(t *testing.T, g *model.GP, x, z []float64, k int) (mu, sd float64) {
	t.Helper()
	d := len(x) / len(parents)
	var path []int
	for j := k; j >= 0; j = parents[j] {
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
