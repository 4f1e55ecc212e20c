package lookahead

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/model"
)

// What the last of the money brings, by hand: 4 coins spent in three parts, one
// left over.
func TestLate(t *testing.T) {
	t.Parallel()
	gains, costs := []float64{6, 2, 1}, []float64{2, 1, 1}
	for _, c := range []struct{ left, window, want float64 }{
		{0, 1, 1}, {0, 2, 3.0 / 2}, {0, 3, 6.0 / 3}, {0, 4, 9.0 / 4},
		{1, 1, 0}, {1, 2, 1.0 / 2}, {1, 5, 9.0 / 5}, {0, 0.5, 1},
	} {
		if got := late(gains, costs, c.left, c.window); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("the last %v of the money, %v of it left over: %v, want %v", c.window, c.left, got, c.want)
		}
	}
}

// The last money brings no more than all of it, and both no more than the best
// rate now; after more evaluations less is left, and at last nothing.
func TestMoneyBringsLessLater(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 82))
	for d := 1; d <= 3; d++ {
		for _, budget := range []float64{1, 6, 30} {
			s := randomState(t, rng, 8, d, budget)
			best, err := acquisition.Maximise(background, s.Pair, acquisition.NewEIPES(s.Best, budget), acquisition.Settings{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			set := PlayoutSettings{Seed: 3}
			of := func(portion float64, after int) Later {
				l, err := Marginal(background, s, portion, after, set)
				if err != nil {
					t.Fatal(err)
				}
				return l
			}
			last, all := of(0.25, 0), of(1, 0)
			// A fantasy may beat what is expected, so that means over few of them do, too.
			if !(last.Worth > 0) || last.Worth > 1.2*all.Worth || all.Worth > 1.2*best.Best.Value || all.Lasts != 1 {
				t.Errorf("d=%d, budget %v: the last quarter brings %v a coin, all %v, the best now %v", d, budget, last, all, best.Best.Value)
			}
			for after, before := 1, 1.0; after <= 4; after++ {
				l := of(1, after)
				if l.Lasts > before || (l.Worth > 0) != (l.Lasts > 0) {
					t.Errorf("d=%d, budget %v, after %d: %+v, before it lasted in %v", d, budget, after, l, before)
				}
				before = l.Lasts
			}
			one, many := set, set
			one.Workers, many.Workers = 1, 3
			a, _ := Marginal(background, s, 0.25, 2, one)
			if b, _ := Marginal(background, s, 0.25, 2, many); a != b {
				t.Errorf("one worker finds %v, three %v", a, b)
			}
		}
	}
	s := randomState(t, rng, 8, 2, 0)
	if l, err := Marginal(background, s, 0.25, 0, PlayoutSettings{}); err != nil || l != (Later{}) {
		t.Errorf("nothing is left, and worth %+v, %v", l, err)
	}
	s.Budget = 3
	s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(model.Unit) float64 { return 1 }}
	if l, err := Marginal(background, s, 1, 3, PlayoutSettings{}); err != nil || l.Lasts != 0 {
		t.Errorf("three coins buy three evaluations, and after them %+v is left, %v", l, err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := Marginal(ctx, s, 1, 0, PlayoutSettings{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What others left in the memory that playouts work in changes nothing, whether cost follows the objective or not.
func TestMarginalReadsNothingLeftOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	for name, s := range map[string]State{
		"costs of their own":    randomState(t, rng, 8, 2, 6),
		"costs that follow":     linkedState(t, rng, 8, 2, 6, 0.8, false),
		"costs that follow far": linkedState(t, rng, 8, 2, 6, -2, false),
	} {
		var first Later
		for i, left := range []float64{0, math.NaN(), 1e300, 0} {
			leave(left)
			got, err := Marginal(background, s, 1, 0, PlayoutSettings{Seed: 5, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = got
			} else if got != first {
				t.Errorf("%s: %+v, where %v was left over %+v", name, first, left, got)
			}
		}
	}
}

// leave fills the memory of searches that nobody is in.
func leave(v float64) {
	var taken []*scratch
	for range 4 {
		r := enterScratch()
		r.Take(1 << 18)
		taken = append(taken, r)
	}
	for _, r := range taken {
		r.Leave() // which makes room for as much
	}
	for i := range taken {
		taken[i] = enterScratch()
		b := taken[i].Take(1 << 18)
		for k := range b {
			b[k] = v
		}
	}
	for _, r := range taken {
		r.Leave()
	}
}
