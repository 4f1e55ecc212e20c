package lookahead

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// What efforts reach beside the paper's protocol, on 48 states with trees of six
// shapes: the worst of three optimiser seeds over the better of two of the
// protocol's. Geometric mean, in how many states it falls short by more than a
// thousandth, and the worst.
func BenchmarkProtocol(b *testing.B) {
	shapes := []fantasy.Shape{
		shapeOf(b, fantasy.Sampled, "4,4,2"), shapeOf(b, fantasy.Sampled, "8"), shapeOf(b, fantasy.Sampled, "4,2"),
		shapeOf(b, fantasy.Sampled, "10,5,3"), shapeOf(b, fantasy.Sampled, "1,1,1"), fantasy.DefaultShape(fantasy.Path, 4),
	}
	efforts := []Effort{Quick, Standard, Thorough}
	for b.Loop() {
		ratios := make([][]float64, len(efforts))
		for i := range 48 {
			s, f := variedState(b, i), draw(b, shapes[i%len(shapes)], uint64(i))
			value := func(e Effort, seeds int) []float64 {
				out := make([]float64, seeds)
				for seed := range out {
					out[seed] = maximise(b, s, f, Settings{Effort: e, Seed: uint64(seed)}).Value
				}
				return out
			}
			paper := slices.Max(value(PaperEffort, 2))
			for k, e := range efforts {
				ratios[k] = append(ratios[k], math.Log(slices.Min(value(e, 3))/paper))
			}
		}
		for k, e := range efforts {
			short := 0
			for _, r := range ratios[k] {
				if r < -0.001 {
					short++
				}
			}
			b.ReportMetric(math.Exp(stat.Mean(ratios[k], nil)), e.String()+"-times")
			b.ReportMetric(float64(short), e.String()+"-short")
			b.ReportMetric(math.Exp(slices.Min(ratios[k])), e.String()+"-worst")
		}
	}
}

// curveStates is how many states a curve's growth is measured in.
const curveStates = 5

// How a curve Q_N of 121 points grows, 1-D, n = 8: processor milliseconds on one
// processor until the first points, all points and the end, and how far it is then
// from thorough maximisations at every point, in percent of its range: the mean
// over points and states, and the worst point of all.
func BenchmarkCurveGrows(b *testing.B) {
	for _, rule := range []fantasy.Shape{shapeOf(b, fantasy.Sampled, "4"), shapeOf(b, fantasy.GaussHermite, "9x3"), shapeOf(b, fantasy.Sampled, "4,4,2")} {
		b.Run(rule.String(), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			f := draw(b, rule, 1)
			took, off := map[string]float64{}, map[string][]float64{}
			for b.Loop() {
				clear(took)
				clear(off)
				for i := range curveStates {
					s := randomState(b, rand.New(rand.NewPCG(8, uint64(i))), 8, 1, 6)
					for stage, g := range grow(b, s, f) {
						took[stage] += g.ms / curveStates
						off[stage] = append(off[stage], g.off...)
					}
				}
			}
			for stage, ms := range took {
				b.ReportMetric(ms, stage+"-ms")
				if off[stage] != nil {
					b.ReportMetric(stat.Mean(off[stage], nil), stage+"-%mean")
					b.ReportMetric(slices.Max(off[stage]), stage+"-%worst")
				}
			}
		})
	}
}

// growth is a curve at some stage: after how long, and how far off every point is.
type growth struct {
	ms  float64
	off []float64 // nil: not all points are there
}

// grow computes a curve, then its points one by one.
func grow(b *testing.B, s State, f fantasy.Samples) map[string]growth {
	const points = 121
	seen, took := map[string]CurveUpdate{}, map[string]growth{}
	start := testkit.ThreadTime()
	last, err := Curve(b.Context(), s, f, Line{From: model.Unit{0}, To: model.Unit{1}}, points, Settings{Workers: 1}, func(u CurveUpdate) {
		stage := "done"
		switch _, all := seen["all"]; {
		case len(u.T) < points:
			stage = "first"
		case !all:
			stage = "all"
		}
		seen[stage], took[stage] = u, growth{ms: float64(testkit.ThreadTime()-start) / float64(time.Millisecond)}
	})
	if err != nil {
		b.Fatal(err)
	}
	exact := make([]float64, points)
	for i, t := range last.T {
		exact[i] = max(maximise(b, s, f, Settings{Effort: Thorough, Root: model.Unit{t}}).Value, last.Value[i])
	}
	wide := slices.Max(exact) - slices.Min(exact)
	for stage, u := range seen {
		if g := took[stage]; len(u.T) == points {
			for i, v := range u.Value {
				g.off = append(g.off, 100*(exact[i]-v)/wide)
			}
			took[stage] = g
		}
	}
	return took
}
