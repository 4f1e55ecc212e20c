package journal

import (
	"fmt"

	"farsight/internal/jsonlog"
)

// reloadLocked reads the whole file under the lock and repairs its tail.
func (j *Journal) reloadLocked() error {
	g, err := j.readAll()
	if err != nil {
		return err
	}
	j.take(g)
	if len(g.tail) == 0 {
		return nil
	}
	err = j.repairTail(g.tail)
	if damaged(err) {
		return err
	}
	if err != nil {
		// The study can be read all the same; the next append will try again.
		j.notices = append(j.notices, Notice{Torn: g.tail, Text: fmt.Sprintf(
			"The last line of %s is incomplete (%d bytes) and was left as it is: %v.", j.path, len(g.tail), err)})
	}
	return nil
}

// repairTail repairs the text after the last newline, under the lock and if it agrees with the mark:
// lines that are complete except for their newline get it back, the rest is moved to a separate
// file.
func (j *Journal) repairTail(tail []byte) error {
	at, state, end := j.at, j.state.clone(), -1
	whole := pieces(tail)
	for _, p := range whole {
		if p.from != end+1 || follows(p.record, at) != nil || state.check(p.event) != nil {
			return &DamageError{j.path, []Damage{{at.seq + 1, "is torn, and a later line follows it"}}}
		}
		state.apply(p.event)
		end = p.to
		at = cursor{p.event.Seq, p.sum, j.at.offset + int64(p.to) + 1}
	}
	torn := tail[min(end+1, len(tail)):] // tail[end] is in place of the newline
	var aside string
	if len(torn) > 0 {
		var err error
		if aside, err = jsonlog.SetAside(j.path, "torn", torn); err != nil {
			return fmt.Errorf("the bytes could not be put aside: %w", err)
		}
	}
	if err := j.rewriteTail(whole, at.offset); err != nil {
		return err
	}
	j.at, j.state = at, state
	for _, p := range whole {
		j.events, j.sums = append(j.events, p.event), append(j.sums, p.sum)
	}
	text := fmt.Sprintf("The last line of %s was incomplete: most likely a program died while it wrote it. Its %d bytes are now in %s; every line before it is whole.",
		j.path, len(torn), aside)
	if len(torn) == 0 {
		text = fmt.Sprintf("The last line of %s had lost its line end, which was put back; the line is whole.", j.path)
	}
	j.notices = append(j.notices, Notice{Text: text, File: aside, Torn: torn})
	return nil
}

// rewriteTail gives each whole line its newline and cuts the file to size.
func (j *Journal) rewriteTail(whole []piece, size int64) error {
	f, err := j.settings.open(j.path)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, p := range whole {
		if _, err := f.WriteAt([]byte("\n"), j.at.offset+int64(p.to)); err != nil {
			return err
		}
	}
	if err := f.Truncate(size); err != nil {
		return err
	}
	return f.Sync()
}
