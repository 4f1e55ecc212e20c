package serve

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// turns shares the processors among sessions: so many jobs compute at a time, one for each session
// at most, and a job that has computed for a while yields to the next. Sessions take turns, so that
// a hundred jobs of one session delay another no more than a single job.
type turns struct {
	patience time.Duration // for a job that does not look whether it should end; 0: any

	mu   sync.Mutex
	free int
	line []*share // the sessions with jobs that wait
}

// quantum is how long a job computes before others have a go.
const quantum = 20 * time.Millisecond

func newTurns(processors int) *turns { return &turns{free: processors} }

// share is a session's part in the turns.
type share struct {
	turns   *turns
	session context.Context
	overran func(what string, over <-chan struct{}) // called with jobs that do not end
	running bool
	queue   []*job
}

// share returns the part of a session that ends with its context.
func (t *turns) share(session context.Context, overran func(what string, over <-chan struct{})) *share {
	return &share{turns: t, session: session, overran: overran}
}

// Begin waits for a turn. The work's context makes it wait for others whenever
// it looks whether it was cancelled, once it has used its quantum up.
func (s *share) Begin(ctx context.Context) (context.Context, func(), error) {
	if err := s.session.Err(); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	apart := context.AfterFunc(s.session, cancel)
	j := &job{Context: ctx, share: s, ready: make(chan struct{}, 1), over: make(chan struct{})}
	if t := s.turns; t.patience > 0 && s.overran != nil {
		j.unheard = time.AfterFunc(t.patience, j.lose)
		j.unheard.Stop() // until it has a turn
	}
	ended := sync.OnceFunc(func() { close(j.over) })
	end := func() {
		j.leave()
		ended()
		apart()
		cancel()
	}
	if j.await(); ctx.Err() != nil {
		err := ctx.Err()
		end()
		return nil, nil, err
	}
	return j, end, nil
}

// job is work in progress, and the context it works under.
type job struct {
	context.Context
	share *share
	ready chan struct{} // signalled when its turn comes
	holds bool          // a turn; guarded by turns.mu
	until atomic.Int64  // end of its quantum

	over    chan struct{} // closed when it ends
	unheard *time.Timer   // gives its turn to others if it does not check for cancellation for long; may be nil

	waiting sync.Mutex // held while it waits for others, so that all its goroutines wait
}

// Err is where the job lets others have a go.
func (j *job) Err() error {
	j.pass()
	return j.Context.Err()
}

// Done is looked at before longer stretches: another good moment.
func (j *job) Done() <-chan struct{} {
	j.pass()
	return j.Context.Done()
}

// pass lets others have a go if the quantum is used up.
func (j *job) pass() {
	if time.Now().UnixNano() < j.until.Load() {
		return
	}
	j.waiting.Lock()
	defer j.waiting.Unlock()
	if time.Now().UnixNano() < j.until.Load() || j.Context.Err() != nil {
		return
	}
	t := j.share.turns
	t.mu.Lock()
	alone := len(t.line) == 0
	if !alone {
		if j.unheard != nil {
			j.unheard.Stop() // it waits, and that may take long
		}
		t.release(j)
	}
	t.mu.Unlock()
	if alone {
		j.renew()
		return
	}
	j.await()
}

// renew begins a quantum.
func (j *job) renew() {
	if j.unheard != nil {
		j.unheard.Reset(j.share.turns.patience)
	}
	j.until.Store(time.Now().Add(quantum).UnixNano())
}

// lose gives up a job that ignores cancellation: others get its turn, and its session ends.
func (j *job) lose() {
	t := j.share.turns
	t.mu.Lock()
	lost := j.holds
	t.release(j)
	t.grant()
	t.mu.Unlock()
	if lost {
		j.share.overran("a computation", j.over)
	}
}

// await queues and waits for a turn, or for the end of the job's context.
func (j *job) await() {
	t := j.share.turns
	t.mu.Lock()
	t.enqueue(j)
	t.grant()
	t.mu.Unlock()
	select {
	case <-j.ready:
		j.renew()
	case <-j.Context.Done():
		j.leave()
	}
}

// leave gives back whatever the job has: a turn, or its place in the queue.
func (j *job) leave() {
	if j.unheard != nil {
		j.unheard.Stop()
	}
	t := j.share.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	s := j.share
	if i := slices.Index(s.queue, j); i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
		if k := slices.Index(t.line, s); k >= 0 && len(s.queue) == 0 {
			t.line = slices.Delete(t.line, k, k+1)
		}
	}
	t.release(j)
	t.grant()
}

// The rest is called with the mutex held.

// enqueue puts a job behind its session's others.
func (t *turns) enqueue(j *job) {
	s := j.share
	if s.queue = append(s.queue, j); len(s.queue) == 1 {
		t.line = append(t.line, s)
	}
}

// grant gives the free turns to the sessions in line that have none.
func (t *turns) grant() {
	for i := 0; t.free > 0 && i < len(t.line); {
		s := t.line[i]
		if s.running {
			i++
			continue
		}
		j := s.queue[0]
		s.queue = s.queue[1:]
		t.line = slices.Delete(t.line, i, i+1)
		if len(s.queue) > 0 {
			t.line = append(t.line, s)
		}
		t.free--
		s.running, j.holds = true, true
		j.ready <- struct{}{}
	}
}

// release takes the turn from a job that has one.
func (t *turns) release(j *job) {
	if j.holds {
		t.free++
		j.share.running, j.holds = false, false
		select {
		case <-j.ready: // granted and never taken
		default:
		}
	}
}
