package serve

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// breaking is an explorer that panics after some keys.
type breaking struct {
	attendance
	draws bool
}

// The keys: ctrl+x in an update, ctrl+y in a drawing, ctrl+w in a command of a
// batch.
func (b *breaking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		switch key.Type {
		case tea.KeyCtrlX:
			panic("in an update\x1b[2J")
		case tea.KeyCtrlY:
			b.draws = true
		case tea.KeyCtrlW:
			return b, tea.Batch(tea.Batch(func() tea.Msg { panic("in a command") }, nil), func() tea.Msg { return nil })
		}
	}
	_, cmd := b.attendance.Update(msg)
	return b, cmd
}

func (b *breaking) Still() chart.Still {
	if b.draws {
		panic("in a drawing")
	}
	return b.attendance.Still()
}

// A fault of a guest's explorer is one line of the host's log, which says where
// its stack is; the guest is told, and the seat is free. (Bubble Tea, left to
// itself, prints it on the host's standard output: the session would then have
// ended with its error, not with ours.)
func TestFaultsAreLogged(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, dir)
	}
	var l logbook
	r := open(t, Settings{timing: patient, Log: l.log, wrap: func(_ *session, a attendance) attendance { return &breaking{attendance: a} }})
	for _, c := range []struct{ key, said string }{
		{"\x18", "in an update"},
		{"\x19", "in a drawing"},
		{"\x17", "in a command"},
	} {
		guest := come(t, r, 100, 30)
		ready(t, guest)
		if err := guest.answer(c.key, "The explorer failed"); err != nil {
			t.Fatalf("%s: %v", c.said, err)
		}
		if err := guest.session.Wait(); err == nil {
			t.Errorf("%s: the session ended as if all were well", c.said)
		}
		guest.Close()
		l.has(t, "a fault of the explorer, "+c.said, "its stack is in "+dir)
		alone(t, r, 0)
	}
	l.has(t, "went, "+errBroke.Error())
	names, err := filepath.Glob(filepath.Join(dir, "farsight-fault-*.txt"))
	if err != nil || len(names) != 3 {
		t.Fatalf("stacks %q: %v", names, err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), "fault_test.go") {
			t.Errorf("%s does not say where it was: %v\n%s", name, err, text)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines {
		if strings.ContainsAny(line, "\x1b\n") {
			t.Errorf("the log has %q", line)
		}
	}
}

// Keys that keep the explorer busy are read at a quarter of the speed, after a
// burst; human ones at once. The clock is the test's own.
func TestKeysAreReadNoFasterThanObeyed(t *testing.T) {
	for _, c := range []struct {
		name        string
		every, busy time.Duration // between keys, and for each key
		keys        int
		least, most time.Duration // of rest over all keys
	}{
		{"a person", 200 * time.Millisecond, 10 * time.Millisecond, 100, 0, 0},
		{"a held key", 33 * time.Millisecond, 5 * time.Millisecond, 300, 0, 0},
		// 100 × 10 ms busy, less 300 ms burst, at a quarter: 2.8 s.
		{"a flood", 0, 10 * time.Millisecond, 100, 2500 * time.Millisecond, 3 * time.Second},
	} {
		i := &input{}
		now := time.Unix(0, 0)
		rest := time.Duration(0)
		for range c.keys {
			i.given = now
			now = now.Add(c.busy)
			if d := i.rest(now); d > 0 {
				rest += d
				now = now.Add(d)
			}
			if wait := c.every - c.busy; wait > 0 {
				now = now.Add(wait)
				i.rested(wait)
			}
		}
		if rest < c.least || rest > c.most {
			t.Errorf("%s rests for %v, want %v to %v", c.name, rest, c.least, c.most)
		}
	}
	i := &input{given: time.Unix(0, 0)}
	if d := i.rest(time.Unix(3600, 0)); d != mostRest {
		t.Errorf("after an hour of being busy it rests for %v, want %v", d, mostRest)
	}
}

func TestPastesDoNotBegin(t *testing.T) {
	text := "a\x1b[200~b\x1b[20\x1b[200~0~\x1b[201~" + strings.Repeat("\x1b[200~", 50)
	for _, r := range []io.Reader{strings.NewReader(text), iotest.DataErrReader(strings.NewReader(text))} {
		got, err := io.ReadAll(harmless{r})
		testkit.OK(t, err)
		if len(got) != len(text) || bytes.Contains(got, pasteStart) {
			t.Errorf("read %q", got)
		}
	}
}
