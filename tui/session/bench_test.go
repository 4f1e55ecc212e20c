package session

import (
	"fmt"
	"testing"

	"farsight/internal/testkit"
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
		testkit.OK(b, err)
		p.Budget, p.Initial.X, p.Initial.Sobol = 1e9, nil, n
		p.Objective.Fixed = &model.Hyper{Variance: 0.1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
		p.Cost.Fixed = &model.Hyper{Variance: 1, Scale: []float64{0.2, 0.2}, Noise: 1e-4}
		steps := 8 + (1<<20)/(n*n) // more than there is room for
		r, err := study.NewReplay(b.Context(), p, policy.Must("random"), study.Settings{Limit: steps}, nil)
		testkit.OK(b, err)
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
				testkit.OK(b, err)
				believed := s.Believing(pair)
				NewScene(&believed, SceneKey{Step: s.Step})
			}
		})
	}
}

// The key that goes back to a step of other hyperparameters, curves given up, in
// a replay of a thousand evaluations: at once, and after a rest at the step before.
func BenchmarkStepBackKey(b *testing.B) {
	p, err := builtin.Load("dropwave", 1)
	testkit.OK(b, err)
	p.Budget, p.Initial.X, p.Initial.Sobol = 1e9, nil, 998
	r, err := study.NewReplay(b.Context(), p, policy.Must("random"), study.Settings{Limit: 3}, nil) // refitted at a thousand
	testkit.OK(b, err)
	at := 2
	if before := r.Snapshots[at-1].Fitted.Objective.Hyper; before.Variance == r.Snapshots[at].Fitted.Objective.Variance {
		b.Fatal("hyperparameters are those of the step before")
	}
	for _, rested := range []bool{false, true} {
		b.Run(fmt.Sprintf("rested=%v", rested), func(b *testing.B) {
			se := New(Options{Problem: p, Policies: []policy.Policy{policy.Must("random")}})
			defer se.Close()
			t := se.Tracks[0]
			t.snaps, t.done = r.Snapshots, true
			waits := 0
			for b.Loop() {
				b.StopTimer()
				clear(t.scenes)
				t.beside = nil // what the last key asked for is not computed
				se.GoToStep(at)
				for cmd, n := se.Want(), 0; cmd != nil && (rested || n == 0); n++ {
					c, _ := se.Receive(cmd())
					cmd = c.Cmd
				}
				if !rested {
					t.beside = nil // the key comes first
				}
				b.StartTimer()
				se.Move(-1)
				for cmd := se.Want(); t.scenes[se.SceneKey(at-1)].X == nil; {
					waits++
					c, _ := se.Receive(cmd())
					cmd = c.Cmd
				}
			}
			b.ReportMetric(float64(waits)/float64(b.N), "waits/op")
		})
	}
}
