package tui

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/atlas"
	"farsight/tui/browse"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/heat"
	"farsight/tui/live"
	"farsight/tui/luck"
	"farsight/tui/predict"
	"farsight/tui/preferences"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/settings"
	"farsight/tui/theme"
	"farsight/tui/theorem"
	"farsight/tui/tree"
)

// Options are the problem and the look of the explorer.
type Options struct {
	Problem  *scenarios.Problem
	Name     string          // what the problem was loaded by: a scenario's name or a file's
	Policies []policy.Policy // at least one, but for theorem 1
	Settings study.Settings
	Altered  session.Alterations // what is changed of the problem from the start
	Live     *study.Live         // non-nil: open on this study
	Predict  bool                // open on the game of marking points
	Poll     *predict.Poll       // non-nil: a room plays it
	Atlas    *atlas.Options      // non-nil: open on this map of problems; Problem and Policies are not needed

	// Guest is for users who are not the host's: no file is read or written, no
	// process is stopped.
	Guest bool
	// Most bounds the evaluations of a run, whatever its settings say; 0: no
	// bound.
	Most int
	// Background, if not nil, runs long computations.
	Background session.Background
	// Shared, if not nil, is what this explorer has in common with others.
	Shared *session.Shared
	// Keys are additional keys of the host, with what they do, for the list of keys.
	Keys [][2]string

	Theme    theme.Theme
	Terminal chart.Terminal
	// Out is the terminal itself, for output other than frames, such as a text to copy; nil: there
	// is none.
	Out io.Writer
	// Save, if not nil, takes pictures instead of the present folder, and says what
	// it calls them.
	Save func(stem, ext string, data []byte) (name string, err error)
	// Adapt is the theme for a terminal that answers late what its background
	// is; nil: the theme stays.
	Adapt func(dark bool) theme.Theme
	// Motion is one of Motions: whether steps are animated; "": as auto.
	Motion string
	// Preferences, if not nil, is where the user's choices are remembered.
	Preferences *preferences.File
	// OwnTheme is the file of the theme, if it is the user's own.
	OwnTheme string
	// Note is the first message.
	Note string
	// Mouse asks the terminal for the mouse from the start.
	Mouse bool
	// Picture is for frames without a user, on paper or on a page: the title lists no screens to go
	// to.
	Picture bool
	// Load finds a problem by its scenario name or file, for Browse.
	Load func(name string, seed uint64) (*scenarios.Problem, error)
}

// Model is the explorer's state, and its only tea.Model.
type Model struct {
	options Options
	s       *session.Session // what all screens look at
	theme   theme.Theme

	w, h   int
	canvas chart.Canvas
	frames *chart.Frames
	last   chart.Still // frame drawn
	unseen bool        // the last message can wait for the next look at the progress

	suspendable bool        // a shell would bring us back
	captioned   bool        // captions are outside the frame: columns leave them out
	showC       bool        // small screens: the cost chart instead of the acquisition
	veil        screen.Veil // what DrawScreen leaves out

	cross crosshair
	plots *screen.Plots // charts of the last frame

	screens []screen.Screen
	current int
	asked   screen.Load // what is being read, to be opened
	overlay overlay
	palette *palette // while it covers the screen
	mouse   bool
	scrub   chart.Rect // the timeline the mouse holds; empty: none
	dragged bool       // the mouse holds something of the screen's
	scroll  int        // the first line shown of a text that covers the screen
	note    string     // the last thing worth telling, in the footer
	count   count      // a number being typed
	hiding  hiding     // whether a chart is left out
	hints   hints      // the footer's keys
}

// overlay is what covers the screen.
type overlay int

const (
	overlayNone overlay = iota
	overlayHelp
	overlayFormula
	overlayMistakes // of a file that was saved with some
	overlayPalette
)

// New returns an explorer of the given problem.
func New(o Options) *Model {
	if o.Atlas != nil && o.Problem == nil {
		o.Problem = &scenarios.Problem{} // none is open yet
	}
	m := &Model{options: o, theme: o.Theme, frames: &chart.Frames{}, mouse: o.Mouse, note: o.Note, plots: &screen.Plots{}}
	m.s = session.New(session.Options{
		Problem: o.Problem, Name: o.Name, Policies: o.Policies, Settings: o.Settings, Altered: o.Altered,
		Guest: o.Guest, Most: o.Most, Background: o.Background, Shared: o.Shared, Load: o.Load,
	})
	comparison := compare.New()
	m.screens = []screen.Screen{
		comparison,
		compare.NewFocus(comparison),
		tree.New(),
		heat.New(),
		luck.New(),
		theorem.New(),
		browse.New(),
		settings.New(),
		predict.New(o.Poll),
	}
	m.fallBack()
	switch {
	case o.Predict && m.has(predict.Name):
		m.current = m.named(predict.Name)
	case o.Live != nil:
		m.addStudy()
	case o.Atlas != nil:
		m.screens = append(m.screens, atlas.New(*o.Atlas))
		m.current = len(m.screens) - 1
	}
	return m
}

// addStudy adds the screen of the study the explorer was opened on, and shows
// it first.
func (m *Model) addStudy() {
	m.screens = append(m.screens, live.New(m.options.Live, m.options.Problem, m.options.Policies[0]))
	m.current = len(m.screens) - 1
	m.s.Study = m.s.Run
}

// Init begins to compute.
func (m *Model) Init() tea.Cmd {
	var mouse tea.Cmd
	if m.mouse {
		mouse = m.askMouse()
	}
	return tea.Batch(mouse, m.s.Start(), m.s.Watch(), m.entered())
}

// Close ends all background work.
func (m *Model) Close() {
	if m.options.Preferences != nil {
		_ = m.options.Preferences.Flush() // there is no one left to tell
	}
	m.s.Close()
	for _, s := range m.screens {
		s.Close()
	}
}

// Update handles one message. It computes nothing that takes time.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	was := m.depart(msg)
	_, cmd := m.handle(msg)
	return m, tea.Batch(cmd, m.s.Glide(was))
}

// handle does what a message says.
func (m *Model) handle(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.unseen = false
	defer m.measure()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = screen.Clip(msg.Width, msg.Height)
		m.s.Room, m.s.Narrow = screen.Columns(m.w), m.w < screen.WideWidth
		if m.overlay != overlayNone {
			m.scrollCover("") // a larger window shows more of it
		}
		return m, tea.Batch(m.s.Want(), m.tell(m.current, screen.SizeMsg{}))
	case tea.KeyMsg:
		return m, m.keys(msg)
	case session.StreamMsg:
		return m, m.flow(msg)
	case tea.MouseMsg:
		return m, m.clicked(msg)
	case PointerLeftMsg:
		m.pointerLeft()
		return m, nil
	case session.LoadedMsg:
		return m, m.loaded(msg)
	case session.WatchedMsg:
		return m, m.s.Watched(msg)
	case BackgroundMsg:
		if m.options.Adapt != nil {
			m.theme = m.options.Adapt(msg.Dark)
		}
		return m, nil
	case titledMsg:
		m.titled(msg)
		return m, nil
	case noteMsg:
		m.note = string(msg)
		return m, nil
	case countMsg:
		m.count.end(msg)
		return m, nil
	}
	if c, ok := m.s.Receive(msg); ok {
		m.unseen = c.Wait
		if c.Look {
			return m, tea.Batch(c.Cmd, m.look())
		}
		return m, c.Cmd
	}
	return m, m.tellAll(msg)
}
