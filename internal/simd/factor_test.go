package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The assembly and the Go code give the same bits, for any number of nodes of any stage.
func TestFactorIsTheGoCode(t *testing.T) {
	t.Parallel()
	if !vectors {
		t.Skip("no AVX2 here: there is only the Go code")
	}
	factorIsTheGoCode(t)
}

func factorIsTheGoCode(t *testing.T) {
	t.Helper()
	const nodes, stages = 40, 4
	for seed := range uint64(60) {
		s := int(seed % (stages + 1))
		f, want := randomFactor(seed, nodes, stages), randomFactor(seed, nodes, stages)
		from, to := int(seed)%7+9, nodes-int(seed)%5
		f.See(from, to, s)
		want.see(from, to, s)
		for name, v := range map[string][2][]float64{"R": {f.R, want.R}, "μ": {f.Mu, want.Mu}, "v": {f.V, want.V}, "σ": {f.Sd, want.Sd}, "R_kk": {f.RR, want.RR}} {
			same(t, name, to-from, v[0], v[1])
		}
		f.Back(from, to, s)
		want.back(from, to, s)
		for name, v := range map[string][2][]float64{"v̄": {f.VBar, want.VBar}, "R̄": {f.RBar, want.RBar}, "c̄": {f.CBar, want.CBar}} {
			same(t, name, to-from, v[0], v[1])
		}
		for d := 1; d <= 3; d++ {
			rng := rand.New(rand.NewPCG(seed, 3))
			p := &Pull{
				Nodes: nodes, Anc: f.Anc, C: f.CBar, Slope: f.Cov, X: random(rng, nodes*d), Scale: random(rng, d),
				Grad: make([]float64, nodes*d), Pairs: make([]float64, nodes*d*stages),
			}
			q := *p
			q.Grad, q.Pairs = make([]float64, nodes*d), make([]float64, nodes*d*stages)
			p.Add(from, to, s)
			q.add(from, to, s)
			same(t, "the gradient", to-from, p.Grad, q.Grad)
			same(t, "what pairs add", to-from, p.Pairs, q.Pairs)
		}
	}
}

// randomFactor is one in which the ancestors of all nodes are among the first nine; some variances are below the floor.
func randomFactor(seed uint64, nodes, stages int) *Factor {
	rng := rand.New(rand.NewPCG(seed, 2))
	v := func(n int) []float64 { return random(rng, n) }
	f := &Factor{
		Nodes: nodes, Z: v(nodes * stages), Cov: v(nodes * stages), R: v(nodes * stages), Mu: v(nodes), V: v(nodes), Sd: v(nodes), RR: v(nodes),
		Floor: 1e-3, Noise: 1e-4, MuBar: v(nodes), SdBar: v(nodes), RRBar: v(nodes), VBar: v(nodes), RBar: v(nodes * stages), CBar: v(nodes * stages),
	}
	for range nodes * stages {
		f.Anc = append(f.Anc, rng.IntN(9))
	}
	for k := range f.V {
		f.V[k] = 100 * math.Abs(f.V[k])
	}
	return f
}

// Owe and Parent, one node at a time, are what the ancestors owe by definition.
func TestAncestorsOwe(t *testing.T) {
	t.Parallel()
	const nodes, stages, from, to = 40, 4, 12, 31
	for s := range stages + 1 {
		f, want := randomFactor(5, nodes, stages), randomFactor(5, nodes, stages)
		f.Owe(from, to, s)
		for k := to - 1; k >= from; k-- {
			if s > 0 {
				f.Parent(k, s-1)
			}
			for j := s - 1; j >= 0; j-- {
				a, c := want.Anc[j*nodes+k], want.CBar[j*nodes+k]
				want.RRBar[a] -= c * want.R[j*nodes+k]
				for i := range j {
					want.RBar[i*nodes+a] -= c * want.R[i*nodes+k]
				}
			}
		}
		for name, v := range map[string][2][]float64{"R̄": {f.RBar, want.RBar}, "R̄_kk": {f.RRBar, want.RRBar}} {
			for i := range v[0] {
				if math.Abs(v[0][i]-v[1][i]) > 1e-9*(1+math.Abs(v[1][i])) {
					t.Errorf("stage %d: %s at %d is %v, want %v", s, name, i, v[0][i], v[1][i])
				}
			}
		}
	}
}
