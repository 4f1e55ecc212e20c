package race

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"farsight/internal/testkit"
)

// noisy plays contestants of these mean gains: a draw is common to all, and each
// has luck of its own, exponential, so that there is a tail.
func noisy(seed uint64, means ...float64) play {
	return func(_ context.Context, i, draw int) (Score, error) {
		common := rand.New(rand.NewPCG(seed, uint64(draw))).ExpFloat64()
		own := rand.New(rand.NewPCG(seed^uint64(i+1)<<32, uint64(draw))).ExpFloat64()
		return Score{Gain: means[i] + 2*(common-1) + 0.5*(own-1)}, nil
	}
}

func mustRun(t *testing.T, n int, play play, s Settings) *Race {
	t.Helper()
	r, err := Run(context.Background(), n, play, s)
	testkit.OK(t, err)
	return r
}

// Who is far behind is dropped at the first look, and plays no more.
func TestWhoIsBehindIsDropped(t *testing.T) {
	t.Parallel()
	r := mustRun(t, 3, noisy(1, 5, 4.95, 2), Settings{Draws: 100})
	if !r.dropped[2] || r.dropped[0] || r.dropped[1] || len(r.gains[2]) != FirstLook || len(r.gains[0]) != 100 || r.End != drawn {
		t.Errorf("dropped %v after %d and %d draws, end %q", r.dropped, len(r.gains[2]), len(r.gains[0]), r.End)
	}
	st := r.Standings()
	if st[0].Verdict != Advised || st[1].Verdict != Equal || st[1].Ahead != -1 || st[2].Ahead < 0 || st[2].Contestant != 2 || st[2].Verdict != Behind || !st[2].Dropped {
		t.Errorf("%+v", st)
	}
}

// Contestants that always gain the same are never told apart, however long they
// play, and the one that comes first is advised; so the race ends at once.
func TestTheSameIsNotToldApart(t *testing.T) {
	t.Parallel()
	same := func(_ context.Context, _, draw int) (Score, error) {
		return Score{Gain: rand.New(rand.NewPCG(3, uint64(draw))).ExpFloat64()}, nil
	}
	r := mustRun(t, 3, same, Settings{Order: []int{2, 1, 3}})
	if r.End != Decided || r.Draws != FirstLook || slices.Contains(r.dropped, true) || r.advised() != 1 {
		t.Errorf("end %q after %d draws, dropped %v, advised %d", r.End, r.Draws, r.dropped, r.advised())
	}
	for _, s := range r.Standings()[1:] {
		if s.Verdict != Equal || s.Against.Mean != 0 || s.Against.Half() != 0 {
			t.Errorf("%+v", s)
		}
	}
}

// A little more gain does not outweigh order until it is certain.
func TestOrderCountsUntilADifferenceIsKnown(t *testing.T) {
	t.Parallel()
	s := Settings{Order: []int{0, 1}, Draws: 32}
	if r := mustRun(t, 2, noisy(4, 5, 5.1), s); r.advised() != 0 {
		t.Error("one that comes later was advised for nothing certain")
	}
	if r := mustRun(t, 2, noisy(4, 5, 8), s); r.advised() != 1 {
		t.Error("certainly more was not advised")
	}
}

// Of five equals, over 600 races with a tail and looks up to 128 draws, one is
// dropped in less than 5 % of them, and the intervals of all differences cover 0
// together in 95 %; both within three standard errors.
func TestIntervalsCover(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of races")
	}
	const races, equals = 600, 5
	dropped, missed := 0, 0
	for seed := range uint64(races) {
		r := mustRun(t, equals, noisy(seed*7919+5, 5, 5, 5, 5, 5), Settings{Draws: 128, workers: 1})
		if slices.Contains(r.dropped, true) {
			dropped++
		}
		for i := range equals - 1 {
			// Against one that is named beforehand: the last.
			if d := r.against(i, equals-1); d.Low > 0 || d.High < 0 {
				missed++
				break
			}
		}
	}
	most := level*races + 3*math.Sqrt(races*level*(1-level))
	if float64(dropped) > most || float64(missed) > most {
		t.Errorf("of %d races one of equals was dropped in %d and an interval missed in %d; at most %.0f", races, dropped, missed, most)
	}
	t.Logf("of %d races one of equals was dropped in %d and an interval missed in %d", races, dropped, missed)
	if missed == 0 {
		t.Error("no interval ever missed: they are too wide to mean 95 %")
	}
}

