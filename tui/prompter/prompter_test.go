package prompter

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"farsight/internal/testkit"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// patience is how long anything may take on a machine that does something else.
const patience = time.Minute

// desk opens one in a folder of the test's own; keys are what was asked for.
func desk(t *testing.T) (d *Desk, folder string, keys chan Key) {
	t.Helper()
	folder, err := os.MkdirTemp("", "farsight") // short: a socket's path must be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if d, err = Open(folder); err != nil {
		t.Fatal(err)
	}
	keys = make(chan Key, 100)
	go func() {
		defer close(keys)
		for k := range d.Keys() {
			keys <- k
		}
	}()
	return d, folder, keys
}

// look is a prompter at the desk.
func look(t *testing.T, folder string) *screen {
	t.Helper()
	path, err := Find(folder, LastTour)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	th, _ := theme.Named("dark")
	s := newScreen(conn, tui.Options{Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return s
}

// until takes keys until one is what is wanted.
func until(t *testing.T, keys chan Key, want Key) {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case k := <-keys:
			if k == want {
				return
			}
		case <-late:
			t.Fatalf("%s was not asked for", want)
		}
	}
}

var example = Sheet{Tour: "Why?", Frame: 4, Of: 23, Title: "The budget drains", Said: "They found nothing.", Notes: "Ask for hands.\nThen wait.", Next: "One look too many", Since: time.Now()}

// Who comes is told what there is, and what they press reaches the tour.
func TestNotesOnASecondTerminal(t *testing.T) {
	d, folder, keys := desk(t)
	if d.Watched() {
		t.Error("somebody looks already")
	}
	s := look(t, folder)
	until(t, keys, Watched)
	for late := time.Now().Add(patience); !d.Watched(); time.Sleep(time.Millisecond) { // who looked for it has left again
		if time.Now().After(late) {
			t.Fatal("nobody looks")
		}
	}
	d.Show(example)
	s.Update(s.next())
	for _, want := range []string{"farsight notes  4 of 23", "The budget drains", "Ask for hands.", "Then wait.", "They read: They found nothing.", "then: One look too many", "space next"} {
		if frame := s.View(); !strings.Contains(frame, want) {
			t.Errorf("%q is not in\n%s", want, frame)
		}
	}
	for typed, want := range map[string]Key{" ": Next, "left": Back, "b": Blank} {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(typed)}
		if typed == "left" {
			msg = tea.KeyMsg{Type: tea.KeyLeft}
		} else if typed == " " {
			msg = tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}
		}
		_, cmd := s.Update(msg)
		run(cmd)
		until(t, keys, want)
	}
	d.Close()
	if _, ok := s.next().(endMsg); !ok {
		t.Error("who looks is not told that the tour has ended")
	}
	for range keys { // closed with the desk, or the test hangs
	}
	if _, err := Find(folder, LastTour); !errors.Is(err, errNone) {
		t.Errorf("the desk is still found: %v", err)
	}
}

// run runs a command and those it brings.
func run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			run(c)
		}
	}
}

// Every size has its frame, whatever the sheet says, and nothing in it is harmful.
func TestNotesFitAnyWindow(t *testing.T) {
	testkit.SkipRace(t)
	d, folder, _ := desk(t)
	defer d.Close()
	s := look(t, folder)
	long := example
	long.Notes, long.Said, long.Doubt, long.Place = strings.Repeat("a \x1b[2Jb ", 2000), strings.Repeat("wide 日本 ", 900), "Not so.", "nothing"
	for _, sheet := range []Sheet{{}, example, long, {Asking: true, Question: "Why?", Said: "So.", Frame: 1, Of: 1}} {
		d.Show(sheet)
		s.Update(s.next())
		for _, size := range [][2]int{{1, 1}, {12, 3}, {40, 10}, {60, 18}, {80, 24}, {220, 60}} {
			s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			lines := strings.Split(s.View(), "\n")
			if len(lines) != size[1] {
				t.Fatalf("%v: %d lines", size, len(lines))
			}
			for _, l := range lines {
				if n := ansi.StringWidth(l); n != size[0] {
					t.Fatalf("%v: a line has %d columns: %q", size, n, l)
				}
			}
			if frame := s.View(); strings.Contains(frame, "\x1b[2J") {
				t.Errorf("%v: the frame clears the screen", size)
			}
		}
	}
}

// What is not a key is not obeyed; who sends much, or never reads, or comes after
// too many others stops nobody.
func TestDeskIsNotDisturbed(t *testing.T) {
	d, folder, keys := desk(t)
	path, _ := Find(folder, LastTour)
	for _, text := range []string{"quit\nP\n\x03\nwatched\n", strings.Repeat("x", 1<<20)} {
		conn, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, text) // it may be hung up on
		conn.Close()
	}
	var silent []net.Conn
	for range mostGuests + 3 {
		conn, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		silent = append(silent, conn)
	}
	for i := range 1000 { // nobody reads: what is shown is the newest, and never waits
		sheet := example
		sheet.Frame, sheet.Notes = i, strings.Repeat("n", mostText)
		d.Show(sheet)
	}
	for _, conn := range silent {
		conn.Close()
	}
	d.Show(example)
	var s *screen
	for late := time.Now().Add(patience); s == nil; { // until those who left are counted out
		s = look(t, folder)
		msg := s.next()
		if _, over := msg.(endMsg); !over {
			s.Update(msg)
			break
		}
		if s = nil; time.Now().After(late) {
			t.Fatal("an honest prompter is turned away")
		}
	}
	if s.sheet.Title != example.Title || s.sheet.Frame != example.Frame {
		t.Errorf("it is told %+v", s.sheet)
	}
	run(s.send(Last))
	for k := range keys {
		if k == Last {
			break
		}
		if k != Watched {
			t.Errorf("the tour was asked for %q", k)
		}
	}
	d.Close()
}

// Only the user's own folder will do, and desks of killed tours are swept away.
func TestFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not in a file's mode")
	}
	home := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", home)
	folder, err := Folder()
	if err != nil || folder != filepath.Join(home, "farsight") {
		t.Fatalf("%q, %v", folder, err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(); err == nil || !strings.Contains(err.Error(), "only you can enter") {
		t.Errorf("a folder that all can enter: %v", err)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), folder); err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(); err == nil {
		t.Error("a link is taken for a folder")
	}

	d, folder, _ := desk(t)
	dead := filepath.Join(folder, "1"+ending)
	l, err := net.Listen("unix", dead)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if path, err := Find(folder, LastTour); err != nil || path == dead {
		t.Errorf("found %q, %v", path, err)
	}
	if _, err := Find(folder, "1"); err == nil || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("a dead tour: %v", err)
	}
	if path, err := Find(folder, fmt.Sprint(os.Getpid())); err != nil || path == dead {
		t.Errorf("by its number: %q, %v", path, err)
	}
	sweep(folder)
	if _, err := os.Lstat(dead); err == nil {
		t.Error("what was left behind is still there")
	}
	d.Close()
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
