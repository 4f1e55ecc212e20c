package study

import (
	"context"
	"math"

	"farsight/lookahead"
	"farsight/model"
)

// FAR, final-aware rollouts, is a policy of ours (docs/map.md). While many
// evaluations fit the budget it is a closed form, EI / E[c]. Once few are left
// it judges the roots of scenario trees and the closed forms' own choices by
// playing the true budget to its end (lookahead.Playout), and takes the best.
// It lets the objective's noise go down to 1e-6 of its variance, so that a
// deterministic problem is followed to its optimum.
const (
	far = "far"
	// farHorizon is from how many evaluations left the end is played out.
	farHorizon = 8
	// farNoise is the least standardised noise variance.
	farNoise = 1e-6
)

// farSteps are the trees whose roots contend.
var farSteps = [...]int{2, 4}

// playOut decides for FAR.
func (s *Study) playOut(ctx context.Context) (*Decision, Stop, error) {
	if s.evaluationsLeft() > farHorizon {
		return s.closedForm(ctx)
	}
	state := lookahead.State{Pair: s.pair, Budget: s.budget.Left(), Best: s.incumbent()}
	seed := mix(s.settings.Seed, saltSearch, s.step)
	rho := correlation(s.pair)
	var roots [][]float64
	for _, steps := range farSteps {
		f, err := lookahead.DefaultShape(lookahead.Sampled, steps).Draw(mix(s.settings.Seed, saltFantasies, s.step), false)
		if err != nil {
			return nil, Running, err
		}
		tree, err := lookahead.Maximise(ctx, state, f.Correlated(rho), lookahead.Settings{Effort: lookahead.Quick, Seed: seed, Workers: s.settings.Workers})
		if err != nil {
			return nil, Running, err
		}
		if tree.Cancelled {
			return nil, Running, ctx.Err()
		}
		if s.worthless(tree) {
			continue
		}
		roots = append(roots, tree.Root)
		if tree.RunnerUp != nil {
			roots = append(roots, tree.RunnerUp)
		}
	}
	judged, err := lookahead.Playout(ctx, state, roots, lookahead.PlayoutSettings{
		Seed: seed, Workers: s.settings.Workers, Correlation: rho,
	})
	if err != nil {
		return nil, Running, err
	}
	if len(judged) == 0 || judged[0].Value <= negligible*math.Sqrt(s.pair.Objective.Hyper().Variance) {
		return nil, NothingAffordable, nil
	}
	d := s.decision0(judged[0].Root, judged[0].Value)
	d.Judged = judged
	if len(judged) > 1 {
		c := s.choice(judged[1].Root, judged[1].Value)
		d.RunnerUp = &c
	}
	return d, Running, nil
}

// playedOut tells whether the decision was made by playouts.
func (s *Snapshot) playedOut() bool { return s.Decision != nil && len(s.Decision.Judged) > 0 }

// playoutCurve is what playouts say of other points; nil if that fails.
func (s *Snapshot) playoutCurve(us [][]float64) []float64 {
	state := lookahead.State{Pair: s.Pair, Budget: s.Money.Left, Best: s.Problem.Sign() * s.Best}
	set := lookahead.PlayoutSettings{Seed: mix(s.Seed, saltSearch, s.Step), Correlation: correlation(s.Pair)}
	curve, err := lookahead.PlayoutCurve(context.Background(), state, us, set)
	if err != nil {
		return nil
	}
	return curve
}

// evaluationsLeft is how many evaluations of the mean cost seen are left in the
// budget.
func (s *Study) evaluationsLeft() float64 {
	sum := 0.0
	for _, r := range s.rows {
		sum += r.Cost
	}
	return s.budget.Left() / (sum / float64(len(s.rows)))
}

// correlation is the posterior mean of the correlation ρ between what an
// evaluation says of the value and of the log cost beyond what was known: a
// mild prior that the good is rather dear than cheap, N(0.3, 0.4²) on a grid,
// and the likelihood of the innovations seen.
func correlation(p *model.Pair) float64 {
	if p.LogCost == nil {
		return 0
	}
	f, c := p.Objective.Innovations(), p.LogCost.Innovations()
	if len(f) != len(c) { // after failed evaluations their rows differ
		return 0
	}
	const middle, width, most, step = 0.3, 0.4, 0.9, 0.05
	sum, mean := 0.0, 0.0
	for rho := -most; rho <= most+step/2; rho += step {
		own := 1 - rho*rho
		l := -(rho - middle) * (rho - middle) / (2 * width * width)
		for i := range f {
			// The marginals do not depend on ρ and are left out.
			d := c[i] - rho*f[i]
			l -= 0.5*math.Log(own) + d*d/(2*own) - c[i]*c[i]/2
		}
		w := math.Exp(l)
		sum += w
		mean += w * rho
	}
	return mean / sum
}

// modelled are the model settings of a policy: the problem's, but that FAR
// lets the noise be less where nobody has set a least one.
func (p Policy) modelled(s model.PairSettings) model.PairSettings {
	if p.Name == far && s.Objective.NoiseMin == 0 {
		s.Objective.NoiseMin = farNoise
	}
	return s
}
