package testkit

// This file times benchmarks by the processor: on a machine that others
// use, too, the clock on the wall says little.

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadTime is the processor time of the thread, which must be locked.
func ThreadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
