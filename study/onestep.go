package study

import "farsight/acquisition"

// OneStep returns Q₁ at unit-cube points, the improvement that still fits what
// a lookahead policy plans with: the closed form its tree ends in. It is nil
// for policies that do not plan and before there is a model.
func (s *Snapshot) OneStep(us [][]float64) []float64 {
	if s.Pair == nil || s.BestRow < 0 || !s.Policy.Lookahead() {
		return nil
	}
	budget := s.Money.Left
	if s.Decision != nil {
		budget = s.Decision.Horizon
	}
	return acquisition.Curve(make([]float64, 0, len(us)), s.Pair, acquisition.NewQ1(s.Problem.Sign()*s.Best, budget), us)
}
