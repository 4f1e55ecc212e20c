package journal

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
)

// WhichError says that it is not clear which suggestion is meant. Nothing was
// written.
type WhichError struct {
	As        string // as whom it was said; "": as nobody in particular
	Asks      []Ask  // those of theirs that stand
	All       []Ask  // all that stand
	Elsewhere bool   // a point was named, and none of theirs is there
}

func (e *WhichError) Error() string {
	switch n := len(e.Asks); {
	case e.Elsewhere && n > 0:
		return fmt.Sprintf("%s has been asked for %s, not for this point: add --moved if that is where it was measured, or leave out --as", sanitize.Text(e.As), linesOf(e.Asks))
	case n > 1:
		return fmt.Sprintf("%d suggestions stand, on %s: say which one with --ask LINE", n, linesOf(e.Asks))
	case e.As != "" && len(e.All) == 0:
		return fmt.Sprintf("no suggestion stands for %s: ask first, --as %s", sanitize.Text(e.As), sanitize.Text(e.As))
	case e.As != "":
		return fmt.Sprintf("no suggestion stands for %s; there is %s", sanitize.Text(e.As), linesOf(e.All))
	}
	return fmt.Sprintf("nothing has been asked in common, but on %s: say which one with --ask LINE or --as NAME", linesOf(e.All))
}

// linesOf names suggestions: "line 4 (machine-2) and line 6".
func linesOf(asks []Ask) string {
	parts := make([]string, len(asks))
	for i, a := range asks {
		parts[i] = fmt.Sprintf("line %d", a.Seq)
		if a.As != "" {
			parts[i] += fmt.Sprintf(" (%s)", sanitize.Text(a.As))
		}
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}
