package acquisition

import (
	"math"

	"farsight/model"
)

// slack is how well a cost fits what is left: (ln left − m)/s, of which Φ is the chance that it does; where the cost is
// known, s is 1 and only the sign counts.
type slack struct{ limit float64 }

// NewSlack is highest where a cost fits what is left best, whatever the objective.
func NewSlack(left float64) Function { return slack{math.Log(left) + affordableTolerance} }

func (r slack) Name() string { return "slack" }

func (r slack) Eval(m model.Moments) (score float64, d model.Moments) {
	z := r.limit - m.MuC
	if m.SdC <= 0 {
		return z, model.Moments{MuC: -1}
	}
	z /= m.SdC
	return z, model.Moments{MuC: -1 / m.SdC, SdC: -z / m.SdC}
}

func (r slack) Value(m model.Moments) float64 {
	z, _ := r.Eval(m)
	return z
}

func (slack) Traits() Traits { return Traits{Unit: 1} }
