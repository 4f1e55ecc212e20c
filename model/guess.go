package model

import "math"

// Guess is a user's prior belief about the location of the optimum. The value of a point is
// multiplied by
//
//	π(u)^(β/n), π = ε + (1 − ε)·exp(−½Σ((u − at)/sd)²)
//
// with n evaluations behind it, so that the data overrule it (Hvarfner et al., πBO,
// ICLR 2022).
type Guess struct {
	At Unit
	Sd []float64 // of each coordinate; 0: no belief
}

const (
	guessPower = 10   // β, theirs
	guessLeast = 0.01 // ε: no place is worth nothing, however sure the belief
)

// guessed is a weight with a guess.
type guessed struct {
	weight Weight // nil: 1
	guess  *Guess
	power  float64
}

var _ Region = guessed{}

func (g guessed) LogWeight(u Unit, grad []float64) float64 {
	v := 0.0
	if g.weight != nil {
		v = g.weight.LogWeight(u, grad)
	} else if grad != nil {
		clear(grad)
	}
	q := 0.0
	for j, sd := range g.guess.Sd {
		if sd > 0 {
			t := (u[j] - g.guess.At[j]) / sd
			q += 0.5 * t * t
		}
	}
	top := (1 - guessLeast) * math.Exp(-q)
	pi := guessLeast + top
	if grad != nil {
		for j, sd := range g.guess.Sd {
			if sd > 0 {
				grad[j] -= g.power * top / pi * (u[j] - g.guess.At[j]) / (sd * sd)
			}
		}
	}
	return v + g.power*math.Log(pi)
}

func (g guessed) Allows(u Unit) bool { return allows(g.weight, u) }

func (g guessed) Move(u Unit) { move(g.weight, u) }
