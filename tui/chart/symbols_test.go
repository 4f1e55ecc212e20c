package chart

import (
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// One symbol, one meaning: no two shapes share a glyph, nor its form in ASCII; each stands in the table
// once, and the table in the documents is the same.
func TestSymbolsMeanOneThing(t *testing.T) {
	t.Parallel()
	glyphs, letters, listed := map[rune]Shape{}, map[rune]Shape{}, map[Shape]int{}
	for i, r := range shapeRunes {
		if other, ok := glyphs[r]; ok || r == 0 {
			t.Errorf("shapes %d and %d are both %q", other, i, r)
		}
		letter := ASCII.fold(r)
		if other, ok := letters[letter]; ok || letter > '~' {
			t.Errorf("in ASCII %c and %c are both %q", shapeRunes[other], r, letter)
		}
		if n := Width(string(r)); n != 1 {
			t.Errorf("%c is %d cells wide", r, n)
		}
		glyphs[r], letters[letter] = Shape(i), Shape(i)
	}
	docs, err := os.ReadFile("../../docs/symbols.md")
	testkit.OK(t, err)
	for _, s := range Symbols {
		for _, shape := range s.Shapes {
			listed[shape]++
		}
		if row := "| " + s.Signs() + " | `" + foldASCII(s.Signs()) + "` | " + s.Means + " |"; !strings.Contains(string(docs), row) {
			t.Errorf("docs/symbols.md lacks the row\n%s", row)
		}
	}
	for i := range shapeRunes {
		if listed[Shape(i)] != 1 {
			t.Errorf("%c stands in the table %d times", shapeRunes[i], listed[Shape(i)])
		}
	}
	for i := range int(MarkYou - markPolicy) {
		if Policy(i) == MarkYou || Policy(i) != Policy(i+int(MarkYou-markPolicy)) {
			t.Errorf("policy %d has %c", i, Policy(i).Rune())
		}
	}
}
