package acquisition

import (
	"math"

	"farsight/model"
)

// Gain is what an evaluation of N(μ, σ²) is worth, whatever its cost, as a logarithm with its derivatives; −Inf: nothing.
type Gain func(mu, sigma float64) (ln, dmu, dsigma float64)

// byCost is a gain by the expected cost, gain/(w + E[c]), E[c] = exp(m + s²/2).
type byCost struct {
	name string
	gain Gain
}

// NewByCost is a gain by the expected cost and what the way there costs.
func NewByCost(name string, gain Gain) Function { return byCost{name, gain} }

func (r byCost) Name() string { return r.name }

func (r byCost) Eval(m model.Moments) (score float64, d model.Moments) {
	if score, d.MuF, d.SdF = r.gain(m.MuF, m.SdF); math.IsInf(score, -1) {
		return score, model.Moments{}
	}
	ln, byLnCost, byWay := withWay(m.MuC+m.SdC*m.SdC/2, m.Way)
	d.MuC, d.SdC, d.Way, d.LnW = -byLnCost, -byLnCost*m.SdC, -byWay, 1
	return score - ln + m.LnW, d
}

func (r byCost) Value(m model.Moments) float64 {
	score, _ := r.Eval(m)
	return math.Exp(score)
}

func (r byCost) Traits() Traits { return Traits{} }

// Bound is the improvement of an optimist: by how much the upper confidence bound μ + κσ exceeds
// f*, and 0 where it does not.
func Bound(best, kappa float64) Gain {
	return func(mu, sigma float64) (ln, dmu, dsigma float64) {
		above := mu + kappa*sigma - best
		if !(above > 0) {
			return math.Inf(-1), 0, 0
		}
		return math.Log(above), 1 / above, kappa / above
	}
}

// Entropy is max-value entropy search: the information that an exact evaluation is expected to give
// about the maximum f*, in nats, for samples y₁, …, y_K of the maximum,
//
//	1/K Σ [γφ(γ)/(2Φ(γ)) − ln Φ(γ)],  γ = (y_k − μ)/σ
//
// (Z. Wang and S. Jegelka, "Max-value entropy search for efficient Bayesian optimization", 2017).
func Entropy(maxima []float64) Gain {
	lnK := math.Log(float64(len(maxima)))
	return func(mu, sigma float64) (ln, dmu, dsigma float64) {
		if !(sigma > 0) {
			return math.Inf(-1), 0, 0
		}
		high := math.Inf(-1)
		for _, y := range maxima {
			v, _ := logEntropy((y - mu) / sigma)
			high = math.Max(high, v)
		}
		sum, slope, tilt := 0.0, 0.0, 0.0
		for _, y := range maxima {
			g := (y - mu) / sigma
			v, d := logEntropy(g)
			w := math.Exp(v - high)
			sum += w
			slope += w * d
			tilt += w * d * g
		}
		return high + math.Log(sum) - lnK, -slope / (sum * sigma), -tilt / (sum * sigma)
	}
}

// entropyTail is the γ from which on −ln Φ(γ) is Q(1 + Q/2) to the last digit, Q = Φ(−γ).
const entropyTail = 6

// logEntropy is ln a(γ) with its derivative, a = γφ/(2Φ) − ln Φ. With r = φ/Φ, a' = −r(1 + γ(γ + r))/2.
func logEntropy(g float64) (v, slope float64) {
	switch M, k := mills(math.Abs(g)); {
	case g <= 0:
		// r = 1/M and γ + r = k/M at γ = −t: nothing cancels.
		a := g*k/(2*M) + lnSqrt2Pi - math.Log(M)
		return math.Log(a), -(1 + g*k/M) / (2 * M * a)
	case g > entropyTail:
		// a = φ·b, b = γ/(2Φ) + M(1 + Q/2), M = Q/φ
		pdf := PDF(g)
		q := pdf * M
		b := g/(2*(1-q)) + M*(1+q/2)
		return -g*g/2 - lnSqrt2Pi + math.Log(b), -(1 + g*(g+pdf/(1-q))) / (2 * b * (1 - q))
	}
	lnCDF, r := logCDF(g)
	a := g*r/2 - lnCDF
	return math.Log(a), -r * (1 + g*(g+r)) / (2 * a)
}

// upperBound is μ + κσ itself.
type upperBound struct{ kappa, unit float64 }

// NewUpperBound is the upper confidence bound μ + κσ, of which unit matters; costs do not.
func NewUpperBound(kappa, unit float64) Function { return upperBound{kappa, unit} }

func (r upperBound) Name() string { return "UCB" }

func (r upperBound) Eval(m model.Moments) (score float64, d model.Moments) {
	return m.MuF + r.kappa*m.SdF, model.Moments{MuF: 1, SdF: r.kappa}
}

func (r upperBound) Value(m model.Moments) float64 { return m.MuF + r.kappa*m.SdF }

func (r upperBound) Traits() Traits { return Traits{Unit: r.unit, IgnoresCost: true} }
