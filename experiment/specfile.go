package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
)

// maxSpecSize is far more than any specification needs.
const maxSpecSize = 1 << 20

// specNesting is far deeper than any specification is.
const specNesting = 8

// mostWhole is the largest whole number that a TOML file can give exactly here.
const mostWhole = 1 << 53

// maxReplications is as many as make a mean's standard error a hundredth of the
// standard deviation; the list of all runs still fits the memory.
const maxReplications = 10_000

// Looks reports whether a file seems to be a specification, with or without
// mistakes: no problem file has a list of policies.
func Looks(path string) bool { return tomlfile.Holds(path, "[[policy]]", maxSpecSize) }

// Load reads a specification from a TOML file; unknown fields are errors with their place.
func Load(path string) (Spec, error) {
	data, err := mistake.ReadFile(path, "specification", maxSpecSize)
	if err != nil {
		return Spec{}, err
	}
	doc, mistakes := tomlfile.Read(path, data, specNesting)
	if mistakes != nil {
		return Spec{}, mistakes
	}
	s := readSpec(doc.Top())
	if doc.Close(); len(doc.Mistakes) > 0 {
		return Spec{}, doc.Mistakes
	}
	s.dir = filepath.Dir(path)
	if err := s.Check(); err != nil {
		return Spec{}, fmt.Errorf("%s: %w", sanitize.Text(path), err)
	}
	return s, nil
}

func readSpec(top *tomlfile.Section) Spec {
	s := Spec{name: top.Text("name"), note: top.Block("note")}
	s.Replications, _ = top.Whole("replications", 0, maxReplications)
	first, _ := top.Whole("first-seed", 0, mostWhole)
	s.FirstSeed = uint64(first)
	for _, t := range top.Tables("problem") {
		s.Problems = append(s.Problems, readProblem(t))
	}
	for _, t := range top.Tables("policy") {
		s.Policies = append(s.Policies, readPolicy(t))
	}
	if m := top.Section("map"); m.Given() {
		s.Map = readMap(m)
	}
	return s
}

func readProblem(t *tomlfile.Section) ProblemSpec {
	p := ProblemSpec{Name: t.Text("name"), as: t.Text("as")}
	p.BudgetShare, _ = t.Number("budget-share")
	p.replications, _ = t.Whole("replications", 0, maxReplications)
	p.noiseMin, _ = t.Number("noise-min")
	if v := t.Text("variant"); v != "" {
		if name, ok := builtin.Variant(p.Name, v); ok {
			p.Name = name
		} else {
			t.Wrong("variant", "%s: %s has none; text is that of %s", mistake.Quote(v), sanitize.Text(p.Name), strings.Join(builtin.WithText(), " and "))
		}
	}
	if p.Name == "" {
		t.Wrong("name", "is missing: write the name of a scenario or of a problem file")
	}
	return p
}

// readPolicy reads a name, a label and the policy's options.
func readPolicy(t *tomlfile.Section) PolicySpec {
	p := PolicySpec{Name: t.Text("name"), As: t.Text("as")}
	q, err := policy.Parse(p.Name)
	if err != nil {
		t.Wrong("name", "%v", err)
		t.Knows(t.Entry.Names...) // whose they are is not known
		return p
	}
	p.Options = problemfile.ReadOptions(t, q.Kind())
	return p
}

func readMap(t *tomlfile.Section) *mapSpec {
	m := &mapSpec{dimensions: wholes(t, "dimensions"), draws: wholes(t, "draws")}
	m.worth, _ = t.Numbers("worth")
	m.spreads, _ = t.Numbers("spreads")
	costs, _ := t.Texts("costs")
	for _, c := range costs {
		m.costs = append(m.costs, c.Text)
	}
	if more := t.Section("more"); more.Given() {
		m.more = map[string][]int{}
		for _, kind := range slices.Clone(more.Entry.Names) {
			m.more[kind] = wholes(more, kind)
		}
	}
	return m
}

// wholes reads a list of whole numbers.
func wholes(t *tomlfile.Section, name string) []int {
	numbers, _ := t.Numbers(name)
	out := make([]int, len(numbers))
	for i, v := range numbers {
		if out[i] = int(v); float64(out[i]) != v {
			t.Wrong(name, "needs whole numbers, not %v", v)
		}
	}
	return out
}
