package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"farsight/internal/files"
	"farsight/internal/jsonlog"
)

// ErrNotJournal says that a file is something else than a journal.
var ErrNotJournal = errors.New("not a study's journal")

// Settings says how a journal is opened. The zero value is the usual way.
type Settings struct {
	ReadOnly bool             // never lock, repair or write
	LockWait time.Duration    // 0: defaultLockWait
	Now      func() time.Time // nil: time.Now

	open func(path string) (file, error) // nil: openFile; tests make it fail
	step func(name string)               // before every step of a salvage; tests die there
}

func (s Settings) filled() Settings {
	if s.LockWait == 0 {
		s.LockWait = defaultLockWait
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.open == nil {
		s.open = openFile
	}
	if s.step == nil {
		s.step = func(string) {}
	}
	return s
}

// Journal is a view of a journal's file, as of the last Open, Poll or Append.
// It keeps no file open and holds no lock between calls. It may be used by
// several goroutines.
type Journal struct {
	path     string
	settings Settings

	mu      sync.Mutex
	at      cursor
	sums    []string // of every line
	events  []Event
	state   State
	notices []Notice

	info    fs.FileInfo // of the file at the last look, to notice changes
	suspect fs.FileInfo // of a file that looked damaged, to look again
}

// Open reads a journal. It repairs a torn last line and leaves a Notice. For a file it must not
// touch it returns a *DamageError, ErrNotJournal, or an error that a newer program wrote it.
func Open(path string, s Settings) (*Journal, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // so that all who write to one file use one lock
	}
	j := &Journal{path: path, settings: s.filled()}
	var err error
	if j.settings.ReadOnly {
		err = j.openReader()
	} else {
		err = j.openWriter()
	}
	if err != nil {
		return nil, err
	}
	return j, nil
}

// openWriter looks a second time, under the lock, at whatever seems wrong: it
// may have been another writer at work.
func (j *Journal) openWriter() error {
	g, err := j.readAll()
	if err == nil && len(g.tail) == 0 {
		j.take(g)
		return nil
	}
	if err != nil && !damaged(err) {
		return err
	}
	release, lockErr := takeLock(j.path, j.settings.LockWait)
	if lockErr != nil {
		if err != nil {
			return err
		}
		j.take(g)
		j.notices = append(j.notices, Notice{Text: fmt.Sprintf(
			"The last line of %s is incomplete (%d bytes) and was left as it is: %v.", j.path, len(g.tail), lockErr), Torn: g.tail})
		return nil
	}
	defer release()
	return j.reloadLocked()
}

// openReader gives a writer at work three chances to finish.
func (j *Journal) openReader() error {
	const tries, pause = 3, 20 * time.Millisecond
	for i := 1; ; i++ {
		g, err := j.readAll()
		if err == nil && (len(g.tail) == 0 || i == tries) {
			j.take(g)
			if len(g.tail) > 0 {
				j.notices = append(j.notices, Notice{Text: fmt.Sprintf(
					"The last line of %s is incomplete (%d bytes): a program is writing it, or died while it did.", j.path, len(g.tail)), Torn: g.tail})
			}
			return nil
		}
		if err != nil && (i == tries || !damaged(err)) {
			return err
		}
		time.Sleep(pause)
	}
}

// ReadOnly reports whether the journal was opened for reading.
func (j *Journal) ReadOnly() bool { return j.settings.ReadOnly }

// Path is the journal's file, symbolic links followed.
func (j *Journal) Path() string { return j.path }

// Now is the time by the clock that lines are written by.
func (j *Journal) Now() time.Time { return j.settings.Now() }

// ID identifies a study: the sum of the first line. A salvaged file keeps it, a file replaced by
// another study does not.
func (j *Journal) ID() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.sums) == 0 {
		return ""
	}
	return j.sums[0]
}

// State is a copy of the study's state.
func (j *Journal) State() State {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.state.clone()
}

// Events lists all that happened. What the bodies point to must not be changed.
func (j *Journal) Events() []Event {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.events)
}

// Notices lists the repairs since Open, Open included.
func (j *Journal) Notices() []Notice {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.notices)
}

// Changes is what others did to a journal since the last look.
type Changes struct {
	Events   []Event // appended since; all there is when Replaced
	Replaced bool    // the lines known before are no longer what the file holds
}

