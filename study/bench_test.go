package study

import (
	"context"
	"runtime"
	"testing"

	"farsight/policy"
)

// One decision with 30 evaluations in two dimensions on one core: a warm refit
// of both models and the maximisation.
func BenchmarkDecision(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, name := range []string{"ei-puc", "4-b-ms-ei"} {
		b.Run(name, func(b *testing.B) {
			q, err := policy.Parse(name)
			if err != nil {
				b.Fatal(err)
			}
			if q.Tree() {
				q = q.With("schedule", "off")
			}
			s, err := New(context.Background(), scenario(b, "dropwave", 1), q, Settings{Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			own := s.decider
			s.decider = policy.Must("random").Kind().Start(policy.Must("random")) // quickly to 30 evaluations
			for len(s.rows) < 30 {
				if err := s.Step(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			s.decider = own
			warm := s.previous
			for b.Loop() {
				s.pair, s.previous, s.decision = nil, warm, nil
				if err := s.Decide(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
