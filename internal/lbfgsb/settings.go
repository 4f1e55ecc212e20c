package lbfgsb

// Defaults: each constant is the only home of its number.
const (
	// DefaultMemory is how many curvature pairs are remembered.
	DefaultMemory = 10

	// DefaultMaxIterations is how many steps are taken at most.
	DefaultMaxIterations = 200

	// DefaultEvaluationsPerIteration times MaxIterations is the default of
	// MaxEvaluations: the length of the longest line search, so that by default
	// only the iterations are capped.
	DefaultEvaluationsPerIteration = longestSearch

	// DefaultGradientTolerance: six digits gained on the projected gradient.
	DefaultGradientTolerance = 1e-6

	// DefaultFunctionTolerance: an iteration that changes the tenth digit of
	// the value is the last one.
	DefaultFunctionTolerance = 1e-10

	// DefaultInitialStep is the first trial step as a fraction of the box.
	DefaultInitialStep = 0.1
)

// Settings say how hard to try. The zero value of each field means its default.
//
// Both tolerances are relative, also where values are far below one, so that
// minimising c·f instead of f changes nothing: with c a power of two every
// iterate is the same to the last bit.
type Settings struct {
	Memory         int // curvature pairs; 3 to 20 are sensible, and no more than 3n are held
	MaxIterations  int
	MaxEvaluations int // 0: DefaultEvaluationsPerIteration·MaxIterations

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
}

// filled returns a copy in which every zero has become its default.
func (s Settings) filled() Settings {
	if s.Memory < 0 || s.MaxIterations < 0 || s.MaxEvaluations < 0 || !(s.InitialStep >= 0) ||
		s.GradientTolerance != s.GradientTolerance || s.FunctionTolerance != s.FunctionTolerance {
		panic("lbfgsb: a setting is negative or NaN")
	}
	if s.Memory == 0 {
		s.Memory = DefaultMemory
	}
	if s.MaxIterations == 0 {
		s.MaxIterations = DefaultMaxIterations
	}
	if s.MaxEvaluations == 0 {
		s.MaxEvaluations = DefaultEvaluationsPerIteration * s.MaxIterations
	}
	if s.GradientTolerance == 0 {
		s.GradientTolerance = DefaultGradientTolerance
	}
	if s.FunctionTolerance == 0 {
		s.FunctionTolerance = DefaultFunctionTolerance
	}
	if s.InitialStep == 0 {
		s.InitialStep = DefaultInitialStep
	}
	return s
}
