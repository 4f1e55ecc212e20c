package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/jsonlog"
	"farsight/internal/testkit"
)

// checked is a results file of a few short runs.
func checked(t *testing.T) []byte {
	t.Helper()
	s := Spec{
		Replications: 2, Problems: []ProblemSpec{{Name: "dropwave", BudgetShare: 0.05}},
		Policies: []PolicySpec{{Name: "ei-puc"}, {Name: "random"}},
	}
	testkit.OK(t, s.Check())
	dir := t.TempDir()
	testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: dir, Workers: 1}))
	b, err := os.ReadFile(filepath.Join(dir, "results.jsonl"))
	testkit.OK(t, err)
	return b
}

// Whatever bit of the results is flipped, the line is named and refused, and
// salvage keeps all the others.
func TestEveryFlippedBitIsNoticed(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	sound := checked(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "results.jsonl")
	for i := 0; i < len(sound); i += testkit.SweepSize(13, 5, 1) {
		for _, bit := range []int{i % 8} {
			b := bytes.Clone(sound)
			b[i] ^= 1 << bit
			testkit.OK(t, os.WriteFile(path, b, 0o600))
			line := bytes.Count(sound[:i], []byte("\n")) + 1
			_, err := Read(dir)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("results.jsonl, line %d ", line)) {
				t.Fatalf("byte %d of line %d, bit %d: %v", i, line, bit, err)
			}
			if i%97 != 0 {
				continue
			}
			out, err := Salvage(dir)
			if err != nil || len(out) != 1 {
				t.Fatalf("byte %d, bit %d: salvaged %v, %v", i, bit, out, err)
			}
			if kept, err := os.ReadFile(out[0].original); err != nil || !bytes.Equal(kept, b) {
				t.Errorf("byte %d, bit %d: the original is not kept: %v", i, bit, err)
			}
			if records, err := Read(dir); err != nil || len(records) < 2 || len(records) != out[0].kept {
				t.Errorf("byte %d, bit %d: %d runs after salvaging, %v", i, bit, len(records), err)
			}
			_ = os.Remove(out[0].original)
		}
	}
}

// Results of earlier versions have no checksums: they are read and counted.
func TestUncheckedResults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var old bytes.Buffer
	for line := range bytes.Lines(checked(t)) {
		line = append(line[:len(line)-1-jsonlog.SealLength:len(line)-1-jsonlog.SealLength], "}\n"...)
		old.Write(bytes.Replace(line, []byte(`{"v":3,`), []byte(`{"v":1,`), 1))
	}
	write := func(b []byte) {
		t.Helper()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, "results.jsonl"), b, 0o600))
	}
	write(old.Bytes())
	if records, err := Read(dir); err != nil || len(records) != 4 {
		t.Errorf("%d runs, %v", len(records), err)
	}
	if n, err := Unchecked(dir); err != nil || n != 4 {
		t.Errorf("%d unchecked, %v", n, err)
	}
	for what, b := range map[string][]byte{
		"an unknown field": bytes.Replace(old.Bytes(), []byte(`"stop"`), []byte(`"stpp"`), 1),
		"a list too short": bytes.Replace(old.Bytes(), []byte(`"bests":[`), []byte(`"bests":[],"costs":[1,`), 1),
	} {
		write(b)
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "results.jsonl, line 1 ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A cost that no evaluation has is refused by its place, and salvage does without
// its run: reports take logarithms.
func TestCostsAreCheckedWhereTheyAreRead(t *testing.T) {
	t.Parallel()
	lines := bytes.SplitAfter(checked(t), []byte("\n"))
	var r map[string]any
	testkit.OK(t, json.Unmarshal(lines[1], &r))
	delete(r, "sum") // of the version without checksums
	delete(r, "definition")
	r["v"] = 1
	for _, cost := range []string{"0", "-0", "-1", "5e-324", "1e+300"} {
		r["costs"].([]any)[0] = json.RawMessage(cost)
		line, err := json.Marshal(r)
		testkit.OK(t, err)
		dir := t.TempDir()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, "results.jsonl"), append(append(bytes.Clone(lines[0]), line...), '\n'), 0o600))
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("results.jsonl, line 2 has costs[0] = %s: ", cost)) {
			t.Errorf("%s: %v", cost, err)
		}
		if out, err := Salvage(dir); err != nil || len(out) != 1 || out[0].kept != 1 || len(out[0].lost) != 1 {
			t.Errorf("%s: salvaged %v, %v", cost, out, err)
		}
	}
}

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
	if err := WriteCondensedFile(file, records); err != nil {
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
	if _, err := Read("damage_test.go"); err == nil || !strings.Contains(err.Error(), "nor a directory of results") {
		t.Errorf("%v", err)
	}
}
