package model

import (
	"fmt"
	"math"
)

// Link says how the log-cost follows the objective, where the two are modelled
// together:
//
//	ln c(x) = g(x) + β·f(x)
//
// with g a process of its own, independent of f; the cost of an evaluation
// follows the value it returned, noise included. What it cost beyond β times
// that is an output of g, so that the two posteriors stay independent and those
// of (f, ln c) follow from them:
//
//	m = μ_g + βμ_f, s² = σ_g² + β²σ_f², cov(f, ln c) = βσ_f²
//
// with β²τ² more in s² where values are noisy. That is exact where every
// evaluation has a value. The value of one that failed is replaced by what is
// believed there, and its variance, times β², is added to the noise of the row:
// what its cost teaches of f is left out.
type Link struct {
	Beta     float64 // β, of the objective in the maximised sense
	Sd       float64 // of β, given the hyperparameters
	Own      *GP     // g
	Evidence float64 // ln of the odds the data give for β ≠ 0 against β = 0

	noise float64 // τ² of noisy values, which is paid for too; else 0
}

// JointRule says whether objective and log-cost are modelled together.
type JointRule int

// The rules.
const (
	Separate   JointRule = iota // β = 0
	ByEvidence                  // together if the data are likelier then
	Together                    // always
)

// JointRules are all of them.
var JointRules = []JointRule{Separate, ByEvidence, Together}

// String is the rule's name in files and flags.
func (r JointRule) String() string {
	switch r {
	case Separate:
		return "off"
	case ByEvidence:
		return "auto"
	case Together:
		return "on"
	}
	return fmt.Sprintf("JointRule(%d)", int(r))
}

// ParseJointRule is the inverse of String.
func ParseJointRule(name string) (JointRule, error) {
	for _, r := range JointRules {
		if name == r.String() {
			return r, nil
		}
	}
	return 0, fmt.Errorf("unknown way of modelling cost and value %q: use off, auto or on", name)
}

// together turns the moments of g in m.MuC and m.SdC into those of ln c.
func (l *Link) together(m *Moments) {
	m.MuC += l.Beta * m.MuF
	m.Cov = l.Beta * m.SdF * m.SdF
	m.SdC = math.Sqrt(m.SdC*m.SdC + l.Beta*l.Beta*(m.SdF*m.SdF+l.noise))
}

// togetherGrad is together with the gradients:
//
//	∂m = ∂μ_g + β∂μ_f, ∂s = (σ_g∂σ_g + β²σ_f∂σ_f)/s, ∂cov = 2βσ_f∂σ_f
func (l *Link) togetherGrad(m *Moments, g *MomentsGrad) {
	sd, b := m.SdC, l.Beta
	l.together(m)
	for j := range g.MuC {
		g.MuC[j] += b * g.MuF[j]
		g.SdC[j] = (sd*g.SdC[j] + b*b*m.SdF*g.SdF[j]) / m.SdC
		g.Cov[j] = 2 * b * m.SdF * g.SdF[j]
	}
}

// Noise is the variance of noisy values, which is paid for too; else 0.
func (l *Link) Noise() float64 { return l.noise }

// with is the link whose own process has seen more.
func (l *Link) with(own *GP) *Link {
	out := *l
	out.Own = own
	return &out
}

// LnCost is the log-cost of an evaluation that returned y where the moments are
// m, by a standard normal z:
//
//	ln z = m + s′z, or where it follows m + β(y − μ_f) + σ_g′z
func (p *Pair) LnCost(m Moments, y, z float64) float64 {
	switch l := p.Link; {
	case p.LogCost == nil:
		return m.MuC
	case l == nil:
		return m.MuC + math.Sqrt(m.SdC*m.SdC+p.LogCost.hyper.Noise)*z
	default:
		own := m.SdC*m.SdC - l.Beta*l.Beta*(m.SdF*m.SdF+l.noise)
		return m.MuC + l.Beta*(y-m.MuF) + math.Sqrt(math.Max(own, 0)+l.Own.hyper.Noise)*z
	}
}
