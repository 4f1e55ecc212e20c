package testkit

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// recorder is a test that keeps why it failed.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper()      {}
func (r *recorder) Failed() bool { return r.failed != "" }
func (r *recorder) FailNow()     { runtime.Goexit() }
func (r *recorder) Fatal(args ...any) {
	r.failed = fmt.Sprint(args...)
	runtime.Goexit()
}
func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func TestRunBounded(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for name, c := range map[string]struct {
		f    func(context.Context)
		want string // in the failure; "": none
	}{
		"returns":  {func(context.Context) {}, ""},
		"is told":  {func(ctx context.Context) { <-ctx.Done() }, ""},
		"panics":   {func(context.Context) { panic("over") }, "panic: over"},
		"does not": {func(context.Context) { <-release }, "hangs"},
	} {
		r := &recorder{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			runBounded(r, time.Millisecond, time.Second, c.f)
		}()
		<-done
		if !strings.Contains(r.failed, c.want) || c.want == "" && r.failed != "" {
			t.Errorf("what %s: %q, want %q", name, r.failed, c.want)
		}
		if c.want != "" && !strings.Contains(r.failed, "TestRun") {
			t.Errorf("what %s: no stack in %q", name, r.failed)
		}
	}
}
