package fuzzy

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// rank is the texts that answer a query, the best first.
func rank(query string, texts ...string) []string {
	type hit struct {
		text  string
		score int
	}
	var hits []hit
	for _, t := range texts {
		if s, _, ok := Match(query, t); ok {
			hits = append(hits, hit{t, s})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	var out []string
	for _, h := range hits {
		out = append(out, h.text)
	}
	return out
}

func TestTheBestMatchComesFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query string
		texts []string
		want  string // the first; "": none matches
	}{
		{"tree", []string{"theme colour-blind is free", "the scenario tree of this decision"}, "the scenario tree of this decision"},
		{"ei", []string{"policy EI-PUC", "policy B-MS-EI", "policy EI"}, "policy EI"},
		{"ei-p", []string{"policy B-MS-EI-P", "policy EI-PUC-CC", "policy EI-PUC"}, "policy EI-PUC"},
		{"eipuc", []string{"policy EI", "policy PBGI", "policy EI-PUC"}, "policy EI-PUC"},
		{"12", []string{"step 1", "step 2", "step 112", "step 12", "step 120"}, "step 12"},
		{"step 3", []string{"step 13", "step 30", "step 3"}, "step 3"},
		{"light theme", []string{"theme dark", "theme contrast-light", "theme light"}, "theme light"},
		{"drpw", []string{"open deadline", "open dropwave"}, "open dropwave"},
		{"nwx", []string{"next screen", "open dropwave"}, ""},
	} {
		got := rank(c.query, c.texts...)
		if c.want == "" && got != nil || c.want != "" && (len(got) == 0 || got[0] != c.want) {
			t.Errorf("%q finds %q, want %q first", c.query, got, c.want)
		}
	}
}

// The places are those of the query's letters, ascending, and nothing else.
func TestPlacesAreTheLetters(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{{"pb", "policy PBGI", "PB"}, {"gh ei", "EI by Gauss-Hermite", "EIGH"}, {"é", "a bébé", "é"}, {"", "anything", ""}} {
		_, at, ok := Match(c[0], c[1])
		runes := []rune(c[1])
		var letters []rune
		for _, i := range at {
			letters = append(letters, runes[i])
		}
		if !ok || string(letters) != c[2] || !slices.IsSorted(at) {
			t.Errorf("%q in %q: letters %q at %v, %v", c[0], c[1], string(letters), at, ok)
		}
	}
}

// Whatever is typed, what matches holds its letters in order.
func FuzzMatch(f *testing.F) {
	f.Add("ei", "policy EI-PUC")
	f.Add("a\u0300 x", "ẍ À")
	f.Add("\xff", "\xff\x00")
	f.Fuzz(func(t *testing.T, query, text string) {
		if len(query) > 60 || len(text) > 200 {
			return
		}
		_, at, ok := Match(query, text)
		runes := []rune(text)
		for i, k := range at {
			if k < 0 || k >= len(runes) || i > 0 && at[i-1] >= k {
				t.Fatalf("%q in %q: places %v", query, text, at)
			}
		}
		for _, w := range strings.Fields(strings.ToLower(query)) {
			for _, r := range w {
				if ok && !slices.ContainsFunc(runes, func(c rune) bool { return unicode.ToLower(c) == r }) {
					t.Fatalf("%q was found in %q", query, text)
				}
			}
		}
	})
}
