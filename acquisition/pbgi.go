package acquisition

import (
	"math"

	"farsight/model"
)

// PBGI is the Pandora's-box Gittins index: the g at which improving on g would just pay for itself,
//
//	w(x)·EI(x; g) = λ·E[c(x)],  E[c] = exp(m + s²/2), with what the way there costs added to it,
//
// where w is the point's weight, usually 1, with f in units of Scale and the cost in units of CostUnit. The score and the value are g itself, in the units of f:
// shifting f shifts g, so no offset is needed, and g compares with the incumbent as it is.
type PBGI struct {
	Lambda   float64 // price of one CostUnit in units of Scale
	Scale    float64 // standard deviation of the outputs; 0: 1
	CostUnit float64 // mean cost of the initial design; 0: 1
}

// NewPBGI is the index at price lambda > 0 with f and the cost in their own units.
func NewPBGI(lambda float64) PBGI {
	if !(lambda > 0) {
		panic("acquisition: the Gittins index needs a price λ > 0")
	}
	return PBGI{Lambda: lambda}
}

func (r PBGI) Name() string { return "PBGI" }

func (r PBGI) filled() PBGI {
	if r.Scale == 0 {
		r.Scale = 1
	}
	if r.CostUnit == 0 {
		r.CostUnit = 1
	}
	return r
}

// price is λ in the units of f per unit of cost.
func (r PBGI) price() float64 {
	r = r.filled()
	return r.Lambda * r.Scale / r.CostUnit
}

// Eval returns g and dg = dμ + (φ dσ − λ dE[c])/Φ at u = (μ − g)/σ. σ is taken to be at least 1e-300.
func (r PBGI) Eval(m model.Moments) (score float64, d model.Moments) {
	sigma := math.Max(m.SdF, 1e-300)
	lnPrice, byLnCost, byWay := math.Log(r.price())+m.MuC+0.5*m.SdC*m.SdC-m.LnW, 1.0, 0.0 // ln λE[c]/w
	if m.Way > 0 {
		var paid float64
		paid, byLnCost, byWay = withWay(m.MuC+0.5*m.SdC*m.SdC, m.Way)
		lnPrice = math.Log(r.price()) + paid - m.LnW
	}
	u, far := inverseLogReducedEI(lnPrice - math.Log(sigma))
	if far {
		// h(u) = u: the improvement over g is certain, g = μ − λE[c].
		price := math.Exp(lnPrice)
		charge := price * byLnCost
		return m.MuF - price, model.Moments{MuF: 1, MuC: -charge, SdC: -charge * m.SdC, LnW: price, Way: -price * byWay}
	}
	_, pdfOverCDF := logCDF(u)
	_, cdfOverH, _ := logReducedEI(u)
	d.MuF = 1
	d.SdF = pdfOverCDF
	d.LnW = sigma / cdfOverH // λE[c]/Φ = σh/Φ
	d.MuC = -d.LnW * byLnCost
	d.SdC = d.MuC * m.SdC
	d.Way = -d.LnW * byWay
	return m.MuF - sigma*u, d
}

func (r PBGI) Value(m model.Moments) float64 {
	g, _ := r.Eval(m)
	return g
}

// Traits say that g is a value on its own scale.
func (r PBGI) Traits() Traits { return Traits{Unit: r.filled().Scale} }

// Stop reports whether evaluating further no longer pays: max EI/(λE[c]) ≤ 1. perCost is the maximum of NewEIPC's
// value, EI/E[c] in the units of f and of the cost.
func (r PBGI) Stop(perCost float64) bool { return perCost <= r.price() }

// inverseLogReducedEI solves ln h(u) = L; far says that u = e^L to the last digit and was not formed.
func inverseLogReducedEI(L float64) (u float64, far bool) {
	switch {
	case L > 5: // φ(e⁵)k(e⁵) is below 1e-4700
		return 0, true
	case L > 0:
		// h is convex and increasing and h(e^L) > e^L: Newton from the right never overshoots.
		target := math.Exp(L)
		u = target
		for range newtonLimit {
			h, cdf, _ := ReducedEI(u)
			step := (h - target) / cdf
			u -= step
			if step <= newtonTolerance*u {
				break
			}
		}
		return u, false
	}
	// ln h is concave and increasing, and h(−t) < φ(t): Newton from φ(t) = e^L, on the left, never overshoots.
	u = -math.Sqrt(math.Max(0, -2*(L+lnSqrt2Pi)))
	for range newtonLimit {
		v, slope, _ := logReducedEI(u)
		step := (L - v) / slope
		u += step
		if step <= newtonTolerance*math.Max(1, -u) {
			break
		}
	}
	return u, false
}

const (
	newtonLimit     = 50 // quadratic from the start: five steps are usual
	newtonTolerance = 1e-15
)

// PBGID is PBGI with a decaying price: λ falls whenever no index reaches the incumbent any more.
type PBGID struct {
	PBGI
	Decay float64 // what λ is multiplied by then; 0: PBGIDDecay
}

// PBGIDDecay is the factor of its authors: λ halves.
const PBGIDDecay = 0.5

// PBGIDStart is where PBGI-D's λ begins.
const PBGIDStart = 0.1

// leastLambda ends the decay before λ underflows and ln λ with it.
const leastLambda = 1e-300

// NewPBGID starts at λ = 0.1; set Scale and CostUnit to those of the initial design.
func NewPBGID() PBGID { return PBGID{PBGI: PBGI{Lambda: PBGIDStart}} }

func (r PBGID) Name() string { return "PBGI-D" }

// Next returns the function for the next step, after one whose largest index was maxG with incumbent best.
func (r PBGID) Next(maxG, best float64) PBGID {
	if maxG < best && r.Lambda > leastLambda {
		decay := r.Decay
		if decay == 0 {
			decay = PBGIDDecay
		}
		r.Lambda *= decay
	}
	return r
}
