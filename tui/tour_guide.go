package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// TourOptions say which tour is shown and how.
type TourOptions struct {
	Tour      *tour.Tour
	Presenter bool          // large captions
	Pace      time.Duration // of autoplay, for every scene; 0: each its own
	Autoplay  bool
	// Explorer holds what all backdrops have in common: looks, workers, turns.
	Explorer Options
}

// guide leads through a tour: it shows one scene after another, each before a
// backdrop, an explorer of its own, and says what there is to see.
//
//	tour_guide.go     messages in, commands out
//	tour_backdrop.go  the explorers behind scenes
//	tour_simulate.go  was it luck?
//	tour_values.go    what captions refer to
//	tour_draw.go      the frame: picture, caption, keys
//	tour_big.go       large letters
//	tour_frames.go    a tour without a terminal
type guide struct {
	options Options
	tour    *tour.Tour
	theme   theme.Theme
	w, h    int
	canvas  chart.Canvas
	encoder chart.Encoder

	ctx         context.Context
	cancel      context.CancelFunc
	backdrops   map[tour.Backdrop]*backdrop
	simulations map[simulationKey]*simulation
	pulsing     bool
	still       bool // no timers, no work ahead: for frames
	wordless    bool // captions stand beside the frame

	at        int
	asking    bool // the scene's question is on the screen, its answer is not
	free      bool // the backdrop is the user's until the tour goes on
	presenter bool
	notes     bool
	help      bool
	blank     bool

	auto    bool
	pace    time.Duration
	speed   float64
	tick    int // number of the autoplay timer that counts
	ticking bool
	since   time.Time
	elapsed time.Duration
}

// newGuide opens a tour at its first scene.
func newGuide(o TourOptions) *guide {
	g := &guide{options: o.Explorer, tour: o.Tour, theme: o.Explorer.Theme, presenter: o.Presenter, pace: o.Pace, auto: o.Autoplay, speed: 1,
		backdrops: map[tour.Backdrop]*backdrop{}, simulations: map[simulationKey]*simulation{}}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	g.asking = !g.scene().Question.Empty()
	return g
}

// scene is the one on the screen.
func (g *guide) scene() tour.Scene { return g.tour.Scenes[g.at] }

// backdrop is the one behind the scene, nil for words alone.
func (g *guide) backdrop() *backdrop { return g.backdropOf(g.at) }

// Init begins to compute.
func (g *guide) Init() tea.Cmd {
	g.since = time.Now()
	return tea.Batch(g.enter(), g.timer(), g.clock())
}

// Close ends all background work.
func (g *guide) Close() {
	g.cancel()
	for _, s := range g.backdrops {
		if s != nil {
			s.m.Close()
		}
	}
}

// enter shows the present scene.
func (g *guide) enter() tea.Cmd {
	g.free = false
	if s := g.backdrop(); s != nil && s.m.s.Run != s.run { // the user ran something else on it
		s.m.Close()
		delete(g.backdrops, s.key)
	}
	cmds := []tea.Cmd{}
	if s := g.backdrop(); s != nil {
		g.fit(s)
		cmds = append(cmds, s.begin(), s.set(g.scene()))
	}
	return tea.Batch(append(cmds, g.simulate(g.at), g.ahead())...)
}

// ahead computes what later scenes need, one thing at a time, once the present
// one has what it needs.
func (g *guide) ahead() tea.Cmd {
	if g.still || g.free || !g.ready() {
		return nil
	}
	for _, s := range g.backdrops {
		if s != nil && s.started && !s.done() {
			return nil
		}
	}
	for _, sim := range g.simulations {
		if !sim.ended {
			return nil
		}
	}
	for k := range g.tour.Scenes {
		i := (g.at + k) % len(g.tour.Scenes)
		if s := g.backdropOf(i); s != nil && !s.started {
			g.fit(s)
			cmd := s.begin()
			return tea.Batch(cmd, s.set(g.tour.Scenes[i]))
		}
		if cmd := g.simulate(i); cmd != nil {
			return cmd
		}
	}
	return nil
}

// ready tells whether the present scene is all there.
func (g *guide) ready() bool {
	if g.scene().Screen == tour.Simulate {
		if sim := g.simulationOf(g.at); sim == nil || !sim.ended {
			return false
		}
	}
	return g.backdrop().done()
}

// Messages of the guide's own timers.
type (
	guidePulseMsg struct{}
	guideTickMsg  struct{ tick int }
	guideClockMsg struct{}
)

