package peer

import (
	"context"
	"errors"
	"slices"
	"sync"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/session"
)

// Server decides for another worker. It is safe for concurrent use.
type Server struct {
	send func([]byte)
	// turns leave the thread to the messages between two pieces of work.
	turns session.Background
	parse func(name, text string) (*scenarios.Problem, error)

	mu     sync.Mutex
	runs   []*run // the last one asked for last
	cancel map[uint64]context.CancelFunc
}

// mostRuns is how many runs are kept: those on the screen, and some that may be
// gone back to.
const mostRuns = 6

// NewServer answers by send, which must not wait, and reads problem files by
// parse. What is asked is to be given to Receive.
func NewServer(send func([]byte), turns session.Background, parse func(name, text string) (*scenarios.Problem, error)) *Server {
	s := &Server{send: send, turns: turns, parse: parse, cancel: map[uint64]context.CancelFunc{}}
	s.answer(answer{}) // here we are
	return s
}

func (s *Server) answer(a answer) { s.send(session.Encode(a)) }

// Receive takes in what is asked. It never waits.
func (s *Server) Receive(b []byte) {
	var q ask
	if session.Decode(b, &q) != nil || q.ID == 0 {
		s.answer(answer{}) // nobody waits for what was not understood
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.Cancel {
		if end := s.cancel[q.ID]; end != nil {
			end()
		}
		return
	}
	r := s.run(q)
	if r == nil {
		s.answer(answer{ID: q.ID, Final: true, Unknown: true})
		return
	}
	ctx, end := context.WithCancel(context.Background())
	s.cancel[q.ID] = end
	go func() {
		a := s.decide(ctx, r, q)
		s.mu.Lock()
		delete(s.cancel, q.ID)
		s.mu.Unlock()
		end()
		s.answer(a)
	}()
}

// run finds the run that is meant, or begins it; nil: nobody has said what it is.
func (s *Server) run(q ask) *run {
	i := slices.IndexFunc(s.runs, func(r *run) bool { return r.number == q.Run })
	var r *run
	switch {
	case i >= 0:
		r = s.runs[i]
		s.runs = slices.Delete(s.runs, i, i+1)
	case q.Order == nil:
		return nil
	default:
		r = &run{number: q.Run, order: q.Order, free: make(chan struct{}, 1)}
		if len(s.runs) == mostRuns {
			s.runs = slices.Delete(s.runs, 0, 1)
		}
	}
	s.runs = append(s.runs, r)
	return r
}

// run is one that is computed here. One ask at a time holds it.
type run struct {
	number uint64
	order  *order
	free   chan struct{} // full while it is held
	study  *study.Study
	made   int // evaluations after the initial design
	tell   func(share float64)
}

// leastShare is what must be done of a decision between two words on how far it is.
const leastShare = 0.02

// decide answers an ask. A panic is for the other worker to meet by itself: it
// can show it.
func (s *Server) decide(ctx context.Context, r *run, q ask) (a answer) {
	a = answer{ID: q.ID, Final: true}
	defer func() {
		if recover() != nil {
			a = answer{ID: q.ID, Final: true} // neither made nor failed
		}
	}()
	select {
	case r.free <- struct{}{}:
	case <-ctx.Done():
		a.Failed = ctx.Err().Error()
		return a
	}
	defer func() { <-r.free }()
	told := 0.0
	r.tell = func(share float64) {
		if share >= told+leastShare { // some tell it a thousand times
			told = share
			s.answer(answer{ID: q.ID, Share: share})
		}
	}
	made, err := s.advance(ctx, r, q.Evaluations)
	if err != nil {
		a.Failed = err.Error()
		return a
	}
	a.Made = &made
	return a
}

// errBack says that a decision was asked for that is no longer there.
var errBack = errors.New("a decision before the last was asked for")

// advance goes on to the decision after so many evaluations.
func (s *Server) advance(ctx context.Context, r *run, evaluations int) (study.Made, error) {
	if s.turns != nil {
		work, end, err := s.turns.Begin(ctx)
		if err != nil {
			return study.Made{}, err
		}
		defer end()
		ctx = work
	}
	if r.study == nil {
		p, err := r.order.problem(s.parse)
		if err != nil {
			return study.Made{}, err
		}
		st, err := study.New(ctx, p, r.order.Policy, study.Settings{
			Seed: r.order.Seed, Limit: r.order.Limit, Light: r.order.Light, Workers: 1,
			Progress: func(share float64) { r.tell(share) },
		})
		if err != nil {
			return study.Made{}, err
		}
		r.study = st
	}
	if evaluations < r.made {
		return study.Made{}, errBack
	}
	for ; r.made < evaluations; r.made++ {
		if err := r.study.Step(ctx); err != nil {
			return study.Made{}, err
		}
	}
	if err := r.study.Decide(ctx); err != nil {
		return study.Made{}, err
	}
	return r.study.Made(), nil
}
