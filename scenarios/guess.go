package scenarios

import "math"

// A guess of where the best is, parameter by parameter: at a value, give or take a
// standard deviation, which on a log scale is a factor.

// UnitGuess are both on the unit cube.
func UnitGuess(p Parameter, at, sd float64) (u, width float64) {
	if p.Log {
		return p.ToUnit(at), math.Log(sd) / math.Log(p.High/p.Low)
	}
	return p.ToUnit(at), sd / (p.High - p.Low)
}

// GuessOf is the inverse of UnitGuess.
func GuessOf(p Parameter, u, width float64) (at, sd float64) {
	if p.Log {
		return p.Low * math.Pow(p.High/p.Low, u), math.Pow(p.High/p.Low, width)
	}
	return p.Low + u*(p.High-p.Low), width * (p.High - p.Low)
}
