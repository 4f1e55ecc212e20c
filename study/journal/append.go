package journal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"farsight/internal/files"
)

// file is what writing to a journal needs of it.
type file interface {
	io.WriterAt
	Sync() error
	Truncate(size int64) error
	Close() error
}

// openFile opens without O_APPEND, for on Windows that forbids truncating. The
// lock makes writing at the end known an append.
func openFile(path string) (file, error) {
	return os.OpenFile(path, os.O_RDWR|files.NoFollow, 0)
}

// Append writes an event and returns it once it is on disk. Expected is the Seq of the state the
// caller acted upon: if others wrote since, the error is a *StaleError with their events, and the
// caller may retry with the new Seq. On any error but an *UncertainError nothing of the event is
// kept.
func (j *Journal) Append(expected int, b Body) (Event, error) {
	events, err := j.AppendAll(expected, b)
	if err != nil {
		return Event{}, err
	}
	return events[0], nil
}

// AppendAll is Append of several events, which are acknowledged together. If the
// program dies before that, the first few of them may be there.
func (j *Journal) AppendAll(expected int, bodies ...Body) ([]Event, error) {
	if j.settings.ReadOnly {
		return nil, fmt.Errorf("%s was opened for reading only", j.path)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	release, err := takeLock(j.path, j.settings.LockWait)
	if err != nil {
		return nil, err
	}
	defer release()
	replaced, err := j.refreshLocked()
	if err != nil {
		return nil, err
	}
	if replaced || expected > j.at.seq {
		return nil, &StaleError{Path: j.path, Expected: expected, Events: j.events[:len(j.events):len(j.events)], Replaced: true}
	}
	if expected < j.at.seq {
		return nil, &StaleError{Path: j.path, Expected: expected, Events: j.events[expected:len(j.events):len(j.events)]}
	}
	text, recs, state, err := compose(j.state.clone(), bodies, j.settings.Now(), j.at.sum)
	if err != nil {
		return nil, err
	}
	if j.at.offset+int64(len(text)) > maxFile {
		return nil, fmt.Errorf("%s is full: a journal has at most %d bytes", j.path, int64(maxFile))
	}
	if err := j.write(text); err != nil {
		return nil, err
	}
	j.state = state
	for _, rec := range recs {
		j.events, j.sums = append(j.events, rec.event), append(j.sums, rec.sum)
	}
	j.at = cursor{state.Seq, j.sums[len(j.sums)-1], j.at.offset + int64(len(text))}
	writeMark(j.path, mark{j.sums[0], j.at.seq, j.at.sum})
	return slices.Clone(j.events[len(j.events)-len(recs):]), nil
}

// compose makes the lines that add events to state s after one with sum prev, and
// the state then. Each is read back, so that what is kept in memory is what a later
// Open will find.
func compose(s State, bodies []Body, now time.Time, prev string) (text []byte, recs []record, after State, err error) {
	for i, b := range bodies {
		line, rec, err := composeOne(s, b, now, prev)
		if err != nil && len(bodies) > 1 {
			err = fmt.Errorf("event %d of %d (%s): %w", i+1, len(bodies), b.Kind(), err)
		}
		if err != nil {
			return nil, nil, s, err
		}
		s.apply(rec.event)
		text, recs, prev = append(text, line...), append(recs, rec), rec.sum
	}
	return text, recs, s, nil
}

func composeOne(s State, b Body, now time.Time, prev string) ([]byte, record, error) {
	e := Event{Seq: s.Seq + 1, Time: now.UTC().Truncate(time.Millisecond), Body: b}
	if err := s.check(e); err != nil {
		return nil, record{}, err
	}
	line, err := encode(e, prev)
	if err != nil {
		return nil, record{}, err
	}
	rec, err := decode(line[:len(line)-1])
	if err != nil {
		return nil, record{}, fmt.Errorf("the event cannot be written: it %w", err)
	}
	return line, rec, s.check(rec.event)
}

// write puts the line on disk or takes it back.
func (j *Journal) write(line []byte) error {
	f, err := j.settings.open(j.path)
	if err != nil {
		return fmt.Errorf("%s cannot be written to: %w", j.path, err)
	}
	defer f.Close()
	_, err = f.WriteAt(line, j.at.offset)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		return nil
	}
	back := f.Truncate(j.at.offset)
	if back == nil {
		back = f.Sync()
	}
	if back != nil {
		return &UncertainError{Path: j.path, Err: err, back: back}
	}
	return fmt.Errorf("%s: the line could not be written: %w; nothing was changed", j.path, err)
}

// refreshLocked brings the view up to date under the lock, where nothing can
// be another writer's unfinished work.
func (j *Journal) refreshLocked() (replaced bool, err error) {
	f, info, err := open(j.path)
	if err != nil {
		return false, err
	}
	g, grown, err := j.readOn(f, info)
	f.Close()
	if err != nil {
		return false, err
	}
	c := j.moveTo(g, grown)
	if d := readMarks(j.path).against(j.sums, g.tail); d != nil {
		return false, &DamageError{j.path, d}
	}
	if len(g.tail) > 0 {
		err = j.repairTail(g.tail)
	}
	return c.Replaced, err
}
