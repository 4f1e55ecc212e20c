package linalg

import "math"

// Factor is the factor R of a process over the nodes of a tree, and its adjoint, for many nodes of
// a stage at a time. Values of node k and its ancestor at stage j are at index j·Nodes + k.
type Factor struct {
	Nodes        int
	Anc          []int     // the ancestors
	Z            []float64 // base samples: of the edge that leaves the ancestor
	Cov, R       []float64 // covariances given the data, and R_kj
	Mu, V        []float64 // by node: the mean, and the variance before it is kept above the floor
	Sd, RR       []float64 // by node: the roots of it and of R_kk²
	Floor, Noise float64

	MuBar, SdBar, RRBar []float64 // adjoints, by node
	VBar                []float64 // times −2
	RBar, CBar          []float64
}

// See conditions the moments of the nodes from up to to of stage s on the
// fantasies along their paths:
//
//	R_kj = (c_kj − Σ_{i<j} R_ki R_{a_j,i}) / R_{a_j,a_j}, μ = μ⁰ + Σ R_kj z_j, v = c_kk − Σ R_kj²
func (f *Factor) See(from, to, s int) {
	n := f.Nodes
	for k := from; k < to; k++ {
		mu, v := f.Mu[k], f.V[k]
		for j := range s {
			a, t := f.Anc[j*n+k], f.Cov[j*n+k]
			for i := range j {
				t -= f.R[i*n+k] * f.R[i*n+a]
			}
			t /= f.RR[a]
			f.R[j*n+k] = t
			mu += t * f.Z[j*n+k]
			v -= t * t
		}
		f.Mu[k], f.V[k] = mu, v
		if v < f.Floor {
			v = f.Floor
		}
		f.Sd[k], f.RR[k] = math.Sqrt(v), math.Sqrt(v+f.Noise)
	}
}

// Back goes back through the rows of R, from the adjoints of the moments of the
// nodes to those of their covariances; what ancestors owe is left to Owe.
func (f *Factor) Back(from, to, s int) {
	n := f.Nodes
	for k := from; k < to; k++ {
		mu, v := f.MuBar[k], 0.0
		if !(f.V[k] < f.Floor) {
			v = f.SdBar[k]/(2*f.Sd[k]) + f.RRBar[k]/(2*f.RR[k])
		}
		f.VBar[k] = -2 * v
		for j := range s {
			f.RBar[j*n+k] += mu*f.Z[j*n+k] - 2*f.R[j*n+k]*v
		}
		for j := s - 1; j >= 0; j-- {
			a := f.Anc[j*n+k]
			c := f.RBar[j*n+k] / f.RR[a]
			f.CBar[j*n+k] = c
			for i := range j {
				f.RBar[i*n+k] -= c * f.R[i*n+a]
			}
		}
	}
}

// Owe adds what the ancestors of the nodes from up to to owe, from the last node
// to the first; what their parents' R_kk owe is left to Parent.
func (f *Factor) Owe(from, to, s int) {
	n := f.Nodes
	for j := range s {
		anc, c := f.Anc[j*n:j*n+to], f.CBar[j*n:j*n+to]
		for i := range j + 1 {
			bar := f.RBar[i*n : i*n+n]
			if i == j {
				if bar = f.RRBar; j == s-1 {
					continue
				}
			}
			r := f.R[i*n : i*n+to]
			for k := to - 1; k >= from; {
				a := anc[k]
				sum := bar[a]
				for ; k >= from && anc[k] == a; k-- {
					sum -= c[k] * r[k]
				}
				bar[a] = sum
			}
		}
	}
}

// Parent adds what node k's parent, of stage j, owes to R_kk.
func (f *Factor) Parent(k, j int) {
	at := j*f.Nodes + k
	f.RRBar[f.Anc[at]] -= f.CBar[at] * f.R[at]
}
