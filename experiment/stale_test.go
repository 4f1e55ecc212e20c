package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

const reactor = `name = "reactor"
title = "a reactor"
note = """
budget = 3
is said here, and no part of it"""
budget = 6

[[parameter]]
name = "x"
low = 0
high = 1

[objective]
expression = "sin(6*x)"

[cost]
expression = "1 + x"

[initial]
points = [[0.1], [0.9]]
`

// lab is a folder with a problem that can be changed, and a run of some policies on it.
type lab struct {
	t   *testing.T
	dir string
}

func newLab(t *testing.T, text string) lab {
	t.Helper()
	l := lab{t, t.TempDir()}
	l.write("reactor.toml", text)
	return l
}

func (l lab) write(name, text string) {
	l.t.Helper()
	if err := os.WriteFile(filepath.Join(l.dir, name), []byte(text), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

func (l lab) run(discard bool, policies ...PolicySpec) error {
	l.t.Helper()
	s := Spec{Replications: 2, Problems: []ProblemSpec{{Name: filepath.Join(l.dir, "reactor.toml")}}, Policies: policies}
	if err := s.Check(); err != nil {
		l.t.Fatal(err)
	}
	return Run(context.Background(), s.Jobs(), Settings{Dir: filepath.Join(l.dir, "out"), Discard: discard})
}

func (l lab) runs() []Record {
	l.t.Helper()
	records, err := Read(filepath.Join(l.dir, "out"))
	if err != nil {
		l.t.Fatal(err)
	}
	return records
}

// what was changed of a problem since is named and refused; words that decide nothing are not.
func TestStaleResultsAreRefused(t *testing.T) {
	t.Parallel()
	random, ei := PolicySpec{Name: "random"}, PolicySpec{Name: "ei"}
	for _, c := range []struct{ from, to, want string }{
		{"sin(6*x)", "sin(7*x)", "objective"},
		{"budget = 6", "budget = 7", "budget (6, now 7)"},
		{"1 + x", "2 + x", "cost"},
		{"high = 1", "high = 2", "parameters"},
		{"[[0.1], [0.9]]", "[[0.2], [0.9]]", "initial"},
		{"\n[initial]", "\n[model.objective]\nmean = 0\nvariance = 1\nlengthscale = 0.3\nnoise-variance = 1e-4\n\n[initial]", "model of the objective"},
		{"\n[initial]", "\n[move]\nprice = 0.5\n\n[initial]", "moves"},
		{"a reactor", "the reactor", ""},
		{"is said here", "is told here", ""},
	} {
		l := newLab(t, reactor)
		testkit.OK(t, l.run(false, random))
		l.write("reactor.toml", strings.Replace(reactor, c.from, c.to, 1))
		for _, q := range []PolicySpec{random, ei} { // another policy on it is compared with the first: no less stale
			err := l.run(false, q)
			var stale *staleError
			switch {
			case c.want == "" && err != nil:
				t.Errorf("%s: %v", c.to, err)
			case c.want != "" && (!errors.As(err, &stale) || len(stale.what) != 1 || stale.what[0] != c.want):
				t.Errorf("%s with %s: %v, want %q", c.to, q.Name, err, c.want)
			}
		}
		if n := len(l.runs()); c.want != "" && n != 2 {
			t.Errorf("%s: %d runs, want the 2 there were", c.to, n)
		}
	}
}

// what is asked to be discarded is dropped and kept aside; what was not changed stays.
func TestDiscard(t *testing.T) {
	t.Parallel()
	l := newLab(t, reactor)
	random, ei := PolicySpec{Name: "random"}, PolicySpec{Name: "ei"}
	testkit.OK(t, l.run(false, random, ei))
	l.write("reactor.toml", strings.Replace(reactor, "sin(6*x)", "cos(6*x)", 1))
	testkit.OK(t, l.run(true, random))
	if runs := l.runs(); len(runs) != 2 || runs[0].Policy != "random" {
		t.Errorf("%d runs", len(runs))
	}
	kept, err := filepath.Glob(filepath.Join(l.dir, "out", "results.jsonl.discarded-*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	if text, err := os.ReadFile(kept[0]); err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("the file as it was has %d lines, %v", strings.Count(string(text), "\n"), err)
	}
	testkit.OK(t, l.run(true, random))
	if again, _ := filepath.Glob(filepath.Join(l.dir, "out", "results.jsonl.discarded-*")); len(again) != 1 {
		t.Error("what is as it was is discarded too")
	}
}

// A table's rows decide, not its name.
func TestStaleTables(t *testing.T) {
	t.Parallel()
	table := func(last float64) string {
		var b strings.Builder
		b.WriteString("x,y,c\n")
		for i := range 12 {
			x := float64(i) / 11
			fmt.Fprintf(&b, "%v,%v,%v\n", x, x*(1.2-x), 1+x)
		}
		return b.String() + fmt.Sprintf("0.5,%v,1.5\n", last)
	}
	l := newLab(t, `name = "reactor"
budget = 4
[[parameter]]
name = "x"
low = 0
high = 1
[table]
file = "past.csv"
objective = "y"
cost = "c"
`)
	l.write("past.csv", table(0.35))
	testkit.OK(t, l.run(false, PolicySpec{Name: "random"}))
	l.write("past.csv", table(0.36))
	if err := l.run(false, PolicySpec{Name: "random"}); err == nil || !strings.Contains(err.Error(), "rows of the table") {
		t.Errorf("another table: %v", err)
	}
}

// An option of the policy, filled in or given, is part of what was run.
func TestStalePolicies(t *testing.T) {
	t.Parallel()
	l := newLab(t, reactor)
	quick := PolicySpec{Name: "2-b-ms-ei-p", As: "tree", Options: "effort=quick"}
	testkit.OK(t, l.run(false, quick))
	for _, other := range []PolicySpec{{Name: "2-b-ms-ei-p", As: "tree"}, {Name: "3-b-ms-ei-p", As: "tree", Options: "effort=quick"}} {
		if err := l.run(false, other); err == nil || !strings.Contains(err.Error(), "settings") {
			t.Errorf("%+v: %v", other, err)
		}
	}
	l.write("reactor.toml", reactor+"\n[policy.b-ms-ei-p]\neffort = \"thorough\"\n")
	if err := l.run(false, quick); err == nil || !strings.Contains(err.Error(), "policy") {
		t.Errorf("another default of the problem's: %v", err)
	}
}

// Folders of different definitions are not reported as one, results of earlier versions are run again unless the
// program itself defines their problem.
func TestDefinitionsAreNotMixed(t *testing.T) {
	t.Parallel()
	a, b := newLab(t, reactor), newLab(t, strings.Replace(reactor, "sin(6*x)", "sin(7*x)", 1))
	testkit.OK(t, errors.Join(a.run(false, PolicySpec{Name: "random"}), b.run(false, PolicySpec{Name: "ei"})))
	if _, err := Summarise(append(a.runs(), b.runs()...)); err == nil || !strings.Contains(err.Error(), "objective") {
		t.Errorf("two policies on two problems of one name: %v", err)
	}
	testkit.OK(t, b.run(false, PolicySpec{Name: "random"}))
	if _, err := Summarise(append(a.runs(), b.runs()...)); err == nil {
		t.Error("a policy on two problems of one name is one")
	}
	was := definition{"budget": "5", "gone": "1", "same": "2"}
	if got := was.differences(definition{"budget": "6", "new": "1", "same": "2"}); !slices.Equal(got, []string{"budget (5, now 6)", "gone", "new"}) {
		t.Errorf("%q", got)
	}
	old := a.runs()[0]
	old.Definition = nil
	if err := changed(old, old.Settings, definition{"budget": "6"}); err == nil {
		t.Error("a run of a file that nobody knows is taken for a run of this one")
	}
	old.Settings = "engine 3; problem dropwave budget-share 0.5; policy ei"
	if err := changed(old, old.Settings, definition{"budget": "6"}); err != nil {
		t.Errorf("a run of a built-in problem: %v", err)
	}
}
