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
// again of rows and hyperparameters, and the curves are computed again.
func BenchmarkStepBack(b *testing.B) {
	for _, n := range []int{100, 400, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p, err := builtin.Load("dropwave", 1)
			if err != nil {
				b.Fatal(err)
			}
			p.Budget, p.Initial.X, p.Initial.Sobol = 1e9, nil, n
			p.Objective.Fixed = &model.Hyper{Variance: 0.1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
			p.Cost.Fixed = &model.Hyper{Variance: 1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
			steps := 1 + (1<<20)/(n*n) // more than there is room for
			r, err := study.NewReplay(b.Context(), p, policy.Must("random"), study.Settings{Limit: steps}, nil)
			if err != nil {
				b.Fatal(err)
			}
			k := 0
			for b.Loop() {
				s := &r.Snapshots[k%len(r.Snapshots)]
				if s.Ready() {
					b.Fatal("its models were kept")
				}
				NewScene(s, SceneKey{Step: s.Step})
				k++
			}
		})
	}
}
