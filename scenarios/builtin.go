package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"slices"
)

// Most scenarios are problem files like any other.
//
//go:embed builtin/*.toml builtin/*.csv
var builtinFiles embed.FS

// Entry is one line of the list of built-in scenarios.
type Entry struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // "teaching", "benchmark" or "applied"
	Title string `json:"title"`
}

// The scenarios that are no benchmarks with a formula: constructed ones, and
// those after the paper's real problems.
var (
	teaching = []string{"myopia", "overspend", "theorem-1", "cost-learning", "sequencing", "deadline"}
	applied  = []string{"lda", "push", "forest"}
)

// Names lists the built-in scenarios.
func Names() []string {
	names := append([]string(nil), teaching...)
	for _, b := range benchmarks {
		names = append(names, b.name)
	}
	return append(names, applied...)
}

// List describes the built-in scenarios, in the order of Names.
func List() []Entry {
	var list []Entry
	for _, name := range Names() {
		p, err := Builtin(name, 0)
		if err != nil { // a built-in that does not parse is our mistake
			panic(fmt.Sprintf("scenarios: built-in %s: %v", name, err))
		}
		kind := "benchmark"
		switch {
		case slices.Contains(teaching, name):
			kind = "teaching"
		case slices.Contains(applied, name):
			kind = "applied"
		}
		list = append(list, Entry{name, kind, p.Title})
	}
	return list
}

// Text is a built-in scenario as a problem file. The seed draws the cost
// function of a benchmark and the target of a push; others have no use for it.
func Text(name string, seed uint64) ([]byte, error) {
	if data, err := builtinFiles.ReadFile("builtin/" + name + ".toml"); err == nil {
		return data, nil
	}
	if b, ok := findBenchmark(name); ok {
		return b.text(b.draw(seed)), nil
	}
	if name == "push" {
		return pushText(seed), nil
	}
	return nil, errors.New("there is no scenario " + quote(name) + suggestion(name, Names()))
}

// Builtin is a built-in scenario. The seed draws what differs between
// replications, see Text.
func Builtin(name string, seed uint64) (*Problem, error) {
	data, err := Text(name, seed)
	if err != nil {
		return nil, err
	}
	return Parse(name, data, "")
}
