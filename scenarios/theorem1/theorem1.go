// Package theorem1 is the pair of problems by which the paper proves that EI-PUC
// and EI can be arbitrarily bad: not a box but arms, with exact values and
// simulated runs.
//
//	paper  code             meaning
//	ε      Epsilon          what a cheap arm costs
//	δ      Delta            what the expensive arm costs beyond 1
//	B      Budget           1 + δ
//	K      K                cheap arms there are
//	N      N                cheap arms the budget pays
//	Φ      math.Erfc  distribution of a standard normal
package theorem1

import (
	"fmt"
	"math"
	"sync"
)

// Instance is the pair of constructed problems by which the paper proves that
// EI-PUC and EI can be arbitrarily bad. The domain is discrete, the values of
// the arms are independent normals with mean 0, and costs are known:
//
//	arm 0         known, value 0
//	arms 1 … K    cheap: cost ε, sd ε (part 1) or 1 − ε (part 2)
//	arm K+1       expensive: cost 1 + δ, sd 1
//
// with budget B = 1 + δ, so that the expensive arm takes all of it and one cheap arm makes it
// unaffordable. Part 1: EI-PUC spends the budget on N cheap arms of tiny value. Part 2: EI takes
// the expensive arm although each of N cheap ones is almost as uncertain. The ratio of the other
// choice's value grows without bound as ε → 0. Part 1's EI-PUC and part 2's EI are right in the
// other part; B-MS-EI, which considers two arms together, is right in both as long as cheap arms
// are cheap.
type Instance struct {
	Part    int     // 1: against EI-PUC; 2: against EI
	Epsilon float64 // ε
	Delta   float64 // δ
}

// Bounds of the parameters. ε stays far above the tolerance arms are counted
// with and below 1, where part 2's cheap arms would have no spread left; a
// δ of 0 would make EI-PUC indifferent.
const (
	MinEpsilon = 1e-6
	MaxEpsilon = 0.99
	MinDelta   = 1e-6
	MaxDelta   = 10
)

// Defaults of the scenario `theorem-1`: the row ε = 0.1 of the table of
// docs/scenarios.md, "Theorem 1".
const (
	DefaultEpsilon = 0.1
	DefaultDelta   = 0.1
)

// Convention is the convention the numbers hold for, to be shown
// beside them.
const Convention = "costs are known, so a policy chooses among the arms it can still afford; " +
	"an EI-PUC blind to the budget would stop as soon as a lucky cheap draw makes the expensive arm its choice"

// armTolerance is the slack in k·ε ≤ B: counting by accumulation would lose an
// arm to rounding (21 instead of 22 at ε = 0.05).
const armTolerance = 1e-9

// Check returns an error if part, ε or δ is out of range.
func (t Instance) Check() error {
	switch {
	case t.Part != 1 && t.Part != 2:
		return fmt.Errorf("theorem-1 has parts 1 and 2, not %d", t.Part)
	case !(t.Epsilon >= MinEpsilon && t.Epsilon <= MaxEpsilon):
		return fmt.Errorf("ε = %v: choose it between %v and %v", t.Epsilon, MinEpsilon, MaxEpsilon)
	case !(t.Delta >= MinDelta && t.Delta <= MaxDelta):
		return fmt.Errorf("δ = %v: choose it between %v and %v", t.Delta, MinDelta, MaxDelta)
	}
	return nil
}

// Budget is B = 1 + δ.
func (t Instance) Budget() float64 { return 1 + t.Delta }

// K is ⌈(1+δ)/ε⌉, the number of cheap arms there are: the least k with kε ≥ B.
func (t Instance) K() int {
	if !(t.Epsilon > 0) {
		panic(fmt.Sprintf("theorem1: theorem 1 with ε = %v", t.Epsilon)) // it would count for ever
	}
	k := int(t.Budget() / t.Epsilon)
	for k > 0 && float64(k)*t.Epsilon >= t.Budget()-armTolerance {
		k--
	}
	for float64(k)*t.Epsilon < t.Budget()-armTolerance {
		k++
	}
	return k
}

// N is ⌊(1+δ)/ε⌋, the number of cheap arms the budget pays: the greatest k
// with kε ≤ B.
func (t Instance) N() int {
	k := int(t.Budget()/t.Epsilon) + 1
	for k > 0 && !t.affords(k, 0) {
		k--
	}
	return min(k, t.K())
}

