package policy

import (
	"context"
	"math"
	"math/rand/v2"

	"farsight/internal/seed"
	"farsight/model"
)

func init() {
	Register(Kind{
		ID: "random", Title: "Random", Order: 10,
		Sentence:   "a point drawn at random",
		Formula:    "x uniform on the box",
		Choose:     "as a baseline that every other policy should beat",
		Aside:      true,
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
	u := RandomPoint(s.Seed, s.Step, s.Pair.Dim())
	s.Pair.Choices.Snap(u) // the largest of uniform numbers: each choice is as likely
	return &Decision{Choice: Choice{u, math.NaN()}, Horizon: s.Left}, Running, nil
}

// RandomPoint draws the point of a run's step, uniformly from the unit cube.
func RandomPoint(run uint64, step, dim int) model.Unit {
	rng := rand.New(rand.NewPCG(seed.Of(run, seed.Random, step), 0))
	u := make(model.Unit, dim)
	for i := range u {
		u[i] = rng.Float64()
	}
	return u
}
