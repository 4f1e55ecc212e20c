package player

import (
	"context"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/mistake"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/screen"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// Options say which tour is shown and how.
type Options struct {
	Tour      *tour.Tour
	Presenter bool          // large captions
	Frame     int           // to begin with, counted from 1; 0: the first
	Pace      time.Duration // of autoplay, for every scene; 0: each its own
	Autoplay  bool
	// Explorer holds what all backdrops have in common: looks, workers, turns.
	Explorer tui.Options
	// NotesServer, if not nil, serves the notes to the presenter's second terminal; the tour closes it.
	NotesServer *NotesServer
	// Mistakes, if not nil, is called in the end with the false statements of scenes.
	Mistakes func(mistake.List)
}

// Guide leads through a tour: it shows one scene after another, each before a backdrop, an explorer
// of its own, with a caption.
type Guide struct {
	options tui.Options
	tour    *tour.Tour
	theme   theme.Theme
	w, h    int
	canvas  chart.Canvas
	frames  chart.Frames

	ctx         context.Context
	cancel      context.CancelFunc
	backdrops   map[tour.Backdrop]*backdrop
	simulations map[simulationKey]*simulation
	mistakes    map[int]mistake.List // by scene, once all that it claims is known
	entered     map[int]bool         // scenes that were shown
	settled     map[int]bool         // of them, those of which nothing more will be known
	notesServer *NotesServer
	pulsing     bool
	suspendable bool // a shell would bring us back
	still       bool // no timers, no work ahead: for frames
	wordless    bool // captions stand beside the frame

	at        int
	asking    bool // the scene's question is on the screen, its answer is not
	free      bool // the backdrop is the user's until the tour continues
	presenter bool
	notes     bool
	help      bool
	blank     bool
	over      bool // the last frame was to be followed by another

	auto    bool
	pace    time.Duration
	speed   float64
	tick    int // number of the autoplay timer that counts
	ticking bool
	since   time.Time
	elapsed time.Duration
}

// Run leads through a tour until its user quits, ctx ends or the terminal goes
// away.
func Run(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	return RunAs(ctx, o, in, out, func(g *Guide) paint.Model { return g })
}

// Now is the frame that is shown, counted from 1, with its title and all that
// is said of it; free: the explorer behind it is shown instead.
func (g *Guide) Now() (frame int, title, said string, free bool) {
	return g.tour.FrameOf(g.at, g.asking), g.title(), g.said(), g.free
}

// Presenter reports whether captions are large.
func (g *Guide) Presenter() bool { return g.presenter }

// closing is a model that ends the tour within.
type closing struct {
	paint.Model
	guide *Guide
}

func (c closing) Close() { c.guide.Close() }

// RunAs is Run with the tour inside another model, such as one that shows it to
// others too.
func RunAs(ctx context.Context, o Options, in io.Reader, out io.Writer, wrap func(*Guide) paint.Model) error {
	var g *Guide
	err := tui.RunModel(ctx, o.Explorer, in, out, func(e tui.Options) tui.Closer {
		o.Explorer = e
		g = New(o)
		g.suspendable = tui.CanSuspend()
		m := wrap(g)
		if c, ok := m.(tui.Closer); ok {
			return c
		}
		return closing{m, g}
	})
	if g != nil && o.Mistakes != nil {
		o.Mistakes(g.allMistakes())
	}
	return err
}

// New opens a tour without a terminal.
func New(o Options) *Guide {
	g := &Guide{options: o.Explorer, tour: o.Tour, theme: o.Explorer.Theme, presenter: o.Presenter, pace: o.Pace, auto: o.Autoplay, speed: 1,
		backdrops: map[tour.Backdrop]*backdrop{}, simulations: map[simulationKey]*simulation{}, mistakes: map[int]mistake.List{}, entered: map[int]bool{}, settled: map[int]bool{}}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	g.notesServer = o.NotesServer
	start := places(g.tour)[max(0, o.Frame-1)]
	g.at, g.asking = start.scene, start.asking
	return g
}

// scene is the one on the screen.
func (g *Guide) scene() tour.Scene { return g.tour.Scenes[g.at] }

// backdrop is the one behind the scene, nil for words alone.
func (g *Guide) backdrop() *backdrop { return g.backdropOf(g.at) }

// Init begins to compute.
func (g *Guide) Init() tea.Cmd {
	g.since = time.Now()
	return tea.Batch(g.enter(), g.timer(), g.clock(), g.listen())
}

// Close ends all background work.
func (g *Guide) Close() {
	g.cancel()
	if g.notesServer != nil {
		g.notesServer.close()
		g.notesServer = nil
	}
	for _, s := range g.backdrops {
		if s != nil {
			s.m.Close()
		}
	}
}

// enter shows the present scene.
func (g *Guide) enter() tea.Cmd {
	g.free, g.entered[g.at] = false, true
	if s := g.backdrop(); s != nil && s.se.Run != s.run { // the user ran something else on it
		s.m.Close()
		delete(g.backdrops, s.key)
	}
	cmds := []tea.Cmd{}
	if s := g.backdrop(); s != nil {
		cmds = append(cmds, g.fit(s), s.begin(), s.set(g.scene(), g.asking))
	}
	return tea.Batch(append(cmds, g.simulate(g.at), g.ahead())...)
}

// ahead computes what later scenes need, one thing at a time, once the present
// one has what it needs.
func (g *Guide) ahead() tea.Cmd {
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
			return tea.Batch(g.fit(s), s.begin(), s.set(g.tour.Scenes[i], false))
		}
		if cmd := g.simulate(i); cmd != nil {
			return cmd
		}
	}
	return nil
}

