package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"farsight/internal/jsonlog"
)

// cursor is the place just after a sound line.
type cursor struct {
	seq    int
	sum    string // of that line; noSum at the start
	offset int64
}

func start() cursor { return cursor{sum: noSum} }

// reading is what a pass over a journal, or over what was added to one, found.
type reading struct {
	cursor
	events []Event
	state  State
	tail   []byte   // after the last newline: a tear, or a line being written
	damage []Damage // if any, events and state stop before it
	sums   []string // of each line, from the first read on
	sound  int      // lines that are sound in themselves
	ours   bool     // the first line read starts as ours do
	info   fs.FileInfo
}

// read continues from a known place and state. It stops taking events at the first damage but reads
// on, so that all damage is reported at once.
func read(r io.Reader, path string, from cursor, s State) (reading, error) {
	g := reading{cursor: from, state: s.clone()}
	place := from // also moves over damage
	resync := false
	tail, err := jsonlog.Lines(r, func(n int, b []byte) error {
		if n == 1 {
			g.ours = isOurs(b)
		}
		n += from.seq
		rec, err := decode(b)
		var newer newerVersion
		if errors.As(err, &newer) {
			if n == 1 {
				return &versionError{path, n, int(newer)}
			}
			err = newer.stray()
		}
		if err == nil && !resync {
			err = follows(rec, place)
		}
		if err == nil && len(g.damage) == 0 {
			if err = g.state.check(rec.event); err != nil {
				err = fmt.Errorf("does not fit what came before: %w", err)
			}
		}
		place.offset += int64(len(b)) + 1
		if err != nil {
			g.damage = append(g.damage, Damage{n, err.Error()})
		}
		resync = rec.event.Body == nil
		if !resync {
			g.sound++
			place.seq, place.sum = rec.event.Seq, rec.sum
		}
		if len(g.damage) == 0 {
			g.cursor = place
			g.state.apply(rec.event)
			g.events = append(g.events, rec.event)
			g.sums = append(g.sums, rec.sum)
		}
		return nil
	})
	if err != nil {
		var v *versionError
		if errors.As(err, &v) {
			return reading{}, err
		}
		return reading{}, fmt.Errorf("%s: %w", path, err)
	}
	if v, ok := version(tail); ok && v > formatVersion && place == start() {
		return reading{}, &versionError{path, 1, v}
	}
	g.tail = tail
	g.ours = g.ours || isOurs(tail)
	return g, nil
}

// follows says why a sound line is not the one to follow at.
func follows(r record, at cursor) error {
	switch n := r.event.Seq; {
	case n == at.seq+2:
		return fmt.Errorf("says it is number %d: one line is missing before it", n)
	case n > at.seq+1:
		return fmt.Errorf("says it is number %d: %d lines are missing before it", n, n-at.seq-1)
	case n <= at.seq:
		return fmt.Errorf("says it is number %d: it is doubled or out of its place", n)
	case r.prev != at.sum:
		return errors.New("does not continue the line before it")
	}
	return nil
}

// piece is a sound line found at b[from:to].
type piece struct {
	record
	from, to int
}

// pieces finds the sound lines inside b, which as a whole is not one: lines
// whose newline was damaged, or that follow a tear.
func pieces(b []byte) []piece {
	var found []piece
	for at := 0; at < len(b); {
		next := len(b)
		if i := nextLine(b[at+1:]); i >= 0 {
			next = at + 1 + i
		}
		if n := jsonlog.SoundPrefix(b[at:next]); n > 0 {
			if rec, err := decode(b[at : at+n]); err == nil {
				found = append(found, piece{rec, at, at + n})
			}
		}
		at = next
	}
	return found
}
