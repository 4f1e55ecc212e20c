package journal

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"farsight/internal/testkit"
)

// study is a small study in two dimensions, with text that JSON must escape.
func study() Created {
	return Created{
		Name: "bread", Problem: "name = \"bread\" # <é> & \"quotes\"\n\tbudget = 10\n",
		Parameters: []string{"hours", "degrees"}, Policy: "ei-puc", Seed: 1<<63 + 1, Budget: 10,
		Design: [][]float64{{1, 200}, {2, 220}}, Program: "farsight test",
	}
}

// clock ticks a second a call.
func clock() func() time.Time {
	t := time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)
	return func() time.Time { t = t.Add(time.Second); return t }
}

// script uses every kind of event a person can cause, after Created; the last of
// them need version 2.
var script = []Body{
	Told{X: []float64{1, 200}, Value: 0, Cost: 4, Design: 1, Source: "the problem's file"},
	Told{X: []float64{2, 220}, Value: 1.5, Cost: 2, Design: 2},
	Asked{X: []float64{1.25, 230}, Policy: "ei-puc", Decision: []byte(`{"ei":0.25,"cost":[1.5,2.5]}`)},
	Told{X: []float64{1.25, 230}, Value: 2.25, Cost: 3, Answers: 4, Source: "ana"},
	Asked{X: []float64{1.5, 235}},
	Told{X: []float64{1.5, 235}, Cost: 2.5, Failed: true, Answers: 6, Note: "oven broke"},
	Noted{Text: "the oven is being repaired"},
	Told{X: []float64{3, 180}, Value: -1e-300, Cost: 6},
	BudgetChanged{Delta: 4},
	Asked{X: []float64{1.75, 240}},
	Told{X: []float64{1.7, 241}, Value: 2.5, Cost: 1},
	Undone{Seq: 12},
	BudgetChanged{Delta: -1.5},
	Undone{Seq: 14},
	Asked{X: []float64{1.8, 236}, As: "oven-2", Held: true, Expires: time.Date(2026, 1, 2, 5, 0, 0, 0, time.UTC)},
	Asked{X: []float64{1.9, 237}, Held: true},
	Told{X: []float64{1.9, 237}, Value: 2, Cost: 0.5, Answers: 17, Sd: 0.25},
	Skipped{Seq: 16, Expired: true},
	Amended{Line: 5, Value: ref(2.5), Note: ref("misread <scale>")},
	Told{X: []float64{2.5, 200}, Value: 1, Cost: 50, Free: true},
	Set{Policy: "ei", Problem: "name = \"bread\"\nbudget = 12\n", Reason: "a new oven"},
	Undone{Seq: 22},
	Asked{X: []float64{1.75, 240}},
}

func ref[T any](v T) *T { return &v }

// whole creates a journal of script's events and returns it.
func whole(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := Create(path, study(), Settings{Now: clock()})
	testkit.OK(t, err)
	for i, b := range script {
		if _, err := j.Append(i+1, b); err != nil {
			t.Fatalf("event %d: %v", i+2, err)
		}
	}
	return j
}

func newPath(t testing.TB) string { return filepath.Join(fastDir(t), "bread.study") }

// fastDir is a directory where syncing costs nothing, if there is one: what is
// tested thousands of times there is what is read, not what the disk does.
func fastDir(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "journal-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func mustOpen(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := Open(path, Settings{})
	testkit.OK(t, err)
	return j
}

func readBytes(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	testkit.OK(t, err)
	return b
}

func writeBytes(t testing.TB, path string, b []byte) {
	t.Helper()
	testkit.OK(t, os.WriteFile(path, b, 0o644))
}

// same compares events or states; NaN, the value of a failed evaluation, is
// equal to itself, and an empty list to none.
var same = []cmp.Option{
	cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmp.AllowUnexported(State{}, Ledger{}, step{}),
}
