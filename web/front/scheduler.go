package front

import (
	"context"
	"sync"
	"time"
)

// A page's program has one thread without preemption: long computations yield from time to time, so
// that keys are handled and frames are shown.

// quantum is how long a computation runs before it yields to the page.
const quantum = 10 * time.Millisecond

// scheduler shares the thread: one job computes at a time, each for a quantum.
type scheduler struct {
	page func()
	turn chan struct{} // full while no computation runs

	mu     sync.Mutex
	last   time.Time     // of the page's last turn
	hidden chan struct{} // closed when the page is seen again; nil: it is seen
}

func newScheduler(page func()) *scheduler {
	b := &scheduler{page: page, turn: make(chan struct{}, 1)}
	b.turn <- struct{}{}
	return b
}

// due reports whether the page has waited for a quantum.
func (b *scheduler) due() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Since(b.last) >= quantum
}

// hide suspends long work while the page is hidden.
func (b *scheduler) hide(hidden bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case hidden && b.hidden == nil:
		b.hidden = make(chan struct{})
	case !hidden && b.hidden != nil:
		close(b.hidden)
		b.hidden = nil
	}
}

// seen waits until the page is seen, or ctx ends.
func (b *scheduler) seen(ctx context.Context) {
	b.mu.Lock()
	hidden := b.hidden
	b.mu.Unlock()
	if hidden == nil {
		return
	}
	select {
	case <-hidden:
	case <-ctx.Done():
	}
}

// pause yields to the page if its turn is due.
func (b *scheduler) pause() {
	if !b.due() {
		return
	}
	b.page()
	b.mu.Lock()
	b.last = time.Now()
	b.mu.Unlock()
}

// Begin waits for a turn to compute (session.Background).
func (b *scheduler) Begin(ctx context.Context) (context.Context, func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	select {
	case <-b.turn:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	b.pause()
	j := &job{Context: ctx, of: b}
	return j, j.end, nil
}

// job is the context of work in progress: whenever it looks whether it should end
// it may have to wait.
type job struct {
	context.Context
	of *scheduler

	waiting sync.Mutex // held while it waits for others, so that all its goroutines wait
	ended   bool
}

// Err is where the job lets the page and others have a go.
func (j *job) Err() error {
	j.pass()
	return j.Context.Err()
}

// Done is looked at before longer stretches: another good moment.
func (j *job) Done() <-chan struct{} {
	j.pass()
	return j.Context.Done()
}

// pass gives page and others their turns once the quantum is used up, and waits while
// the page is hidden: what is short, such as saving a study, is not held. Who waits
// for a turn came first, so that two replays grow side by side.
func (j *job) pass() {
	if !j.of.due() {
		return
	}
	j.waiting.Lock()
	defer j.waiting.Unlock()
	if j.ended || !j.of.due() {
		return
	}
	j.of.turn <- struct{}{}
	j.of.pause()
	j.of.seen(j.Context)
	<-j.of.turn
}

// end gives the turn back for good.
func (j *job) end() {
	j.waiting.Lock()
	defer j.waiting.Unlock()
	if !j.ended {
		j.ended = true
		j.of.turn <- struct{}{}
	}
}
