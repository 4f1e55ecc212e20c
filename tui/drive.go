package tui

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/luck"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Who drives an explorer from outside, such as a tour, changes its session and
// says how it stands; all else goes through Update.

// Session is what the screens look at, to be changed between two messages.
func (m *Model) Session() *session.Session { return m.s }

// Pose is how an explorer stands, as far as its session does not say.
type Pose struct {
	Screen    string      // by its name; if there is none of it, the one the problem opens on
	Cost      bool        // small screens: the cost chart instead of the acquisition
	Captioned bool        // the words stand beside the frame: columns leave them out
	Note      string      // in the footer instead of the keys
	Veil      screen.Veil // what DrawScreen leaves out
}

// Stand takes a pose; nothing covers the screen then.
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

// DrawScreen draws the screen alone, without title and footer, and tells where
// its parts are.
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

// Typing tells whether letters are text now, not keys.
func (m *Model) Typing() bool {
	a := m.about()
	return m.overlay == overlayPalette || m.cross.typing != nil || screen.Find("q", a.Keys, m.globals(a)) != screen.ActQuit
}

// Shown is the screen that is shown, ScreenView what it sees.
func (m *Model) Shown() screen.Screen    { return m.screens[m.current] }
func (m *Model) ScreenView() screen.View { return m.view() }

// Place says where we are, as the title does.
func (m *Model) Place() string { return m.place(m.about()) }
