// Package theorem is the screen of theorem 1: the constructed problems on which a myopic policy is
// arbitrarily bad, with exact values and simulated runs.
//
//	theorem.go  the screen: its keys, its sliders, stepping arm by arm
//	work.go     what it computes, always in commands
//	draw.go     the charts; table.go: the values, and their description
package theorem

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios/theorem1"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// Screen shows the constructed problems of theorem 1 with exact values,
// and runs of them stepped arm by arm: how bad can it get?
type Screen struct {
	screen.Endless
	of      int               // the session's run it was opened in
	t       theorem1.Instance // the sliders' position
	slider  int               // 0: ε, 1: δ
	version int               // of the sliders' position: older results are dropped
	shown   theorem1.Instance // what numbers and run belong to
	numbers *theorem1.Numbers
	run     *playedRun
	next    *playedRun // the run after it, ready
	arms    int        // how many arms of the run are shown as measured
	counted int        // runs up to this number are in the tally
	tally   tally
	history history
	curves  map[float64]*ratioCurve // by δ; nil: being computed
	lo, hi  float64                 // of the run's chart, over all runs shown
	zoom    bool                    // to the cheap arms
	playing bool
	tick    int
	job     int // number of the newest job of many runs
	jobLeft int // runs it has yet to make
	batches int
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, of which nothing is computed yet.
func New() *Screen { return &Screen{} }

// Actions of this screen alone.
const (
	actSmallerEpsilon screen.Action = 1000 + iota
	actLargerEpsilon
	actSmallerDelta
	actLargerDelta
	actPart1
	actPart2
	actAnotherRun
	actManyRuns
	actZoom
)

var keys = []screen.Binding{
	{Act: screen.ActForward, Binding: screen.On("→", "arm", "right", "l", "n"), All: "→ ←", Long: "one arm further, back (also l h, n p); after the last, the next run"},
	{Act: screen.ActBack, Binding: screen.On("←", "", "left", "h", "p")},
	{Act: screen.ActHome, Binding: screen.On("home", "", "home", "g"), All: "home end", Long: "to the start, to the end of the run (also g G)"},
	{Act: screen.ActEnd, Binding: screen.On("end", "", "end", "G")},
	{Act: screen.ActPlay, Binding: screen.On("space", "play", " "), Long: "play run after run, and pause"},
	{Act: screen.ActLess, Binding: screen.On("- +", "slide", "-", "_"), Long: "make it smaller, larger"},
	{Act: screen.ActMore, Binding: screen.On("+", "", "+", "=")},
	{Act: screen.ActUp, Binding: screen.On("↑↓", "slider", "up", "k"), Long: "choose the slider of ε or of δ (also k j)"},
	{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
	{Act: actPart1, Binding: screen.On("1 2", "part", "1"), Long: "part 1, against EI-PUC; part 2, against EI"},
	{Act: actPart2, Binding: screen.On("2", "", "2")},
	{Act: actManyRuns, Binding: screen.On("m", "many runs", "m"), Long: "simulate 10 000 more runs at once; esc stops"},
	{Act: actAnotherRun, Binding: screen.On("r", "next run", "r"), Long: "go to the next run"},
	{Act: actSmallerEpsilon, Binding: screen.On("e", "", "e"), All: "e E", Long: "make ε smaller, larger"},
	{Act: actLargerEpsilon, Binding: screen.On("E", "", "E")},
	{Act: actSmallerDelta, Binding: screen.On("d", "", "d"), All: "d D", Long: "make δ smaller, larger"},
	{Act: actLargerDelta, Binding: screen.On("D", "", "D")},
	{Act: actZoom, Binding: screen.On("z", "", "z"), Long: "magnify the cheap arms' values, and back"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "", "esc"), Long: "stop simulating, or stop playing"},
}

// Name is "theorem".
func (*Screen) Name() string { return "theorem" }

// Available requires a problem of theorem 1.
func (*Screen) Available(v screen.View) bool { return v.Problem.Theorem != nil }

// globals are the global keys that make sense without a replay.
var globals = screen.GlobalsOf(screen.ActFormula, screen.ActBrowse, screen.ActSave, screen.ActHelp, screen.ActQuit)

// About says which part is shown, and where in a run.
func (s *Screen) About(screen.View) screen.About {
	a := screen.About{
		Question: fmt.Sprintf("part %d, how bad can %v get?", s.t.Part, s.t.Policy()),
		Apart:    true, Place: s.place(), Keys: keys, Globals: globals, Formula: s.formula,
	}
	if s.run != nil {
		a.Caption = s.tale()
	}
	return a
}

// place says where in a run we are.
func (s *Screen) place() string {
	if s.run == nil {
		return ""
	}
	if s.jobLeft > 0 {
		return fmt.Sprintf("simulating %d %%, esc stops", 100*(ManyRuns-s.jobLeft)/ManyRuns)
	}
	p := fmt.Sprintf("run %d, %d of %d arms measured", s.run.number, s.arms, s.run.length())
	if s.playing {
		p += "  " + string(chart.Playing)
	}
	return p
}

// Update handles keys and takes in what was computed.
func (s *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	if msg, ok := msg.(screen.ActMsg); ok {
		cmd, taken := s.do(v, msg.Act)
		return screen.Wants{Cmd: cmd, Taken: taken}
	}
	return screen.Wants{Cmd: s.receive(v, msg)}
}

// receive takes in every message that is no key.
func (s *Screen) receive(v screen.View, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		if v.Problem.Theorem == nil || s.of == v.Run {
			return nil
		}
		s.of, s.t, s.curves = v.Run, *v.Problem.Theorem, nil // the last run's work was called off
		return s.moved(v)
	case exactMsg:
		if msg.version != s.version {
			return nil
		}
		s.shown, s.numbers, s.run = s.t, &msg.numbers, msg.run
		s.lo, s.hi = min(-0.3, msg.run.lo), max(0.8, msg.run.hi, 1.2*msg.numbers.Policy, 1.2*msg.numbers.Other)
		return v.InTurn(furtherRun(s.version, s.t, 2, v.RunSettings().Seed))
	case runMsg:
		if msg.version == s.version {
			s.next = msg.run
		}
	case ratioMsg:
		if s.curves != nil {
			s.curves[msg.curve.delta] = msg.curve
		}
	case manyMsg:
		if msg.version != s.version || msg.job != s.job || s.jobLeft <= 0 {
			return nil
		}
		s.tally.merge(msg.sim)
		s.history.note(&s.tally)
		if s.jobLeft -= msg.sim.Runs; s.jobLeft > 0 {
			return s.batch(v)
		}
	case ShowMsg:
		return s.follow(v, msg)
	case tickMsg:
		if s.playing && msg.tick == s.tick {
			return tea.Batch(s.step(v, s.stride()), s.later(v))
		}
	}
	return nil
}

