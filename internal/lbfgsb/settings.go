package lbfgsb

import "cmp"

// Defaults: each constant is the only home of its number.
const (
	defaultMemory            = 10 // curvature pairs
	defaultMaxIterations     = 200
	defaultGradientTolerance = 1e-6  // six digits gained on the projected gradient
	defaultFunctionTolerance = 1e-10 // an iteration that changes the tenth digit of the value is the last one
	defaultInitialStep       = 0.1   // as a fraction of the box
)

// Settings say how hard to try. The zero value of each field means its default.
//
// Both tolerances are relative, also where values are far below one, so that
// minimising c·f instead of f changes nothing: with c a power of two every
// iterate is the same to the last bit.
type Settings struct {
	memory        int // curvature pairs; 3 to 20 are sensible, and no more than 3n are held
	MaxIterations int

	// GradientTolerance stops at ‖pg‖∞ ≤ tol · (largest ‖pg‖∞ seen in this run).
	// Negative: never, unless pg = 0.
	GradientTolerance float64

	// FunctionTolerance stops at f_k − f_{k+1} ≤ tol · max(|f_k|, |f_{k+1}|).
	// Negative: never.
	FunctionTolerance float64

	// InitialStep is the ∞-norm of the first trial step, and of the first one
	// after the memory was dropped, each variable measured in widths of its
	// box. A variable without a box is measured in units of max(1, |x|).
	InitialStep float64

	// Resume begins with the curvature that the Minimizer's last run ended with, for a function
	// that is much like the last one in the same variables. It has no effect if there was none or
	// its size differs.
	Resume bool
}

// filled returns a copy in which every zero has become its default.
func (s Settings) filled() Settings {
	if s.memory < 0 || s.MaxIterations < 0 || !(s.InitialStep >= 0) ||
		s.GradientTolerance != s.GradientTolerance || s.FunctionTolerance != s.FunctionTolerance {
		panic("lbfgsb: a setting is negative or NaN")
	}
	s.memory = cmp.Or(s.memory, defaultMemory)
	s.MaxIterations = cmp.Or(s.MaxIterations, defaultMaxIterations)
	s.GradientTolerance = cmp.Or(s.GradientTolerance, defaultGradientTolerance)
	s.FunctionTolerance = cmp.Or(s.FunctionTolerance, defaultFunctionTolerance)
	s.InitialStep = cmp.Or(s.InitialStep, defaultInitialStep)
	return s
}
