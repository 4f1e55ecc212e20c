package demo

import "math"

// process is a Gaussian process regression by brute force, good enough for a picture.
type process struct {
	mean, scale float64
	x, alpha    []float64
	chol        [][]float64
}

const noise = 1e-6

// kernel is Matérn-5/2 with unit variance.
func (p *process) kernel(a, b float64) float64 {
	s := math.Sqrt(5) * math.Abs(a-b) / p.scale
	return (1 + s + s*s/3) * math.Exp(-s)
}

func condition(mean, scale float64, x, y []float64) *process {
	p := &process{mean: mean, scale: scale, x: x}
	n := len(x)
	p.chol = make([][]float64, n)
	for i := range n {
		p.chol[i] = make([]float64, n)
		for j := 0; j <= i; j++ {
			v := p.kernel(x[i], x[j])
			if i == j {
				v += noise
			}
			for k := range j {
				v -= p.chol[i][k] * p.chol[j][k]
			}
			if i == j {
				p.chol[i][i] = math.Sqrt(v)
			} else {
				p.chol[i][j] = v / p.chol[j][j]
			}
		}
	}
	r := make([]float64, n)
	for i := range r {
		r[i] = y[i] - mean
	}
	p.alpha = p.back(p.forward(r))
	return p
}

func (p *process) forward(b []float64) []float64 {
	out := make([]float64, len(b))
	for i := range b {
		v := b[i]
		for k := range i {
			v -= p.chol[i][k] * out[k]
		}
		out[i] = v / p.chol[i][i]
	}
	return out
}

func (p *process) back(b []float64) []float64 {
	n := len(b)
	out := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		v := b[i]
		for k := i + 1; k < n; k++ {
			v -= p.chol[k][i] * out[k]
		}
		out[i] = v / p.chol[i][i]
	}
	return out
}

func (p *process) predict(x float64) (mean, sd float64) {
	k := make([]float64, len(p.x))
	mean = p.mean
	for i := range k {
		k[i] = p.kernel(x, p.x[i])
		mean += k[i] * p.alpha[i]
	}
	v := 1.0
	for _, w := range p.forward(k) {
		v -= w * w
	}
	return mean, math.Sqrt(math.Max(v, 1e-12))
}

func normalCDF(u float64) float64 { return 0.5 * math.Erfc(-u/math.Sqrt2) }

// improvement is σ(φ(u) + uΦ(u)), u = (μ − best)/σ.
func improvement(m, s, best float64) float64 {
	u := (m - best) / s
	return s * (math.Exp(-u*u/2)/math.Sqrt(2*math.Pi) + u*normalCDF(u))
}
