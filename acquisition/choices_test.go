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
