package player

import (
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
	"farsight/tui/tour"
)

// newTestNotesServer starts a server in a folder of the test's own.
func newTestNotesServer(t *testing.T) *NotesServer {
	t.Helper()
	folder, err := os.MkdirTemp("", "farsight") // short: a socket's path must be
	testkit.OK(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	t.Setenv("XDG_RUNTIME_DIR", folder)
	d, err := NewNotesServer(tour.Default)
	testkit.OK(t, err)
	return d
}

// lookAt is a second terminal with a tour of its own.
func lookAt(t *testing.T, of *tour.Tour) *notes {
	t.Helper()
	path, err := findSocket(lastTour)
	testkit.OK(t, err)
	th, _ := theme.Named("dark")
	n, err := newNotes(path, func(string) (*tour.Tour, error) { return of, nil }, tui.Options{Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	testkit.OK(t, err)
	t.Cleanup(n.Close)
	_ = n.conn.SetReadDeadline(time.Now().Add(time.Minute))
	n.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return n
}

// Every size has its frame, whatever the tour says, and nothing in it is harmful.
func TestNotesFitAnyWindow(t *testing.T) {
	d := newTestNotesServer(t)
	tr := parseTour(t, notedTour)
	tr.Scenes[1].Notes = strings.Repeat("a \x1b[2Jb wide 日本 ", 2000)
	n := lookAt(t, tr)
	for frame := range tr.Frames() {
		d.show(where{frame + 1, seesExplorer, time.Now()}.String())
		n.Update(n.next())
		for _, size := range [][2]int{{1, 1}, {12, 3}, {40, 10}, {60, 18}, {80, 24}, {220, 60}} {
			n.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			lines := strings.Split(n.View(), "\n")
			if len(lines) != size[1] {
				t.Fatalf("%v: %d lines", size, len(lines))
			}
			for _, l := range lines {
				if n := ansi.StringWidth(l); n != size[0] {
					t.Fatalf("%v: a line has %d columns: %q", size, n, l)
				}
			}
			if frame := n.View(); strings.Contains(frame, "\x1b[2J") {
				t.Errorf("%v: the frame clears the screen", size)
			}
		}
	}
	d.close()
	if _, ended := n.next().(notesEnded); !ended {
		t.Error("who looks is not told that the tour has ended")
	}
	if _, err := findSocket(lastTour); err != errNone {
		t.Errorf("the socket is still found: %v", err)
	}
}

// What is not a key that leads is not handled; who sends much, or never reads, or
// comes after too many others stops nobody.
func TestNotesServerIsNotDisturbed(t *testing.T) {
	d := newTestNotesServer(t)
	path, _ := findSocket(lastTour)
	for _, text := range []string{"quit\nP\n\x03\nq\nesc\n", strings.Repeat("x", 1<<20)} {
		conn, err := net.Dial("unix", path)
		testkit.OK(t, err)
		_, _ = io.WriteString(conn, text) // it may be hung up on
		conn.Close()
	}
	tr := parseTour(t, notedTour)
	n := lookAt(t, tr)
	for range mostClients + 3 { // nobody of them reads
		conn, err := net.Dial("unix", path)
		testkit.OK(t, err)
		defer conn.Close()
	}
	for range 30 {
		for frame := range 3 {
			d.show(where{frame + 1, seesTour, time.Now()}.String())
		}
	}
	_, cmd := n.Update(tea.KeyMsg{Type: tea.KeyEnd})
	cmd()
	if k := <-d.keys; k != "end" {
		t.Errorf("the tour was asked for %q", k)
	}
	d.close()
	last := where{}
	for msg := n.next(); msg != (notesEnded{}); msg = n.next() {
		last = where(msg.(notesMsg))
	}
	if last.frame != 3 {
		t.Errorf("it was told of frame %d last", last.frame)
	}
}

// Only the user's own folder will do, and sockets of killed tours are removed.
func TestSocketFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not in a file's mode")
	}
	home := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", home)
	folder, err := socketFolder()
	if err != nil || folder != filepath.Join(home, "farsight") {
		t.Fatalf("%q, %v", folder, err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	testkit.OK(t, os.Chmod(folder, 0o755))
	if _, err := socketFolder(); err == nil || !strings.Contains(err.Error(), "only you can enter") {
		t.Errorf("a folder that all can enter: %v", err)
	}
	testkit.OK(t, os.Remove(folder))
	testkit.OK(t, os.Symlink(t.TempDir(), folder))
	if _, err := socketFolder(); err == nil {
		t.Error("a link is taken for a folder")
	}

	d := newTestNotesServer(t)
	folder, _ = socketFolder()
	dead := filepath.Join(folder, "1"+ending)
	l, err := net.Listen("unix", dead)
	testkit.OK(t, err)
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if path, err := findSocket(lastTour); err != nil || path == dead {
		t.Errorf("found %q, %v", path, err)
	}
	if _, err := findSocket("1"); err == nil || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("a dead tour: %v", err)
	}
	if path, err := findSocket(fmt.Sprint(os.Getpid())); err != nil || path == dead {
		t.Errorf("by its number: %q, %v", path, err)
	}
	d.close()
	d, err = NewNotesServer("a.toml")
	testkit.OK(t, err)
	d.close()
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

const notedTour = `problem = "overspend"
policies = ["ei"]
[[scene]]
title = "One"
caption = "It starts with {budget}."
brief = "A start"
notes = "Greet those in the last row."
[[scene]]
title = "Two"
question = "Why?"
caption = "Because."
notes = "Wait for hands to go up."
`

// The presenter's terminal tells what is said and handles; the audience's shows no
// notes in presenter mode, whatever is pressed, and guests never see any.
func TestNotesAreForThePresenterAlone(t *testing.T) {
	server := newTestNotesServer(t)
	g := New(Options{Tour: parseTour(t, notedTour), Presenter: true, NotesServer: server, Explorer: tourOptions(chart.Braille, chart.NoColor)})
	defer g.Close()
	g.still = true
	g.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	n := lookAt(t, g.tour)
	shows := func(texts ...string) {
		t.Helper()
		n.Update(n.next())
		for _, text := range texts {
			if frame := strings.Join(strings.Fields(n.View()), " "); !strings.Contains(frame, text) {
				t.Errorf("%q is not in\n%s", text, n.View())
			}
		}
	}
	press := func(k string) {
		_, cmd := n.Update(keyMsg(k))
		cmd()
		g.Update(g.listen()())
	}
	shows("farsight notes 1 of 3", "One", "Greet those in the last row.", "They read: It starts with ….", "then: a question; Two", "space next", "b blank")
	press(" ")
	shows("2 of 3", "? Why?", "Wait for hands to go up.", "The answer: Because.", "then: the answer")
	press("b")
	shows("The audience sees nothing")
	press(" ")
	shows("3 of 3", "They read: Because.", "this is the last frame")
	press("home")
	shows("1 of 3")
	for _, keys := range []string{"", "N", "N?", "PNP"} {
		for k := range strings.SplitSeq(keys, "") {
			g.Update(keyMsg(k))
		}
		if frame := strings.Join(strings.Fields(g.Frame().Plain()), " "); strings.Contains(frame, "last row") {
			t.Errorf("after %q the audience reads\n%s", keys, frame)
		}
		g.help, g.notes = false, false
	}
	g.presenter = true
	g.Update(keyMsg("N"))
	if frame := g.Frame().Plain(); !strings.Contains(frame, "--notes-for last") {
		t.Errorf("N does not say where the notes are:\n%s", frame)
	}
	g.presenter = false // alone, one reads them
	if frame := g.Frame().Plain(); !strings.Contains(frame, "Greet those") {
		t.Errorf("N shows no notes:\n%s", frame)
	}
	c := chart.New(100, 30, chart.Terminal{Profile: chart.NoColor})
	if g.DrawAs(c, g.theme); strings.Contains(c.Plain(), "Greet those") || !strings.Contains(c.Plain(), "It starts with 9.7") {
		t.Errorf("a guest reads\n%s", c.Plain())
	}
}
