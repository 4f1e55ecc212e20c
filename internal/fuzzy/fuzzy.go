// Package fuzzy finds what somebody means by a few letters of it: "drpw" is
// dropwave, "light th" is theme light.
package fuzzy

import (
	"slices"
	"strings"
	"unicode"
)

// What makes a letter's place a good one.
const (
	letter      = 1
	wordStart   = 8 // as the first letter of a word
	consecutive = 5 // behind the letter before
	wholeWord   = 6 // the letters are a word
	nameStart   = 7 // the first of them begins a name, not a part of one behind a hyphen
	missed      = 1 // between two letters, each
	mostMissed  = 6

	shorter = 256 // a letter more or less is worth less than all of the above
)

// bad is worse than any score.
const bad = -1 << 30

// Match tells how well a text answers a query: each of its words must be found,
// letter by letter in order, in whatever order of the words. Case does not count.
// at are the places of the letters in the text's runes, ascending.
func Match(query, text string) (score int, at []int, ok bool) {
	runes := []rune(text)
	lower := make([]rune, len(runes))
	for i, r := range runes {
		lower[i] = unicode.ToLower(r)
	}
	for _, word := range strings.Fields(strings.ToLower(query)) {
		s, places := best([]rune(word), runes, lower)
		if places == nil {
			return 0, nil, false
		}
		score += s
		at = append(at, places...)
	}
	slices.Sort(at)
	// Of equals the shorter one: more of it was typed.
	return score*shorter - min(len(runes), shorter-1), slices.Compact(at), true
}

// best places a word's letters where they score most; nil where there is no way.
func best(word, runes, lower []rune) (score int, at []int) {
	n := len(runes)
	// value[k][i] is the best score of the first k+1 letters with the last at i.
	value := make([][]int, len(word))
	from := make([][]int, len(word))
	for k, w := range word {
		value[k], from[k] = make([]int, n), make([]int, n)
		for i := range n {
			value[k][i] = bad
			if lower[i] != w {
				continue
			}
			gain := letter
			if starts(runes, i) {
				gain += wordStart
			}
			if k == 0 {
				if i == 0 || runes[i-1] == ' ' {
					gain += nameStart
				}
				value[k][i] = gain
				continue
			}
			for j := range i {
				if value[k-1][j] == bad {
					continue
				}
				v := value[k-1][j] + gain - min(missed*(i-j-1), mostMissed)
				if j == i-1 {
					v += consecutive
				}
				if v > value[k][i] {
					value[k][i], from[k][i] = v, j
				}
			}
		}
	}
	last, end := len(word)-1, -1
	for i := range n {
		if v := value[last][i]; v > bad && (end < 0 || v > score) {
			score, end = v, i
		}
	}
	if end < 0 {
		return 0, nil
	}
	at = make([]int, len(word))
	for k, i := last, end; k >= 0; k-- {
		at[k] = i
		i = from[k][i]
	}
	if at[last]-at[0] == last && starts(runes, at[0]) && (end+1 == n || starts(runes, end+1) || !wordRune(runes[end+1])) {
		score += wholeWord
	}
	return score, at
}

// starts tells whether a word begins at i; a number is one of its own.
func starts(runes []rune, i int) bool {
	if !wordRune(runes[i]) {
		return false
	}
	return i == 0 || !wordRune(runes[i-1]) || unicode.IsDigit(runes[i]) != unicode.IsDigit(runes[i-1])
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
