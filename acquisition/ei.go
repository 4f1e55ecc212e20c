package acquisition

import (
	"math"

	"farsight/model"
)

// EI is the expected improvement of N(mu, sigma²) over best, σ(φ(u) + uΦ(u)) with u = (μ − f*)/σ.
// It is accurate until it underflows, near u = −38; LogEI is not limited. With σ = 0 it is max(μ −
// f*, 0).
func EI(mu, sigma, best float64) float64 {
	if sigma <= 0 {
		return math.Max(mu-best, 0)
	}
	h, _, _ := ReducedEI((mu - best) / sigma)
	return sigma * h
}

// LogEI is ln EI for any u; −Inf only where σ = 0 and μ ≤ f*.
func LogEI(mu, sigma, best float64) float64 {
	v, _, _ := logEI(mu, sigma, best)
	return v
}

// logEI returns ln EI with its derivatives by μ and σ: ∂EI/∂μ = Φ(u), ∂EI/∂σ = φ(u).
func logEI(mu, sigma, best float64) (v, dmu, dsigma float64) {
	if sigma <= 0 {
		if gain := mu - best; gain > 0 {
			return math.Log(gain), 1 / gain, 0
		}
		return math.Inf(-1), 0, 0
	}
	lnh, cdfOverH, pdfOverH := logReducedEI((mu - best) / sigma)
	return math.Log(sigma) + lnh, cdfOverH / sigma, pdfOverH / sigma
}

// improvement is EI times exp(−am + bs²), in log form: every function that pays for improvement by a power of the cost.
// Where the way costs w it is EI·E[(w + c)^−a] instead, or with b < 0 EI/(w + E[c]).
type improvement struct {
	name string
	best float64
	a, b float64
}

// NewEI is expected improvement over best; costs do not matter.
func NewEI(best float64) Function { return improvement{name: "EI", best: best} }

// NewEIPUC is EI per unit cost, E[(f − f*)⁺/c] = EI·E[1/c] = EI·exp(−m + s²/2): uncertainty about the cost is rewarded.
// Where the cost follows the objective, EI is that of the mean μ − cov(f, ln c).
func NewEIPUC(best float64) Function { return improvement{name: "EI-PUC", best: best, a: 1, b: 0.5} }

// NewEIPUCCC is EI-PUC with cost cooling, EI·E[c^−ν] = EI·exp(−νm + ν²s²/2), ν the share of the budget that remains.
func NewEIPUCCC(best, nu float64) Function {
	return improvement{name: "EI-PUC-CC", best: best, a: nu, b: nu * nu / 2}
}

// NewEIPC is EI per expected cost, EI/E[c] = EI·exp(−m − s²/2): uncertainty about the cost is penalised.
func NewEIPC(best float64) Function { return improvement{name: "EI-PC", best: best, a: 1, b: -0.5} }

func (r improvement) Name() string { return r.name }

func (r improvement) Eval(m model.Moments) (score float64, d model.Moments) {
	if m.Cov != 0 && m.Way == 0 && r.tilts() {
		// The weight c^(−a) moves the mean of f by −a·cov and nothing else. Of (w + c)^(−a) that is left out.
		score, d.MuF, d.SdF = logEI(m.MuF-r.a*m.Cov, m.SdF, r.best)
		d.Cov = -r.a * d.MuF
	} else {
		score, d.MuF, d.SdF = logEI(m.MuF, m.SdF, r.best)
	}
	d.MuC = -r.a
	d.SdC = 2 * r.b * m.SdC
	d.LnW = 1
	if m.Way > 0 && !r.ignoresCost() {
		var paid float64
		if r.b < 0 {
			// 1/(w + E[c]), E[c] = exp(m + s²/2)
			ln, byLnCost, byWay := withWay(m.MuC+m.SdC*m.SdC/2, m.Way)
			paid, d.MuC, d.SdC, d.Way = -ln, -byLnCost, -byLnCost*m.SdC, -byWay
		} else {
			paid, d.MuC, d.SdC, d.Way = lnPower(r.a, m.MuC, m.SdC, m.Way)
		}
		return score + paid + m.LnW, d
	}
	return score - r.a*m.MuC + r.b*m.SdC*m.SdC + m.LnW, d
}

func (r improvement) Value(m model.Moments) float64 {
	if r.ignoresCost() {
		return EI(m.MuF, m.SdF, r.best) * math.Exp(m.LnW)
	}
	// From the logarithm: EI may underflow where EI per cost does not.
	score, _ := r.Eval(m)
	return math.Exp(score)
}

func (r improvement) Traits() Traits { return Traits{IgnoresCost: r.ignoresCost()} }

func (r improvement) ignoresCost() bool { return r.a == 0 && r.b == 0 }

// tilts reports whether it is the mean of improvement times c^(−a), for which it matters that the cost follows the
// objective. In EI/E[c] the two are means of their own.
func (r improvement) tilts() bool { return r.b == r.a*r.a/2 }

// withoutCost is p for functions that ignore the cost: every cost is known to be 1, which takes no prediction. Other functions
// need p itself.
func withoutCost(p *model.Pair, r Function) *model.Pair {
	if !r.Traits().IgnoresCost || p.Known != nil {
		return p
	}
	return &model.Pair{Objective: p.Objective, Known: func(model.Unit) float64 { return 1 }, Weight: p.Weight, Choices: p.Choices}
}

// logImprovement is EI shown as its logarithm.
type logImprovement struct{ improvement }

// NewLogEI chooses like NewEI and shows ln EI instead of EI.
func NewLogEI(best float64) Function {
	return logImprovement{improvement{name: "LogEI", best: best}}
}

func (r logImprovement) Value(m model.Moments) float64 { return LogEI(m.MuF, m.SdF, r.best) + m.LnW }