// ready reports whether the present scene is all there.
func (g *Guide) ready() bool { return g.readyAt(g.at) }

// readyAt reports whether a scene is all there.
func (g *Guide) readyAt(scene int) bool {
	if g.tour.Scenes[scene].Screen == tour.Simulate {
		if sim := g.simulationOf(scene); sim == nil || !sim.ended {
			return false
		}
	}
	return g.backdropOf(scene).done()
}

// Messages of the guide's own timers.
type (
	pulseMsg struct{}
	tickMsg  struct{ tick int }
	clockMsg struct{}
)

func pulsed(time.Time) tea.Msg { return pulseMsg{} }

// Update handles one message. It computes nothing that takes time.
func (g *Guide) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer g.prompt()
	switch msg := msg.(type) {
	case remoteKeyMsg:
		return g, tea.Batch(g.key(string(msg)), g.listen())
	case tea.WindowSizeMsg:
		g.w, g.h = screen.Clip(msg.Width, msg.Height)
		return g, g.fit(g.backdrop())
	case backdropMsg:
		return g, g.received(msg)
	case simulatedMsg:
		g.simulated(msg)
		return g, g.ahead()
	case pulseMsg:
		g.pulsing = false
		for _, sim := range g.simulations {
			if !sim.ended {
				return g, g.pulse()
			}
		}
		return g, nil
	case tickMsg:
		return g, g.played(msg)
	case clockMsg:
		g.ticking = false
		return g, g.clock()
	case tui.BackgroundMsg:
		if g.options.Adapt != nil {
			g.dress(g.options.Adapt(msg.Dark))
		}
		return g, nil
	case tea.KeyMsg:
		var cmds []tea.Cmd
		if g.free && !returns(msg) {
			return g, g.pass(msg)
		}
		for _, k := range screen.Names(msg) {
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
func (g *Guide) pass(msg tea.Msg) tea.Cmd {
	return g.backdrop().update(msg)
}

// received hands a backdrop its message back and keeps it where the scene wants it.
func (g *Guide) received(msg backdropMsg) tea.Cmd {
	if g.backdrops[msg.of.key] != msg.of {
		return nil // of a backdrop that was given up
	}
	cmd := msg.of.update(msg.msg)
	if !g.free || msg.of != g.backdrop() {
		cmd = tea.Batch(cmd, msg.of.follow())
	}
	return tea.Batch(cmd, g.ahead())
}

// next continues: to the answer of a question, or to the next scene.
func (g *Guide) next() tea.Cmd {
	switch {
	case g.asking:
		return tea.Batch(g.unask(), g.timer())
	case g.at == len(g.tour.Scenes)-1:
		g.over = true // and says what is left to do
		return nil
	}
	g.at++
	g.asking = !g.scene().Question.Empty()
	return tea.Batch(g.enter(), g.timer())
}

// back goes back, past questions whose answers are known.
func (g *Guide) back() tea.Cmd {
	if g.at == 0 {
		return g.jump(0)
	}
	g.at--
	g.asking = false
	return tea.Batch(g.enter(), g.timer())
}

// jump goes to a scene.
func (g *Guide) jump(to int) tea.Cmd {
	g.at = to
	g.asking = to == 0 && !g.scene().Question.Empty()
	return tea.Batch(g.enter(), g.timer())
}

// last reports whether there is nothing after this.
func (g *Guide) last() bool { return g.at == len(g.tour.Scenes)-1 && !g.asking }

// Speeds of autoplay.
const (
	fastest = 4.0
	slowest = 0.25
)

// hold is how long what is on the screen stays.
func (g *Guide) hold() time.Duration {
	d := g.scene().Hold(g.asking)
	if g.pace > 0 {
		d = g.pace
	}
	return time.Duration(float64(d) / g.speed)
}

// timer starts the time of what is on the screen, if the tour plays by itself.
func (g *Guide) timer() tea.Cmd {
	g.tick++
	if !g.auto || g.still {
		return nil
	}
	tick := g.tick
	return tea.Tick(g.hold(), func(time.Time) tea.Msg { return tickMsg{tick} })
}

// waitMore is how long autoplay waits for a scene that is not ready.
const waitMore = 500 * time.Millisecond

// played continues by itself.
func (g *Guide) played(msg tickMsg) tea.Cmd {
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
func (g *Guide) clock() tea.Cmd {
	if g.still || g.ticking || !g.presenter && !g.auto {
		return nil
	}
	g.ticking, g.elapsed = true, time.Since(g.since)
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return clockMsg{} })
}
