//go:build !linux

// Package clocktest times benchmarks.
package clocktest

import "time"

var begun = time.Now()

// Spent is the time on the wall where that of a thread is not to be had.
func Spent() time.Duration { return time.Since(begun) }