// moved recomputes what the sliders' position shows.
func (s *Screen) moved(v screen.View) tea.Cmd {
	s.version++
	s.next, s.arms, s.counted, s.jobLeft = nil, 0, 0, 0
	s.tally, s.history = tally{}, history{}
	if s.curves == nil {
		s.curves = map[float64]*ratioCurve{}
	}
	cmds := []tea.Cmd{v.InTurn(exactly(s.version, s.t, v.RunSettings().Seed))}
	if _, asked := s.curves[s.t.Delta]; !asked {
		s.curves[s.t.Delta] = nil
		cmds = append(cmds, v.InTurn(ratios(v.Context(), s.t.Delta)))
	}
	return tea.Batch(cmds...)
}

// fresh reports whether what is shown belongs to the sliders' position.
func (s *Screen) fresh() bool { return s.run != nil && s.shown == s.t }

// do handles an action, if it is one of this screen.
func (s *Screen) do(v screen.View, a screen.Action) (tea.Cmd, bool) {
	switch a {
	case screen.ActForward:
		return s.step(v, 1), true
	case screen.ActBack:
		s.playing = false
		s.arms = max(0, s.arms-1)
	case screen.ActHome:
		s.playing, s.arms = false, 0
	case screen.ActEnd:
		if s.playing = false; s.fresh() {
			s.arms = s.run.length()
			s.count()
		}
	case actAnotherRun:
		return s.nextRun(v), true
	case screen.ActPlay:
		if s.playing = !s.playing; s.playing {
			return s.later(v), true
		}
	case screen.ActUp, screen.ActDown:
		s.slider = 1 - s.slider
	case screen.ActMore, screen.ActLess:
		by := 1
		if a == screen.ActLess {
			by = -1
		}
		return s.slide(v, s.slider, by), true
	case actSmallerEpsilon:
		return s.slide(v, 0, -1), true
	case actLargerEpsilon:
		return s.slide(v, 0, 1), true
	case actSmallerDelta:
		return s.slide(v, 1, -1), true
	case actLargerDelta:
		return s.slide(v, 1, 1), true
	case actPart1, actPart2:
		part := 1 + int(a-actPart1)
		if part == s.t.Part {
			return nil, true
		}
		s.t.Part = part
		return s.moved(v), true
	case actManyRuns:
		return s.simulate(v), true
	case actZoom:
		s.zoom = !s.zoom
	case screen.ActCancel:
		s.playing, s.jobLeft = false, 0
	default:
		return nil, false
	}
	return nil, true
}