// Poll reads what others appended, without locking. It is cheap when nothing
// changed. A line still being written is left for the next time.
func (j *Journal) Poll() (Changes, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	// Usually this is all: an idle explorer makes no other system call.
	if info, err := os.Lstat(j.path); err == nil && unchanged(j.info, info) {
		return Changes{}, nil
	}
	f, info, err := open(j.path)
	if err != nil {
		return Changes{}, err
	}
	defer f.Close()
	if unchanged(j.info, info) {
		return Changes{}, nil
	}
	g, grown, err := j.readOn(f, info)
	if damaged(err) && !unchanged(j.suspect, info) {
		j.suspect = info // a writer taking back a failed line looks like this too
		return Changes{}, nil
	}
	if err != nil {
		return Changes{}, err
	}
	return j.moveTo(g, grown), nil
}

// readOn reads the file's new lines if it still holds the ones known, and
// everything if not; grown says which.
func (j *Journal) readOn(f *os.File, info fs.FileInfo) (g reading, grown bool, err error) {
	if !j.anchored(f, info) {
		g, err = j.readAll()
		return g, false, err
	}
	if g, err = read(io.NewSectionReader(f, j.at.offset, maxFile), j.path, j.at, j.state); err != nil {
		return reading{}, false, err
	}
	g.info = info
	if len(g.damage) > 0 {
		return reading{}, false, &DamageError{j.path, g.damage}
	}
	return g, true, nil
}

// anchored says whether the file still has our last line where it was.
func (j *Journal) anchored(f *os.File, info fs.FileInfo) bool {
	if j.info == nil || !os.SameFile(j.info, info) || info.Size() < j.at.offset {
		return false
	}
	want := []byte(jsonlog.End(j.at.sum) + "\n")
	got := make([]byte, len(want))
	_, err := f.ReadAt(got, j.at.offset-int64(len(want)))
	return err == nil && bytes.Equal(got, want)
}

// moveTo makes a reading the view and says what changed.
func (j *Journal) moveTo(g reading, grown bool) Changes {
	if grown {
		j.at, j.state, j.info = g.cursor, g.state, g.info
		j.sums, j.events = append(j.sums, g.sums...), append(j.events, g.events...)
		return Changes{Events: g.events}
	}
	known := len(j.sums)
	if known > len(g.sums) || !slices.Equal(j.sums, g.sums[:known]) {
		j.take(g)
		return Changes{Events: slices.Clone(g.events), Replaced: true}
	}
	j.take(g)
	return Changes{Events: slices.Clone(g.events[known:])}
}

// take makes a reading of the whole file the view.
func (j *Journal) take(g reading) {
	j.at, j.sums, j.events, j.state, j.info, j.suspect = g.cursor, g.sums, g.events, g.state, g.info, nil
}

// readAll reads the whole file and holds it against its mark.
func (j *Journal) readAll() (reading, error) {
	m := readMarks(j.path)
	f, info, err := open(j.path)
	if err != nil {
		return reading{}, err
	}
	defer f.Close()
	g, err := read(f, j.path, start(), State{})
	if err != nil {
		return reading{}, err
	}
	g.info = info
	if g.seq == 0 && g.sound == 0 && !g.ours {
		return reading{}, fmt.Errorf("%s: %w, or no line of it is whole", j.path, ErrNotJournal)
	}
	if len(g.damage) == 0 {
		g.damage = m.against(g.sums, g.tail)
	}
	if len(g.damage) == 0 && g.seq == 0 {
		g.damage = []Damage{{1, "is cut short; it holds the problem, and no line follows it"}}
	}
	if len(g.damage) > 0 {
		return reading{}, &DamageError{j.path, g.damage}
	}
	return g, nil
}

// open opens a journal's file for reading. The size is bounded before anything
// is read, and what is not a regular file is not even opened: it might block.
func open(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Lstat(path) // links were followed when the journal was opened
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s: %w: it is not a regular file", path, ErrNotJournal)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|files.NoFollow, 0)
	if err != nil {
		return nil, nil, err
	}
	// From the handle: on Windows only this identifies the file for good.
	if info, err = f.Stat(); err == nil && info.Size() > maxFile {
		err = fmt.Errorf("%s has %d bytes; a journal has at most %d", path, info.Size(), int64(maxFile))
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func unchanged(a, b fs.FileInfo) bool {
	return a != nil && os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
