package study

import (
	"context"
	"errors"
	"slices"
	"time"

	"farsight/internal/workers"
	"farsight/study/journal"
)

// AskOptions say how many suggestions are wanted, and whose they are. The zero
// value is one for whoever asks.
type AskOptions struct {
	Count   int           // how many are to stand; 0: one
	As      string        // whose they are: nobody else is given them; "": whoever asks
	Expires time.Duration // how long those made now stand at most; 0: until they are told or skipped
	Same    []string      // parameters that have one value in all of them, as those of one oven; that of the oldest
}

// AskFor returns suggestions that stand, the oldest first, and makes as many more
// as are wanted: each is chosen knowing those that are out already, whoever has
// been asked for them. Asking again as the same gives the same ones.
//
// If there are fewer than wanted, the error says why (an EndedError or a
// *WaitError), and those that there are come with it.
func (l *Live) AskFor(ctx context.Context, o AskOptions) ([]Suggestion, error) {
	want, began := max(1, o.Count), l.journal.Now() // what is made here does not expire here
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
		own := now.standing(func(a journal.Ask) bool { return a.As == o.As })
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
		// Beside others it must not be withdrawn when one of them is told.
		asked.Held = o.As == "" && (want > 1 || len(now.state.Asks) > 0)
		if o.Expires > 0 {
			asked.Expires = later(began, l.journal.Now()).UTC().Add(o.Expires).Truncate(time.Millisecond).Add(time.Millisecond)
		}
		// If someone told or asked meanwhile: decide on what is known now.
		if _, err = l.journal.Append(now.state.Seq, asked); err != nil && !isStale(err) {
			return own, err
		}
	}
}

// later is the later of two times: clocks are set back now and then.
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

// Standing are all suggestions that stand, whoever was asked, the oldest first.
func (l *Live) Standing() []Suggestion {
	now, err := l.now()
	if err != nil {
		return nil
	}
	return now.standing(func(journal.Ask) bool { return true })
}

func (p present) standing(mine func(journal.Ask) bool) []Suggestion {
	var out []Suggestion
	for _, a := range p.state.Asks {
		if mine(a) {
			out = append(out, p.suggestion(a))
		}
	}
	return out
}

// expired are the events that give up what nobody answered in time.
func (p present) expired(now time.Time) []journal.Body {
	var out []journal.Body
	for _, a := range p.state.Asks {
		if !a.Expires.IsZero() && now.After(a.Expires) {
			out = append(out, journal.Skipped{Seq: a.Seq, Expired: true})
		}
	}
	return out
}

// answers finds the suggestion that an answer is about: that of its line, the one
// of its machine, the one at its point, or the one that stands in common. nil: it
// is about none.
func (l *Live) answers(now present, a Answer) (*journal.Ask, error) {
	if a.Ask != 0 {
		ask, ok := now.state.Answerable(a.Ask)
		if ok {
			return &ask, nil
		}
		if e, ok := now.answered(a.Ask); ok {
			return nil, &AnsweredError{Ask: a.Ask, Told: e, Same: a.says(e), says: Words(now.problem, e.Told)}
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
		// Where nobody says whose it is, the point does.
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

// One is the suggestion that stands as somebody's, or in common; the error is a
// *journal.WhichError if it is not just one.
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
