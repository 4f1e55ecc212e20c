package acquisition

import (
	"math"

	"farsight/model"
)

// slack is how well a cost fits what is left beside the way w: (ln(left − w) − m)/s, of which Φ is the chance that it does;
// where the cost is known, s is 1 and only the sign counts.
type slack struct{ left float64 }

// NewSlack is highest where a cost fits what is left best, whatever the objective.
func NewSlack(left float64) Function { return slack{left} }

func (r slack) Name() string { return "slack" }

func (r slack) Eval(m model.Moments) (score float64, d model.Moments) {
	limit := math.Log(r.left) + affordableTolerance
	if m.SdC <= 0 {
		paid, byLnCost, byWay := withWay(m.MuC, m.Way)
		return limit - paid, model.Moments{MuC: -byLnCost, Way: -byWay}
	}
	left := r.left - m.Way
	if m.Way > 0 {
		if left <= 0 {
			return math.Inf(-1), d
		}
		limit = math.Log(left) + affordableTolerance
	}
	z := (limit - m.MuC) / m.SdC
	return z, model.Moments{MuC: -1 / m.SdC, SdC: -z / m.SdC, Way: -1 / (left * m.SdC)}
}

func (r slack) Value(m model.Moments) float64 {
	z, _ := r.Eval(m)
	return z
}

func (slack) Traits() Traits { return Traits{Unit: 1} }
