package model

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
)

// solvents is a space of two numbers with a choice among three between them.
var solvents = Choices{{At: 1, Choices: 3}}

const solventWidth = 5

// randomCorners draws points and values that depend on the choice.
func randomCorners(rng *rand.Rand, n int) (x []Unit, y []float64) {
	for range n {
		u := make(Unit, solventWidth)
		for i := range u {
			u[i] = rng.Float64()
		}
		solvents.Snap(u)
		x, y = append(x, u), append(y, math.Sin(4*u[0])+float64(solvents[0].Chosen(u))-u[4]*u[4])
	}
	return x, y
}

func TestAxis(t *testing.T) {
	t.Parallel()
	a := solvents[0]
	u := Unit{0.2, 0.5, 0.9, 0.9, 0.3}
	if a.Chosen(u) != 1 {
		t.Errorf("of equals the first: %d", a.Chosen(u))
	}
	for share, want := range map[float64]int{0: 0, 0.3: 0, 0.34: 1, 0.66: 1, 0.67: 2, 1: 2} {
		if a.Set(u, share); a.Chosen(u) != want {
			t.Errorf("a share of %v is choice %d, want %d", share, a.Chosen(u), want)
		}
	}
	a.Set(u, 1)
	if u[0] != 0.2 || u[4] != 0.3 || u[1] != 0 || u[2] != 0 || u[3] != on {
		t.Errorf("the corner is %v", u)
	}
	v := slices.Clone(u)
	a.Choose(v, 0)
	ss := 0.0
	for i := range u {
		ss += (u[i] - v[i]) * (u[i] - v[i])
	}
	if math.Abs(ss-1) > 1e-15 || solvents.Same(u, v) || !solvents.Same(u, u) {
		t.Errorf("two choices are at a squared distance of %v, want 1", ss)
	}
	if n := (Choices{{At: 0, Choices: 4}, {At: 4, Choices: 5}}).Combinations(64); n != 20 {
		t.Errorf("%d combinations, want 20", n)
	}
	if n := (Choices{{At: 0, Choices: 20}, {At: 20, Choices: 20}}).Combinations(64); n != 64 {
		t.Errorf("%d combinations, want no more than asked for", n)
	}
	own := []float64{0.3, 0.7, 2}
	if all := solvents.Spread(solventWidth, own); !slices.Equal(all, []float64{0.3, 0.7, 0.7, 0.7, 2}) || !slices.Equal(solvents.Gather(all), own) {
		t.Errorf("lengthscales %v", all)
	}
}

// The kernel of choices knows only whether they are the same: it takes any
// order of them for the same data.
func TestChoicesAreExchangeable(t *testing.T) {
	t.Parallel()
	x, y := randomCorners(rand.New(rand.NewPCG(5, 6)), 16)
	renamed := make([]Unit, len(x))
	for i, u := range x {
		renamed[i] = slices.Clone(u)
		solvents[0].Choose(renamed[i], (solvents[0].Chosen(u)+1)%3)
	}
	one, err := Fit(x, y, Settings{Choices: solvents})
	testkit.OK(t, err)
	other, err := Fit(renamed, y, Settings{Choices: solvents})
	testkit.OK(t, err)
	scale := one.Hyper().Scale
	if scale[1] != scale[2] || scale[2] != scale[3] {
		t.Errorf("the choices have lengthscales %v, want one", scale[1:4])
	}
	var ws Workspace
	for i := range x {
		m, v := one.Predict(&ws, x[i])
		n, w := other.Predict(&ws, renamed[i])
		if math.Abs(m-n) > 1e-6 || math.Abs(v-w) > 1e-6 {
			t.Errorf("row %d: %v ± %v, with other names %v ± %v", i, m, v, n, w)
		}
	}
}

// The gradient in a lengthscale that several coordinates share meets
// differences, and the fit is a maximum over it.
func TestTiedGradientMeetsDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, preset := range []Preset{Paper, DimensionScaled} {
		x, y := randomCorners(rng, 14)
		f := newLikelihood(context.Background(), plain(flatten(x, solventWidth), y), solventWidth, preset, false, solvents)
		if f.d != 3 {
			t.Fatalf("%d lengthscales, want one a parameter", f.d)
		}
		theta, grad, scratch := []float64{-0.2, 0.1, 0.3, 0.2, math.Log(5e-4)}, make([]float64, 5), make([]float64, 5)
		f.negative(theta, grad)
		const h = 1e-5
		for i, v := range theta {
			theta[i] = v + h
			up := f.negative(theta, scratch)
			theta[i] = v - h
			down := f.negative(theta, scratch)
			theta[i] = v
			if fd := (up - down) / (2 * h); math.Abs(fd-grad[i])/(1+math.Abs(grad[i])) > 1e-5 {
				t.Errorf("%v: θ[%d] gradient %v, differences %v", preset, i, grad[i], fd)
			}
		}
	}
}

// Pairs keep their choices, whatever they are conditioned on.
func TestPairKeepsChoices(t *testing.T) {
	t.Parallel()
	x, y := randomCorners(rand.New(rand.NewPCG(9, 10)), 10)
	cost := make([]float64, len(y))
	for i := range cost {
		cost[i] = 1 + x[i][0]
	}
	p, err := FitPair(Data{X: x, Y: y, Cost: cost}, PairSettings{Choices: solvents}, nil)
	testkit.OK(t, err)
	q, err := p.Condition(x[0], 1, 0)
	if err != nil || !slices.Equal(q.Choices, solvents) || !slices.Equal(p.Choices, solvents) {
		t.Errorf("choices %v and %v, %v", p.Choices, q.Choices, err)
	}
	warm, err := FitPair(Data{X: x, Y: y, Cost: cost}, PairSettings{Choices: solvents}, p)
	testkit.OK(t, err)
	if a, b := p.Objective.Hyper().Scale[2], warm.Objective.Hyper().Scale[2]; math.Abs(math.Log(a/b)) > 0.05 {
		t.Errorf("a refit from the optimum moved a lengthscale from %v to %v", a, b)
	}
}
