package session_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"farsight/tui/session"
)

// Who waits for a file looks after the time asked for, and in the long run no oftener than every other
// second; an end is the end.
func TestAwaitLooksLessAndLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []time.Duration
		if !session.Await(t.Context(), 500*time.Millisecond, func(now time.Time) bool {
			at = append(at, now.Sub(start))
			return now.Sub(start) >= time.Minute
		}) {
			t.Error("it ended by itself")
		}
		if at[0] != 500*time.Millisecond {
			t.Errorf("the first look is after %v", at[0])
		}
		if n := len(at); n > 40 || at[n-1]-at[n-2] != 2*time.Second {
			t.Errorf("%d looks in a minute, the last of them %v apart", n, at[n-1]-at[n-2])
		}
		ctx, cancel := context.WithCancel(t.Context())
		looks := 0
		if session.Await(ctx, time.Second, func(time.Time) bool {
			if looks++; looks == 3 {
				cancel()
			}
			return false
		}) || looks > 3 {
			t.Errorf("after its end there were %d looks", looks)
		}
	})
}
