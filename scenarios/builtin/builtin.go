// Package builtin holds the scenarios that ship with Farsight: teaching examples, the paper's
// synthetic benchmarks, problems after its real ones, and the cells of the map of where planning
// pays. Most are problem files like any other; those that a seed draws are written as one.
//
//	paper  code        meaning
//	α β γ  CostFamily  parameters of the benchmarks' cost functions
//	x*     center      the point their costs are counted from
package builtin

import (
	"embed"
	"errors"
	"fmt"
	"slices"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

const (
	// First is the scenario that is opened where none is named.
	First = "planning"
	// Game is the one that is played where none is named, and that a new problem's
	// text begins with: it has more to choose from, and costs to learn.
	Game = "myopia"
)

// Most scenarios are problem files like any other.
//
//go:embed *.toml
var files embed.FS

// entry is one line of the list of built-in scenarios.
type entry struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // "teaching", "benchmark" or "applied"
	Title string `json:"title"`
}

// The scenarios that are no benchmarks with a formula: constructed ones, and
// those after the paper's real problems.
var (
	teaching = []string{"myopia", "overspend", "planning", "planning-learned", "scouting", "theorem-1", "cost-learning", "sequencing", "deadline", "ration"}
	applied  = []string{"lda", "push", "push14", "forest", "logistic", "svm"}
)

// Names lists the built-in scenarios.
func Names() []string {
	names := append([]string(nil), teaching...)
	for _, b := range all() {
		names = append(names, b.name)
	}
	return append(names, applied...)
}

// List describes the built-in scenarios, in the order of Names.
func List() []entry {
	var list []entry
	for _, name := range Names() {
		data, err := Text(name, 0)
		title := tomlfile.Title(data)
		if err != nil || title == "" { // our own mistake
			panic(fmt.Sprintf("builtin: scenario %s has no title: %v", name, err))
		}
		kind := "benchmark"
		switch {
		case slices.Contains(teaching, name):
			kind = "teaching"
		case slices.Contains(applied, name):
			kind = "applied"
		}
		list = append(list, entry{name, kind, title})
	}
	return list
}

// Text is a built-in scenario as a problem file. The seed draws the cost
// function of a benchmark and the target of a push; others have no use for it.
func Text(name string, seed uint64) ([]byte, error) {
	if data, err := files.ReadFile(name + ".toml"); err == nil {
		return data, nil
	}
	if b, ok := findBenchmark(name); ok {
		return b.write(b.draw(seed)), nil
	}
	if name == "push" {
		return pushText(seed), nil
	}
	return nil, errors.New("there is no scenario " + mistake.Quote(name) + mistake.Suggestion(name, Names()))
}

// Load is a built-in scenario. The seed draws what differs between
// replications, see Text.
func Load(name string, seed uint64) (*scenarios.Problem, error) {
	data, err := Text(name, seed)
	if err != nil {
		return nil, err
	}
	return problemfile.Parse(name, data, "")
}
