package mistake

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"farsight/internal/sanitize"
)

// Nearest returns the candidate closest to typed, and whether it is close enough
// to be worth suggesting: at most a third of its letters wrong (one in a short
// name). Case, '-' against '_' and blanks do not count as mistakes.
func Nearest(typed string, candidates []string) (string, bool) {
	best, distance := "", -1
	folded := foldCase(typed)
	for _, c := range candidates {
		if d := editDistance(folded, foldCase(c)); distance < 0 || d < distance {
			best, distance = c, d
		}
	}
	if distance < 0 {
		return "", false
	}
	longest := max(utf8.RuneCountInString(folded), utf8.RuneCountInString(foldCase(best)))
	return best, distance <= max(1, longest/3) && distance < longest
}

// editDistance is the number of letters to insert, delete, replace or swap with
// their neighbour to turn a into b (optimal string alignment).
func editDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
	// Three rows of the usual table: before last, last, current.
	prev2, prev, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			replace := prev[j-1]
			if s[i-1] != t[j-1] {
				replace++
			}
			row[j] = min(prev[j]+1, row[j-1]+1, replace)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(t)]
}

func foldCase(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "-", " ", "-").Replace(s))
}

// Quote shows a name taken from a file.
func Quote(s string) string { return `"` + sanitize.Short(s, 40) + `"` }

// Suggestion is `; did you mean "x"?` if a known name is near, else the list of names if that is
// short.
func Suggestion(typed string, known []string) string {
	if name, near := Nearest(typed, known); near {
		return fmt.Sprintf("; did you mean %s?", Quote(name))
	}
	if len(known) == 0 || len(known) > 28 {
		return ""
	}
	shown := make([]string, len(known))
	for i, k := range known {
		shown[i] = sanitize.Short(k, 40)
	}
	return "; there is " + strings.Join(shown, ", ")
}
