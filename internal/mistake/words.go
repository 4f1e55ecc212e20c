package mistake

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
)

// Quote shows a name taken from a file.
func Quote(s string) string { return `"` + sanitize.Short(s, 40) + `"` }

// Suggestion is `; did you mean "x"?` when a known name is near, else what
// there is to choose from when that is short.
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
