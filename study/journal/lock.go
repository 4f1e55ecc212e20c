package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"farsight/internal/files"
	"farsight/internal/jsonlog"
)

// The lock is on a file of its own because on Windows a lock on the journal would keep readers out.
// That file is never deleted: a lock on a deleted file has no effect.

// defaultLockWait is how long a writer waits for another's append.
const defaultLockWait = 10 * time.Second

func lockPath(path string) string { return path + ".lock" }

// takeLock waits for the journal's lock and returns what releases it. It
// refuses a lock that leads to another file, and a journal with two names, each
// of which would have a lock of its own.
func takeLock(path string, wait time.Duration) (release func(), err error) {
	// Looked at before the lock too, which would leave its file behind.
	if err := oneName(path); err != nil {
		return nil, err
	}
	f, err := files.OpenNoFollow(lockPath(path), os.O_RDONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked for writing: %w", path, err)
	}
	f.Close()
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	release, err = hold(ctx, lockPath(path))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s: another program has been writing to it for %v (it holds %s); nothing was written. Try again when it is done",
			path, wait, lockPath(path))
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked for writing: %w", path, err)
	}
	if err := oneName(path); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// oneName refuses a journal with several hard links: a second writer under another name would use
// another lock.
func oneName(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|files.NoFollow, 0)
	if err != nil {
		return nil // not there yet, or reading it says why
	}
	defer f.Close()
	n, err := files.CountNames(f)
	if err != nil {
		return err
	}
	if n > 1 {
		return fmt.Errorf("%s has %d names (hard links): what is written by one would be lost to who writes by another, so nothing was written. Remove the other names, or make this one a file of its own: copy it, and put the copy in its place", path, n)
	}
	return nil
}

// mark is the high-water mark: the last line acknowledged in a journal.
type mark struct {
	id  string // sum of the journal's first line
	seq int
	sum string // of line seq
}

// markOffset leaves out the first byte of the lock's file, which is what is
// locked on Windows.
const markOffset = 1

// encodeMark: id, seq and sum, then the sum of these, so that a mark half
// written is no mark. Of one length, so that a new one covers an old one.
func encodeMark(m mark) []byte {
	s := fmt.Sprintf("%s %012d %s", m.id, m.seq, m.sum)
	return []byte(s + " " + jsonlog.Checksum([]byte(s)) + "\n")
}

// marks is what a lock's file says: one mark or none, and while a salvage is
// in progress a second, of the file that is about to take the place.
type marks []mark

// markLength is the number of bytes of every mark.
var markLength = len(encodeMark(mark{id: noSum, sum: noSum}))

// readMarks returns the valid marks. A reader takes them before it reads the journal, which can
// then only be ahead.
func readMarks(path string) (found marks) {
	f, err := files.OpenNoFollow(lockPath(path), os.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, 2*markLength)
	n, _ := f.ReadAt(b, markOffset)
	for at := 0; at < n; at += markLength {
		if m, ok := decodeMark(b[at:min(at+markLength, n)]); ok {
			found = append(found, m)
		}
	}
	return found
}

func decodeMark(b []byte) (mark, bool) {
	text, _, _ := strings.Cut(string(b), "\n")
	field := strings.Split(text, " ")
	if len(field) != 4 {
		return mark{}, false
	}
	seq, err := strconv.Atoi(field[1])
	m := mark{id: field[0], seq: seq, sum: field[2]}
	return m, err == nil && seq > 0 && string(encodeMark(m)) == text+"\n"
}

// writeMark moves the mark, under the lock. A mark that lags is harmless, so
// that failing to move it does not take back what was acknowledged, and it
// need not be synced: it never reaches the disk before the line it names.
func writeMark(path string, m mark) {
	if f, err := files.OpenNoFollow(lockPath(path), os.O_WRONLY, 0); err == nil {
		_, _ = f.WriteAt(append(encodeMark(m), blank()...), markOffset)
		_ = f.Close()
	}
}

// blank covers one mark. Overwritten, not truncated: Windows would refuse to
// cut off a locked byte.
func blank() []byte { return bytes.Repeat([]byte(" "), markLength) }

// announceMark writes the mark of a file that is about to replace the journal beside the present
// one, on disk. Before the replacement the old mark detects missing lines; after it the new one
// confirms that the file is whole.
func announceMark(path string, m mark) error {
	f, err := files.OpenNoFollow(lockPath(path), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteAt(encodeMark(m), markOffset+int64(markLength)); err != nil {
		return err
	}
	return f.Sync()
}

// clearMark removes marks that could refer to a journal about to be replaced.
func clearMark(path string) error {
	if len(readMarks(path)) == 0 {
		return nil
	}
	f, err := files.OpenNoFollow(lockPath(path), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteAt(append(blank(), blank()...), markOffset); err != nil {
		return err
	}
	return f.Sync()
}

// against lists where a journal is not what was acknowledged: it must be what
// one of the marks says.
func (all marks) against(sums []string, tail []byte) []Damage {
	var first []Damage
	for _, m := range all {
		d := m.against(sums, tail)
		if d == nil {
			return nil
		}
		if first == nil {
			first = d
		}
	}
	return first
}

// against lists where a journal, given the sums of its lines and the text after its last newline,
// is not what was acknowledged.
func (m mark) against(sums []string, tail []byte) []Damage {
	if len(sums) == 0 || sums[0] != m.id {
		return nil // the mark of another journal that once had this name
	}
	lines := len(sums)
	for _, p := range pieces(tail) {
		sums = append(slices.Clip(sums), p.sum) // whole but for its newline
	}
	switch n := len(sums); {
	case n < m.seq && n == lines && len(tail) > 0:
		return []Damage{{n + 1, fmt.Sprintf("is cut short, though %d lines had been acknowledged", m.seq)}}
	case n < m.seq:
		return []Damage{{n + 1, fmt.Sprintf("is missing, though %d lines had been acknowledged", m.seq)}}
	case sums[m.seq-1] != m.sum:
		return []Damage{{m.seq, "is not the line that had been acknowledged"}}
	}
	return nil
}
