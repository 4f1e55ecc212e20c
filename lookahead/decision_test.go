package lookahead

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// least runs f as long as b wants and reports the least processor time it took: on
// a shared machine the mean says more of the others.
func least(b *testing.B, unit time.Duration, name string, f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := testkit.ThreadTime()
		f()
		took = min(took, testkit.ThreadTime()-start)
	}
	b.ReportMetric(float64(took)/float64(unit), name)
}

// tableOfDecisions are the trees of docs/research/lookahead.md's.
var tableOfDecisions = []string{"N=2", "N=4", "N=6", "N=8", "N=10", "32", "16,8,4", "64,4,2"}

func drawDecision(b *testing.B, name string, seed uint64) fantasy.Samples {
	b.Helper()
	var steps int
	shape := fantasy.Shape{}
	if _, err := fmt.Sscanf(name, "N=%d", &steps); err == nil {
		shape = fantasy.DefaultShape(fantasy.Sampled, steps)
	} else {
		shape = shapeOf(b, fantasy.Sampled, name)
	}
	return draw(b, shape, seed)
}

// A decision at n = 20, d = 2, standard effort, on one processor; as it is, with a
// price of budget, and with the cost following the objective.
func BenchmarkDecision(b *testing.B) {
	for _, name := range tableOfDecisions {
		for _, kind := range []string{"plain", "priced", "joint"} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				s := randomState(b, rand.New(rand.NewPCG(41, 42)), 20, 2, 50)
				switch kind {
				case "priced":
					s.Price = 0.02
				case "joint":
					s = linkedState(b, rand.New(rand.NewPCG(41, 42)), 20, 2, 50, 0.4, false)
				}
				f := drawDecision(b, name, 7)
				seed := uint64(0)
				least(b, time.Millisecond, "least-ms", func() {
					maximise(b, s, f, Settings{Seed: seed % 3, Workers: 1})
					seed++
				})
			})
		}
	}
}

// variedState is the i-th of many states: d from 1 to 4, n from 8 to 30, three kinds
// of objective, room for 2.5 to 40 evaluations, hyperparameters fitted and fixed.
func variedState(b testing.TB, i int) State {
	b.Helper()
	rng := rand.New(rand.NewPCG(901, uint64(i)))
	d, n := 1+i%4, []int{8, 12, 20, 30}[i/4%4]
	phase := make([]float64, d)
	for j := range phase {
		phase[j] = 6 * rng.Float64()
	}
	var data model.Data
	mean := 0.0
	for range n {
		x := make([]float64, d)
		y, c := 0.0, 0.0
		for j := range x {
			x[j] = rng.Float64()
			switch i / 2 % 3 {
			case 0:
				y += math.Sin(6*x[j] + phase[j])
			case 1:
				y -= math.Abs((4*x[j]-2)*math.Sin(4*x[j]-2+phase[j]) + 0.4*x[j])
			case 2:
				y += math.Cos(12*x[j]+phase[j])/2 - 3*(x[j]-0.4)*(x[j]-0.4)
			}
			c += math.Cos(5*x[j] - phase[j])
		}
		cost := math.Exp(c / math.Sqrt(float64(d)))
		data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, y), append(data.Cost, cost)
		mean += cost / float64(n)
	}
	var set model.PairSettings
	if i/3%2 == 0 {
		fixed := func(variance float64) model.Settings {
			h := &model.Hyper{Variance: variance, Noise: 1e-4}
			for range d {
				h.Scale = append(h.Scale, 0.15+0.4*rng.Float64())
			}
			return model.Settings{Fixed: h}
		}
		set = model.PairSettings{Objective: fixed(1.5), Cost: fixed(0.7)}
	}
	p, err := model.FitPair(data, set, nil)
	if err != nil {
		b.Fatal(err)
	}
	return State{Pair: p, Budget: mean * []float64{2.5, 5, 10, 40}[i/5%4], Best: p.Incumbent()}
}
