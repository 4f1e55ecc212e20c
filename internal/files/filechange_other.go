//go:build !linux

package files

import "context"

// Watch is nil: this system reports no changes.
func Watch(context.Context, string) <-chan struct{} { return nil }
