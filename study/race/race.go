// Package race compares contestants on common draws, and drops those that are behind: they need not
// run to the end. Each gains something on every draw, and the mean gain counts.
//
// A play may also say how lucky it was, in numbers whose mean is 0 whatever the
// contestant does. What of the gains follows them is luck, too, and is taken out
// by least squares, with the same coefficients for all.
//
// Everything is paired: what one draw gives is given to all. Contestants are
// looked at after 16, 32, 64, … draws. One is dropped when another is ahead of
// it by more than Student's t allows at a level so small that, over all looks
// and pairs, the truly best one is dropped with a chance of at most 5 %. At the
// end the intervals of those left hold together with 95 %.
//
// From the second comparison on, only the better half continues, and at least three: the time is
// better spent on those that may be chosen. The others are set aside, with their results so far.
//
// Which draws count is decided by their number alone. Where time ends a race,
// the answer is that of the draws that all who were left had played, and the
// same number of draws gives the same answer again.
package race

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gonum.org/v1/gonum/stat"

	"farsight/internal/workers"
)

const (
	looks = 10 // 16 to 8192 draws; no contestant is dropped later
	level = 0.05
	// enough is the relative precision at which the decision is clear: a race in which all
	// differences are known to it has ended.
	enough = 0.02
)

// FirstLook is the number of draws before the first comparison: fewer say little about a
// distribution with a tail.
const FirstLook = 16

// finalists are never set aside.
const finalists = 3

// DefaultDraws end a race that nothing else has ended.
const DefaultDraws = 1024

// Settings of a race. The zero value runs to DefaultDraws.
type Settings struct {
	Draws    int       // the most; 0: DefaultDraws
	Deadline time.Time // draws that have not ended by then are dropped; zero: none
	workers  int       // 0: GOMAXPROCS; results do not depend on it
	// Order of contestants: of those that cannot be distinguished, one of the least is advised.
	// Nil: all the same.
	Order []int
	// Progress, if not nil, is called with the number of draws done and of contestants left. Calls
	// never overlap.
	Progress func(draws, left int)
}

// Score is what a contestant made of a draw.
type Score struct {
	Gain float64
	Luck []float64 // of mean 0; as many in every play
}

// play lets a contestant play a draw. It is called from several goroutines.
type play func(ctx context.Context, contestant, draw int) (Score, error)

// End says what ended a race.
type End string

const (
	Decided  End = "decided"     // all differences are known, or as good as
	drawn    End = "draws"       // as many as asked for
	TimedOut End = "time"        // the deadline
	Stopped  End = "interrupted" // cancelled by the caller
)

// Race is one that was run.
type Race struct {
	Draws   int         // that all who are left have played
	gains   [][]float64 // by contestant and draw, luck taken out; of the dropped, up to where they were
	dropped []bool
	aside   []bool // not dropped, but others were ahead
	End     End

	scores    [][]Score
	order     []int
	quantiles map[quantile]float64
}

// ErrTooFew says that there is nothing to compare: an interval needs two draws.
var ErrTooFew = errors.New("fewer than two draws were played to the end, too few to compare policies")

// Run races n contestants. When ctx ends, the race is what is known so far, with
// the end Stopped. It fails with what a play failed with, or with ErrTooFew.
func Run(ctx context.Context, n int, play play, s Settings) (*Race, error) {
	if s.Draws == 0 {
		s.Draws = DefaultDraws
	}
	r := &Race{gains: make([][]float64, n), dropped: make([]bool, n), aside: make([]bool, n), scores: make([][]Score, n), order: s.Order, quantiles: map[quantile]float64{}}
	if r.order == nil {
		r.order = make([]int, n)
	}
	limited := ctx
	if !s.Deadline.IsZero() {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, s.Deadline)
		defer cancel()
	}
	for look := 1; r.End == ""; look++ {
		until := FirstLook << (look - 1)
		if look > looks || until > s.Draws {
			until = s.Draws
		}
		if err := r.to(limited, until, play, s); err != nil {
			return nil, err
		}
		switch {
		case r.Draws < until && ctx.Err() != nil:
			r.End = Stopped
		case r.Draws < until:
			r.End = TimedOut
		case r.Draws == s.Draws && until < FirstLook<<(look-1), look > looks:
			r.End = drawn
		default:
			r.drop()
			if r.decided() {
				r.End = Decided
			} else if r.Draws == s.Draws {
				r.End = drawn
			} else if look > 1 {
				r.halve()
			}
		}
	}
	if r.Draws < 2 {
		return nil, ErrTooFew
	}
	return r, nil
}

// left are the contestants that have not been dropped or set aside.
func (r *Race) left() []int {
	var out []int
	for i, gone := range r.dropped {
		if !gone && !r.aside[i] {
			out = append(out, i)
		}
	}
	return out
}

// to plays draws, in order, until as many are done; fewer when ctx ends.
func (r *Race) to(ctx context.Context, until int, play play, s Settings) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	left, from := r.left(), r.Draws
	total := (until - from) * len(left)
	scores := make([]Score, total) // draw by draw
	done := make([]bool, total)
	count := s.workers
	if count == 0 {
		count = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var mu sync.Mutex
	var failed error
	ended := 0
	var wg workers.Group
	for range count {
		wg.Go(func() {
			for ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= total {
					return
				}
				score, err := play(ctx, left[k%len(left)], from+k/len(left))
				mu.Lock()
				switch {
				case err == nil:
					scores[k], done[k] = score, true
					ended++
					if s.Progress != nil {
						s.Progress(from+ended/len(left), len(left))
					}
				case ctx.Err() == nil: // not merely interrupted
					failed = err
					cancel(err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failed != nil {
		return failed
	}
	for k := 0; k < total && !slices.Contains(done[k:k+len(left)], false); k += len(left) {
		for j, i := range left {
			r.scores[i] = append(r.scores[i], scores[k+j])
		}
		r.Draws++
	}
	r.adjust()
	return nil
}

// drop drops those that are behind another.
func (r *Race) drop() {
	left := r.left()
	t := r.quantile(1-level/float64(looks*max(len(r.gains)-1, 1)), r.Draws) // one-sided
	for _, i := range left {
		for _, j := range left {
			if i != j && !r.dropped[j] && paired(r.gains[i], r.gains[j], t).High < 0 {
				r.dropped[i] = true
				break
			}
		}
	}
}

// halve sets all but the better half aside; the one advised stays.
func (r *Race) halve() {
	left, a := r.left(), r.advised()
	slices.SortStableFunc(left, func(i, j int) int {
		if i == a || j == a {
			return map[bool]int{true: -1, false: 1}[i == a]
		}
		return cmp.Compare(stat.Mean(r.gains[j], nil), stat.Mean(r.gains[i], nil))
	})
	for _, i := range left[min(len(left), max(finalists, (len(left)+1)/2)):] {
		r.aside[i] = true
	}
}

// decided reports whether everything worth knowing is known.
func (r *Race) decided() bool {
	a := r.advised()
	scale := math.Abs(stat.Mean(r.gains[a], nil))
	for _, i := range r.left() {
		if i != a && r.ahead(i) < 0 && r.against(i, a).Half() > enough*scale {
			return false
		}
	}
	return true
}
