package luck

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Screen makes draws while it is shown, and keeps them as long as the run.
type Screen struct {
	target int
	run    int         // of what is known
	final  [][]float64 // by draw and track; nil: not made
	known  int         // the first so many are there
	told   *Figures    // of those
	order  []int       // the tracks it shows, the first the one compared with
	work   int         // number of the work in progress, or the last
	cancel context.CancelFunc
	paused bool // by leaving the screen: it continues when the screen is entered again
	err    error
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, of which nothing is computed.
func New() *Screen { return &Screen{target: targets[firstTarget]} }

// Name is the screen's.
const Name = "luck"

// Name is Name.
func (*Screen) Name() string { return Name }

// BeginMsg asks the screen to begin.
type BeginMsg struct{}

// targets are how many functions may be asked for.
var targets = []int{20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}

// firstTarget is the one asked for first; guests of a host have guestTarget at
// most.
const firstTarget, guestTarget = 2, 4

var keys = []screen.Binding{
	{Act: screen.ActEnter, Binding: screen.On("enter", "draw", "enter", " "), Long: "draw functions and run the policies on each; again: continue"},
	{Act: screen.ActMore, Binding: screen.On("+", "more", "+"), All: "+ -", Long: "more functions, fewer", Does: "more functions"},
	{Act: screen.ActLess, Binding: screen.On("-", "", "-"), Does: "fewer functions"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "", "esc"), Long: "stop drawing; what is known stays"},
}

// Available requires policies on a problem that is not a live study.
func (*Screen) Available(v screen.View) bool {
	return v.Problem.Theorem == nil && !v.IsLive() && len(v.Tracks) > 0
}

// About asks whether it was luck, and answers as far as that is known.
func (s *Screen) About(v screen.View) screen.About {
	return screen.About{
		Question: s.answer(v, v.W < wordyWidth), Apart: true, Beside: true, SideBySide: true, Caption: s.answer(v, false), Keys: keys,
		Globals: screen.GlobalsOf(screen.ActResume, screen.ActSwap, screen.ActPolicies, screen.ActNextScreen, screen.ActPreviousScreen, screen.ActBrowse, screen.ActSettings,
			screen.ActSave, screen.ActSuspend, screen.ActHelp, screen.ActQuit),
		Formula: formula,
	}
}

// wordyWidth is the width of a window from which the title answers in a sentence.
const wordyWidth = 110

// answer asks, and answers once there are enough draws; in few words if brief.
func (s *Screen) answer(v screen.View, brief bool) string {
	f := s.told
	if f == nil || s.run != v.Run || f.draws < leastAnswer || len(f.of) < 2 {
		return "was it luck?"
	}
	best := 1
	for i := range f.of {
		if i > 0 && f.gains[i].Mean > f.gains[best].Mean {
			best = i
		}
	}
	g := f.gains[best]
	first, second := f.of[best].Title, f.of[0].Title
	if g.Mean < 0 {
		first, second = second, first
		g.Mean, g.Low, g.High = -g.Mean, -g.High, -g.Low
	}
	d := digits(g.Half())
	switch {
	case !Clear(g) && brief:
		return "was it luck? it may be"
	case brief:
		return fmt.Sprintf("%s is better by %s ± %s", first, fixed(g.Mean, d), fixed(g.Half(), d))
	case !Clear(g):
		return fmt.Sprintf("was it luck? it may be: %s and %s are alike so far", f.of[best].Title, f.of[0].Title)
	}
	return fmt.Sprintf("not luck alone: %s ends better than %s by %s ± %s on average", first, second, fixed(g.Mean, d), fixed(g.Half(), d))
}

// leastAnswer is from how many draws on the question is answered.
const leastAnswer = 10

func formula() (title string, lines []string) {
	return "was it luck?", []string{
		"Objective and cost are drawn together from what the models believe after the initial design.",
		"Every policy runs on each pair of functions, within the same budget, from the same initial design.",
		"dᵢ      = final best of a policy − that of the first, on function i",
		"d       = mean of dᵢ,  95 % interval d ± t · s/√n,  Student's t with n − 1 degrees of freedom",
		"If the interval excludes 0, luck with the draws is no explanation. This does not cover functions the models do not expect.",
	}
}

// Close ends the work for good.
func (s *Screen) Close() { s.stop() }

// Update draws while the screen is shown.
func (s *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		s.reset(v)
		if s.paused {
			return screen.Wants{Cmd: s.begin(v)}
		}
	case screen.LookMsg, screen.SizeMsg:
		if s.run != v.Run {
			s.reset(v)
		} else if s.told != nil && !slices.Equal(s.order, v.Columns) {
			s.tell(v)
		}
	case screen.LeftMsg:
		s.paused = s.paused || s.cancel != nil
		s.stop()
	case BeginMsg:
		return screen.Wants{Cmd: s.begin(v)}
	case drawnMsg:
		s.receive(v, msg)
	case endedMsg:
		return screen.Wants{Cmd: s.ended(v, msg)}
	case screen.ActMsg:
		return s.act(v, msg.Act)
	}
	return screen.Wants{}
}

// reset forgets what was drawn for another run.
func (s *Screen) reset(v screen.View) {
	if s.run == v.Run {
		return
	}
	s.stop()
	s.run, s.final, s.known, s.told, s.order, s.err, s.paused = v.Run, nil, 0, nil, nil, nil, false
	if v.Guest() {
		s.target = min(s.target, targets[guestTarget])
	}
}

