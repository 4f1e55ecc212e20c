package session

import (
	"context"
	"time"
)

// slowest is how long nobody looks at a file that has not changed for a while: a
// screen that shows nothing new lets the processor sleep.
const slowest = 2 * time.Second

// Await looks, at first after a time and then ever less often, until there is
// something to tell; false: ctx has ended.
func Await(ctx context.Context, first time.Duration, look func(now time.Time) bool) bool {
	for wait := first; ; wait = min(wait*5/4, max(first, slowest)) {
		select {
		case <-ctx.Done():
			return false
		case now := <-time.After(wait):
			if look(now) {
				return true
			}
		}
	}
}
