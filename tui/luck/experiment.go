package luck

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// An experiment is looked at while it runs: the curves of every policy with their
// intervals, growing, a table, how fast it goes and what is left.

// period is the time between two looks.
const period = time.Second

// Experiment is the explorer of an experiment that runs, or that somebody runs
// elsewhere. It only looks.
type Experiment struct {
	// Detached tells that its user has left, and that the experiment is to go on.
	Detached bool

	source   Source
	running  bool // here: quitting stops it, and is asked twice
	theme    theme.Theme
	terminal chart.Terminal
	adapt    func(dark bool) theme.Theme // nil: the theme stays

	w, h    int
	canvas  chart.Canvas
	encoder chart.Encoder

	state   State
	known   bool
	err     error
	problem int // the one that is shown
	asked   bool
}

// NewExperiment shows an experiment.
func NewExperiment(source Source, running bool, th theme.Theme, t chart.Terminal, adapt func(dark bool) theme.Theme) *Experiment {
	return &Experiment{source: source, running: running, theme: th, terminal: t, adapt: adapt}
}

// The keys.
const (
	actNext screen.Action = iota + 1
	actBack
	actDetach
	actQuit
)

func (s *Experiment) bindings() []screen.Binding {
	keys := []screen.Binding{
		{Act: actNext, Binding: screen.On("→", "next problem", "right", "tab", "l", "n", " ")},
		{Act: actBack, Binding: screen.On("←", "back", "left", "shift+tab", "h", "p")},
	}
	quit := screen.Binding{Act: actQuit, Binding: screen.On("q", "quit", "q", "ctrl+c")}
	if s.running && !s.state.Ended {
		keys = append(keys, screen.Binding{Act: actDetach, Binding: screen.On("d", "detach, it goes on", "d")})
		quit.SetHelp("q", "stop")
	}
	return append(keys, quit)
}

// Messages of the source.
type (
	stateMsg struct {
		state State
		err   error
	}
	lookMsg struct{}
)

func (s *Experiment) ask() tea.Msg {
	state, err := s.source()
	return stateMsg{state, err}
}

func (s *Experiment) Init() tea.Cmd { return s.ask }

// Close has nothing to end: the source is its owner's.
func (s *Experiment) Close() {}

// Update obeys one message.
func (s *Experiment) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = screen.Clip(msg.Width, msg.Height)
	case stateMsg:
		s.known = s.known || msg.err == nil
		if s.err = msg.err; msg.err == nil {
			s.state = msg.state
		}
		if s.state.Ended && s.running {
			return s, tea.Quit // whoever runs it says what came of it
		}
		return s, tea.Tick(period, func(time.Time) tea.Msg { return lookMsg{} })
	case lookMsg:
		return s, s.ask
	case screen.BackgroundMsg:
		if s.adapt != nil {
			s.theme = s.adapt(msg.Dark)
		}
	case tea.KeyMsg:
		for _, name := range screen.Names(msg) {
			if cmd := s.obey(screen.Find(name, s.bindings())); cmd != nil {
				return s, cmd
			}
		}
	}
	return s, nil
}

// obey does what a key says. Quitting an experiment that runs is asked twice.
func (s *Experiment) obey(act screen.Action) tea.Cmd {
	asked := s.asked
	s.asked = false
	n := max(1, len(s.state.Summary.Problems))
	switch act {
	case actNext:
		s.problem = (s.problem + 1) % n
	case actBack:
		s.problem = (s.problem + n - 1) % n
	case actDetach:
		s.Detached = true
		return tea.Quit
	case actQuit:
		if asked || !s.running || s.state.Ended {
			return tea.Quit
		}
		s.asked = true
	}
	return nil
}

// View draws the whole frame.
func (s *Experiment) View() string {
	if s.w <= 0 || s.h <= 0 {
		return ""
	}
	s.canvas = s.canvas.Resized(s.w, s.h, s.terminal)
	s.draw(s.canvas)
	return s.encoder.Frame(s.canvas)
}
