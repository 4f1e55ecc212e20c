package study

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// Problems above these are read, but not run: large is slow, and no mistake.
const fuzzPoints, fuzzParameters = 20, 4

// runnable reports whether a problem may be run by a fuzzer: it is small, and
// reaches nothing outside.
func runnable(p *scenarios.Problem) bool {
	return p.Theorem == nil && p.Dim() <= fuzzParameters && p.Initial.Sobol <= fuzzPoints && len(p.Initial.X) <= fuzzPoints &&
		(p.Source == nil || p.Source.Permission() == nil)
}

// problems are those that ship.
func problems(f *testing.F) [][]byte {
	return testkit.Files(f, "../scenarios/builtin/*.toml", "../scenarios/builtin/template/*.toml", "../examples/expression.toml", "../examples/draw.toml", "../examples/manual.toml", "../examples/noisy.toml")
}

// Whatever problem is read can be run: a few decisions of a closed form and of
// a small tree end, with a next point or in words.
func FuzzProblem(f *testing.F) {
	testkit.SkipRace(f)
	testkit.SkipEmulated(f)
	for _, text := range problems(f) {
		f.Add(text)
	}
	dir := f.TempDir() // empty: tables are never found
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.RunBounded(t, func(ctx context.Context) {
			p, err := problemfile.Parse("fuzz.toml", data, dir)
			if err != nil || !runnable(p) {
				return
			}
			for name, decisions := range map[string]int{"ei-puc": 3, "2-b-ms-ei effort=quick": 1} {
				st, err := New(ctx, p, policy.Must(name), Settings{Limit: decisions, Workers: 1})
				if err != nil {
					continue // what cannot begin says so
				}
				for range decisions {
					if err := st.Step(ctx); err != nil || st.Stopped() != Running {
						break
					}
				}
				for i, row := range st.Snapshot().Rows {
					if err := p.CheckPoint(row.X); err != nil {
						t.Errorf("%s, row %d: %v", name, i+1, err)
					}
				}
			}
		})
	})
}

// manual is a problem that a person measures, small enough to be asked about in
// no time.
const manual = `budget = 10
[[parameter]]
name = "x"
low = 0
high = 1
[initial]
points = [[0.1], [0.5], [0.9]]
`

// Whatever is told to a study, it continues: it asks, can be looked at and is read
// again, or says why not. The numbers are four values with their costs, and what
// is added to the budget, which is also the noise of the third value and a bound
// that is set in the end; the last value and cost amend the first.
func FuzzLive(f *testing.F) {
	testkit.SkipEmulated(f)
	f.Add(testkit.NumbersText(1, 1, 2, 1, 1.5, 2, 0, 1, 3))
	for _, v := range testkit.Numbers {
		f.Add(testkit.NumbersText(v, 1, 2, 1, 1.5, 2, 0, 1, v))
		f.Add(testkit.NumbersText(1, v, 2, 1, 1.5, v, 0, 1, 3))
		f.Add(testkit.NumbersText(v, v, -v, v, v, v, 0, v, 3))
	}
	f.Fuzz(func(t *testing.T, text string) {
		numbers, ok := testkit.ReadNumbers(text, 9)
		if !ok {
			return
		}
		path := filepath.Join(liveDir(t), "fuzz.study")
		testkit.RunBounded(t, func(ctx context.Context) {
			l, err := CreateLive(path, "fuzz.toml", []byte(manual), LiveSettings{Policy: policy.Must("2-b-ms-ei effort=quick")})
			testkit.OK(t, err)
			sd := [4]float64{2: numbers[8]}
			for k := range 4 {
				if _, err := l.Ask(ctx); err != nil {
					break
				}
				if _, err := l.Tell(l.State().Seq, Answer{Value: numbers[2*k], Cost: numbers[2*k+1], Sd: sd[k], Failed: k == 3}); err != nil {
					break
				}
			}
			_, _ = l.ChangeBudget(l.State().Seq, numbers[8])
			_, _ = l.Ask(ctx)
			if s, err := l.Snapshot(); err == nil && s.Recommended != nil {
				low, high, ok := s.Recommended.Interval()
				if ok && !(low <= s.Recommended.Value && s.Recommended.Value <= high) {
					t.Errorf("believed %v, from %v to %v", s.Recommended.Value, low, high)
				}
			}
			_, _ = l.Doubts(Answer{X: []float64{0.3}, Value: numbers[6], Cost: numbers[7], Sd: numbers[8]})
			if told := l.State().Evaluations; len(told) > 0 {
				_, _ = l.Amend(l.State().Seq, journal.Amended{Line: told[0].Seq, Value: &numbers[6], Cost: &numbers[7], Sd: &numbers[8]})
			}
			bounds, _, _ := strings.Cut(strings.Replace(manual, "high = 1", fmt.Sprintf("high = %v", numbers[8]), 1), "[initial]")
			_, _ = l.Set(l.State().Seq, Change{Policy: "ei-puc", Problem: bounds})
			_, _ = l.Ask(ctx)
			_, _ = l.Snapshot()
			again, err := OpenLive(path, journal.Settings{})
			if err != nil {
				t.Fatalf("a study that was written is not read: %v", err)
			}
			if again.State().Seq != l.State().Seq {
				t.Errorf("%d lines were written, %d are read", l.State().Seq, again.State().Seq)
			}
		})
	})
}
