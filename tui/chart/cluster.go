package chart

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// next takes the first cluster off s: its text, its width in cells and the rest. Width 0 means
// nothing is written: direction overrides, lone marks and the like would act on their neighbours.
// Controls never reach the terminal; a sign stands in their place.
func next(s string) (cluster string, width int, rest string) {
	const odd = "\uFFFD"
	if b := s[0]; b < utf8.RuneSelf {
		if b < ' ' || b == 0x7f {
			if b == '\t' || b == '\n' {
				return " ", 1, s[1:]
			}
			return odd, 1, s[1:]
		}
		// the fast path; a mark may follow, then the cluster is longer than its first byte
		if len(s) == 1 || s[1] < utf8.RuneSelf {
			return s[:1], 1, s[1:]
		}
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case (r >= 0x2500 && r < 0x25a0 || r >= 0x2800 && r < 0x2900) && (len(s) == n || s[n] < utf8.RuneSelf):
		return s[:n], 1, s[n:] // boxes, blocks and braille before ASCII or the end
	case r == utf8.RuneError, unicode.IsControl(r):
		return odd, 1, s[n:]
	case unicode.IsMark(r), unicode.Is(unicode.Cf, r), clings(r, s[:n]):
		return "", 0, s[n:]
	case !unicode.IsGraphic(r): // unassigned or private: of unknown width
		return odd, 1, s[n:]
	}
	cluster, width = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	for i, r := range cluster { // a broken byte may pass for a mark
		if r == utf8.RuneError {
			cluster = cluster[:i]
			width = ansi.StringWidth(cluster)
			break
		}
	}
	rest = s[len(cluster):]
	switch {
	case len(cluster) == n && joins(r):
		return odd, 1, rest
	case width != ansi.StringWidth(cluster):
		// marks that take room after ASCII: bubbletea would count the line wider than it is
		cluster = s[:n]
		width = ansi.StringWidth(cluster)
	}
	return cluster, min(width, 2), rest
}

// clings reports whether a letter becomes part of whatever stands before it, as a few do that are
// no marks by name.
func clings(r rune, s string) bool {
	if common(r) {
		return false
	}
	c, _ := ansi.FirstGraphemeCluster("x"+s, ansi.GraphemeWidth)
	return len(c) > 1
}

// joins reports whether a rune standing alone would join with the next one: half a flag, a part of
// a Hangul syllable, a letter of the class Prepend.
func joins(r rune) bool {
	if common(r) {
		return false
	}
	c, _ := ansi.FirstGraphemeCluster(string(r)+"x", ansi.GraphemeWidth)
	return c[len(c)-1] == 'x' || r >= 0x1f1e6 && r <= 0x1f1ff || r >= 0x1100 && r < 0x1200 || r >= 0xa960 && r < 0xa980 || r >= 0xd7b0 && r < 0xd800
}

// common holds the letters and signs our own texts are made of: Latin, Greek, Cyrillic, punctuation,
// arrows, mathematics, Chinese and Japanese. None of them joins.
func common(r rune) bool {
	return r < 0x300 || r >= 0x370 && r < 0x483 || r >= 0x2010 && r < 0x2028 || r >= 0x2030 && r < 0x2060 ||
		r >= 0x2070 && r < 0x20d0 || r >= 0x2100 && r < 0x2c00 || r >= 0x3040 && r < 0x3099 || r >= 0x30a0 && r < 0xa000
}

// Width returns the number of cells s takes on a canvas.
func Width(s string) int {
	n := 0
	for s != "" {
		var w int
		_, w, s = next(s)
		n += w
	}
	return n
}
