//go:build !js

package journal

import (
	"context"
	"os"
	"time"

	"github.com/gofrs/flock"

	"farsight/internal/files"
)

// hold waits for the lock's file and returns the function that releases it. The lock ends with its
// process.
func hold(ctx context.Context, name string) (release func(), err error) {
	l := flock.New(name, flock.SetFlag(os.O_RDONLY|files.NoFollow))
	if _, err := l.TryLockContext(ctx, 2*time.Millisecond); err != nil {
		return nil, err
	}
	return func() { _ = l.Unlock() }, nil
}
