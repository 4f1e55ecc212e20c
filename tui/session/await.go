package session

import (
	"context"
	"time"

	"farsight/internal/files"
)

const (
	// Slowest is how long nobody looks at a file that has not changed for a while: a
	// screen that shows nothing new lets the processor sleep.
	Slowest = 2 * time.Second
	// toldSlowest is the same where the system tells of changes: it may not know of
	// those that other machines make.
	toldSlowest = 10 * time.Second
	// settled is how long after it was told of somebody looks: what is being written is
	// then all there, and who writes without end does not keep us busy.
	settled = 100 * time.Millisecond
)

// Await looks at a file when it has changed or somebody stirs, at first after a time
// and then ever less often, until there is something to tell; false: ctx has ended.
func Await(ctx context.Context, path string, first time.Duration, stir <-chan struct{}, look func(now time.Time) bool) bool {
	ctx, end := context.WithCancel(ctx)
	defer end()
	told, soon := files.Watch(ctx, path), false
	wait := first
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-stir:
			timer.Reset(0)
		case _, open := <-told:
			if !open {
				told = nil
			}
			if !soon {
				soon = true
				timer.Reset(settled)
			}
		case now := <-timer.C:
			if look(now) {
				return true
			}
			soon = false
			if wait = max(first, min(wait*5/4, Slowest)); told != nil {
				wait = max(first, toldSlowest)
			}
			timer.Reset(wait)
		}
	}
}
