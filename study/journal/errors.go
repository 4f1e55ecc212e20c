package journal

import (
	"errors"
	"fmt"
	"strings"
)

// DamageError lists the lines that are not as they were written. Nothing was
// changed; Salvage keeps all the others.
type DamageError struct {
	Path  string
	Lines []Damage // at least one, in the file's order
}

// Damage is one place where a journal is not sound.
type Damage struct {
	Line   int    // counted in the file from 1
	Reason string // follows "line 3"
}

func (d Damage) String() string { return fmt.Sprintf("line %d %s", d.Line, d.Reason) }

func (e *DamageError) Error() string {
	const shown = 5
	var b strings.Builder
	fmt.Fprintf(&b, "%s is damaged: ", e.Path)
	for i, d := range e.Lines {
		if i == shown {
			fmt.Fprintf(&b, "; and %d more", len(e.Lines)-shown)
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

// versionError says that a newer program wrote the journal.
type versionError struct {
	Path    string
	Line    int
	Version int
}

func (e *versionError) Error() string {
	return fmt.Sprintf("%s was written by a newer Farsight: line %d has version %d, and this program reads up to version %d. Open it with the newer program",
		e.Path, e.Line, e.Version, formatVersion)
}

// StaleError says that others wrote to the journal after the state a writer
// acted upon. Nothing was written; the journal's State now includes Events.
type StaleError struct {
	Path     string
	Expected int     // Seq of the state the writer acted upon
	Events   []Event // what happened since; all there is when Replaced
	Replaced bool    // the lines the writer knew are no longer what the file holds
}

func (e *StaleError) Error() string {
	if e.Replaced {
		return fmt.Sprintf("%s was replaced or salvaged meanwhile; nothing was written. Look at the study again", e.Path)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s went on meanwhile; nothing was written. Since line %d:", e.Path, e.Expected)
	for _, ev := range e.Events {
		fmt.Fprintf(&b, "\n  %v", ev)
	}
	return b.String()
}

// UncertainError says that the disk neither confirmed a line nor took it back:
// it may be in the journal.
type UncertainError struct {
	Path      string
	Err, Back error // why it was not confirmed, and not taken back
}

func (e *UncertainError) Error() string {
	return fmt.Sprintf("%s: the line could not be written for certain (%v) nor taken back (%v): it may have been saved. Look with farsight study status before you tell it again",
		e.Path, e.Err, e.Back)
}

func (e *UncertainError) Unwrap() error { return e.Err }

// Notice tells a person what Open or Append mended, or could not.
type Notice struct {
	Text string
	File string // where the bytes cut off were put; "": none were
	Torn []byte // those bytes
}

func (n Notice) String() string { return n.Text }
