package policy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/model"
)

// BenchmarkDecide is a decision of each policy on one processor, the mean of six
// states with 6 to 21 evaluations and fitted models, of each the least processor
// time; where β is not 0 the cost follows the value, and the model has it.
// docs/research/money.md has its table.
func BenchmarkDecide(b *testing.B) {
	for d := 1; d <= 3; d++ {
		for _, follows := range []bool{false, true} {
			states := states(b, d, follows)
			for _, text := range []string{"ei-pc", "ei-pes", "p-ms-ei price=0 effort=quick", "4-b-ms-ei schedule=off effort=quick", "p-ms-ei effort=quick", "p-ms-ei effort=quick price=sustained taper=false", "p-ms-ei effort=standard price=sustained taper=false", "4-b-ms-ei schedule=off effort=standard", "far"} {
				p, err := Must(text).Fill("")
				testkit.OK(b, err)
				b.Run(fmt.Sprintf("d=%d/follows=%v/%s", d, follows, text), func(b *testing.B) {
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
					least := slices.Repeat([]time.Duration{math.MaxInt64}, len(states))
					for i := 0; b.Loop(); i = (i + 1) % len(states) {
						start := testkit.ThreadTime()
						if _, stop, err := p.Kind().Start(p).Decide(b.Context(), states[i]); err != nil {
							b.Fatal(stop, err)
						}
						least[i] = min(least[i], testkit.ThreadTime()-start)
					}
					mean := 0.0
					for _, took := range least {
						mean += float64(took) / float64(time.Millisecond) / float64(len(states))
					}
					b.ReportMetric(mean, "least-ms")
				})
			}
		}
	}
}

// states are situations in d dimensions in which about six evaluations are
// affordable.
func states(b testing.TB, d int, follows bool) []Situation {
	b.Helper()
	var out []Situation
	rng := rand.New(rand.NewPCG(uint64(d), 5))
	for n := 6; n <= 21; n += 3 {
		s := Situation{Left: 6, Total: float64(n + 6), Workers: 1, Point: func(u model.Unit) []float64 { return u }}
		var data model.Data
		set := model.PairSettings{}
		if follows {
			set.Joint = model.Together
		}
		for range n {
			x, y, g := make([]float64, d), 0.0, 0.0
			for i := range x {
				x[i] = rng.Float64()
				y += math.Sin(6*x[i]+float64(i)) / math.Sqrt(float64(d))
				g += math.Cos(4*x[i]) / math.Sqrt(float64(d))
			}
			if follows {
				g = y + 0.3*g
			}
			z := math.Exp(g)
			data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, y), append(data.Cost, z)
			s.Seen = append(s.Seen, Seen{Value: y, Cost: z, Initial: true})
		}
		s.Best = slices.Max(data.Y)
		var err error
		s.Pair, err = model.FitPair(data, set, nil)
		testkit.OK(b, err)
		if follows != (s.Pair.Link != nil) {
			b.Fatalf("d = %d, n = %d: the cost follows: %v, the model has it: %+v", d, n, follows, s.Pair.Link)
		}
		out = append(out, s)
	}
	return out
}
