package lookahead

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/model"
)

// With one evaluation to go nothing is left to fantasies: a root is worth Q₁,
// and the best one is the maximiser of Q₁.
func TestPlayoutOfOneStepIsQ1(t *testing.T) {
	t.Parallel()
	for d := 1; d <= 3; d++ {
		s := randomState(t, rand.New(rand.NewPCG(7, uint64(d))), 8, d, 1.5)
		judged, err := Playout(t.Context(), s, nil, PlayoutSettings{Seed: 3, Steps: 1})
		if err != nil {
			t.Fatal(err)
		}
		q1 := acquisition.NewQ1(s.Best, s.Budget)
		var ws model.Workspace
		for i, v := range judged {
			want := q1.Value(s.Pair.Moments(&ws, v.Root))
			if math.Abs(v.Value-want) > 1e-5*want {
				t.Errorf("d=%d: root %d is worth %v, Q1 is %v", d, i, v.Value, want)
			}
			if v.Value > judged[0].Value*(1+1e-9) {
				t.Errorf("d=%d: root %d is worth %v, more than the first's %v", d, i, v.Value, judged[0].Value)
			}
		}
	}
}

// The table's playout is the same as one on conditioned posteriors.
func TestPlayoutIsWhatConditioningSays(t *testing.T) {
	t.Parallel()
	const steps = 3
	s := randomState(t, rand.New(rand.NewPCG(8, 1)), 6, 2, 3)
	e, err := NewEvaluator(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	points := Quick.plan().candidates(s, 5, nil).Points(t.Context(), nil)
	tab := newTable(e, len(points), nil)
	for _, x := range points {
		tab.add(x, e)
	}
	for _, rho := range []float64{0, 0.7} {
		p := newPlayer(tab, s, PlayoutSettings{Steps: steps, Correlation: rho}, nil)
		rng := rand.New(rand.NewPCG(4, 4))
		for i := range 40 {
			z := make([]float64, 2*steps)
			for j := range z {
				z[j] = rng.NormFloat64()
			}
			a := &arm{root: rng.IntN(tab.size), gamma: playoutCooling[i%len(playoutCooling)]}
			p.play(a, z)
			if want := playedOut(t, s, points, a, rho, z); math.Abs(a.sum-want) > 1e-4*(want+1e-3) {
				t.Errorf("ρ = %v, playout %d: %v, by conditioning %v", rho, i, a.sum, want)
			}
		}
	}
}

// playedOut is once, on posteriors that are conditioned in earnest.
func playedOut(t *testing.T, s State, points []model.Unit, a *arm, rho float64, z []float64) float64 {
	var ws model.Workspace
	x, value := points[a.root], 0.0
	for k := 0; ; k++ {
		m := s.Pair.Moments(&ws, x)
		value += nearGain(m, s, rho)
		if 2*(k+1) == len(z) {
			return value
		}
		zf, zc := z[2*k], z[2*k+1]
		zc = rho*zf + math.Sqrt(1-rho*rho)*zc
		y := m.MuF + math.Sqrt(m.SdF*m.SdF+s.Pair.Objective.Hyper().Noise)*zf
		lnz := m.MuC + math.Sqrt(m.SdC*m.SdC+s.Pair.LogCost.Hyper().Noise)*zc
		s.Initial = cmp.Or(s.Initial, s.Budget)
		s.Budget -= math.Exp(lnz)
		if s.Budget <= s.Exhausted() {
			return value
		}
		var err error
		if s.Pair, err = s.Pair.Condition(x, y, lnz); err != nil {
			t.Fatal(err)
		}
		s.Best = math.Max(s.Best, held(s.Pair, x, y))
		best := 0.0
		for _, p := range points {
			m := s.Pair.Moments(&ws, p)
			if score := nearGain(m, s, rho) * math.Exp(-a.gamma*(m.MuC+m.SdC*m.SdC/2)); score > best {
				best, x = score, p
			}
		}
		if best == 0 {
			return value
		}
	}
}

// nearGain is the formula of gain.
func nearGain(m model.Moments, s State, rho float64) float64 {
	h, cdf, pdf := acquisition.ReducedEI((m.MuF - s.Best) / m.SdF)
	if h == 0 {
		return 0
	}
	mean, variance := cdf/h, 1+pdf/h-cdf/h*cdf/h
	gap := math.Log(s.Budget) - m.MuC - rho*m.SdC*mean
	return m.SdF * h * acquisition.CDF(gap/(m.SdC*math.Sqrt(1-rho*rho+rho*rho*variance)))
}

// The formula of gain is within 1 % of σ_f of the integral it stands for.
func TestGainUnderCorrelation(t *testing.T) {
	t.Parallel()
	worst := 0.0
	for _, rho := range []float64{0, 0.3, 0.8} {
		for u0 := -2.5; u0 <= 1; u0 += 0.5 {
			for gap := -2.0; gap <= 3; gap += 0.5 {
				m, s := model.Moments{MuF: u0, SdF: 1, MuC: 0, SdC: 0.8}, State{Budget: math.Exp(gap)}
				exact := quad.Fixed(func(u float64) float64 {
					return math.Max(u+u0, 0) * distuv.UnitNormal.Prob(u) * acquisition.CDF((gap-rho*0.8*u)/(0.8*math.Sqrt(1-rho*rho)))
				}, -u0, 9, 96, quad.Legendre{}, 0)
				worst = math.Max(worst, math.Abs(nearGain(m, s, rho)-exact))
			}
		}
	}
	t.Logf("at most %.4f of σ_f from the integral", worst)
	if worst > 0.012 {
		t.Errorf("off by %v of σ_f", worst)
	}
}

// A point of the curve is worth what it would be as a root, on as many fantasies.
func TestPlayoutCurve(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	s := randomState(t, rand.New(rand.NewPCG(10, 1)), 6, 1, 3)
	var line []model.Unit
	for i := range 41 {
		line = append(line, []float64{float64(i) / 40})
	}
	set := PlayoutSettings{Seed: 6, Correlation: 0.5}
	curve, err := PlayoutCurve(t.Context(), s, line, set)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := Playout(t.Context(), s, line, set)
	if err != nil {
		t.Fatal(err)
	}
	best := 0
	for i, v := range curve {
		if v > curve[best] {
			best = i
		}
	}
	if d := math.Abs(line[best][0] - judged[0].Root[0]); d > 0.06 || math.Abs(curve[best]-judged[0].Value) > 0.1*judged[0].Value {
		t.Errorf("the curve is highest at %v (%v), the best root is %v (%v)", line[best], curve[best], judged[0].Root, judged[0].Value)
	}
}

func TestPlayoutIsDeterministic(t *testing.T) {
	t.Parallel()
	s := randomState(t, rand.New(rand.NewPCG(9, 1)), 7, 2, 4)
	var first []Verdict
	for workers := 1; workers <= 3; workers++ {
		judged, err := Playout(t.Context(), s, []model.Unit{{0.2, 0.9}}, PlayoutSettings{Seed: 2, Workers: workers, Correlation: 0.4})
		if err != nil || len(judged) == 0 {
			t.Fatal(judged, err)
		}
		if first == nil {
			first = judged
		} else if !reflect.DeepEqual(judged, first) {
			t.Errorf("%d workers judge otherwise than one", workers)
		}
	}
}

func TestPlayoutRefusesAndStops(t *testing.T) {
	t.Parallel()
	s := randomState(t, rand.New(rand.NewPCG(9, 2)), 5, 2, 4)
	if _, err := Playout(t.Context(), s, []model.Unit{{0.5, 1.5}}, PlayoutSettings{}); err == nil {
		t.Error("a root outside the cube was judged")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Playout(ctx, s, nil, PlayoutSettings{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s.Budget = 0
	if judged, err := Playout(t.Context(), s, nil, PlayoutSettings{}); len(judged) > 0 || err != nil {
		t.Errorf("without a budget: %v, %v", judged, err)
	}
}