// act handles a key.
func (s *Screen) act(v screen.View, a screen.Action) screen.Wants {
	w := screen.Wants{Taken: true}
	switch a {
	case screen.ActEnter:
		w.Cmd = s.begin(v)
	case screen.ActMore:
		w.Cmd = s.aim(v, 1)
	case screen.ActLess:
		w.Cmd = s.aim(v, -1)
	case screen.ActCancel:
		if s.cancel == nil {
			return screen.Wants{}
		}
		s.stop()
	default:
		return screen.Wants{}
	}
	return w
}

// aim changes the number of functions; work in progress continues with that.
func (s *Screen) aim(v screen.View, by int) tea.Cmd {
	most := len(targets) - 1
	if v.Guest() {
		most = guestTarget
	}
	s.target = targets[max(0, min(slices.Index(targets, s.target)+by, most))]
	working := s.cancel != nil
	s.stop()
	if s.told != nil {
		s.tell(v)
	}
	if working {
		return s.begin(v)
	}
	return nil
}

// Draw draws what is known.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	r := c.Rect()
	head, r := r.CutTop(1)
	s.drawHead(v, c.Sub(head))
	if s.told == nil || s.run != v.Run {
		_, r = r.CutTop(1)
		c.Paragraph(r, s.idle(v), v.Theme.TextInk())
		return
	}
	s.arrange(v, c, r)
}

// made is one draw: what each track found at its end.
type made struct {
	draw  int
	final []float64
}

// drawnMsg brings draws.
type drawnMsg struct {
	run   int
	draws []made
}

// endedMsg says that no more come; why is known by the time it does.
type endedMsg struct {
	run, work int
	err       *error
}

// sendEvery is the least time between two messages: quick policies make
// thousands of draws a second.
const sendEvery = 100 * time.Millisecond

// begin makes the draws that are missing up to the target, in the background.
func (s *Screen) begin(v screen.View) tea.Cmd {
	s.reset(v)
	if s.cancel != nil || s.known >= s.target || v.Stopped {
		return nil
	}
	ctx, cancel := context.WithCancel(v.Context())
	s.work++
	s.cancel, s.err, s.paused = cancel, nil, false
	problem, settings := measured(v), v.RunSettings()
	policies := make([]policy.Policy, len(v.Tracks))
	for i := range policies {
		policies[i] = v.Tracks[i].Policy()
	}
	run, work, from, to, turns := s.run, s.work, s.known, s.target, v.Turns()
	failed := new(error)
	return session.Stream(ctx, endedMsg{run, work, failed}, func(send func(tea.Msg)) {
		*failed = func() error {
			ctx, workers, end, err := turns.Share(ctx)
			if err != nil {
				return err
			}
			defer end()
			by, err := study.NewSimulator(ctx, problem, policies, settings)
			if err != nil {
				return err
			}
			var waiting []made
			last := time.Now()
			err = by.Each(ctx, from, to, workers, func(i int, final []float64) {
				waiting = append(waiting, made{i, final})
				if now := time.Now(); now.Sub(last) >= sendEvery {
					send(drawnMsg{run, waiting})
					waiting, last = nil, now
				}
			})
			send(drawnMsg{run, waiting})
			return err
		}()
	})
}

// measured is the problem with its initial design as it was measured: nothing is
// evaluated again.
func measured(v screen.View) *scenarios.Problem {
	p := *v.Problem
	s := v.Tracks[0].At(0)
	if s == nil || s.Step != 0 || slices.ContainsFunc(s.Rows, func(r study.Row) bool { return r.Failed }) {
		return &p
	}
	p.Initial = scenarios.Initial{}
	for _, r := range s.Rows {
		p.Initial.X, p.Initial.Value = append(p.Initial.X, r.X), append(p.Initial.Value, r.Y)
		p.Initial.Cost, p.Initial.Sd = append(p.Initial.Cost, r.Cost), append(p.Initial.Sd, r.Sd)
	}
	return &p
}

// stop ends the work; what is known stays.
func (s *Screen) stop() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// receive takes draws in, unless they are of an earlier run.
func (s *Screen) receive(v screen.View, msg drawnMsg) {
	if msg.run != v.Run || msg.run != s.run {
		return
	}
	for _, m := range msg.draws {
		for len(s.final) <= m.draw {
			s.final = append(s.final, nil)
		}
		s.final[m.draw] = m.final
	}
	for s.known < len(s.final) && s.final[s.known] != nil {
		s.known++
	}
	s.tell(v)
}

// ended handles the end of the work; it continues if more was requested meanwhile.
func (s *Screen) ended(v screen.View, msg endedMsg) tea.Cmd {
	if msg.run != s.run || msg.work != s.work {
		return nil
	}
	s.stop()
	if err := *msg.err; err != nil && !errors.Is(err, context.Canceled) {
		s.err = err
	}
	return nil
}

// tell computes the figures of the first draws, all that are known without a gap: the same ones
// whatever the number of processors.
func (s *Screen) tell(v screen.View) {
	s.order = slices.Clone(v.Columns)
	n := min(s.known, s.target)
	r := study.Simulation{Draws: n, Final: make([][]float64, len(s.order))}
	of := make([]Contender, len(s.order))
	for i, track := range s.order {
		of[i] = Contender{v.Tracks[track].Title(), v.Tracks[track].Hue()}
		r.Final[i] = make([]float64, n)
		for k := range n {
			r.Final[i][k] = s.final[k][track]
		}
	}
	s.told = NewFigures(r, of, v.Problem.Sign())
}
