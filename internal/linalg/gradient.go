package linalg

// Combination makes rows of rows, of length N, a multiple of four:
//
//	Dst_k = H_k ∘ (A_k·X + B_k·W_k − Σ_i C[At_i]·W_{Row_i}), First_k ≤ i < First_{k+1}
//
// one term after the other, without those whose factor is 0. Sum_k is that of
// the row, joined as Weigh's.
type Combination struct {
	N              int
	Dst, Sum       []float64
	A, X, B, W, H  []float64
	C              []float64
	First, Row, At []int
}

// Rows computes the rows from up to to.
func (c *Combination) Rows(from, to int) {
	if from >= to || c.N == 0 {
		return
	}
	if vectors {
		combineAVX(c, from, to)
		return
	}
	n := c.N
	for k := from; k < to; k++ {
		dst := c.Dst[k*n : k*n+n]
		Blend(dst, c.A[k], c.X, c.B[k], c.W[k*n:])
		for i := c.First[k]; i < c.First[k+1]; i++ {
			if v := c.C[c.At[i]]; v != 0 {
				Axpy(dst, -v, c.W[c.Row[i]*n:])
			}
		}
		c.Sum[k] = Weigh(dst, c.H[k*n:])
	}
}

// Pull is the gradient of a tree by its points through the kernels between them. Values of node k
// and its ancestor at stage j are at index j·Nodes + k, values of its c-th coordinate at c·Nodes +
// k.
type Pull struct {
	Nodes    int
	Anc      []int     // the ancestors
	C, Slope []float64 // what the covariance with each is pulled by, and h between the two
	X, Grad  []float64 // by coordinate
	Scale    []float64 // √5/ℓ
	Pairs    []float64 // what each pair adds, at (j·d + c)·Nodes + k
}

// Add computes what the pairs of the nodes from up to to of stage s with their
// ancestors add to the gradient, and adds it at the nodes:
//
//	c̄_kj h (u_k − u_{a_j})·√5/ℓ
//
// At the ancestors it is subtracted.
func (p *Pull) Add(from, to, s int) {
	n, d := p.Nodes, len(p.Scale)
	for k := from; k < to; k++ {
		for j := range s {
			ch, a := p.C[j*n+k]*p.Slope[j*n+k], p.Anc[j*n+k]
			for c, sc := range p.Scale {
				g := ch * sc * sc * (p.X[c*n+k] - p.X[c*n+a])
				p.Pairs[(j*d+c)*n+k] = g
				p.Grad[c*n+k] += g
			}
		}
	}
}
