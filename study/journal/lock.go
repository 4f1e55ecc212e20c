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

	"github.com/gofrs/flock"
)

// The lock is on a file of its own because on Windows a lock on the journal
// would keep readers out. That file is never deleted: a lock on a deleted file
// keeps nobody out.

// defaultLockWait is how long a writer waits for another's append.
const defaultLockWait = 10 * time.Second

func lockPath(path string) string { return path + ".lock" }

// takeLock waits for the journal's lock and returns what releases it.
func takeLock(path string, wait time.Duration) (release func(), err error) {
	l := flock.New(lockPath(path), flock.SetPermissions(0o644))
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	_, err = l.TryLockContext(ctx, 2*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s: another program has been writing to it for %v (it holds %s); nothing was written. Try again when it is done",
			path, wait, lockPath(path))
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be locked for writing: %w", path, err)
	}
	return func() { _ = l.Unlock() }, nil
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
	return []byte(s + " " + checksum([]byte(s)) + "\n")
}

// readMark returns the mark, or false where there is none to be trusted. A
// reader takes it before it reads the journal, which can then only be ahead.
func readMark(path string) (mark, bool) {
	f, err := os.Open(lockPath(path))
	if err != nil {
		return mark{}, false
	}
	defer f.Close()
	b := make([]byte, 2*len(encodeMark(mark{id: noSum, sum: noSum})))
	n, _ := f.ReadAt(b, markOffset)
	text, _, _ := strings.Cut(string(b[:n]), "\n")
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
	if f, err := os.OpenFile(lockPath(path), os.O_WRONLY, 0); err == nil {
		_, _ = f.WriteAt(encodeMark(m), markOffset)
		_ = f.Close()
	}
}

// clearMark makes sure that no mark speaks of a journal about to be replaced.
func clearMark(path string) error {
	if _, ok := readMark(path); !ok {
		return nil
	}
	f, err := os.OpenFile(lockPath(path), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	// Overwritten, not truncated: Windows would refuse to cut off a locked byte.
	blank := bytes.Repeat([]byte(" "), len(encodeMark(mark{id: noSum, sum: noSum})))
	if _, err := f.WriteAt(blank, markOffset); err != nil {
		return err
	}
	return f.Sync()
}

// against lists where a journal, given the sums of its lines and what stands
// after its last newline, is not what was acknowledged.
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
