//go:build !linux

package files

import "context"

// Watch is nil: this system tells nothing.
func Watch(context.Context, string) <-chan struct{} { return nil }
