package experiment

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// condensedRuns are a few runs, and the file they are condensed to.
func condensedRuns(t *testing.T) ([]Record, string) {
	t.Helper()
	s := small(t)
	dir := t.TempDir()
	testkit.OK(t, Run(context.Background(), s.Jobs()[:4], Settings{Dir: dir, Workers: 1}))
	records, err := Read(dir)
	if err != nil || len(records) != 4 {
		t.Fatalf("%d runs, %v", len(records), err)
	}
	file := filepath.Join(t.TempDir(), "all.runs.gz")
	if _, err := WriteCondensedFile(file, records); err != nil {
		t.Fatal(err)
	}
	return records, file
}

// A report of condensed runs has the numbers of the runs themselves.
func TestCondensedRunsAreReported(t *testing.T) {
	t.Parallel()
	records, file := condensedRuns(t)
	back, err := Read(file)
	testkit.OK(t, err)
	slices.SortFunc(records, func(a, b Record) int { return strings.Compare(a.Problem+a.Policy, b.Problem+b.Policy) })
	want, err := Summarise(records)
	testkit.OK(t, err)
	got, err := Summarise(back)
	testkit.OK(t, err)
	for i, p := range want.Problems {
		for k, q := range p.Policies {
			g := got.Problems[i].Policies[k]
			if got.Problems[i].Best != p.Best || g.Policy != q.Policy || g.Final != q.Final || g.Against != q.Against || g.Evaluations != q.Evaluations || !slices.Equal(g.Curve, q.Curve) {
				t.Errorf("%s on %s:\n%+v\nwant\n%+v", q.Policy, p.Problem, g, q)
			}
			if len(g.Costs) > 0 || !math.IsNaN(g.Seconds) {
				t.Errorf("%s on %s: costs %v and %v seconds of nowhere", q.Policy, p.Problem, g.Costs, g.Seconds)
			}
		}
	}
	if err := WriteRunsFile(filepath.Join(t.TempDir(), "runs.csv"), back); err == nil || !strings.Contains(err.Error(), "no points") {
		t.Errorf("points of condensed runs: %v", err)
	}
	// in whichever order runs came, and condensed once more, the file is the same
	slices.Reverse(records)
	var one, two bytes.Buffer
	testkit.OK(t, writeCondensed(&one, records))
	testkit.OK(t, writeCondensed(&two, back))
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(one.Bytes(), kept) || !bytes.Equal(two.Bytes(), kept) {
		t.Errorf("%d and %d bytes, want the same %d (%v)", one.Len(), two.Len(), len(kept), err)
	}
}

// A single bit anywhere in a run is told, in words that fit.
func TestRunsAreHeldAgainstThoseKept(t *testing.T) {
	t.Parallel()
	records, file := condensedRuns(t)
	kept, err := Read(file)
	testkit.OK(t, err)
	if a := CheckAgain(records, kept); a.Same != 4 || len(a.Different) > 0 || a.Unknown > 0 {
		t.Fatalf("%+v", a)
	}
	bit := func(v *float64) { *v = math.Nextafter(*v, 2) }
	for what, change := range map[string]func(r *Record){
		"the same best value by other evaluations":  func(r *Record) { bit(&r.X[0][0]) },
		"the same best value by other evaluations ": func(r *Record) { bit(&r.Models[1].Cost.Noise) },
		"best value ":           func(r *Record) { bit(&r.Best) },
		" evaluations, kept ":   func(r *Record) { r.Evaluations++; r.Stop = "limit" },
		"its definition differ": func(r *Record) { r.Definition = definition{"budget": "41"} },
		"kept of engine":        func(r *Record) { r.Engine++ },
		"it was run otherwise":  func(r *Record) { r.Settings += " noise-min 1" },
	} {
		again, err := Read(put(t, records))
		testkit.OK(t, err)
		change(&again[2])
		a := CheckAgain(again, kept)
		if a.Same != 3 || len(a.Different) != 1 || !strings.Contains(a.Different[0].What, strings.TrimSpace(what)) {
			t.Errorf("%s: %+v", what, a)
		}
	}
	records[0].Seed += 1000
	if a := CheckAgain(records, kept); a.Same != 3 || a.Unknown != 1 {
		t.Errorf("of an unknown seed: %+v", a)
	}
}

// What is not whole is refused, and so is what never was a condensed file.
func TestCondensedFilesMustBeWhole(t *testing.T) {
	t.Parallel()
	_, file := condensedRuns(t)
	data, err := os.ReadFile(file)
	testkit.OK(t, err)
	for n := range len(data) {
		if n%7 > 0 {
			continue
		}
		testkit.OK(t, os.WriteFile(file, data[:n], 0o644))
		if _, err := Read(file); err == nil || !strings.Contains(err.Error(), "not a whole file of condensed runs") {
			t.Fatalf("of %d bytes %d: %v", len(data), n, err)
		}
	}
	if _, err := Read("condensed_test.go"); err == nil || !strings.Contains(err.Error(), "nor a directory of results") {
		t.Errorf("%v", err)
	}
}