// Luck that gains follow is taken out: the spread falls to what is left, and the
// mean stays.
func TestLuckIsTakenOut(t *testing.T) {
	t.Parallel()
	play := func(_ context.Context, i, draw int) (Score, error) {
		rng := rand.New(rand.NewPCG(uint64(i)+11, uint64(draw)))
		a, b := rng.NormFloat64(), rng.NormFloat64()
		return Score{Gain: 5 + 3*a - 2*b + 0.01*rng.NormFloat64(), Luck: []float64{a, 0, b, a + b}}, nil
	}
	r := mustRun(t, 3, play, Settings{Draws: 40})
	for i, g := range r.gains {
		if m := stat.Mean(g, nil); math.Abs(m-5) > 0.02 {
			t.Errorf("contestant %d: mean %v, want 5", i, m)
		}
	}
	if h := r.against(0, 1).Half(); h > 0.02 {
		t.Errorf("half an interval of %v with luck taken out", h)
	}
}

// The answer depends on the number of draws alone: not on who plays them, nor on
// whether an interruption or the number asked for ended the race.
func TestTheSameDrawsAreTheSameRace(t *testing.T) {
	t.Parallel()
	play := noisy(9, 5, 4.9, 4.8, 4)
	whole := mustRun(t, 4, play, Settings{Draws: 45, workers: 1})
	ctx, cancel := context.WithCancel(context.Background())
	cut, err := Run(ctx, 4, func(ctx context.Context, i, draw int) (Score, error) {
		if draw >= 45 {
			cancel()
			<-ctx.Done()
			return Score{}, ctx.Err()
		}
		return play(ctx, i, draw)
	}, Settings{workers: 7})
	testkit.OK(t, err)
	if cut.End != Stopped || cut.Draws != 45 {
		t.Fatalf("end %q after %d draws", cut.End, cut.Draws)
	}
	a, b := whole.Standings(), cut.Standings()
	if !slices.Equal(a, b) {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestTooFewAndFailed(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, 2, noisy(1, 1, 2), Settings{}); !errors.Is(err, ErrTooFew) {
		t.Errorf("no draws: %v", err)
	}
	broken := errors.New("broken")
	_, err := Run(context.Background(), 2, func(_ context.Context, i, draw int) (Score, error) {
		if draw == 5 {
			return Score{}, broken
		}
		return noisy(1, 1, 2)(context.Background(), i, draw)
	}, Settings{})
	if !errors.Is(err, broken) {
		t.Errorf("a play that fails: %v", err)
	}
}

// From the second look on the better half continues, at least three; who is set
// aside is not told apart by what is known of them then.
func TestTheBetterHalfGoesOn(t *testing.T) {
	t.Parallel()
	s := Settings{Draws: 200, Order: []int{0, 1, 1, 1, 1, 1, 1, 1}}
	r := mustRun(t, 8, noisy(9, 5.1, 5, 5.01, 4.99, 4.98, 5, 4.97, 4.96), s)
	played := map[int]int{}
	for i, g := range r.gains {
		played[len(g)]++
		if r.aside[i] != (len(g) < 200) || r.dropped[i] {
			t.Errorf("contestant %d: aside %v, dropped %v after %d draws", i, r.aside[i], r.dropped[i], len(g))
		}
	}
	if played[32] != 4 || played[64] != 1 || played[200] != 3 || r.aside[0] {
		t.Errorf("draws played: %v; the one advised is aside: %v", played, r.aside[0])
	}
	for _, st := range r.Standings()[1:] {
		if st.Aside && st.Verdict != Equal || st.Aside != r.aside[st.Contestant] || st.Against.N != st.Draws {
			t.Errorf("%+v", st)
		}
	}
}
