package experiment

import (
	"os"
	"slices"
	"sync"
	"testing"

	"farsight/internal/testkit"
	"farsight/internal/tomlfile"
)

// What a policy is judged on has no seed in common with what it was designed on,
// nor with what had been looked at by then: FAR, the price of budget, plans among
// uneven costs, and the paper's claims.
func TestDesignAndJudgementShareNoSeeds(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	maps := []string{"map.toml", "map-large.toml"}
	far, farJudged := []string{"far-design.toml"}, []string{"far-paper.toml", "far-map.toml"}
	price := []string{"money-design.toml", "money-paper-design.toml", "money-moving-design.toml", "joint-design.toml", "price-design.toml"}
	priceJudged := []string{"money-map.toml", "money-more.toml", "money-rate.toml", "money-paper.toml", "money-lda.toml"}
	paper := []string{"paper.toml", "paper-lda.toml", "known-budget.toml"}
	before := slices.Concat(maps, far, farJudged, price, priceJudged)
	noSeedInCommon(t, slices.Concat(maps, far, paper[:1]), farJudged)
	noSeedInCommon(t, slices.Concat(maps, far, farJudged, price, paper[:2]), priceJudged)
	noSeedInCommon(t, slices.Concat(before, paper, []string{"plans-map.toml"}), []string{"plans-uneven.toml"})
	noSeedInCommon(t, before, paper)
	noSeedInCommon(t, slices.Concat(before, paper, []string{"plans-map.toml", "plans-uneven.toml", "plans-paper.toml"}), []string{"end-map.toml", "end-foreign.toml"})
	// Other readings of the paper's text are paired with it.
	first := seedsOf(t, "paper.toml")[0]
	for _, file := range []string{"paper-text.toml", "paper-questions.toml", "paper-lda.toml"} {
		if seed := seedsOf(t, file)[0]; seed != first {
			t.Errorf("%s begins with seed %d, paper.toml with %d: they are not paired", file, seed, first)
		}
	}
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
	testkit.OK(t, err)
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
		seeds = append(seeds, j.seed)
	}
	seeds = slices.Compact(seeds) // policies share them
	seedsKnown.Store(file, seeds)
	return seeds
}
