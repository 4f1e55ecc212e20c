package simd

// Pull is the gradient of a tree by its points through the kernels between them.
// What belongs to node k and its ancestor at stage j stands at j·Nodes + k, what
// belongs to its c-th coordinate at c·Nodes + k.
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
// At the ancestors it is to be subtracted.
func (p *Pull) Add(from, to, s int) {
	if n := (to - from) &^ 7; wide && n > 0 {
		pull512(p, from, from+n, s)
		from += n
	}
	if n := (to - from) &^ 3; vectors && n > 0 {
		pullAVX(p, from, from+n, s)
		from += n
	}
	p.add(from, to, s)
}

func (p *Pull) add(from, to, s int) {
	n, d := p.Nodes, len(p.Scale)
	for k := from; k < to; k++ {
		for j := range s {
			ch, a := p.C[j*n+k]*p.Slope[j*n+k], p.Anc[j*n+k]
			for c, sc := range p.Scale {
				g := ch * sc * sc * (p.X[c*n+k] - p.X[c*n+a])
				p.Pairs[(j*d+c)*n+k] = g
				p.Grad[c*n+k] += float64(g)
			}
		}
	}
}
