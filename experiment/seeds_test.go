package experiment

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"farsight/internal/tomlfile"
)

// FAR is judged on seeds that it was not designed on.
func TestDesignAndJudgementShareNoSeeds(t *testing.T) {
	t.Parallel()
	noSeedInCommon(t, []string{"paper.toml", "map.toml", "map-large.toml", "far-design.toml"}, []string{"far-paper.toml", "far-map.toml"})
}

// formerly are the seeds that judged the price with an older engine: first and
// last. What came of them has been looked at.
var formerly = [][2]uint64{{500_001, 500_040}, {600_001, 600_060}}

// So is the price of money, which was designed when FAR had been judged:
// designs are below 100000, judgements from 700000 on, and no seed that anything
// else was run with judges it.
func TestThePriceIsJudgedOnFreshSeeds(t *testing.T) {
	t.Parallel()
	designs := []string{"money-design.toml", "money-paper-design.toml", "money-moving-design.toml", "joint-design.toml", "price-design.toml"}
	judgements := []string{"money-map.toml", "money-more.toml", "money-rate.toml", "money-paper.toml", "money-lda.toml"}
	noSeedInCommon(t, append([]string{"paper.toml", "paper-lda.toml", "map.toml", "map-large.toml", "far-design.toml", "far-paper.toml", "far-map.toml"}, designs...), judgements)
	for _, file := range designs {
		for _, seed := range seedsOf(t, file) {
			if seed >= 100_000 {
				t.Fatalf("%s designs with seed %d", file, seed)
			}
		}
	}
	for _, file := range judgements {
		for _, seed := range seedsOf(t, file) {
			if seed < 700_000 {
				t.Fatalf("%s judges with seed %d", file, seed)
			}
			for _, f := range formerly {
				if seed >= f[0] && seed <= f[1] {
					t.Fatalf("%s judges with seed %d, which has judged before", file, seed)
				}
			}
		}
	}
}

// Plans among uneven costs are judged on seeds that nothing else has.
func TestPlansAreJudgedOnFreshSeeds(t *testing.T) {
	t.Parallel()
	noSeedInCommon(t, []string{"paper.toml", "map.toml", "map-large.toml", "far-design.toml", "far-paper.toml", "far-map.toml", "money-design.toml", "money-paper-design.toml",
		"money-moving-design.toml", "joint-design.toml", "price-design.toml", "money-map.toml", "money-more.toml", "money-rate.toml", "money-paper.toml", "money-lda.toml", "told.toml", "plans-map.toml"},
		[]string{"plans-uneven.toml"})
}

// noSeedInCommon refuses judgements that share a seed with a design.
func noSeedInCommon(t *testing.T, designs, judgements []string) {
	t.Helper()
	designed := map[uint64]string{}
	for _, file := range designs {
		for _, seed := range seedsOf(t, file) {
			designed[seed] = file
		}
	}
	for _, file := range judgements {
		seeds := seedsOf(t, file)
		if len(seeds) == 0 {
			t.Fatalf("%s judges nothing", file)
		}
		for _, seed := range seeds {
			if by, both := designed[seed]; both {
				t.Fatalf("seed %d is in %s, which designs, and in %s, which judges", seed, by, file)
			}
		}
	}
}

// seedsKnown are those of files that were read.
var seedsKnown sync.Map

// seedsOf are the seeds of a specification's runs, which need not be possible
// here: one takes a table that is not shipped.
func seedsOf(t *testing.T, file string) []uint64 {
	t.Helper()
	if known, ok := seedsKnown.Load(file); ok {
		return known.([]uint64)
	}
	path := "../examples/" + file
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, mistakes := tomlfile.Read(path, data, specNesting)
	if mistakes != nil {
		t.Fatal(mistakes)
	}
	s := readSpec(doc.Top())
	if doc.Close(); len(doc.Mistakes) > 0 {
		t.Fatal(doc.Mistakes)
	}
	var seeds []uint64
	for _, j := range s.Jobs() {
		seeds = append(seeds, j.Seed)
	}
	seeds = slices.Compact(seeds) // policies share them
	seedsKnown.Store(file, seeds)
	return seeds
}

const priced = "p-ms-ei"

// What judges the price can be run, and whatever policy it shares with what it was
// designed on has the same settings there; designs try several prices.
func TestThePriceIsJudgedAsDesigned(t *testing.T) {
	t.Parallel()
	for _, files := range [][2]string{{"money-design.toml", "money-map.toml"}, {"money-paper-design.toml", "money-paper.toml"}} {
		design, err := Load("../examples/" + files[0])
		if err != nil {
			t.Fatal(err)
		}
		judge, err := Load("../examples/" + files[1])
		if err != nil {
			t.Fatal(err)
		}
		labels := map[string]string{}
		for _, p := range judge.Policies {
			labels[p.Label()] = p.String()
		}
		for _, p := range design.Policies {
			if strings.HasPrefix(p.Name, priced) {
				continue // designs try several prices
			}
			if judged, both := labels[p.Label()]; both && judged != p.String() {
				t.Errorf("%s has %q, %s %q", files[0], p.String(), files[1], labels[p.Label()])
			}
		}
		for _, name := range []string{"ei-pc", "ei-pes", "ei-pes, joint", "far", priced, priced + ", joint"} {
			if labels[name] == "" {
				t.Errorf("%s does not judge %s", files[1], name)
			}
		}
	}
}

// The paper's claims are judged on seeds that nobody looked at when policies and
// efforts were chosen; the other readings of its text are paired with them.
func TestThePaperIsJudgedOnFreshSeeds(t *testing.T) {
	t.Parallel()
	designs := []string{"map.toml", "map-large.toml", "far-design.toml", "far-paper.toml", "far-map.toml", "money-design.toml", "money-paper-design.toml", "money-moving-design.toml",
		"joint-design.toml", "price-design.toml", "money-map.toml", "money-more.toml", "money-rate.toml", "money-paper.toml", "money-lda.toml"}
	noSeedInCommon(t, designs, []string{"paper.toml", "paper-lda.toml", "told.toml"})
	first := seedsOf(t, "paper.toml")[0]
	for _, file := range []string{"paper-text.toml", "paper-questions.toml", "paper-lda.toml"} {
		if seed := seedsOf(t, file)[0]; seed != first {
			t.Errorf("%s begins with seed %d, paper.toml with %d: they are not paired", file, seed, first)
		}
	}
}
