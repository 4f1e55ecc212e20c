package tui

import (
	"fmt"
	"time"

	"farsight/scenarios/theorem1"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

// theoremScreen shows the constructed problems of theorem 1 with exact values,
// and runs of them stepped arm by arm: how bad can it get?
type theoremScreen struct {
	plainScreen
	of      int               // the model's run it was opened in
	t       theorem1.Instance // where the sliders stand
	slider  int               // 0: ε, 1: δ
	version int               // of the sliders' position: older results are dropped
	shown   theorem1.Instance // what numbers and run belong to
	numbers *theorem1.Numbers
	run     *theoremRun
	next    *theoremRun // the run after it, ready
	arms    int         // how many arms of the run are shown as measured
	counted int         // runs up to this number are in the tally
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

var theoremKeys = []screen.Binding{
	{Act: screen.ActForward, Keys: []string{"right", "l", "n"}, Show: "→", All: "→ ←", Short: "arm", Long: "one arm further, back (also l h, n p); after the last, the next run"},
	{Act: screen.ActBack, Keys: []string{"left", "h", "p"}, Show: "←"},
	{Act: screen.ActHome, Keys: []string{"home", "g"}, Show: "home", All: "home end", Long: "to the start, to the end of the run (also g G)"},
	{Act: screen.ActEnd, Keys: []string{"end", "G"}, Show: "end"},
	{Act: screen.ActPlay, Keys: []string{" "}, Show: "space", Short: "play", Long: "play run after run, and pause"},
	{Act: screen.ActLess, Keys: []string{"-", "_"}, Show: "- +", Short: "slide", Long: "make it smaller, larger"},
	{Act: screen.ActMore, Keys: []string{"+", "="}, Show: "+"},
	{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑↓", Short: "slider", Long: "choose the slider of ε or of δ (also k j)"},
	{Act: screen.ActDown, Keys: []string{"down", "j"}, Show: "↓"},
	{Act: actPart1, Keys: []string{"1"}, Show: "1 2", Short: "part", Long: "part 1, against EI-PUC; part 2, against EI"},
	{Act: actPart2, Keys: []string{"2"}, Show: "2"},
	{Act: actManyRuns, Keys: []string{"m"}, Show: "m", Short: "many runs", Long: "simulate 10 000 more runs at once; esc stops"},
	{Act: actAnotherRun, Keys: []string{"r"}, Show: "r", Short: "next run", Long: "go to the next run"},
	{Act: actSmallerEpsilon, Keys: []string{"e"}, Show: "e", All: "e E", Long: "make ε smaller, larger"},
	{Act: actLargerEpsilon, Keys: []string{"E"}, Show: "E"},
	{Act: actSmallerDelta, Keys: []string{"d"}, Show: "d", All: "d D", Long: "make δ smaller, larger"},
	{Act: actLargerDelta, Keys: []string{"D"}, Show: "D"},
	{Act: actZoom, Keys: []string{"z"}, Show: "z", Long: "look closer at the cheap arms' values, and back"},
	{Act: screen.ActCancel, Keys: []string{"esc"}, Show: "esc", Long: "stop simulating, or stop playing"},
}

func (*theoremScreen) name() string                     { return "theorem" }
func (*theoremScreen) available(m *Model) bool          { return m.s.Problem.Theorem != nil }
func (*theoremScreen) bindings(*Model) []screen.Binding { return theoremKeys }

func (*theoremScreen) globals(*Model) []screen.Binding {
	return screen.GlobalsOf(screen.ActFormula, screen.ActBrowse, screen.ActSave, screen.ActHelp, screen.ActQuit)
}

func (s *theoremScreen) question(*Model) string {
	return fmt.Sprintf("part %d, how bad can %v get?", s.t.Part, s.t.Policy())
}

func (s *theoremScreen) place(*Model) string {
	if s.run == nil {
		return ""
	}
	if s.jobLeft > 0 {
		return fmt.Sprintf("simulating %d %%, esc stops", 100*(manyRuns-s.jobLeft)/manyRuns)
	}
	p := fmt.Sprintf("run %d, arm %d of %d", s.run.number, s.arms, s.run.length())
	if s.playing {
		p += "  ▶"
	}
	return p
}

func (s *theoremScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		if m.s.Problem.Theorem == nil || s.of == m.s.Run {
			return nil
		}
		s.of, s.t, s.curves = m.s.Run, *m.s.Problem.Theorem, nil // the last run's work was called off
		return s.moved(m)
	case TheoremShowMsg:
		return s.showArms(m, msg)
	case exactMsg:
		if msg.version != s.version {
			return nil
		}
		s.shown, s.numbers, s.run = s.t, &msg.numbers, msg.run
		s.lo, s.hi = min(-0.3, msg.run.lo), max(0.8, msg.run.hi, 1.2*msg.numbers.Policy, 1.2*msg.numbers.Other)
		return m.s.InTurn(furtherRun(s.version, s.t, 2, m.s.Settings.Seed))
	case theoremRunMsg:
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
			return s.batch(m)
		}
	case theoremTickMsg:
		if s.playing && msg.tick == s.tick {
			return tea.Batch(s.step(m, s.stride()), s.later(m))
		}
	}
	return nil
}

// moved computes anew what the sliders' position shows.
func (s *theoremScreen) moved(m *Model) tea.Cmd {
	s.version++
	s.next, s.arms, s.counted, s.jobLeft = nil, 0, 0, 0
	s.tally, s.history = tally{}, history{}
	if s.curves == nil {
		s.curves = map[float64]*ratioCurve{}
	}
	cmds := []tea.Cmd{m.s.InTurn(exactly(s.version, s.t, m.s.Settings.Seed))}
	if _, asked := s.curves[s.t.Delta]; !asked {
		s.curves[s.t.Delta] = nil
		cmds = append(cmds, m.s.InTurn(ratios(m.s.Context(), s.t.Delta)))
	}
	return tea.Batch(cmds...)
}

// fresh tells whether what is shown belongs to where the sliders stand.
func (s *theoremScreen) fresh() bool { return s.run != nil && s.shown == s.t }

func (s *theoremScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	switch a {
	case screen.ActForward:
		return s.step(m, 1), true
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
		return s.nextRun(m), true
	case screen.ActPlay:
		if s.playing = !s.playing; s.playing {
			return s.later(m), true
		}
	case screen.ActUp, screen.ActDown:
		s.slider = 1 - s.slider
	case screen.ActMore, screen.ActLess:
		by := 1
		if a == screen.ActLess {
			by = -1
		}
		return s.slide(m, s.slider, by), true
	case actSmallerEpsilon:
		return s.slide(m, 0, -1), true
	case actLargerEpsilon:
		return s.slide(m, 0, 1), true
	case actSmallerDelta:
		return s.slide(m, 1, -1), true
	case actLargerDelta:
		return s.slide(m, 1, 1), true
	case actPart1, actPart2:
		part := 1 + int(a-actPart1)
		if part == s.t.Part {
			return nil, true
		}
		s.t.Part = part
		return s.moved(m), true
	case actManyRuns:
		s.job++
		s.jobLeft = manyRuns
		return s.batch(m), true
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
func (s *theoremScreen) slide(m *Model, slider, by int) tea.Cmd {
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
	return s.moved(m)
}

// step measures further arms, or begins the next run after the last.
func (s *theoremScreen) step(m *Model, arms int) tea.Cmd {
	if !s.fresh() {
		return nil
	}
	if s.arms >= s.run.length() {
		return s.nextRun(m)
	}
	if s.arms = min(s.arms+arms, s.run.length()); s.arms == s.run.length() {
		s.count()
	}
	return nil
}

// count takes a finished run into the average, once.
func (s *theoremScreen) count() {
	if s.run.number <= s.counted {
		return
	}
	s.counted = s.run.number
	n := s.run.length()
	s.tally.add([2]float64{s.run.best(0, n), s.run.best(1, n)})
	s.history.note(&s.tally)
}

// nextRun goes on to the next run, if it is ready.
func (s *theoremScreen) nextRun(m *Model) tea.Cmd {
	if s.next == nil || !s.fresh() {
		return nil
	}
	s.run, s.next, s.arms = s.next, nil, 0
	s.lo, s.hi = min(s.lo, s.run.lo), max(s.hi, s.run.hi)
	return m.s.InTurn(furtherRun(s.version, s.t, s.run.number+1, m.s.Settings.Seed))
}

// batch simulates further runs of the job.
func (s *theoremScreen) batch(m *Model) tea.Cmd {
	s.batches++
	return m.s.InTurn(batch(s.version, s.job, s.t, s.jobLeft, s.tally.runs, batchSeed(m.s.Settings.Seed, s.batches)))
}

// theoremTickMsg is the timer's of continuous play.
type theoremTickMsg struct{ tick int }

// Play shows so many frames a second, and a run in no more than so many.
const (
	theoremFrames  = 8
	framesOfOneRun = 48
)

func (s *theoremScreen) later(m *Model) tea.Cmd {
	if m.s.Still {
		return nil
	}
	s.tick++
	tick := s.tick
	return tea.Tick(time.Second/theoremFrames, func(time.Time) tea.Msg { return theoremTickMsg{tick} })
}

// stride is how many arms a frame of play measures.
func (s *theoremScreen) stride() int {
	if s.run == nil {
		return 1
	}
	return max(1, (s.run.length()+framesOfOneRun-1)/framesOfOneRun)
}
