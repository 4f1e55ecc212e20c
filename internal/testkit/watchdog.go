package testkit

// This file is for fuzz tests that run the input they have parsed: a hang is a failure with the
// stacks of all goroutines, not a test that never ends. CONTRIBUTING.md describes their use.

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	// bound is how long work may take before its context ends. Long is no mistake: a large problem
	// may be.
	bound = time.Second
	// limit is how long it may take in all, on a slow and busy machine too. What
	// has not stopped by then ignores cancellation, and hangs.
	limit = 20 * time.Second
)

// RunBounded calls f in a goroutine of its own, with a context that ends after a while,
// and fails the test if f panics or does not return long after that. The
// goroutine of what hangs cannot be ended: it is left behind.
func RunBounded(t testing.TB, f func(ctx context.Context)) {
	t.Helper()
	runBounded(t, bound, limit, f)
}

func runBounded(t testing.TB, bound, limit time.Duration, f func(ctx context.Context)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	done := make(chan string, 1)
	go func() {
		var panicked string
		defer func() { done <- panicked }() // also where f ends the goroutine, as Fatal does
		defer func() {
			if r := recover(); r != nil {
				panicked = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
			}
		}()
		f(ctx)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case panicked := <-done:
		if panicked != "" {
			t.Fatal(panicked)
		}
		if t.Failed() {
			t.FailNow()
		}
	case <-timer.C:
		stacks := make([]byte, 1<<20)
		t.Fatalf("hangs: still at work after %v\n%s", limit, stacks[:runtime.Stack(stacks, true)])
	}
}

// Numbers are those that arithmetic trips over, for seeds.
var Numbers = []float64{0, 1, -1, 0.1, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-160, 1e-9, 1 << 53, 1e16, 1e100, 1e154, -1e154, 1.5e154, 1e300, 1e308, -1e308, 1.7976931348623157e308}

// NumbersText writes numbers so that a fuzzer that changes a letter changes everything,
// the exponents too: it changes numbers themselves by little.
func NumbersText(numbers ...float64) string {
	words := make([]string, len(numbers))
	for i, v := range numbers {
		words[i] = strconv.FormatFloat(v, 'e', -1, 64)
	}
	return strings.Join(words, " ")
}

// ReadNumbers reads what NumbersText writes; ok is false unless there are n finite numbers.
func ReadNumbers(text string, n int) (numbers []float64, ok bool) {
	for _, word := range strings.Fields(text) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(v) {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, len(numbers) == n
}

// Files are the contents of the files that match the patterns, of which each must
// match some.
func Files(t testing.TB, patterns ...string) [][]byte {
	t.Helper()
	var all [][]byte
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, data)
		}
	}
	return all
}
