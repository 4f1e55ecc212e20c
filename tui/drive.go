package tui

import (
	"context"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/luck"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// A program that drives an explorer from outside, such as a tour, changes its session and sets its
// pose; everything else goes through Update.

// Session is what the screens look at, to be changed between two messages.
func (m *Model) Session() *session.Session { return m.s }

// Pose is the state of an explorer that is not in its session.
type Pose struct {
	Screen    string      // by its name; if there is none of it, the one the problem opens on
	Cost      bool        // small screens: the cost chart instead of the acquisition
	Captioned bool        // captions are outside the frame: columns leave them out
	Note      string      // in the footer instead of the keys
	Veil      screen.Veil // what DrawScreen leaves out
}

// Stand sets a pose and closes whatever covers the screen.
func (m *Model) Stand(p Pose) tea.Cmd {
	m.cross.On, m.cross.typing = false, nil
	m.overlay, m.note, m.showC, m.captioned, m.veil = overlayNone, p.Note, p.Cost, p.Captioned, p.Veil
	m.current = m.home()
	if i := m.named(p.Screen); i >= 0 {
		m.current = i
	}
	return m.entered()
}

// Moved has computed and shown what the session was moved to.
func (m *Model) Moved() tea.Cmd { return m.wanted() }

// DrawScreen draws the screen alone, without title and footer, and returns where its parts are.
func (m *Model) DrawScreen(c chart.Canvas) *screen.Spots {
	v := m.view()
	v.Spots, v.Plots, v.Veil = screen.NewSpots(), nil, m.veil
	m.screens[m.current].Draw(v, c)
	return v.Spots
}

// ScreenOf is the explorer's screen that is an S, shown or not.
func ScreenOf[S any](m *Model) (S, bool) {
	for _, s := range m.screens {
		if is, ok := s.(S); ok {
			return is, true
		}
	}
	var none S
	return none, false
}

// Screens are the names of the screens that tab leads to, and of the one that asks
// for luck: those a recording can show.
func (m *Model) Screens() []string {
	var names []string
	for i, s := range m.screens {
		if m.available(i) && (s.Name() == luck.Name || !s.About(m.viewOf(i)).Beside) {
			names = append(names, s.Name())
		}
	}
	return names
}

// Names are the names of all screens that can be shown now, Home that of the one
// the problem opens on.
func (m *Model) Names() []string {
	var names []string
	for i, s := range m.screens {
		if m.available(i) {
			names = append(names, s.Name())
		}
	}
	return names
}
func (m *Model) Home() string { return m.screens[m.home()].Name() }

// Tab is a screen that the title leads to.
type Tab struct {
	Name, Key string
	On        bool // it is the one that is shown
}

// Tabs are the screens that the title leads to, with their keys.
func (m *Model) Tabs() []Tab {
	var out []Tab
	for n, i := range m.tabs() {
		out = append(out, Tab{m.screens[i].Name(), strconv.Itoa((n + 1) % 10), i == m.current})
	}
	return out
}

// Typing reports whether letters are text now, not keys.
func (m *Model) Typing() bool {
	a := m.about()
	return m.overlay == overlayPalette || m.cross.typing != nil || screen.Find("q", a.Keys, m.globals(a)) != screen.ActQuit
}

// Shown is the screen that is shown, ScreenView what it sees.
func (m *Model) Shown() screen.Screen    { return m.screens[m.current] }
func (m *Model) ScreenView() screen.View { return m.view() }

// Place says where we are, as the title does.
func (m *Model) Place() string { return m.place(m.about()) }

// SetLook changes the theme and what the terminal is taken to show.
func (m *Model) SetLook(th theme.Theme, t chart.Terminal) {
	m.theme, m.options.Terminal = th, t
}

// DrawAs draws the frame as another terminal shows it, one of the canvas's size
// and abilities with a theme of its own. Nothing of the model changes, not even
// how far a list is scrolled.
func (m *Model) DrawAs(c chart.Canvas, th theme.Theme) {
	w, h := c.Size()
	m.As(w, h, th, c.Terminal()).drawFrame(c)
}

// As is the explorer for another terminal, only to be drawn at once.
func (m *Model) As(w, h int, th theme.Theme, t chart.Terminal) *Model {
	other := *m
	other.w, other.h = w, h
	other.plots = nil // a pointer is this terminal's
	other.theme, other.options.Terminal = th, t
	return &other
}

// Still opens the explorer without a terminal, computes everything, presses
// the given keys and returns the frame: for exports and for plain text. It is
// deterministic.
func Still(ctx context.Context, o Options, w, h int, keys ...tea.KeyMsg) (chart.Canvas, error) {
	o.Picture = true
	m := New(o)
	m.s.Still = true
	defer m.Close()
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	if err := m.drain(ctx, m.Init()); err != nil {
		return chart.Canvas{}, err
	}
	for _, k := range keys {
		_, cmd := m.Update(k)
		if err := m.drain(ctx, cmd); err != nil {
			return chart.Canvas{}, err
		}
	}
	for _, t := range m.s.Tracks {
		if t.Err() != nil {
			return chart.Canvas{}, t.Err()
		}
	}
	return m.Frame(), nil
}

func (m *Model) drain(ctx context.Context, cmds ...tea.Cmd) error {
	return Drain(m, ctx.Err, cmds...)
}

// KeyEnd is the key that goes to the end of a replay.
func KeyEnd() tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyEnd} }

// Drain runs commands and what follows from them, one after another, until
// none is left: an explorer without a terminal. before, called before each, ends
// it by an error.
func Drain(m tea.Model, before func() error, cmds ...tea.Cmd) error {
	for len(cmds) > 0 {
		if err := before(); err != nil {
			return err
		}
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case nil:
		default:
			var next tea.Cmd
			m, next = m.Update(msg)
			cmds = append(cmds, next)
		}
	}
	return nil
}
