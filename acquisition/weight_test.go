package acquisition

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// hill is a smooth weight, highest in the middle of the cube.
type hill struct{ steep float64 }

func (h hill) LogWeight(u model.Unit, grad []float64) float64 {
	v := 0.0
	for j, x := range u {
		v -= h.steep * (x - 0.5) * (x - 0.5)
		if grad != nil {
			grad[j] = -2 * h.steep * (x - 0.5)
		}
	}
	return v
}

// below allows what lies below the diagonal, x₀ + x₁ ≤ 1, and rises towards it elsewhere.
type below struct{}

func (below) LogWeight(u model.Unit, grad []float64) float64 {
	v := max(0, u[0]+u[1]-1) / 0.01
	if grad != nil {
		clear(grad)
		grad[0], grad[1] = -v/0.01, -v/0.01
	}
	return -0.5 * v * v
}

func (below) Allows(u model.Unit) bool { return u[0]+u[1] <= 1+1e-12 }

func (below) Move(u model.Unit) {
	excess := u[0] + u[1] - 1
	u[0], u[1] = u[0]-excess/2, u[1]-excess/2
	for j := range 2 { // back into the cube along the diagonal
		if u[j] < 0 {
			u[1-j], u[j] = u[1-j]+u[j], 0
		}
	}
}

// Through a pair with a weight every rule's gradient meets central differences, one that knows nothing of weights too.
func TestWeighedGradient(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 15))
	for _, d := range []int{1, 3} {
		p := testPair(t, 8+4*d, d, uint64(d), 0.3)
		p.Weight = hill{20}
		var ws Workspace
		grad, x := make([]float64, d), make([]float64, d)
		for range 20 {
			for j := range x {
				x[j] = 0.05 + 0.9*rng.Float64()
			}
			for _, r := range append(everyFunction(p.Incumbent()), unaware{NewEI(p.Incumbent())}, unaware{NewPBGI(0.1)}) {
				score := Gradient(p, r, &ws, x, grad)
				checkDifferences(t, p, r, &ws, x, score, grad)
			}
		}
	}
}

// unaware hides the weight from a function.
type unaware struct{ Function }

func (u unaware) Eval(m model.Moments) (float64, model.Moments) {
	m.LnW = 0
	score, d := u.Function.Eval(m)
	d.LnW = 0
	return score, d
}

func (u unaware) Value(m model.Moments) float64 {
	m.LnW = 0
	return u.Function.Value(m)
}

// A weight multiplies what a function is worth, and of PBGI, whose value is a prize, the improvement on it.
func TestWeightMultiplies(t *testing.T) {
	t.Parallel()
	m := model.Moments{MuF: 0.2, SdF: 0.7, MuC: 0.3, SdC: 0.4}
	half := m
	half.LnW = math.Log(0.5)
	for _, r := range []Function{NewEI(0.5), NewEIPUC(0.5), NewEIPC(0.5), NewQ1(0.5, 2), NewEIPES(0.5, 2), Within(NewEIPUC(0.5), 9), unaware{NewEIPC(0.5)}} {
		if v, w := value(r, m), value(r, half); relative(w, v/2) > 1e-12 {
			t.Errorf("%s: %g with half the weight, %g with all of it", r.Name(), w, v)
		}
	}
	if v, w := value(NewLogEI(0.5), m), value(NewLogEI(0.5), half); math.Abs(w-v+math.Ln2) > 1e-12 {
		t.Errorf("LogEI %g with half the weight, %g with all of it", w, v)
	}
	if v, w := NewPBGI(0.2).Value(m), NewPBGI(0.1).Value(half); relative(v, w) > 1e-12 {
		t.Errorf("at twice the price the index is %g, with half the weight %g", v, w)
	}
}

// Where a region ends, maxima are found on its edge: never beyond, and hardly worse than on a fine grid.
func TestMaximiseInsideARegion(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	edges := 0
	for seed := range uint64(12) {
		p := testPair(t, 10, 2, seed, 0.3)
		p.Weight = below{}
		for _, r := range []Function{NewEI(p.Incumbent()), NewEIPUC(p.Incumbent()), NewQ1(p.Incumbent(), 2), NewPBGI(0.1)} {
			res, err := Maximise(t.Context(), p, r, Settings{Seed: seed, Workers: 1})
			testkit.OK(t, err)
			x := res.Best.X
			if !p.Allows(x) || res.HasRunnerUp && !p.Allows(res.RunnerUp.X) {
				t.Errorf("%s: chose %v, runner-up %v: not allowed", r.Name(), x, res.RunnerUp.X)
			}
			if x[0]+x[1] > 1-1e-9 {
				edges++
			}
			var ws Workspace
			best := math.Inf(-1)
			for i := range 101 {
				for j := range 101 - i {
					best = math.Max(best, Score(p, r, &ws, model.Unit{float64(i) / 100, float64(j) / 100}))
				}
			}
			if res.Best.Score < best-0.01*r.Traits().unit() {
				t.Errorf("%s, seed %d: score %g, on a grid %g", r.Name(), seed, res.Best.Score, best)
			}
		}
	}
	if edges < 5 {
		t.Errorf("only %d of 48 maxima lie on the edge: the test says little", edges)
	}
}

