package peer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/session"
)

// Client asks another worker for decisions. It is safe for concurrent use.
type Client struct {
	send    func([]byte)
	patient time.Duration // how long silence is borne; a part of it passes between two asks whether anybody is there

	mu      sync.Mutex
	gone    bool
	there   bool // the other worker has said something
	heard   time.Time
	runs    uint64
	asks    uint64
	waiting map[uint64]chan answer
}

// silence is how long the other worker may say nothing while it is asked: it
// answers between two pieces of its work.
const silence = 20 * time.Second

// NewClient asks by send, which must not wait. What comes back is to be given to
// Receive.
func NewClient(send func([]byte)) *Client {
	return &Client{send: send, patient: silence, heard: time.Now(), waiting: map[uint64]chan answer{}}
}

// Receive takes in what the other worker says.
func (c *Client) Receive(b []byte) {
	var a answer
	if session.Decode(b, &a) != nil {
		c.Lost()
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard, c.there = time.Now(), true
	ch := c.waiting[a.ID] // nil: nobody waits for it any more
	if ch == nil {
		return
	}
	if a.Final {
		delete(c.waiting, a.ID)
		for len(ch) > 0 { // room for what counts
			<-ch
		}
	}
	select {
	case ch <- a:
	default: // how far it is can be told another time
	}
}

// Lost says that the other worker is no more: whoever waits computes by itself,
// and whoever comes.
func (c *Client) Lost() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = true
	for id, ch := range c.waiting {
		delete(c.waiting, id)
		close(ch)
	}
}

// For is an explorer's other worker, which decides for its second policy, its
// fourth and so on. Text is what a problem that is no scenario was read from.
func (c *Client) For(text func(*scenarios.Problem) (string, bool)) session.Elsewhere {
	return explorer{c, text}
}

type explorer struct {
	client *Client
	text   func(*scenarios.Problem) (string, bool)
}

// Begin is a run there.
func (e explorer) Begin(o session.Order) session.Away {
	if o.Track%2 == 0 {
		return nil
	}
	said, ok := newOrder(o, e.text)
	c := e.client
	c.mu.Lock()
	defer c.mu.Unlock()
	if !ok || c.gone {
		return nil
	}
	c.runs++
	return &away{client: c, run: c.runs, order: said}
}

// away is a run in the other worker.
type away struct {
	client *Client
	run    uint64
	order  *order
	known  bool // the order was said
}

// Decide asks for a decision and waits for it.
func (w *away) Decide(ctx context.Context, evaluations int, tell func(share float64)) (study.Made, error) {
	for range 2 {
		a, err := w.client.ask(ctx, w.ask(evaluations), tell)
		switch {
		case err != nil:
			return study.Made{}, err
		case a.Unknown: // given up there, for others: say it again
			w.known = false
			continue
		case a.Failed != "":
			return study.Made{}, errors.New(a.Failed)
		case a.Made == nil:
			return study.Made{}, fmt.Errorf("%w: %w", session.ErrGone, errStrange)
		}
		return *a.Made, nil
	}
	return study.Made{}, session.ErrGone
}

func (w *away) ask(evaluations int) ask {
	a := ask{Run: w.run, Evaluations: evaluations}
	if !w.known {
		a.Order, w.known = w.order, true
	}
	return a
}

// ask waits for the final answer, for ctx, or until the other worker is lost.
func (c *Client) ask(ctx context.Context, q ask, tell func(share float64)) (answer, error) {
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		return answer{}, session.ErrGone
	}
	if len(c.waiting) == 0 {
		c.heard = time.Now() // nobody asked, and nobody was to answer
	}
	c.asks++
	q.ID = c.asks
	answers := make(chan answer, 4)
	c.waiting[q.ID] = answers
	c.mu.Unlock()
	c.send(session.Encode(q))
	check := time.NewTicker(c.patient / 4)
	defer check.Stop()
	for {
		select {
		case a, ok := <-answers:
			switch {
			case !ok:
				return answer{}, session.ErrGone
			case a.Final:
				return a, nil
			}
			tell(a.Share)
		case <-check.C:
			if c.silent() {
				c.Lost()
			} else {
				c.send(session.Encode(ask{}))
			}
		case <-ctx.Done():
			c.mu.Lock()
			delete(c.waiting, q.ID)
			c.mu.Unlock()
			c.send(session.Encode(ask{ID: q.ID, Cancel: true}))
			return answer{}, ctx.Err()
		}
	}
}

// silent tells whether nothing was heard for too long; of a worker that has yet
// to start, that is sooner.
func (c *Client) silent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.there {
		return time.Since(c.heard) > c.patient/4
	}
	return time.Since(c.heard) > c.patient
}
