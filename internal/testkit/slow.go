package testkit

import (
	"os"
	"testing"
)

// Some tests are skipped where everything takes many times as long and other tests cover the same:
// under the race detector (ten times), in an emulator (forty times; it sets FARSIGHT_EMULATED) and
// without assembly.

// SkipSlow skips a long search or a whole run under the race detector, in an
// emulator and without assembly.
func SkipSlow(t testing.TB) {
	t.Helper()
	SkipRace(t)
	SkipEmulated(t)
	if plain {
		t.Skip("long, and found by shorter tests: not without assembly")
	}
}

// SkipRace skips a test that starts no goroutines, or only such as shorter tests
// start, under the race detector.
func SkipRace(t testing.TB) {
	t.Helper()
	if race {
		t.Skip("long, and nothing that others do not race for: not under the race detector")
	}
}

// SkipEmulated skips a test in an emulator: of goroutines, files or other processes,
// which do not depend on the processor, or of whole runs.
func SkipEmulated(t testing.TB) {
	t.Helper()
	if os.Getenv("FARSIGHT_EMULATED") != "" {
		t.Skip("does not depend on the processor: not in an emulator")
	}
}
