package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// wavy is a function drawn by its seed, of sums of waves: about as rough as a
// Matérn process with a lengthscale of the unit cube, of variance 1.
func wavy(d int, scale float64, seed uint64) func(u model.Unit) float64 {
	rng := rand.New(rand.NewPCG(seed, 11))
	const waves = 60
	var w [waves][]float64
	var phase [waves]float64
	for i := range w {
		chi := 0.0 // Matérn 5/2 has Student's t with 5 degrees of freedom for a spectrum
		for range 5 {
			z := rng.NormFloat64()
			chi += z * z
		}
		for range d {
			w[i] = append(w[i], rng.NormFloat64()*math.Sqrt(5/chi)/scale)
		}
		phase[i] = 2 * math.Pi * rng.Float64()
	}
	return func(u model.Unit) float64 {
		sum := 0.0
		for i := range w {
			t := phase[i]
			for j, v := range u {
				t += w[i][j] * v
			}
			sum += math.Cos(t)
		}
		return sum * math.Sqrt(2.0/waves)
	}
}

// labText is a problem that a person measures, of two or three parameters.
func labText(d int, noisy bool) string {
	text := "name = \"lab\"\nbudget = 1000\n"
	for i := range d {
		text += fmt.Sprintf("[[parameter]]\nname = \"x%d\"\nlow = 20\nhigh = 120\n", i)
	}
	return text + fmt.Sprintf("[objective]\nnoisy = %v\n[initial]\nsobol = %d\n", noisy, 2*(d+1))
}

// wavyStudy is a live study of such a function after evaluations by its policy, and
// what measuring a suggestion tells.
func wavyStudy(t *testing.T, d int, noise, scale float64, seed uint64, evaluations int) *Live {
	f, g := wavy(d, scale, seed), wavy(d, 0.8, seed+1000)
	rng := rand.New(rand.NewPCG(seed, 3))
	l := newLiveStudy(t, labText(d, noise > 0), "p-ms-ei joint=auto price=sustained taper=false")
	for range evaluations {
		s := ask(t, l)
		u := l.Problem().ToUnit(s.X)
		tell(t, l, Answer{Ask: s.Line, Value: f(u) + noise*rng.NormFloat64(), Cost: math.Exp(0.7 * g(u))})
	}
	return l
}

// Of three suggestions at once no two are almost the same, with noise or without, and
// one that lies where a noisy value is known says so, and no other.
func TestBatchesDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("whole studies")
	}
	testkit.SkipEmulated(t)
	t.Parallel()
	near, count := 0, 0
	for _, c := range []struct {
		noise, scale float64
		seeds        []uint64
	}{{0, 0.4, []uint64{2, 4, 7}}, {0.2, 0.8, []uint64{0, 1, 5}}} {
		for _, seed := range c.seeds {
			l := wavyStudy(t, 2, c.noise, c.scale, seed, 14)
			all := askFor(t, l, AskOptions{Count: 3})
			count++
			for i, a := range all {
				u := l.Problem().ToUnit(a.X)
				for _, b := range all[:i] {
					if farthest(u, l.Problem().ToUnit(b.X)) < nearShare {
						near++
						t.Logf("noise %v, seed %d: %v and %v: %s", c.noise, seed, b.X, a.X, a.Why)
						if !strings.Contains(a.Why, fmt.Sprintf("close to line %d, which is pending", b.Line)) {
							t.Errorf("it says %q", a.Why)
						}
					}
				}
				again := c.noise > 0 && slices.ContainsFunc(l.State().Evaluations, func(e journal.Evaluation) bool {
					return farthest(u, l.Problem().ToUnit(e.X)) < nearShare
				})
				if says := strings.Contains(a.Why, "measured before: values are noisy"); says != again {
					t.Errorf("noise %v, seed %d, %v: a value is known there: %v, it says %q", c.noise, seed, a.X, again, a.Why)
				}
			}
		}
	}
	if near > 1 {
		t.Errorf("%d pairs of %d batches are within 3 %%", near, count)
	}
}

// The best value of a study is known to more digits than a person can set: the model
// doubts it a little, and the policy would measure it again. What is asked for instead
// may still be better than the best.
func TestWhatIsKnownExactlyIsNotReplacedByTheWorthless(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole study")
	}
	testkit.SkipEmulated(t)
	t.Parallel()
	l := wavyStudy(t, 2, 0, 0.8, 6, 14)
	met := false
	for range 4 {
		s := ask(t, l)
		met = met || strings.Contains(s.Why, "has its value already")
		sd := (s.Expected.ValueHigh - s.Expected.Value) / z95
		if best := snapshot(t, l).Best; s.Expected.Value+5*sd < best {
			t.Errorf("%v is expected to bring %.4f ± %.4f, the best is %.4f: %s", s.X, s.Expected.Value, sd, best, s.Why)
		}
		u := l.Problem().ToUnit(s.X)
		tell(t, l, Answer{Ask: s.Line, Value: wavy(2, 0.8, 6)(u), Cost: math.Exp(0.7 * wavy(2, 0.8, 1006)(u))})
	}
	if !met {
		t.Error("no first choice had its value already: the study does not show it")
	}
}

