package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/policy"
	"farsight/study"
	"farsight/study/race"
)

// raceResult is a race of policies, and what it says.
type raceResult struct {
	outset    *study.Outset
	policies  []policy.Policy
	Race      *race.Race
	standings []race.Standing
	decision  []time.Duration // what one took, by policy
	Seed      uint64
	Took      time.Duration
}

// Advised is the policy to follow.
func (a *raceResult) Advised() policy.Policy { return a.policies[a.standings[0].Contestant] }

// runRace races policies from an outset on.
func runRace(cmd *cobra.Command, o *study.Outset, policies []policy.Policy, s race.Settings) (*raceResult, error) {
	a := &raceResult{outset: o, decision: make([]time.Duration, len(policies))}
	for _, q := range policies {
		filled, err := study.Filled(q, o.Problem())
		if err != nil {
			return nil, err
		}
		a.policies = append(a.policies, q)
		s.Order = append(s.Order, raceOrder(q, filled))
	}
	s.Progress = raceProgress(cmd, len(policies))
	draws := raceDraws{outset: o}
	var mu sync.Mutex
	decisions := make([]int, len(policies))
	var err error
	a.Race, err = race.Run(cmd.Context(), len(policies), func(ctx context.Context, i, draw int) (race.Score, error) {
		d, err := draws.get(draw)
		if err != nil {
			return race.Score{}, fmt.Errorf("draw %d: %w", draw+1, err)
		}
		p, err := d.Play(ctx, policies[i])
		if err != nil {
			return race.Score{}, fmt.Errorf("%s on draw %d: %w", policies[i].Title(), draw+1, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if draw == 0 { // the others are played with less effort
			a.decision[i], decisions[i] = p.Time, p.Decisions
		}
		return race.Score{Gain: p.Gain, Luck: p.Luck[:]}, nil
	}, s)
	if err != nil {
		if cmd.Context().Err() != nil {
			return nil, cmd.Context().Err()
		}
		if errors.Is(err, race.ErrTooFew) {
			err = fmt.Errorf("%w; give it more time, such as --seconds 120, or fewer policies", err)
		}
		return nil, err
	}
	for i, n := range decisions {
		if n > 0 {
			a.decision[i] /= time.Duration(n)
		}
	}
	a.standings = a.Race.Standings()
	return a, nil
}

// raceOrder says which policies come first where none is ahead: the one that won
// where policies were judged, then those that are less to compute, closed forms,
// trees by how far they look, and what looks ahead in yet another way.
func raceOrder(q, filled policy.Policy) int {
	switch {
	case q.String() == policy.Recommended():
		return -1
	case !filled.Kind().Ahead:
		return 0
	case filled.Tree():
		return filled.Steps()
	}
	return math.MaxInt
}

// raceDraws hands out drawn functions, made once for all policies.
type raceDraws struct {
	outset *study.Outset
	mu     sync.Mutex
	of     map[int]func() (*study.Draw, error)
}

func (d *raceDraws) get(i int) (*study.Draw, error) {
	d.mu.Lock()
	if d.of == nil {
		d.of = map[int]func() (*study.Draw, error){}
	}
	draw := d.of[i]
	if draw == nil {
		draw = sync.OnceValues(func() (*study.Draw, error) { return d.outset.Draw(i) })
		d.of[i] = draw
		// They are asked for in order: two draws ago nobody is left to ask.
		delete(d.of, i-2)
	}
	d.mu.Unlock()
	return draw()
}

// raceProgress tells a person on a terminal, about once a second, how far the
// race is; nil where nobody looks.
func raceProgress(cmd *cobra.Command, of int) func(draws, left int) {
	w, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !isatty.IsTerminal(w.Fd()) {
		return nil
	}
	start := time.Now()
	last := start
	return func(draws, left int) {
		now := time.Now()
		if now.Sub(last) < time.Second {
			return
		}
		last = now
		fmt.Fprintf(w, "%.0f s: %d draws, %d of %d policies still compared\n", now.Sub(start).Seconds(), draws, left, of)
	}
}
