package acquisition

import (
	"runtime"

	"farsight/model"
)

// The defaults of Settings. Starts grow with the dimension up to a cap, beyond which more of them cost and do not help.
const (
	rawStartsPerDim = 200
	rawStartsCap    = 1000
	restartsPerDim  = 10
	restartsCap     = 40

	defaultAroundIncumbent = 8
	defaultIterations      = 200
	separation             = 0.02 // of two modes at least, times √d, the length of the cube's diagonal
)

// Settings of a maximisation; the zero value is the default throughout.
type Settings struct {
	RawStarts       int          // Sobol points screened by their score; 0: 200 per dimension, at most 1000
	Restarts        int          // how many of those are climbed from; 0: 10 per dimension, at most 40
	AroundIncumbent int          // further starts around the best observation; 0: 8, negative: none
	Starts          []model.Unit // the caller's own starts, such as the last optimum: always climbed from
	Iterations      int          // of L-BFGS-B from each start; 0: 200
	Seed            uint64       // fixes the result, whatever the workers
	Workers         int          // goroutines; 0: GOMAXPROCS
	Screen          *Screen      // of several maximisations; nil: its own
}

func (s Settings) filled(d int) Settings {
	if s.RawStarts < 0 || s.Restarts < 0 || s.Iterations < 0 || s.Workers < 0 {
		panic("acquisition: a setting of the maximisation is negative")
	}
	if s.RawStarts == 0 {
		s.RawStarts = min(rawStartsPerDim*d, rawStartsCap)
	}
	if s.Restarts == 0 {
		s.Restarts = min(restartsPerDim*d, restartsCap)
	}
	if s.AroundIncumbent == 0 {
		s.AroundIncumbent = defaultAroundIncumbent
	}
	if s.Iterations == 0 {
		s.Iterations = defaultIterations
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return s
}
