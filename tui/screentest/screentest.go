// Package screentest shows a screen without the program, for the tests of screens.
package screentest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"

	"farsight/policy"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// replays are computed once for all tests of a package.
var replays = session.NewShared(0)

// limit is the evaluations a test's replay has at most.
const limit = 12

// Open is a session on a built-in problem; nothing is computed. It has no timers.
func Open(t testing.TB, name string, policies ...string) *session.Session {
	t.Helper()
	p, err := replays.Load(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return open(t, session.Options{Problem: p, Name: name, Settings: study.Settings{Limit: limit}, Shared: replays}, policies)
}

// OpenText is a session on a problem file's text, for a few evaluations at most;
// nothing is computed, and nothing shared.
func OpenText(t testing.TB, text string, limit int, policies ...string) *session.Session {
	t.Helper()
	p, err := problemfile.Parse("problem.toml", []byte(text), ".")
	if err != nil {
		t.Fatal(err)
	}
	return open(t, session.Options{Problem: p, Settings: study.Settings{Limit: limit}}, policies)
}

func open(t testing.TB, o session.Options, policies []string) *session.Session {
	t.Helper()
	for _, n := range policies {
		q, err := policy.Parse(n)
		if err != nil {
			t.Fatal(err)
		}
		o.Policies = append(o.Policies, q)
	}
	se := session.New(o)
	se.Still = true
	t.Cleanup(se.Close)
	return se
}

// Host shows one screen on a session, as the program does. The requests of the screen are kept in
// Wants.
type Host struct {
	Session *session.Session
	Screen  screen.Screen
	View    screen.View
	Wants   screen.Wants // the last that was more than a command
	t       testing.TB
}

// Show shows a screen in a window, with all that it asks for computed.
func Show(t testing.TB, se *session.Session, s screen.Screen, w, h int) *Host {
	t.Helper()
	x := ShowStill(t, se, s, w, h)
	x.Drain(se.Start())
	x.Send(screen.EnteredMsg{})
	return x
}

// ShowStill is Show before anything is computed, and before the screen gets EnteredMsg.
func ShowStill(t testing.TB, se *session.Session, s screen.Screen, w, h int) *Host {
	t.Helper()
	th, _ := theme.Named("dark")
	x := &Host{Session: se, Screen: s, t: t}
	x.View = screen.View{Session: se, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}, W: w, H: h, Front: true}
	t.Cleanup(s.Close)
	return x
}

// Send brings a message to the screen and runs what it asks for.
func (x *Host) Send(msg tea.Msg) {
	x.t.Helper()
	x.Drain(x.Tell(msg))
}

// Tell sends a message to the screen and returns its command.
func (x *Host) Tell(msg tea.Msg) tea.Cmd {
	w := x.Screen.Update(x.View, msg)
	cmd := w.Cmd
	if w.Cmd = nil; !reflect.ValueOf(w).IsZero() {
		x.Wants = w
	}
	return cmd
}

// Move goes by some evaluations.
func (x *Host) Move(by int) {
	x.t.Helper()
	x.Session.Move(by)
	x.Drain(x.Session.Want(), x.Tell(screen.LookMsg{}))
}

// Turn slices along the next parameter.
func (x *Host) Turn() {
	x.t.Helper()
	x.Session.Axis = (x.Session.Axis + 1) % x.Session.Problem.Dim()
	x.Drain(x.Session.Retrace(), x.Tell(screen.LookMsg{}))
}

// Through slices through the incumbent, or again through the next point.
func (x *Host) Through() {
	x.t.Helper()
	x.Session.ViaBest = !x.Session.ViaBest
	x.Drain(x.Session.Retrace(), x.Tell(screen.LookMsg{}))
}

// Drain runs commands and what follows from them until none is left.
func (x *Host) Drain(cmds ...tea.Cmd) {
	x.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for len(cmds) > 0 {
		if time.Now().After(deadline) {
			x.t.Fatal("the work does not end")
		}
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case session.StreamMsg:
			cmds = append(cmds, x.take(msg.Msg), msg.Next)
		default:
			cmds = append(cmds, x.take(msg))
		}
	}
}

// take takes a message in as the program does.
func (x *Host) take(msg tea.Msg) tea.Cmd {
	c, ok := x.Session.Receive(msg)
	switch {
	case ok && c.Look:
		return tea.Batch(c.Cmd, x.Tell(screen.LookMsg{}))
	case ok:
		return c.Cmd
	}
	return x.Tell(msg)
}

// Text is what the screen draws.
func (x *Host) Text() string {
	w, h := x.View.BodySize()
	c := chart.New(w, h, x.View.Terminal)
	x.Screen.Draw(x.View, c)
	return c.Plain()
}

// Shows fails unless the screen shows all of some words.
func (x *Host) Shows(words ...string) {
	x.t.Helper()
	text := x.Text()
	for _, w := range words {
		if !strings.Contains(text, w) {
			x.t.Errorf("%q is not on the screen:\n%s", w, text)
		}
	}
}

// Press offers the screen a key as the program does: as text, then as its action. It returns the
// command; other requests are in Wants.
func (x *Host) Press(key string) tea.Cmd {
	x.Wants = screen.Wants{}
	if cmd := x.Tell(screen.TypedMsg{Key: key}); x.Wants.Taken {
		return cmd
	}
	if a := screen.Find(key, x.Screen.About(x.View).Keys); a != screen.ActNone {
		return x.Tell(screen.ActMsg{Act: a})
	}
	return nil
}

// Decided is a session on a built-in problem with a policy's first decision and no further
// computation.
func Decided(t testing.TB, name string, q policy.Policy) *session.Session {
	t.Helper()
	p, err := replays.Load(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := study.New(t.Context(), p, q, study.Settings{})
	if err == nil {
		err = run.Decide(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	snap := run.Snapshot()
	se := session.New(session.Options{Problem: p, Policies: []policy.Policy{q}})
	se.Still = true
	t.Cleanup(se.Close)
	se.Receive(session.SteppedMsg{Run: se.Run, Snap: snap, Scene: session.NewScene(&snap, se.SceneKey(0))})
	return se
}

// Whole is what a terminal of a size is sent that is to show all of a frame,
// whatever it shows: every line, as bubbletea would.
func Whole(frame string, w, h int) string {
	var b strings.Builder
	lines := strings.Split(frame, "\n")
	for y := range h {
		line := ""
		if y < len(lines) {
			line = lines[y]
		}
		fmt.Fprintf(&b, "\x1b[%dH%s", y+1, line)
		if ansi.StringWidth(line) < w {
			b.WriteString("\x1b[K")
		}
	}
	fmt.Fprintf(&b, "\x1b[%dH", h)
	return b.String()
}

// Different returns the first cell in which two terminals of one size look different: of spaces
// only the background is compared.
func Different(got, want vt10x.Terminal) string {
	const reversed, underlined = 1, 2
	w, h := got.Size()
	for y := range h {
		for x := range w {
			p, q := got.Cell(x, y), want.Cell(x, y)
			if p.Char == ' ' && q.Char == ' ' && (p.Mode|q.Mode)&(reversed|underlined) == 0 {
				p, q = vt10x.Glyph{BG: p.BG}, vt10x.Glyph{BG: q.BG}
			}
			if p != q {
				return fmt.Sprintf("row %d, column %d: %q %+v instead of %q %+v", y, x, p.Char, p, q.Char, q)
			}
		}
	}
	return ""
}