// affords reports whether the budget pays for cheap and expensive arms in these
// numbers.
func (t Instance) affords(cheap, expensive int) bool {
	return float64(cheap)*t.Epsilon+float64(expensive)*(1+t.Delta) <= t.Budget()+armTolerance
}

// CheapSd is the prior standard deviation of a cheap arm.
func (t Instance) CheapSd() float64 {
	if t.Part == 1 {
		return t.Epsilon
	}
	return 1 - t.Epsilon
}

// Policy is the policy this part is about, Other what it leaves.
func (t Instance) Policy() Play {
	if t.Part == 1 {
		return playEIPUC
	}
	return playEI
}

// Other is the choice that shows how bad the policy is.
func (t Instance) Other() Play {
	if t.Part == 1 {
		return PlayExpensive
	}
	return playCheap
}

// Numbers are the exact values of one instance.
type Numbers struct {
	Part    int     `json:"part"`
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
	K       int     `json:"K"`
	N       int     `json:"N"`
	Policy  float64 `json:"value_policy"` // expected best value of the policy
	Other   float64 `json:"value_other"`  // of the other choice, a lower bound of the optimum
	Ratio   float64 `json:"ratio"`        // Other / Policy
	Bound   float64 `json:"ratio_bound"`  // below Ratio, in closed form
	Ahead   float64 `json:"value_b_ms_ei"`
	Takes   string  `json:"b_ms_ei_takes"` // cheap or expensive
}

// Exact computes the expected best values by quadrature, to 1e-12 relative.
func (t Instance) Exact() (Numbers, error) {
	if err := t.Check(); err != nil {
		return Numbers{}, err
	}
	cheap, expensive := t.CheapSd()*expectedMax(t.N()), expectedMax(1)
	n := Numbers{Part: t.Part, Epsilon: t.Epsilon, Delta: t.Delta, K: t.K(), N: t.N(), Policy: cheap, Other: expensive}
	if t.Part == 2 {
		n.Policy, n.Other = expensive, cheap
	}
	n.Ratio, n.Bound, n.Ahead = n.Other/n.Policy, t.bound(), t.Value(PlayAhead)
	class, _ := t.First(PlayAhead) // one arm of either class is always affordable
	n.Takes = class.String()
	return n, nil
}

// expectedMax is E[max(0, Z₁, …, Z_n)] for independent standard normals,
//
//	∫₀^∞ (1 − Φ(t)ⁿ) dt, 1 − Φⁿ = −expm1(n·log1p(−Q(t))), Q = ½ erfc(t/√2),
//
// by Gauss–Legendre panels. Beyond t = 12 the integrand is below n·1e-33.
func expectedMax(n int) float64 {
	if n == 1 || n == 2 { // the usual cases
		return expectedMaxOf[n-1]()
	}
	return integrated(n)
}

var expectedMaxOf = [2]func() float64{
	sync.OnceValue(func() float64 { return integrated(1) }), sync.OnceValue(func() float64 { return integrated(2) }),
}

const lastNormal, panels = 12.0, 96

func integrated(n int) float64 {
	const half = lastNormal * 0.5 / panels
	var sum float64
	for _, panel := range logBelow() {
		for j, l := range panel {
			sum += half * legendreWeights[j] * (-math.Expm1(float64(n)*l[0]) - math.Expm1(float64(n)*l[1]))
		}
	}
	return sum
}

// logBelow is ln Φ(t) on either side of each panel's middle, which all n share.
var logBelow = sync.OnceValue(func() *[panels][len(legendreNodes)][2]float64 {
	var out [panels][len(legendreNodes)][2]float64
	for i := range out {
		mid, half := lastNormal*(float64(i)+0.5)/panels, lastNormal*0.5/panels
		for j, z := range legendreNodes {
			for side, t := range [2]float64{mid - half*z, mid + half*z} {
				out[i][j][side] = math.Log1p(-0.5 * math.Erfc(t/math.Sqrt2))
			}
		}
	}
	return &out
})

// The eight-point Gauss–Legendre rule on [−1, 1], positive half (Abramowitz
// and Stegun, table 25.4).
var (
	legendreNodes   = [4]float64{0.183434642495649805, 0.525532409916328986, 0.796666477413626740, 0.960289856497536232}
	legendreWeights = [4]float64{0.362683783378361983, 0.313706645877887287, 0.222381034453374471, 0.101228536290376259}
)