// A choice among given points takes weights into account.
func TestMaximiseOverWeighs(t *testing.T) {
	t.Parallel()
	p := testPair(t, 10, 2, 3, 0.3)
	points := grid2(9)
	free, err := MaximiseOver(p, NewEI(p.Incumbent()), points)
	testkit.OK(t, err)
	p.Weight = hill{1e4}
	weighed, err := MaximiseOver(p, NewEI(p.Incumbent()), points)
	testkit.OK(t, err)
	if x := weighed.Best.X; distance(x, []float64{0.5, 0.5}) > 0.1 || distance(free.Best.X, x) == 0 {
		t.Errorf("chose %v, without weights %v", x, free.Best.X)
	}
}

func TestSpreadStaysInside(t *testing.T) {
	t.Parallel()
	p := testPair(t, 10, 2, 3, 0.3)
	p.Weight = below{}
	points := make([]model.Unit, 200)
	for i := range points {
		points[i] = make(model.Unit, 2)
	}
	Spread(points, p, 7)
	for _, x := range points {
		if !p.Allows(x) {
			t.Fatalf("%v is not allowed", x)
		}
	}
}

// choosing is a pair over one number and the given choices, with data in which
// the choices matter.
func choosing(t *testing.T, n int, choices model.Choices) *model.Pair {
	t.Helper()
	last := choices[len(choices)-1]
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	var data model.Data
	for range n {
		u := make(model.Unit, last.At+last.Choices)
		for i := range u {
			u[i] = rng.Float64()
		}
		choices.Snap(u)
		y := math.Sin(5 * u[0])
		for i, a := range choices {
			y += 0.4 * math.Cos(float64(i+3*a.Chosen(u)))
		}
		data.X, data.Y, data.Cost = append(data.X, u), append(data.Y, y), append(data.Cost, 1+u[0])
	}
	p, err := model.FitPair(data, model.PairSettings{Choices: choices}, nil)
	testkit.OK(t, err)
	return p
}

func corner(choices model.Choices, u model.Unit) bool {
	v := slices.Clone(u)
	choices.Snap(v)
	return slices.Equal(u, v)
}

// grid is the best score over all ways of choosing and 101 places of the number.
func grid(p *model.Pair, f Function) (best float64) {
	best = math.Inf(-1)
	var ws Workspace
	u := make(model.Unit, p.Dim())
	var each func(k int)
	each = func(k int) {
		if k < len(p.Choices) {
			for c := range p.Choices[k].Choices {
				p.Choices[k].Choose(u, c)
				each(k + 1)
			}
			return
		}
		for i := range 101 {
			u[0] = float64(i) / 100
			best = math.Max(best, Score(p, f, &ws, u))
		}
	}
	each(0)
	return best
}

// What is chosen is a corner, as good as the best of a grid over all of them:
// with 6 ways of choosing, and with 125, of which not all are climbed from.
func TestMaximiseAmongCorners(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for _, choices := range []model.Choices{
		{{At: 1, Choices: 3}, {At: 4, Choices: 2}},
		{{At: 1, Choices: 5}, {At: 6, Choices: 5}, {At: 11, Choices: 5}},
	} {
		p := choosing(t, 12, choices)
		for _, f := range []Function{NewEI(p.Incumbent()), NewEIPUC(p.Incumbent()), NewQ1(p.Incumbent(), 3), PBGI{Lambda: 0.1}} {
			res, err := Maximise(context.Background(), p, f, Settings{Seed: 1})
			testkit.OK(t, err)
			if !corner(choices, res.Best.X) || !res.HasRunnerUp || !corner(choices, res.RunnerUp.X) {
				t.Errorf("%s: %v and %v are not both corners", f.Name(), res.Best.X, res.RunnerUp.X)
			}
			if best := grid(p, f); res.Best.Score < best-1e-6*(1+math.Abs(best)) {
				t.Errorf("%s: %d ways of choosing: found %v, the grid %v", f.Name(), choices.Combinations(1<<20), res.Best.Score, best)
			}
			if one, err := Maximise(context.Background(), p, f, Settings{Seed: 1, Workers: 1}); err != nil || !slices.Equal(one.Best.X, res.Best.X) {
				t.Errorf("%s: the result depends on the workers: %v, %v", f.Name(), one.Best.X, err)
			}
		}
	}
}

// A known cost sees corners only, and choices beyond the budget are worth nothing.
func TestMaximiseAmongAffordableCorners(t *testing.T) {
	t.Parallel()
	choices := model.Choices{{At: 1, Choices: 3}}
	p := choosing(t, 9, choices)
	p.LogCost, p.Known = nil, func(u model.Unit) float64 { return 1 + float64(choices[0].Chosen(u)) }
	res, err := Maximise(context.Background(), p, Within(NewEI(p.Incumbent()), 1.5), Settings{})
	if err != nil || res.Empty() || choices[0].Chosen(res.Best.X) != 0 || !corner(choices, res.Best.X) {
		t.Errorf("%+v, %v: only the first choice is affordable", res.Best, err)
	}
}
