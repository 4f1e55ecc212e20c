package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"farsight/internal/golden"
	"farsight/internal/testkit"
)

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
		if !c.OK() {
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