// regretOf is how far below the best the default policy ends, measuring size points at
// a time until a budget of 14 is spent.
func regretOf(d int, noise, scale float64, seed uint64, size int) float64 {
	ctx := context.Background()
	f, g := wavy(d, scale, seed), wavy(d, 0.8, seed+1000)
	rng := rand.New(rand.NewPCG(seed, 5))
	measured := func(u model.Unit) scenarios.Evaluation {
		return scenarios.Evaluation{Value: f(u) + noise*rng.NormFloat64(), Cost: math.Exp(0.7 * g(u))}
	}
	p := &scenarios.Problem{Name: "wavy", Budget: 14, Noise: scenarios.Noise{Noisy: noise > 0}}
	for i := range d {
		p.Parameters = append(p.Parameters, scenarios.Parameter{Name: fmt.Sprint("x", i), Low: 0, High: 1})
	}
	drawn := func(rng *rand.Rand) model.Unit {
		u := make(model.Unit, d)
		for j := range u {
			u[j] = rng.Float64()
		}
		return u
	}
	best, search := math.Inf(-1), rand.New(rand.NewPCG(seed, 7))
	for range 20_000 {
		best = math.Max(best, f(drawn(search)))
	}
	design := rand.New(rand.NewPCG(seed, 6))
	for range 2 * (d + 1) {
		u := drawn(design)
		e, in := measured(u), &p.Initial
		in.X, in.Value, in.Cost, in.Sd = append(in.X, scenarios.Point(u)), append(in.Value, e.Value), append(in.Cost, e.Cost), append(in.Sd, 0)
	}
	st, err := New(ctx, p, policy.Must("p-ms-ei joint=auto price=sustained taper=false effort=quick"), Settings{Seed: seed, Workers: 1})
	if err != nil {
		panic(err)
	}
	for st.stop == Running {
		var us []model.Unit
		for range size {
			if err := st.fit(ctx); err != nil {
				panic(err)
			}
			st.pending = &pendingOutcomes{best: math.Inf(-1), steps: len(us), pair: conditionedOnMeans(st.pair, us)}
			var ws model.Workspace
			for _, u := range us {
				m := st.pair.Moments(&ws, u)
				st.pending.cost, st.pending.best = st.pending.cost+expectedCost(m), math.Max(st.pending.best, m.MuF)
			}
			if st.budget.Left() <= st.pending.cost {
				break
			}
			if err := st.Decide(ctx); err != nil {
				panic(err)
			}
			if st.decision == nil {
				break
			}
			us = append(us, st.decision.U)
			st.decision = nil
		}
		if st.pending = nil; len(us) == 0 {
			break
		}
		st.stop = Running // what is out is measured all the same
		for _, u := range us {
			if st.stop != Running {
				break
			}
			if err := st.observe(scenarios.Point(u), measured(u)); err != nil {
				panic(err)
			}
		}
	}
	if noise == 0 {
		return best - st.bestValue()
	}
	st.stop = Running
	if err := st.fit(ctx); err != nil {
		panic(err)
	}
	i, _ := st.pair.Objective.Held()
	return best - f(st.pair.Objective.Point(i))
}

// Three at a time lose little against one at a time with the same money: the table
// of docs/method.md, which FARSIGHT_DRAWS=36 makes again.
func TestBatchesLoseLittle(t *testing.T) {
	t.Parallel()
	draws, err := strconv.Atoi(os.Getenv("FARSIGHT_DRAWS"))
	if err != nil {
		t.Skip("whole runs: FARSIGHT_DRAWS=36")
	}
	for _, c := range []struct {
		d            int
		scale, noise float64
	}{{2, 0.4, 0}, {2, 0.4, 0.3}, {3, 0.6, 0}, {3, 0.6, 0.3}} {
		one, three := make([]float64, draws), make([]float64, draws)
		for i := range draws {
			one[i], three[i] = regretOf(c.d, c.noise, c.scale, uint64(i)+4000, 1), regretOf(c.d, c.noise, c.scale, uint64(i)+4000, 3)
		}
		more := stats.Paired(three, one)
		t.Logf("d = %d, noise %v: one at a time %.3f from the best, three %.3f: more by %.3f ± %.3f", c.d, c.noise,
			stats.Summarise(one).Mean, stats.Summarise(three).Mean, more.Mean, more.Half())
		if more.Low > 0 {
			t.Errorf("d = %d, noise %v: three at a time lose %.3f ± %.3f", c.d, c.noise, more.Mean, more.Half())
		}
	}
}
