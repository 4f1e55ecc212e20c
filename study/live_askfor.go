package study

import (
	"context"
	"errors"
	"slices"
	"time"

	"farsight/internal/workers"
	"farsight/study/journal"
)

// AskOptions are the number and the owner of the suggestions wanted. The zero value
// is one without an owner.
type AskOptions struct {
	Count   int           // number of pending suggestions; 0: one
	As      string        // owner, such as a machine; "": none
	Expires time.Duration // how long new ones stay pending at most; 0: until they are told or skipped
	Same    []string      // parameters that all of them share, as those of one oven; values of the oldest
}

// AskFor returns the owner's pending suggestions, the oldest first, and makes more up
// to the number wanted: each is chosen given all that are pending. Asking again
// returns the same ones.
//
// If there are fewer, the error says why (an EndedError or a *WaitError), and the
// others are returned with it.
func (l *Live) AskFor(ctx context.Context, o AskOptions) ([]Suggestion, error) {
	want, began := max(1, o.Count), l.journal.Now() // what is made in this call does not expire in it
	for {
		now, err := l.now()
		if err != nil {
			return nil, err
		}
		if gone := now.expired(began); len(gone) > 0 {
			if _, err := l.journal.AppendAll(now.state.Seq, gone...); err != nil && !isStale(err) {
				return nil, err
			}
			continue
		}
		own := now.pendingOf(func(a journal.Ask) bool { return a.As == o.As })
		with, err := now.common(own, o.Same)
		if err != nil {
			return own, err
		}
		if len(own) >= want {
			return own[:want], nil
		}
		asked, err := workers.Soon(ctx, func() (journal.Asked, error) { return l.next(ctx, now, with) })
		if err != nil {
			return own, err
		}
		asked.As = o.As
		// Among others it is not withdrawn when one of them is told.
		asked.Held = o.As == "" && (want > 1 || len(now.state.Asks) > 0)
		if o.Expires > 0 {
			asked.Expires = later(began, l.journal.Now()).UTC().Add(o.Expires).Truncate(time.Millisecond).Add(time.Millisecond)
		}
		// If others wrote in the meantime, decide again.
		if _, err = l.journal.Append(now.state.Seq, asked); err != nil && !isStale(err) {
			return own, err
		}
	}
}

// later returns the later of two times, because clocks can be set back.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func isStale(err error) bool {
	var stale *journal.StaleError
	return errors.As(err, &stale)
}

// AllPending returns all pending suggestions, the oldest first.
func (l *Live) AllPending() []Suggestion {
	now, err := l.now()
	if err != nil {
		return nil
	}
	return now.pendingOf(func(journal.Ask) bool { return true })
}

func (p present) pendingOf(mine func(journal.Ask) bool) []Suggestion {
	var out []Suggestion
	for _, a := range p.state.Asks {
		if mine(a) {
			out = append(out, p.suggestion(a))
		}
	}
	return out
}

// expired returns the events that drop suggestions past their time.
func (p present) expired(now time.Time) []journal.Body {
	var out []journal.Body
	for _, a := range p.state.Asks {
		if !a.Expires.IsZero() && now.After(a.Expires) {
			out = append(out, journal.Skipped{Seq: a.Seq, Expired: true})
		}
	}
	return out
}

// answers returns the suggestion that an answer is about: that of its line, of its
// owner, at its point, or the one without owner. nil: none.
func (l *Live) answers(now present, a Answer) (*journal.Ask, error) {
	if a.Ask != 0 {
		ask, ok := now.state.Answerable(a.Ask)
		if ok {
			return &ask, nil
		}
		if e, ok := now.answered(a.Ask); ok {
			return nil, &AnsweredError{ask: a.Ask, Told: e, Same: a.says(e), says: Words(now.problem, e.Told)}
		}
		return nil, l.notPending(a.Ask)
	}
	var mine []journal.Ask
	for _, ask := range now.state.Asks {
		if ask.As == a.As {
			mine = append(mine, ask)
		}
	}
	if a.X != nil && !a.Moved {
		at := func(ask journal.Ask) bool { return readSame(a.X, ask.X) }
		if i := slices.IndexFunc(mine, at); i >= 0 {
			return &mine[i], nil
		}
		// Without an owner, the point decides.
		if i := slices.IndexFunc(now.state.Asks, at); i >= 0 && a.As == "" {
			return &now.state.Asks[i], nil
		}
		if a.As == "" {
			return nil, nil
		}
	}
	switch {
	case len(mine) == 1 && (a.X == nil || a.Moved):
		return &mine[0], nil
	case len(now.state.Asks) == 0 && a.As == "":
		return nil, nil
	}
	return nil, &journal.WhichError{As: a.As, Asks: mine, All: now.state.Asks, Elsewhere: a.X != nil && !a.Moved}
}

// One returns the pending suggestion of an owner, or the one without; the error is a
// *journal.WhichError if there are several.
func (l *Live) One(as string) (Suggestion, error) {
	now, err := l.now()
	if err != nil {
		return Suggestion{}, err
	}
	a, err := l.answers(now, Answer{As: as})
	switch {
	case err != nil:
		return Suggestion{}, err
	case a == nil:
		return Suggestion{}, errNothingAsked
	}
	return now.suggestion(*a), nil
}

var errNothingAsked = errors.New("there is no suggestion to skip: ask first")
