package session

import (
	"fmt"
	"testing"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
)

// A step back to where nobody has looked for a while: what was believed is made
// again of rows and hyperparameters, and the curves are computed again. Neighbours
// have the same hyperparameters as a rule, beyond 500 evaluations those of 25
// steps, and rows of their factors in common; where they are others the factor is
// made from nothing.
func BenchmarkStepBack(b *testing.B) {
	for _, n := range []int{100, 400, 1000} {
		p, err := builtin.Load("dropwave", 1)
		if err != nil {
			b.Fatal(err)
		}
		p.Budget, p.Initial.X, p.Initial.Sobol = 1e9, nil, n
		p.Objective.Fixed = &model.Hyper{Variance: 0.1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
		p.Cost.Fixed = &model.Hyper{Variance: 1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
		steps := 8 + (1<<20)/(n*n) // more than there is room for
		r, err := study.NewReplay(b.Context(), p, policy.Must("random"), study.Settings{Limit: steps}, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("neighbour/n=%d", n), func(b *testing.B) {
			at, by := len(r.Snapshots)-1, -1
			for b.Loop() {
				if at == 0 || at+by == len(r.Snapshots) { // there and back
					by = -by
				}
				at += by
				s := &r.Snapshots[at]
				NewScene(s, SceneKey{Step: s.Step})
			}
		})
		b.Run(fmt.Sprintf("from nothing/n=%d", n), func(b *testing.B) {
			s := r.Snapshots[0]
			var d model.Data
			for _, row := range s.Rows {
				d.X, d.Y, d.Cost = append(d.X, row.U), append(d.Y, p.Sign()*row.Y), append(d.Cost, row.Cost)
			}
			for b.Loop() {
				pair, err := model.Rebuild(d, model.PairSettings{}, *s.Fitted)
				if err != nil {
					b.Fatal(err)
				}
				believed := s.Believing(pair)
				NewScene(&believed, SceneKey{Step: s.Step})
			}
		})
	}
}
