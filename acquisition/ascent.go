package acquisition

import (
	"context"
	"math"

	"farsight/internal/lbfgsb"
	"farsight/model"
)

// Ascent climbs a rule's score by L-BFGS-B; one worker's workspace.
type Ascent struct {
	pair         *model.Pair
	ws           model.Workspace
	grad         model.MomentsGrad
	min          lbfgsb.Minimizer
	lower, upper []float64
	settings     lbfgsb.Settings
}

// NewAscent prepares climbs of a few iterations each.
func NewAscent(p *model.Pair, iterations int) *Ascent {
	d := p.Dim()
	a := &Ascent{pair: p, grad: model.NewMomentsGrad(d), lower: make([]float64, d), upper: make([]float64, d)}
	for i := range a.upper {
		a.upper[i] = 1
	}
	a.settings = lbfgsb.Settings{MaxIterations: iterations, FunctionTolerance: 1e-4, GradientTolerance: 1e-3}
	return a
}

// Climb moves x to a local maximiser of the rule's score.
func (a *Ascent) Climb(ctx context.Context, r Function, x []float64) {
	// An error means a start without a finite score: the point stays as it is. As the minimiser's tolerance is relative
	// and the score large or small with the units, the gain since the start is what counts.
	start := math.NaN()
	a.pair.Choices.Hold(x, a.lower, a.upper)
	_, _ = a.min.Minimize(ctx, x, a.lower, a.upper, func(x, grad []float64) float64 {
		m := a.pair.MomentsGrad(&a.ws, x, &a.grad)
		score, d := r.Eval(m)
		for j := range grad {
			grad[j] = -(d.MuF*a.grad.MuF[j] + d.SdF*a.grad.SdF[j] + d.MuC*a.grad.MuC[j] + d.SdC*a.grad.SdC[j])
		}
		if a.pair.Weight != nil {
			for j := range grad {
				grad[j] -= d.LnW * a.grad.LnW[j]
			}
		}
		if a.pair.Moves() {
			for j := range grad {
				grad[j] -= d.Way * a.grad.Way[j]
			}
		}
		if math.IsNaN(start) {
			start = score
		}
		return start - score - 1
	}, a.settings)
}