// slide moves a slider.
func (s *Screen) slide(v screen.View, slider, by int) tea.Cmd {
	t := s.t
	if slider == 0 {
		t.Epsilon = slide(epsilonValues, t.Epsilon, by)
	} else {
		t.Delta = slide(deltaValues, t.Delta, by)
	}
	s.slider = slider
	if t == s.t {
		return nil
	}
	s.t = t
	return s.moved(v)
}

// step measures further arms, or begins the next run after the last.
func (s *Screen) step(v screen.View, arms int) tea.Cmd {
	if !s.fresh() {
		return nil
	}
	if s.arms >= s.run.length() {
		return s.nextRun(v)
	}
	if s.arms = min(s.arms+arms, s.run.length()); s.arms == s.run.length() {
		s.count()
	}
	return nil
}

// count takes a finished run into the average, once.
func (s *Screen) count() {
	if s.run.number <= s.counted {
		return
	}
	s.counted = s.run.number
	n := s.run.length()
	s.tally.add([2]float64{s.run.best(0, n), s.run.best(1, n)})
	s.history.note(&s.tally)
}

// nextRun continues with the next run, if it is ready.
func (s *Screen) nextRun(v screen.View) tea.Cmd {
	if s.next == nil || !s.fresh() {
		return nil
	}
	s.run, s.next, s.arms = s.next, nil, 0
	s.lo, s.hi = min(s.lo, s.run.lo), max(s.hi, s.run.hi)
	return v.InTurn(furtherRun(s.version, s.t, s.run.number+1, v.RunSettings().Seed))
}

// simulate begins a job of many runs.
func (s *Screen) simulate(v screen.View) tea.Cmd {
	s.job++
	s.jobLeft = ManyRuns
	return s.batch(v)
}

// batch simulates further runs of the job.
func (s *Screen) batch(v screen.View) tea.Cmd {
	s.batches++
	return v.InTurn(batch(s.version, s.job, s.t, s.jobLeft, s.tally.runs, batchSeed(v.RunSettings().Seed, s.batches)))
}

// tickMsg is the timer's of continuous play.
type tickMsg struct{ tick int }

// Play shows so many frames a second, and a run in no more than so many.
const (
	framesPerSecond = 8
	framesOfOneRun  = 48
)

// later asks for the next frame of play.
func (s *Screen) later(v screen.View) tea.Cmd {
	if v.Still {
		return nil
	}
	s.tick++
	tick := s.tick
	return tea.Tick(time.Second/framesPerSecond, func(time.Time) tea.Msg { return tickMsg{tick} })
}

// stride is how many arms a frame of play measures.
func (s *Screen) stride() int {
	if s.run == nil {
		return 1
	}
	return max(1, (s.run.length()+framesOfOneRun-1)/framesOfOneRun)
}

// ShowMsg asks for the first arms of the run, negative for all of them, and for
// many runs, which are simulated once. It is handled once the first run is known.
type ShowMsg struct{ Arms int }

// follow shows what was asked for.
func (s *Screen) follow(v screen.View, msg ShowMsg) tea.Cmd {
	if !s.fresh() {
		return nil
	}
	if s.arms = min(msg.Arms, s.run.length()); msg.Arms < 0 {
		s.arms = s.run.length()
	}
	if s.tally.runs >= ManyRuns || s.jobLeft > 0 {
		return nil
	}
	return s.simulate(v)
}

// Result is what is known for the sliders' position.
type Result struct {
	Of    theorem1.Instance
	Exact theorem1.Numbers
	Runs  int        // simulated so far
	Mean  [2]float64 // of the policy and of the other choice over these runs; NaN: no run
	Busy  bool       // more are being simulated
}

// Result is what is known; ok is false while that is nothing.
func (s *Screen) Result() (r Result, ok bool) {
	if !s.fresh() {
		return r, false
	}
	r = Result{Of: s.shown, Exact: *s.numbers, Runs: s.tally.runs, Busy: s.jobLeft > 0}
	for i := range r.Mean {
		r.Mean[i], _ = s.tally.mean(i)
	}
	return r, true
}

// Epsilons are the values of the slider of ε, ascending.
func Epsilons() []float64 { return slices.Clone(epsilonValues) }
