package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
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

func (b *breaking) View() string {
	if b.draws {
		panic("in a drawing")
	}
	return b.attendance.View()
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
		if _, err := guest.answer(c.key, "Something went wrong in the explorer"); err != nil {
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
