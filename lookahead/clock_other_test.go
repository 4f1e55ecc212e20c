//go:build !linux

package lookahead

import "time"

var begun = time.Now()

// spent is the time on the wall where that of a thread is not to be had.
func spent() time.Duration { return time.Since(begun) }
