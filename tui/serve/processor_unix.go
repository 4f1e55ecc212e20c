//go:build unix

package serve

import (
	"syscall"
	"time"
)

// processorTime is what the process has used of the processors.
var processorTime = func() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Duration(time.Now().UnixNano()) // as if it had them all the time
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
