package ceiling

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"farsight/acquisition"
	"farsight/model"
)

// belief is the joint posterior of all choices.
type belief struct {
	n    int
	mean []float64
	cov  []float64 // n × n
}

// prior is the belief before anything was looked at.
func (p problem) prior() belief {
	n := len(p.costs)
	b := belief{n, make([]float64, n), make([]float64, n*n)}
	for i := range n {
		for j := range n {
			b.cov[i*n+j] = p.covariance(i, j)
		}
	}
	return b
}

// covariance is the Matérn-5/2 kernel of two choices.
func (p problem) covariance(i, j int) float64 {
	if i == j {
		return 1
	}
	return matern(p.apart(i, j) * math.Sqrt(5*(0.5/(p.scale[i]*p.scale[i])+0.5/(p.scale[j]*p.scale[j]))))
}

// apart is the distance of two choices.
func (p problem) apart(i, j int) float64 {
	if p.at == nil {
		return 1
	}
	return floats.Distance(p.at[i], p.at[j], 2)
}

// matern is the Matérn-5/2 kernel at a distance of r/√5 lengthscales.
func matern(r float64) float64 {
	return (1 + r + r*r/3) * math.Exp(-r)
}

// firstCosts is what is believed of the ln costs when a run begins: they are known, or those of the choices seen are.
func (p problem) firstCosts() belief {
	n := len(p.costs)
	b := belief{n, make([]float64, n), make([]float64, n*n)}
	if p.lnCosts == nil {
		for i, c := range p.costs {
			b.mean[i] = math.Log(c)
		}
		return b
	}
	for i := range n {
		for j := range n {
			b.cov[i*n+j] = p.lnCosts.Variance * matern(math.Sqrt(5)*p.apart(i, j)/p.lnCosts.Scale[0])
		}
	}
	for i := range p.seen {
		b = b.look(i, math.Log(p.costs[i]))
	}
	return b
}

func (b belief) sd(i int) float64 { return math.Sqrt(math.Max(0, b.cov[i*b.n+i])) }

// look is the belief once choice i has shown y.
func (b belief) look(i int, y float64) belief {
	out := belief{b.n, make([]float64, b.n), make([]float64, b.n*b.n)}
	b.lookInto(out, i, y)
	return out
}

// lookInto is look without a place of its own: mean += k(y − μᵢ)/v, cov −= kkᵀ/v
// with k the covariances with i and v its variance.
func (b belief) lookInto(out belief, i int, y float64) {
	n := b.n
	k := b.cov[i*n : i*n+n]
	v := k[i] + noise
	e := (y - b.mean[i]) / v
	for r := range n {
		out.mean[r] = b.mean[r] + k[r]*e
		g := k[r] / v
		row, from := out.cov[r*n:r*n+n], b.cov[r*n:r*n+n]
		for c := range row {
			row[c] = from[c] - g*k[c]
		}
	}
}

// gain is the expected improvement of a look at i.
func (b belief) gain(i int, best float64) float64 {
	return acquisition.EI(b.mean[i], math.Max(b.sd(i), math.Sqrt(model.Hyper{Variance: 1}.MinVariance())), best)
}
