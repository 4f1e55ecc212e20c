package workers

import (
	"context"
	"errors"
	"testing"
)

// What does not look at its context is left alone soon after the context's end;
// what ends in time, by a panic too, ends as if nobody had waited for it.
func TestSoon(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	begun := make(chan struct{})
	go func() { <-begun; cancel() }()
	if _, err := Soon(ctx, func() (int, error) { close(begun); <-release; return 1, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("what does not end: %v", err)
	}
	broken := errors.New("broken")
	if v, err := Soon(t.Context(), func() (int, error) { return 2, broken }); v != 2 || err != broken {
		t.Errorf("what ends: %d, %v", v, err)
	}
	defer func() {
		if p := recover(); p != "over" {
			t.Errorf("what panics: %v", p)
		}
	}()
	_, _ = Soon(t.Context(), func() (int, error) { panic("over") })
}
