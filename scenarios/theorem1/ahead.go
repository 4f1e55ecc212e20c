package theorem1

import (
	"math"
)

// LookAhead is how many arms B-MS-EI weighs together here: N = 2, the least
// that is more than one.
const LookAhead = 2

// Promise is B-MS-EI's value of an arm of a class before the first pull: the expected best of it
// and of the best arm that the remaining budget still pays for. After a cheap arm that is another
// cheap one, after the expensive one nothing:
//
//	E[max(0, σZ₁, …, σZₙ)], n = min(2, arms of the class that are affordable)
//
// Later there is no choice, because after one cheap arm the expensive one is unaffordable.
func (t Instance) Promise(class ArmClass) float64 {
	switch class {
	case ArmCheap:
		return t.CheapSd() * expectedMax(min(LookAhead, t.N()))
	case ArmExpensive:
		return expectedMax(1)
	}
	return 0
}

// First is the class of arms a play takes first, and keeps to: it is either the
// expensive arm alone or cheap ones only. ok is false where the play can afford none.
func (t Instance) First(play Play) (class ArmClass, ok bool) {
	return t.Run(play, 0).choose()
}

// stream is the number of a play's random stream. B-MS-EI sees the values of the
// fixed choice it makes, so that both can be compared.
func (t Instance) stream(play Play) uint64 {
	switch {
	case play != PlayAhead:
		return uint64(play)
	case t.Promise(ArmExpensive) > t.Promise(ArmCheap):
		return uint64(PlayExpensive)
	}
	return uint64(playCheap)
}

// Value is the exact expected best value of a play.
func (t Instance) Value(play Play) float64 {
	switch class, ok := t.First(play); {
	case !ok:
		return 0
	case class == ArmExpensive:
		return expectedMax(1)
	}
	return t.CheapSd() * expectedMax(t.N())
}

// bound is below V(other)/V(policy) whatever ε and δ, and shows without any
// quadrature that it has no bound itself as ε → 0. It follows from
//
//	√(ln n/(π ln 2)) ≤ E[max(Z₁, …, Zₙ)], E[max(0, Z₁, …, Zₙ)] ≤ √(2 ln(n+1))
//
// (for the first see G. Kamath, "Bounds on the expectation of the maximum of
// samples from a Gaussian", 2015) and V(expensive) = 1/√(2π):
//
//	part 1   V(expensive)/V(EI-PUC) ≥ 1/(ε √(4π ln(N+1)))
//	part 2   V(cheap)/V(EI) ≥ (1 − ε) √(2 ln N/ln 2)
func (t Instance) bound() float64 {
	n := float64(t.N())
	if t.Part == 1 {
		return 1 / (t.Epsilon * math.Sqrt(4*math.Pi*math.Log(n+1)))
	}
	return (1 - t.Epsilon) * math.Sqrt(2*math.Log(n)/math.Ln2)
}
