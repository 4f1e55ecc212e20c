package session_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"farsight/internal/files"
	"farsight/internal/testkit"
	"farsight/tui/session"
)

// Who waits for a file looks after the time asked for, and in the long run no oftener than every other
// second; an end is the end.
func TestAwaitLooksLessAndLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []time.Duration
		if !session.Await(t.Context(), "", 500*time.Millisecond, nil, func(now time.Time) bool {
			at = append(at, now.Sub(start))
			return now.Sub(start) >= time.Minute
		}) {
			t.Error("it ended by itself")
		}
		if at[0] != 500*time.Millisecond {
			t.Errorf("the first look is after %v", at[0])
		}
		if n := len(at); n > 40 || at[n-1]-at[n-2] != 2*time.Second {
			t.Errorf("%d looks in a minute, the last of them %v apart", n, at[n-1]-at[n-2])
		}
		ctx, cancel := context.WithCancel(t.Context())
		looks := 0
		if session.Await(ctx, "", time.Second, nil, func(time.Time) bool {
			if looks++; looks == 3 {
				cancel()
			}
			return false
		}) || looks > 3 {
			t.Errorf("after its end there were %d looks", looks)
		}
	})
}

// Who is stirred looks at once.
func TestAwaitIsStirred(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, stir := time.Now(), make(chan struct{}, 1)
		stir <- struct{}{}
		if !session.Await(t.Context(), "", time.Hour, stir, func(now time.Time) bool { return now.Equal(start) }) {
			t.Error("it ended by itself")
		}
	})
}

// Where the system tells of changes, one is looked at at once, however long the wait would be: an hour here. So it is
// where somebody writes without end.
func TestAwaitIsTold(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a file")
	testkit.OK(t, os.WriteFile(path, nil, 0o644))
	if files.Watch(t.Context(), path) == nil {
		t.Skip("this system tells nothing, or no more to this user")
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	testkit.OK(t, err)
	defer f.Close()
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan struct{})
	go func() {
		defer close(written)
		lines := time.NewTicker(5 * time.Millisecond)
		defer lines.Stop()
		for ctx.Err() == nil {
			<-lines.C
			f.WriteString("more\n")
		}
	}()
	if !session.Await(t.Context(), path, time.Hour, nil, func(time.Time) bool {
		info, err := os.Stat(path)
		return err == nil && info.Size() > 0
	}) {
		t.Error("it ended by itself")
	}
	stop()
	<-written
}
