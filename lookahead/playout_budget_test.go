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

// In the mean money brings no more than the best rate now, of twice as much, where several
// evaluations fit, each unit brings less, and the more evaluations it should pay for, the less probably it does.
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
			of := func(budget float64, evaluations int) Later {
				s := s
				s.Budget = budget
				l, err := PlayBudget(background, s, evaluations, set)
				testkit.OK(t, err)
				return l
			}
			all, twice := of(budget, 0), of(2*budget, 0)
			// A fantasy may beat what is expected, so that means over few of them do, too.
			if !(all.Worth > 0) || budget > 1 && twice.Worth > 1.2*all.Worth || all.Worth > 1.2*best.Best.Value || all.Lasts != 1 {
				t.Errorf("d=%d, budget %v: a unit brings %+v, of twice the budget %+v, the best now %v", d, budget, all, twice, best.Best.Value)
			}
			for n, before := 1, 1.0; n <= 4; n++ {
				l := of(budget, n)
				if l.Lasts > before || l.Worth != all.Worth {
					t.Errorf("d=%d, budget %v, %d evaluations: %+v, fewer in %v and %v", d, budget, n, l, before, all.Worth)
				}
				before = l.Lasts
			}
			one, many := set, set
			one.Workers, many.Workers = 1, 3
			a, _ := PlayBudget(background, s, 2, one)
			if b, _ := PlayBudget(background, s, 2, many); a != b {
				t.Errorf("one worker finds %v, three %v", a, b)
			}
		}
	}
	s := randomState(t, rng, 8, 2, 0)
	if l, err := PlayBudget(background, s, 0, PlayoutSettings{}); err != nil || l != (Later{}) {
		t.Errorf("nothing is left, and worth %+v, %v", l, err)
	}
	s.Budget = 3
	s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(model.Unit) float64 { return 1 }}
	for n, want := range map[int]float64{2: 1, 3: 0} {
		if l, err := PlayBudget(background, s, n, PlayoutSettings{}); err != nil || l.Lasts != want {
			t.Errorf("3 buys three evaluations; more than %d: %+v, %v", n, l, err)
		}
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := PlayBudget(ctx, s, 0, PlayoutSettings{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What others left in the memory that playouts work in changes nothing, whether cost follows the objective or not.
func TestPlayBudgetReadsNothingLeftOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	for name, s := range map[string]State{
		"costs of their own":    randomState(t, rng, 8, 2, 6),
		"costs that follow":     linkedState(t, rng, 8, 2, 6, 0.8, false),
		"costs that follow far": linkedState(t, rng, 8, 2, 6, -2, false),
	} {
		var first Later
		for i, left := range []float64{0, math.NaN(), 1e300, 0} {
			leave(left)
			got, err := PlayBudget(background, s, 0, PlayoutSettings{Seed: 5, Workers: 1})
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
