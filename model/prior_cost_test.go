package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
)

// paid are evaluations whose cost is a formula times a factor, give or take five percent.
func paid(n int, seed uint64, cost func(u Unit) float64) Data {
	rng := rand.New(rand.NewPCG(seed, 5))
	var d Data
	for range n {
		u := Unit{rng.Float64(), rng.Float64()}
		d.X, d.Y = append(d.X, u), append(d.Y, hill(u))
		d.Cost = append(d.Cost, cost(u)*math.Exp(0.05*rng.NormFloat64()))
	}
	return d
}

// wrongBy is how far the mean of ln c is off, over the box.
func wrongBy(t *testing.T, d Data, s PairSettings, cost func(u Unit) float64) float64 {
	t.Helper()
	p, err := FitPair(d, s, nil)
	testkit.OK(t, err)
	rng, sum := rand.New(rand.NewPCG(3, 3)), 0.0
	var ws Workspace
	for range 500 {
		u := Unit{rng.Float64(), rng.Float64()}
		off := p.Moments(&ws, u).MuC - math.Log(cost(u))
		sum += off * off / 500
	}
	return math.Sqrt(sum)
}

// A known part of the cost is known from the beginning, whatever its factor; where it is
// wrong, costs that were paid overrule it.
func TestCostPrior(t *testing.T) {
	t.Parallel()
	part := func(u Unit) float64 { return 0.5 + 8*u[0]*u[1] }
	right := func(u Unit) float64 { return 3 * part(u) }
	wrong := func(u Unit) float64 { return 2 + 6*(1-u[0])*u[1] }
	known := PairSettings{CostPrior: &CostPrior{Part: part, Sd: 0.18, Factor: true}}
	var with, without, overruled, plain float64
	for seed := range uint64(8) {
		few, many := paid(4, seed, right), paid(40, seed, wrong)
		with, without = with+wrongBy(t, few, known, right)/8, without+wrongBy(t, few, PairSettings{}, right)/8
		overruled, plain = overruled+wrongBy(t, many, known, wrong)/8, plain+wrongBy(t, many, PairSettings{}, wrong)/8
	}
	t.Logf("ln c is off by %.3f after four evaluations with the part known, by %.3f without; if it is wrong by %.3f after forty, without by %.3f", with, without, overruled, plain)
	if with > 0.4*without {
		t.Errorf("a known part helps from %.3f to %.3f", without, with)
	}
	if overruled > 2*plain+0.05 {
		t.Errorf("a wrong part is not overruled: %.3f, without it %.3f", overruled, plain)
	}
}

// What is typical is thought where nothing was paid yet, and less so the more was.
func TestTypicalCost(t *testing.T) {
	t.Parallel()
	prior := &CostPrior{Part: func(Unit) float64 { return 2 }, Sd: 0.3}
	at := Unit{0.95, 0.95}
	var ws Workspace
	mean := func(n int, s PairSettings) float64 {
		d := Data{}
		for i := range n { // all in one corner, where it costs 8
			u := Unit{0.02 * float64(i%4), 0.02 * float64(i/4)}
			d.X, d.Y, d.Cost = append(d.X, u), append(d.Y, hill(u)), append(d.Cost, 8*math.Exp(0.3*u[0]))
		}
		p, err := FitPair(d, s, nil)
		testkit.OK(t, err)
		return math.Exp(p.Moments(&ws, at).MuC)
	}
	few, many, none := mean(2, PairSettings{CostPrior: prior}), mean(16, PairSettings{CostPrior: prior}), mean(2, PairSettings{})
	if !(few < 6 && few > 2 && many > few && none > 7) {
		t.Errorf("far away it is thought to cost %.2f after two that cost 8, %.2f after sixteen, and %.2f where nothing is typical", few, many, none)
	}
}

// Another unit of cost changes nothing, and a pair is built again to the bit.
func TestCostPriorUnitsAndRebuild(t *testing.T) {
	t.Parallel()
	part := func(u Unit) float64 { return 1 + u[0] }
	d := paid(6, 2, func(u Unit) float64 { return 5 * part(u) })
	s := PairSettings{CostPrior: &CostPrior{Part: part, Sd: 0.2, Factor: true}, Joint: ByEvidence, Guess: &Guess{At: Unit{0.5, 0}, Sd: []float64{0.1, 0}}}
	p, err := FitPair(d, s, nil)
	testkit.OK(t, err)
	if p.Link != nil {
		t.Error("cost follows value beside what is known of it")
	}
	again, err := Rebuild(d, s, *p.Fitted())
	testkit.OK(t, err)
	other := d
	other.Cost = nil
	for _, z := range d.Cost {
		other.Cost = append(other.Cost, 60*z)
	}
	scaled, err := FitPair(other, PairSettings{CostPrior: &CostPrior{Part: func(u Unit) float64 { return 60 * part(u) }, Sd: 0.2, Factor: true}}, nil)
	testkit.OK(t, err)
	var ws Workspace
	u := Unit{0.3, 0.8}
	m, n, q := p.Moments(&ws, u), again.Moments(&ws, u), scaled.Moments(&ws, u)
	if m != n {
		t.Errorf("built again %+v, was %+v", n, m)
	}
	if math.Abs(q.MuC-m.MuC-math.Log(60)) > 1e-6 || math.Abs(q.SdC-m.SdC) > 1e-6 {
		t.Errorf("in another unit %+v, want ln 60 more than %+v", q, m)
	}
}

// A guess counts most where it is, never shuts a place out, and fades as data come; its
// gradient is that of its values.
func TestGuess(t *testing.T) {
	t.Parallel()
	guess := &Guess{At: Unit{0.3, 0}, Sd: []float64{0.1, 0}}
	weight := func(n int) guessed { return guessed{tilt{}, guess, guessPower / float64(n)} }
	own := func(n int, u Unit) float64 { return weight(n).LogWeight(u, nil) - tilt{}.LogWeight(u, nil) }
	if v := own(5, Unit{0.3, 0.9}); v != 0 {
		t.Errorf("ln w = %v where the best is thought to be", v)
	}
	few, many := own(5, Unit{0.9, 0.1}), own(100, Unit{0.9, 0.1})
	if want := 2 * math.Log(guessLeast); math.Abs(few-want) > 1e-5 || math.Abs(many-want/20) > 1e-6 {
		t.Errorf("ln w = %v far away after five evaluations, want %v, and %v after a hundred", few, want, many)
	}
	grad := make([]float64, 2)
	for _, u := range []Unit{{0.35, 0.4}, {0.1, 0.2}, {0.6, 0.9}} {
		weight(7).LogWeight(u, grad)
		for j := range u {
			const h = 1e-6
			v := u[j]
			u[j] = v + h
			up := weight(7).LogWeight(u, nil)
			u[j] = v - h
			down := weight(7).LogWeight(u, nil)
			u[j] = v
			if want := (up - down) / (2 * h); math.Abs(grad[j]-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("gradient %d at %v is %v, by differences %v", j, u, grad[j], want)
			}
		}
	}
}
