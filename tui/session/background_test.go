package session

import (
	"context"
	"errors"
	"testing"
)

// asked counts how often it is asked whether it has ended.
type asked struct {
	context.Context
	times int
}

func (a *asked) Err() error { a.times++; return a.Context.Err() }

// A context with an end of its own still asks the one of the turn, which may make
// the work wait for others then.
func TestEnoughAsksTheTurn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	turn := &asked{Context: ctx}
	work, end := Enough(turn)
	if err := work.Err(); err != nil || turn.times != 1 {
		t.Errorf("%v, the turn was asked %d times", err, turn.times)
	}
	if end(); !errors.Is(work.Err(), context.Canceled) || turn.times != 2 || ctx.Err() != nil {
		t.Errorf("ended: %v, asked %d times, the turn itself %v", work.Err(), turn.times, ctx.Err())
	}
	work, _ = Enough(turn)
	if cancel(); !errors.Is(work.Err(), context.Canceled) {
		t.Error("the turn has ended, and the work goes on")
	}
}
