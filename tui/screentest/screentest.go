// Package screentest shows a screen without the program, for the tests of
// screens.
package screentest

import (
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

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

// Host shows one screen on a session, as the program does, but for what the
// screen wants of the program: that is kept in Wants.
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

// ShowStill is Show before anything is computed, and before the screen is told
// that it is shown.
func ShowStill(t testing.TB, se *session.Session, s screen.Screen, w, h int) *Host {
	t.Helper()
	th, _ := theme.Named("dark")
	x := &Host{Session: se, Screen: s, t: t}
	x.View = screen.View{View: se.View(), Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}, W: w, H: h, Front: true}
	t.Cleanup(s.Close)
	return x
}

// Send brings a message to the screen and runs what it asks for.
func (x *Host) Send(msg tea.Msg) {
	x.t.Helper()
	x.Drain(x.Tell(msg))
}

// Tell brings a message to the screen and returns the command it asks for.
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
