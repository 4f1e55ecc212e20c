package testkit

import (
	"testing"
	"time"
)

// OK ends a test, a benchmark or a property (rapid.T) if there is an error.
func OK(t interface {
	Helper()
	Fatal(args ...any)
}, err error,
) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// waits is how long WaitFor waits for what must come, on a busy machine too.
const waits = time.Minute

// WaitFor polls every few milliseconds until a condition holds, and fails the test if it never
// does. It is for what sends no event: processes, files, counts of goroutines.
func WaitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for late := time.After(waits); !holds(); {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("%s: not within %v", what, waits)
		}
	}
}
