package tally

import (
	"context"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui"
	"farsight/tui/chart"
	shown "farsight/tui/screen"
	"farsight/tui/theme"
)

// period is the time between two looks.
const period = time.Second

// Leave is why a screen was left.
type Leave int

const (
	Quit     Leave = iota // its user, or whoever started it, ended it
	Detached              // the experiment goes on without it
)

// Run shows an experiment until its user leaves. running tells that quitting
// stops it, so that it is asked twice.
func Run(ctx context.Context, source Source, running bool, o tui.Options, in io.Reader, out io.Writer) (Leave, error) {
	var s *screen
	err := tui.RunModel(ctx, o, in, out, func(o tui.Options) tui.Closer {
		s = newScreen(source, running, o)
		return s
	})
	if s == nil {
		return Quit, err
	}
	return s.left, err
}

// screen is the explorer of an experiment.
type screen struct {
	source  Source
	running bool
	options tui.Options
	theme   theme.Theme
	w, h    int
	canvas  chart.Canvas
	encoder chart.Encoder

	state   State
	known   bool
	err     error
	problem int // the one that is shown
	asked   bool
	left    Leave
}

func newScreen(source Source, running bool, o tui.Options) *screen {
	return &screen{source: source, running: running, options: o, theme: o.Theme}
}

// The keys.
const (
	actNext shown.Action = iota + 1
	actBack
	actDetach
	actQuit
)

func (s *screen) keys() []shown.Binding {
	keys := []shown.Binding{
		{Act: actNext, Binding: shown.On("→", "next problem", "right", "tab", "l", "n", " ")},
		{Act: actBack, Binding: shown.On("←", "back", "left", "shift+tab", "h", "p")},
	}
	quit := shown.Binding{Act: actQuit, Binding: shown.On("q", "quit", "q", "ctrl+c")}
	if s.running && !s.state.Ended {
		keys = append(keys, shown.Binding{Act: actDetach, Binding: shown.On("d", "detach, it goes on", "d")})
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

func (s *screen) ask() tea.Msg {
	state, err := s.source()
	return stateMsg{state, err}
}

func (s *screen) Init() tea.Cmd { return s.ask }

// Close has nothing to end: the source is its owner's.
func (s *screen) Close() {}

// Update obeys one message.
func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = shown.Clip(msg.Width, msg.Height)
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
	case tui.BackgroundMsg:
		if s.options.Adapt != nil {
			s.theme = s.options.Adapt(msg.Dark)
		}
	case tea.KeyMsg:
		for _, name := range shown.Names(msg) {
			if cmd := s.obey(shown.Find(name, s.keys())); cmd != nil {
				return s, cmd
			}
		}
	}
	return s, nil
}

// obey does what a key says. Quitting an experiment that runs is asked twice.
func (s *screen) obey(act shown.Action) tea.Cmd {
	asked := s.asked
	s.asked = false
	n := max(1, len(s.state.Summary.Problems))
	switch act {
	case actNext:
		s.problem = (s.problem + 1) % n
	case actBack:
		s.problem = (s.problem + n - 1) % n
	case actDetach:
		s.left = Detached
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
func (s *screen) View() string {
	if s.w <= 0 || s.h <= 0 {
		return ""
	}
	s.canvas = s.canvas.Resized(s.w, s.h, s.options.Terminal)
	s.draw(s.canvas)
	return s.encoder.Frame(s.canvas)
}