func guidePulse(time.Time) tea.Msg { return guidePulseMsg{} }

// Update obeys one message. It computes nothing that takes time.
func (g *guide) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		g.w, g.h = msg.Width, msg.Height
		if s := g.backdrop(); s != nil {
			g.fit(s)
		}
		return g, nil
	case backdropMsg:
		return g, g.received(msg)
	case simulatedMsg:
		g.simulated(msg)
		return g, g.ahead()
	case guidePulseMsg:
		g.pulsing = false
		for _, sim := range g.simulations {
			if !sim.ended {
				return g, g.pulse()
			}
		}
		return g, nil
	case guideTickMsg:
		return g, g.played(msg)
	case guideClockMsg:
		g.ticking = false
		return g, g.clock()
	case backgroundMsg:
		if g.options.Adapt != nil {
			g.dress(g.options.Adapt(msg.dark))
		}
		return g, nil
	case tea.KeyMsg:
		var cmds []tea.Cmd
		if g.free && !returns(msg) {
			return g, g.pass(msg)
		}
		for _, k := range names(msg) {
			cmds = append(cmds, g.key(k))
		}
		return g, tea.Batch(cmds...)
	}
	if g.free {
		return g, g.pass(msg)
	}
	return g, nil
}

// pass hands a message to the backdrop.
func (g *guide) pass(msg tea.Msg) tea.Cmd {
	s := g.backdrop()
	_, cmd := s.m.Update(msg)
	return behind(s, cmd)
}

// received hands a backdrop its message back and keeps it where the scene wants it.
func (g *guide) received(msg backdropMsg) tea.Cmd {
	if g.backdrops[msg.of.key] != msg.of {
		return nil // of a backdrop that was given up
	}
	_, cmd := msg.of.m.Update(msg.msg)
	cmd = behind(msg.of, cmd)
	if !g.free || msg.of != g.backdrop() {
		cmd = tea.Batch(cmd, msg.of.follow())
	}
	return tea.Batch(cmd, g.ahead())
}

// next goes on: to the answer of a question, or to the next scene.
func (g *guide) next() tea.Cmd {
	switch {
	case g.asking:
		g.asking = false
		return g.timer()
	case g.at == len(g.tour.Scenes)-1:
		return nil
	}
	g.at++
	g.asking = !g.scene().Question.Empty()
	return tea.Batch(g.enter(), g.timer())
}

// back goes back, past questions whose answers are known.
func (g *guide) back() tea.Cmd {
	if g.at == 0 {
		g.asking = !g.scene().Question.Empty()
		return g.timer()
	}
	g.at--
	g.asking = false
	return tea.Batch(g.enter(), g.timer())
}

// jump goes to a scene.
func (g *guide) jump(to int) tea.Cmd {
	g.at = to
	g.asking = to == 0 && !g.scene().Question.Empty()
	return tea.Batch(g.enter(), g.timer())
}

// last tells whether there is nothing after this.
func (g *guide) last() bool { return g.at == len(g.tour.Scenes)-1 && !g.asking }

// Speeds of autoplay.
const (
	fastest = 4.0
	slowest = 0.25
)

// hold is how long what is on the screen stays.
func (g *guide) hold() time.Duration {
	d := g.scene().Hold(g.asking)
	if g.pace > 0 {
		d = g.pace
	}
	return time.Duration(float64(d) / g.speed)
}

// timer starts the time of what is on the screen, if the tour plays by itself.
func (g *guide) timer() tea.Cmd {
	g.tick++
	if !g.auto || g.still {
		return nil
	}
	tick := g.tick
	return tea.Tick(g.hold(), func(time.Time) tea.Msg { return guideTickMsg{tick} })
}

// waitMore is how long autoplay waits for a scene that is not ready.
const waitMore = 500 * time.Millisecond

// played goes on by itself.
func (g *guide) played(msg guideTickMsg) tea.Cmd {
	switch {
	case !g.auto || g.free || msg.tick != g.tick:
		return nil
	case !g.ready():
		return tea.Tick(waitMore, func(time.Time) tea.Msg { return msg })
	case g.last():
		g.auto = false
		return nil
	}
	return g.next()
}

// clock asks for the next second where a clock is on the screen.
func (g *guide) clock() tea.Cmd {
	if g.still || g.ticking || !g.presenter && !g.auto {
		return nil
	}
	g.ticking, g.elapsed = true, time.Since(g.since)
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return guideClockMsg{} })
}
