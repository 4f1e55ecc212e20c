//go:build !linux

package testkit

// This file times benchmarks.

import "time"

var begun = time.Now()

// ThreadTime is the time on the wall where that of a thread is not to be had.
func ThreadTime() time.Duration { return time.Since(begun) }
