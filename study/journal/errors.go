package journal

import (
	"errors"
	"fmt"
	"strings"

	"farsight/internal/sanitize"
)

// DamageError lists the damaged lines. Nothing was changed; Salvage keeps all other
// lines.
type DamageError struct {
	Path  string
	lines []Damage // at least one, in the file's order
}

// Damage is a damaged line of a journal.
type Damage struct {
	line   int    // counted in the file from 1
	reason string // follows "line 3"
}

func (d Damage) String() string { return fmt.Sprintf("line %d %s", d.line, d.reason) }

func (e *DamageError) Error() string {
	const shown = 5
	var b strings.Builder
	fmt.Fprintf(&b, "%s is damaged: ", e.Path)
	for i, d := range e.lines {
		if i == shown {
			fmt.Fprintf(&b, "; and %d more", len(e.lines)-shown)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(d.String())
	}
	b.WriteString(". Nothing was changed. To keep every sound line, open it with --salvage; the damaged file is kept beside it")
	return b.String()
}

func damaged(err error) bool {
	var d *DamageError
	return errors.As(err, &d)
}

// versionError reports that a newer program wrote the journal.
type versionError struct {
	Path    string
	line    int
	version int
}

func (e *versionError) Error() string {
	return fmt.Sprintf("%s was written by a newer Farsight: line %d has version %d, and this program reads up to version %d. Open it with the newer program",
		e.Path, e.line, e.version, formatVersion)
}

// StaleError reports that others wrote to the journal after the state a writer
// acted upon. Nothing was written; the journal's State now includes Events.
type StaleError struct {
	Path     string
	Expected int     // Seq of the state the writer acted upon
	Events   []Event // what happened since; all there is when Replaced
	Replaced bool    // the lines the writer knew are no longer what the file holds
}

func (e *StaleError) Error() string {
	if e.Replaced {
		return fmt.Sprintf("%s was replaced or salvaged meanwhile; nothing was written. Read the study again", e.Path)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s went on meanwhile; nothing was written. Since line %d:", e.Path, e.Expected)
	for _, ev := range e.Events {
		fmt.Fprintf(&b, "\n  %v", ev)
	}
	return b.String()
}

// UncertainError reports that a line was neither confirmed by the disk nor removed:
// it may be in the journal.
type UncertainError struct {
	Path      string
	Err, back error // why it was not confirmed, and not removed
}

func (e *UncertainError) Error() string {
	return fmt.Sprintf("%s: the line could not be written for certain (%v) nor taken back (%v): it may have been saved. Check with farsight study status before you repeat it",
		e.Path, e.Err, e.back)
}

func (e *UncertainError) Unwrap() error { return e.Err }

// Notice describes what Open or Append repaired, or could not.
type Notice struct {
	Text string
	File string // with the bytes that were cut off; "": none
	Torn []byte // those bytes
}

func (n Notice) String() string { return n.Text }

// WhichError reports that it is not clear which suggestion is meant. Nothing was
// written.
type WhichError struct {
	As        string // owner; "": none
	Asks      []Ask  // pending ones of the owner
	All       []Ask  // all pending ones
	Elsewhere bool   // a point was given, and none of the owner's is there
}

func (e *WhichError) Error() string {
	switch n := len(e.Asks); {
	case e.Elsewhere && n > 0:
		return fmt.Sprintf("%s has been asked for %s, not for this point: add --moved if that is where it was measured, or leave out --as", sanitize.Text(e.As), linesOf(e.Asks))
	case n > 1:
		return fmt.Sprintf("%d suggestions are pending, on %s: choose one with --ask LINE", n, linesOf(e.Asks))
	case e.As != "" && len(e.All) == 0:
		return fmt.Sprintf("no suggestion is pending for %s: ask first, --as %s", sanitize.Text(e.As), sanitize.Text(e.As))
	case e.As != "":
		return fmt.Sprintf("no suggestion is pending for %s; there is %s", sanitize.Text(e.As), linesOf(e.All))
	}
	return fmt.Sprintf("nothing has been asked in common, but on %s: say which one with --ask LINE or --as NAME", linesOf(e.All))
}

// linesOf lists suggestions: "line 4 (machine-2) and line 6".
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
