package simd

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
	switch {
	case from >= to || c.N == 0:
	case wide:
		combine512(c, from, to)
	case vectors:
		combineAVX(c, from, to)
	default:
		c.rows(from, to)
	}
}

func (c *Combination) rows(from, to int) {
	n := c.N
	for k := from; k < to; k++ {
		dst := c.Dst[k*n : k*n+n]
		blend(dst, c.A[k], c.X[:n], c.B[k], c.W[k*n:k*n+n])
		for i := c.First[k]; i < c.First[k+1]; i++ {
			if v := c.C[c.At[i]]; v != 0 {
				axpy(dst, -v, c.W[c.Row[i]*n:c.Row[i]*n+n])
			}
		}
		c.Sum[k] = weigh(dst, c.H[k*n:k*n+n])
	}
}
