package lookahead

import (
	"context"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"
)

// countdown is a context that is cancelled by being asked n times.
type countdown struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func newCountdown(n int) *countdown {
	c := &countdown{}
	c.Context, c.cancel = context.WithCancel(background)
	c.left.Store(int64(n))
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// Wherever cancelling strikes, a whole tree comes back, at least as good as the
// warm start.
func TestCancelledAtAnyMoment(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(57, 58))
	s := randomState(t, rng, 10, 2, 3)
	for _, text := range []string{"4,2,2", "1,1,1", ""} {
		f := draw(t, shapeOf(t, fantasy.Sampled, text), 1)
		start := maximise(t, s, f, Settings{Effort: Quick, Seed: 5})
		for _, effort := range []Effort{Quick, Thorough, PaperEffort} {
			cut := 0
			for n := 0; n < 3000; n = n*5/4 + 1 {
				ctx := newCountdown(n)
				set := Settings{Effort: effort, Workers: 1 + n%2}
				if n%3 == 0 {
					set.Warm = &Start{X: start.X}
				}
				tree, err := Maximise(ctx, s, f, set)
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%q %v cancelled after %d questions", text, effort, n)
				checkTree(t, name, s, f, tree)
				if tree.Cancelled != (ctx.Context.Err() != nil) {
					t.Errorf("%s: Cancelled = %v", name, tree.Cancelled)
				}
				if set.Warm != nil && tree.Value < start.Value {
					t.Errorf("%s: %v, below its start %v", name, tree.Value, start.Value)
				}
				ctx.cancel()
				if !tree.Cancelled {
					break
				}
				cut++
			}
			if cut == 0 {
				t.Errorf("%q %v was never cancelled", text, effort)
			}
		}
	}
}

// By the clock, inside the polish too, which asks through Done.
func TestCancelledByTheClock(t *testing.T) {
	testkit.SkipEmulated(t)
	rng := rand.New(rand.NewPCG(59, 60))
	s := randomState(t, rng, 20, 2, 3)
	f := draw(t, shapeOf(t, fantasy.Sampled, "4,4,2"), 1)
	for us := 1; us < 20000; us *= 3 {
		ctx, cancel := context.WithTimeout(background, time.Duration(us)*time.Microsecond)
		tree, err := Maximise(ctx, s, f, Settings{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, fmt.Sprint(us, " µs"), s, f, tree)
	}
}
