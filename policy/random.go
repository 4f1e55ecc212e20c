package policy

import (
	"context"
	"math"
	"math/rand/v2"

	"farsight/internal/sobol"
	"farsight/model"
)

func init() {
	Register(Kind{
		ID: "random", Title: "Random", Order: 10, Hue: 8,
		Sentence:   "a point drawn at random",
		Formula:    "x uniform on the box",
		Choose:     "as a baseline that every other policy should beat",
		Aside:      true,
		Noise:      true,
		Start:      func(Policy) Decider { return random{} },
		ChartTitle: titled("acquisition"),
		Why:        said(", drawn at random"),
		Numbers: func(Telling) []string {
			return []string{"Nothing: the point is drawn uniformly from the box."}
		},
	})
}

// random draws a point of the box.
type random struct{ Forgetful }

func (random) Decide(_ context.Context, s Situation) (*Decision, Stop, error) {
	u := RandomPoint(s.Seed, s.Step, s.Pair.Dim(), func(u model.Unit) bool {
		s.Pair.Choices.Snap(u) // the largest of uniform numbers: each choice is as likely
		return s.Pair.Allows(u) && (s.Pair.Success == nil || s.Pair.Success.Chance(u) >= likely)
	})
	return &Decision{Choice: Choice{u, math.NaN()}, Horizon: s.Left}, Running, nil
}

// likely is the chance of success from which a point may be drawn.
const likely = 0.5

// randomTries is how often a point that is not allowed is drawn again.
const randomTries = 10_000

// RandomPoint draws the point of a run's step, uniformly from the part of the
// unit cube that is allowed; nil: all of it.
func RandomPoint(run uint64, step, dim int, allowed func(model.Unit) bool) model.Unit {
	rng := rand.New(rand.NewPCG(sobol.Seed(run, sobol.Random, step), 0))
	u := make(model.Unit, dim)
	for range randomTries {
		for i := range u {
			u[i] = rng.Float64()
		}
		if allowed == nil || allowed(u) {
			break
		}
	}
	return u
}
