package luck

import (
	"sync"
	"time"

	"farsight/experiment"
)

// State is an experiment at a moment.
type State struct {
	Name      string
	Summary   experiment.Summary // of what is done; no problems: nothing is
	Done      int                // runs
	Total     int                // 0: unknown
	Found     int                // of those done, before this execution began
	Decisions int                // of this execution
	Took      time.Duration      // since it began
	Busy      []string           // what each worker runs; "": nothing
	Failure   string             // why it stopped
	Ended     bool
}

// Rate is decisions a second; 0 where there is no telling.
func (s State) Rate() float64 {
	if s.Took <= 0 {
		return 0
	}
	return float64(s.Decisions) / s.Took.Seconds()
}

// Left is how long the rest takes at the pace so far; false where there is no
// telling.
func (s State) Left() (time.Duration, bool) {
	made := s.Done - s.Found
	if s.Total == 0 || made <= 0 || s.Took <= 0 {
		return 0, false
	}
	return time.Duration(float64(s.Took) / float64(made) * float64(s.Total-s.Done)), true
}

// Source returns the state of an experiment. Calls are repeated and never concurrent.
type Source func() (State, error)

// Board is where an execution publishes its state, for a screen to show. It is safe for concurrent
// use.
type Board struct {
	mu      sync.Mutex
	state   State
	began   time.Time
	records []experiment.Record
	summed  int // records in the state's summary
}

// NewBoard is that of an experiment that begins now.
func NewBoard(name string) *Board {
	return &Board{state: State{Name: name}, began: time.Now()}
}

// Begin takes in the runs that were done before.
func (b *Board) Begin(done []experiment.Record, p experiment.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.records, b.state.Done, b.state.Total, b.state.Found = done, p.Done, p.Total, p.Found
}

// Progress takes a finished run in.
func (b *Board) Progress(p experiment.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Done, b.state.Total, b.state.Found = p.Done, p.Total, p.Found
	b.state.Decisions += len(p.Last.Timing.Decisions)
	b.records = append(b.records, p.Last)
}

// Started takes in what a worker has begun.
func (b *Board) Started(worker int, what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.state.Busy) <= worker {
		b.state.Busy = append(b.state.Busy, "")
	}
	b.state.Busy[worker] = what
}

// End says that the execution is over, and why if it failed.
func (b *Board) End(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Ended, b.state.Busy, b.state.Took = true, nil, time.Since(b.began)
	if err != nil {
		b.state.Failure = err.Error()
	}
}

// State returns the state.
func (b *Board) State() (State, error) {
	b.mu.Lock()
	s, records, summed := b.state, b.records, b.summed
	s.Busy = append([]string(nil), s.Busy...)
	b.mu.Unlock()
	if !s.Ended {
		s.Took = time.Since(b.began)
	}
	if len(records) == summed {
		return s, nil
	}
	var err error
	if s.Summary, err = experiment.Summarise(records); err != nil {
		return s, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Summary, b.summed = s.Summary, len(records)
	return s, nil
}
