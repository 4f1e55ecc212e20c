package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"farsight/lookahead"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
)

// Shared is what explorers of one process have in common: the built-in problems and what was
// computed of them. A run is the same to the bit for all who run the same policy on the same
// problem by the same seed, so that the first session that needs a step computes it for all. It is
// safe for concurrent use.
type Shared struct {
	seed     uint64
	problems map[string]func() (*scenarios.Problem, error)

	mu      sync.Mutex
	known   map[*scenarios.Problem]bool
	replays []*replay // the most recently wanted last
}

// mostReplays is how many replays are kept for those who come later.
const mostReplays = 64

// NewShared shares what is run by a seed.
func NewShared(seed uint64) *Shared {
	s := &Shared{seed: seed, problems: map[string]func() (*scenarios.Problem, error){}, known: map[*scenarios.Problem]bool{}}
	for _, name := range builtin.Names() {
		s.problems[name] = sync.OnceValues(func() (*scenarios.Problem, error) {
			p, err := builtin.Load(name, seed)
			if err == nil {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.known[p] = true
			}
			return p, err
		})
	}
	return s
}

// Load finds a built-in problem by its name, and nothing else. It is meant for
// Options.Load.
func (s *Shared) Load(name string, seed uint64) (*scenarios.Problem, error) {
	find := s.problems[name]
	switch {
	case find == nil:
		return nil, fmt.Errorf("there is no scenario %q", name)
	case seed != s.seed:
		return builtin.Load(name, seed)
	}
	return find()
}

// replayKey is all that a run depends on.
type replayKey struct {
	problem *scenarios.Problem
	policy  policy.Policy
	seed    uint64
	limit   int
}

// replay returns the common replay of a policy, or nil where there is none: of
// problems that were changed, or drawn by another seed.
func (s *Shared) replay(p *scenarios.Problem, q policy.Policy, set study.Settings) *replay {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known[p] {
		return nil
	}
	key := replayKey{p, q, set.Seed, set.Limit}
	i := slices.IndexFunc(s.replays, func(r *replay) bool { return r.key == key })
	var r *replay
	switch {
	case i >= 0:
		r = s.replays[i]
		s.replays = slices.Delete(s.replays, i, i+1)
	default:
		r = &replay{key: key, told: new(atomic.Uint64), computing: make(chan struct{}, 1)}
		if len(s.replays) == mostReplays {
			s.replays = slices.Delete(s.replays, 0, 1) // those who look at it keep it
		}
	}
	s.replays = append(s.replays, r)
	return r
}

// replay is a policy's run, each step computed by the first session that needs it.
type replay struct {
	key       replayKey
	told      *atomic.Uint64 // how far the decision in progress is
	computing chan struct{}  // full while a session computes the next step
	runner    *runner        // of the computing session

	mu    sync.Mutex
	snaps []study.Snapshot
	err   error

	curves   memo[SceneKey, lookahead.CurveUpdate]
	horizons memo[int, []lookahead.Horizon]
}

// step returns a step, at most one beyond those known. It is computed by next,
// which keeps the runner whatever comes of it.
func (r *replay) step(ctx context.Context, step int, next func(context.Context, *runner) (*runner, study.Snapshot, error)) (study.Snapshot, error) {
	for {
		if s, ok, err := r.look(step); ok || err != nil {
			return s, err
		}
		select {
		case r.computing <- struct{}{}:
		case <-ctx.Done():
			return study.Snapshot{}, ctx.Err()
		}
		if err := r.extend(ctx, step, next); err != nil {
			return study.Snapshot{}, err
		}
	}
}

func (r *replay) look(step int) (s study.Snapshot, ok bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if step < len(r.snaps) {
		return r.snaps[step], true, nil
	}
	return s, false, r.err
}

// extend computes the next step unless another session just has.
func (r *replay) extend(ctx context.Context, step int, next func(context.Context, *runner) (*runner, study.Snapshot, error)) error {
	defer func() { <-r.computing }()
	if _, ok, err := r.look(step); ok || err != nil {
		return err
	}
	var s study.Snapshot
	var err error
	r.runner, s, err = next(ctx, r.runner)
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // cancelled: the step itself did not fail
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err = err; err == nil {
		r.snaps = append(r.snaps, s)
	}
	return err
}

// curve brings a curve of a step: the one that is known, or what compute brings
// on its way there. On a nil replay it is computed.
func (r *replay) curve(ctx context.Context, key SceneKey, bring func(lookahead.CurveUpdate), compute func() (lookahead.CurveUpdate, error)) {
	if r == nil {
		_, _ = compute() // an error can only be a cancelled run's: the curve is not needed any more
		return
	}
	mine := false
	u, ok := r.curves.get(ctx, key, func() (lookahead.CurveUpdate, bool) {
		mine = true
		u, err := compute()
		return u, err == nil && u.Done
	})
	if ok && !mine {
		bring(u)
	}
}

// Horizon is the value of longer horizons at a step; nil if the computation was cancelled. On a nil
// replay it is computed.
func (r *replay) Horizon(ctx context.Context, step int, compute func() ([]lookahead.Horizon, error)) []lookahead.Horizon {
	if r == nil {
		all, _ := compute() // as above
		return all
	}
	all, _ := r.horizons.get(ctx, step, func() ([]lookahead.Horizon, bool) {
		all, err := compute()
		return all, err == nil && ctx.Err() == nil
	})
	return all
}

// memo caches values; the first caller computes them, others wait. The zero value is empty.
type memo[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]*memoised[V]
}

type memoised[V any] struct {
	computing chan struct{} // full while a caller computes, and once it is known
	known     chan struct{} // closed once it is known
	value     V
}

// get returns a value. If compute reports that it was cancelled, a waiting caller computes instead.
// It is false without a value.
func (m *memo[K, V]) get(ctx context.Context, key K, compute func() (V, bool)) (V, bool) {
	m.mu.Lock()
	if m.values == nil {
		m.values = map[K]*memoised[V]{}
	}
	v := m.values[key]
	if v == nil {
		v = &memoised[V]{computing: make(chan struct{}, 1), known: make(chan struct{})}
		m.values[key] = v
	}
	m.mu.Unlock()
	var none V
	select {
	case <-v.known:
		return v.value, true
	case <-ctx.Done():
		return none, false
	case v.computing <- struct{}{}:
	}
	found := false
	defer func() {
		if !found {
			<-v.computing // a panic of compute passes through here too
		}
	}()
	value, ok := compute()
	if !ok {
		return none, false
	}
	found, v.value = true, value
	close(v.known)
	return value, true
}
