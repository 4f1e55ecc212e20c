package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"farsight/internal/golden"
	"farsight/internal/testkit"
)

// small.json comes from testdata/make.py, which shares nothing with our code.
const small = "testdata/small.json"

func read(t *testing.T, file string) *golden.File {
	t.Helper()
	f, err := golden.Read(file)
	testkit.OK(t, err)
	return f
}

func reported(t *testing.T, f *golden.File) report {
	t.Helper()
	r, err := recompute(context.Background(), f)
	testkit.OK(t, err)
	return r
}

func TestAgreesWithAnIndependentComputation(t *testing.T) {
	t.Parallel()
	r := reported(t, read(t, small))
	if len(r.Unchecked) != 0 {
		t.Errorf("unchecked: %q", r.Unchecked)
	}
	if len(r.Checks) != len(caseChecks) {
		t.Errorf("%d of %d checks found something to compare", len(r.Checks), len(caseChecks))
	}
	for _, c := range r.Checks {
		if !c.OK {
			t.Errorf("%s: %s", c.Name, c.Complaint)
		}
		// Far inside the tolerances, so that these could catch more than blunders.
		if float64(c.Worst) > c.Tolerance/100 && c.Tolerance != fitSlack {
			t.Errorf("%s: error %.1e is near its tolerance %.0e", c.Name, c.Worst, c.Tolerance)
		}
		if c.Cases != 2 {
			t.Errorf("%s: made of %d cases, want 2", c.Name, c.Cases)
		}
	}
}

func TestAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gp_tree.json", "races.json", "trials.json"} {
		for _, c := range reported(t, read(t, reference+name)).Checks {
			if !c.OK {
				t.Errorf("%s: %s: %s", name, c.Name, c.Complaint)
			}
		}
	}
}

func TestEveryNumberCounts(t *testing.T) {
	t.Parallel()
	perturb(t, small, 1)
}

func TestWhatCannotBeComputedFails(t *testing.T) {
	t.Parallel()
	f := read(t, small)
	f.Cases[1].Hyper.Variance[0] = -1 // no reader lets this through
	failed := map[string]bool{}
	for _, c := range reported(t, f).Checks {
		if !c.OK {
			failed[c.Name] = true
			if math.IsInf(float64(c.Worst), 1) && !strings.Contains(c.Complaint, "case 5") {
				t.Errorf("%s: complaint %q does not name the case", c.Name, c.Complaint)
			}
		}
	}
	for _, name := range []string{"likelihood", "posterior", "posterior gradient", "EI", "Q1 gradient", "tree nodes", "tree value", "tree gradient as recorded"} {
		if !failed[name] {
			t.Errorf("check %q passed without a model", name)
		}
	}
}

func TestStopsWhenAsked(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := recompute(ctx, read(t, small)); err == nil {
		t.Error("went on")
	}
}

// Below 1e-300 digits are lost one by one, and everybody loses others: such
// numbers count as zero, in gradients too.
func TestNumbersBelowUnderflowCountAsZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got, want []float64
		ok        bool
	}{
		{[]float64{-1.9e-322, 0}, []float64{-4.97e-320, 0}, true}, // met in a recorded gradient
		{[]float64{0}, []float64{-9e-301}, true},
		{[]float64{9e-301}, []float64{-9e-301}, true},
		{[]float64{0}, []float64{2e-300}, false},
		{[]float64{2e-300}, []float64{0}, false},
		{[]float64{1e-310, 1.01e-299}, []float64{0, 1e-299}, false},
		{[]float64{1e-310, 1e-299}, []float64{0, 1e-299}, true},
	} {
		r := tally{checked: checked{Tolerance: loose}}
		r.vector("x", c.got, c.want, 0)
		if r.OK != c.ok {
			t.Errorf("computed %v where the file has %v: ok %v, want %v", c.got, c.want, r.OK, c.ok)
		}
	}
}

// reference holds the numbers of an independent program; the README beside them says which.
const reference = "../../golden/testdata/"

// number is one number of a decoded JSON document, with a way to change it.
type number struct {
	where string
	value json.Number
	set   func(json.Number)
}

// numbersOf lists every number of a document.
func numbersOf(v any, where string, set func(json.Number), visit func(number)) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) { // in order, so that the same numbers are tried each time
			numbersOf(v[key], where+"."+key, func(n json.Number) { v[key] = n }, visit)
		}
	case []any:
		for i, child := range v {
			numbersOf(child, fmt.Sprintf("%s[%d]", where, i), func(n json.Number) { v[i] = n }, visit)
		}
	case json.Number:
		visit(number{where, v, set})
	}
}

// documents splits a file into one document per case, so that a changed number
// costs the recomputation of its own case only.
func documents(t *testing.T, file string) []any {
	t.Helper()
	data, err := os.ReadFile(file)
	testkit.OK(t, err)
	var top map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	testkit.OK(t, dec.Decode(&top))
	var docs []any
	for _, c := range top["cases"].([]any) {
		docs = append(docs, map[string]any{"cases": []any{c}})
	}
	return docs
}

// verdict returns what is wrong with a document, if anything.
func verdict(t *testing.T, doc any) string {
	t.Helper()
	data, err := json.Marshal(doc)
	testkit.OK(t, err)
	f, err := golden.Parse("file", data)
	if err != nil {
		return err.Error()
	}
	r, err := recompute(context.Background(), f)
	testkit.OK(t, err)
	for _, c := range r.Checks {
		if !c.OK {
			return c.Name + ": " + c.Complaint
		}
	}
	return ""
}

// A change of any number by one part in a hundred must be noticed. every is how
// many numbers to skip on average between two that are tried.
func perturb(t *testing.T, file string, every int) {
	rng := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for i, doc := range documents(t, file) {
		if why := verdict(t, doc); why != "" {
			t.Fatalf("document %d, unchanged: %s", i, why)
		}
		var numbers []number
		numbersOf(doc, "", nil, func(n number) { numbers = append(numbers, n) })
		for _, n := range numbers {
			x, err := n.value.Float64()
			testkit.OK(t, err)
			if flush(x) == 0 || rng.IntN(every) > 0 {
				continue
			}
			tried++
			n.set(json.Number(fmt.Sprintf("%.17g", x*1.01)))
			if verdict(t, doc) == "" {
				t.Errorf("document %d: %s changed from %s by 1 %% and nothing failed", i, n.where, n.value)
			}
			n.set(n.value)
		}
	}
	if tried < 50 {
		t.Errorf("only %d numbers tried", tried)
	}
	t.Logf("%d numbers changed", tried)
}

func TestEveryNumberOfTheReferenceCounts(t *testing.T) {
	t.Parallel()
	every := 60
	if testing.Short() {
		every = 100
	}
	perturb(t, reference+"gp_tree.json", every)
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"verify": main})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"edit": edit},
	})
}

// edit is `edit FROM TO OLD NEW`: copy a file with one change.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if strings.Count(text, args[2]) != 1 {
		ts.Fatalf("%s has %q %d times, want once", args[0], args[2], strings.Count(text, args[2]))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Replace(text, args[2], args[3], 1)), 0o666))
}
