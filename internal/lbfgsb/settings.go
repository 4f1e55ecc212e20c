package lbfgsb

// Defaults: each constant is the only home of its number.
const (
	// defaultMemory is how many curvature pairs are remembered.
	defaultMemory = 10

	// defaultMaxIterations is how many steps are taken at most.
	defaultMaxIterations = 200

	// defaultEvaluationsPerIteration times MaxIterations is the default of
	// MaxEvaluations: the length of the longest line search, so that by default
	// only the iterations are capped.
	defaultEvaluationsPerIteration = longestSearch

	// defaultGradientTolerance: six digits gained on the projected gradient.
	defaultGradientTolerance = 1e-6

	// defaultFunctionTolerance: an iteration that changes the tenth digit of
	// the value is the last one.
	defaultFunctionTolerance = 1e-10

	// defaultInitialStep is the first trial step as a fraction of the box.
	defaultInitialStep = 0.1
)

// Settings say how hard to try. The zero value of each field means its default.
//
// Both tolerances are relative, also where values are far below one, so that
// minimising c·f instead of f changes nothing: with c a power of two every
// iterate is the same to the last bit.
type Settings struct {
	Memory         int // curvature pairs; 3 to 20 are sensible, and no more than 3n are held
	MaxIterations  int
	MaxEvaluations int // 0: defaultEvaluationsPerIteration·MaxIterations

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

	// Resume begins with the curvature that the Minimizer's last run ended with,
	// for a function that is much like the last one in the same variables. Where
	// there was none, or of another size, it changes nothing.
	Resume bool
}

// filled returns a copy in which every zero has become its default.
func (s Settings) filled() Settings {
	if s.Memory < 0 || s.MaxIterations < 0 || s.MaxEvaluations < 0 || !(s.InitialStep >= 0) ||
		s.GradientTolerance != s.GradientTolerance || s.FunctionTolerance != s.FunctionTolerance {
		panic("lbfgsb: a setting is negative or NaN")
	}
	if s.Memory == 0 {
		s.Memory = defaultMemory
	}
	if s.MaxIterations == 0 {
		s.MaxIterations = defaultMaxIterations
	}
	if s.MaxEvaluations == 0 {
		s.MaxEvaluations = defaultEvaluationsPerIteration * s.MaxIterations
	}
	if s.GradientTolerance == 0 {
		s.GradientTolerance = defaultGradientTolerance
	}
	if s.FunctionTolerance == 0 {
		s.FunctionTolerance = defaultFunctionTolerance
	}
	if s.InitialStep == 0 {
		s.InitialStep = defaultInitialStep
	}
	return s
}
