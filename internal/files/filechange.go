package files

// This file tells when a file may have changed, where the system does: who waits for that
// need not look again and again.

import "context"

// Watch is told after every change of the file, once for several in a row, until ctx ends. It is
// closed when it is told nothing more, as when another file takes the place of this one; nil where
// the system tells nothing. Some file systems tell of changes by this machine only: look once in a
// while all the same.
func Watch(ctx context.Context, path string) <-chan struct{} { return watch(ctx, path) }
