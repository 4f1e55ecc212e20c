package tui

import (
	"context"
	"errors"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/model"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/session"
)

// Everything that touches the study's file or decides runs in the commands of
// this file. Its messages bring the study as the command left it.

// measured is a snapshot as the screens of a study show it: nobody who studies
// knows the truth, even where the problem's source could tell it.
func measured(snap study.Snapshot) study.Snapshot {
	p := *snap.Problem
	p.Source = nil
	snap.Problem = &p
	return snap
}

// liveNews is the study as a command left it.
type liveNews struct {
	events   []journal.Event
	state    journal.State
	overview study.Snapshot
	notices  []journal.Notice
	replaced bool // lines known before are no longer what the file holds
	err      error
}

// hear collects the news. Others may write between its questions: what it
// returns is of one moment.
func hear(l *study.Live) liveNews {
	for {
		n := liveNews{events: l.Journal().Events(), notices: l.Journal().Notices()}
		if n.state, n.err = journal.Replay(n.events); n.err != nil {
			return n
		}
		if n.overview, n.err = l.Overview(); n.err != nil {
			return n
		}
		if l.Journal().State().Seq == n.state.Seq && len(n.overview.Rows) == len(n.state.Evaluations) {
			return n
		}
	}
}

// liveDecidedMsg brings the models of the study and, once it stands, the
// suggestion.
type liveDecidedMsg struct {
	number     int
	news       liveNews
	snap       study.Snapshot
	scene      *session.Scene
	suggestion *study.Suggestion
	final      bool // the suggestion has been asked for
	err        error
	ctx        context.Context
}

// decide shows what is known now and then asks for the next point.
func (s *liveScreen) decide(m *Model) tea.Cmd {
	s.halt()
	ctx, cancel := context.WithCancel(s.ctx)
	s.number++
	s.stop, s.deciding, s.stopped, s.trouble, s.ended = cancel, true, false, "", study.Running
	s.started = time.Now()
	number, live, key := s.number, s.live, m.s.SceneKey(0)
	return func() tea.Msg { return look(ctx, live, number, key, false) }
}

// look fits the models to the study as it stands. It asks first if it must,
// which takes a decision.
func look(ctx context.Context, live *study.Live, number int, key session.SceneKey, ask bool) liveDecidedMsg {
	msg := liveDecidedMsg{number: number, final: ask, ctx: ctx}
	if ask {
		if _, msg.err = live.Ask(ctx); msg.err != nil {
			msg.news = hear(live)
			return msg
		}
	}
	if g, ok := live.Pending(); ok {
		msg.suggestion, msg.final = &g, true
	}
	if msg.snap, msg.err = live.Snapshot(); msg.err == nil {
		msg.snap = measured(msg.snap)
		key.Step = msg.snap.Step
		msg.scene = session.NewScene(&msg.snap, key)
	}
	msg.news = hear(live)
	return msg
}

// decided takes models and suggestion in.
func (s *liveScreen) decided(m *Model, msg liveDecidedMsg) tea.Cmd {
	changed := s.absorb(msg.news)
	if msg.number != s.number {
		if changed && !s.deciding {
			return s.decide(m)
		}
		return nil
	}
	var end study.EndedError
	switch {
	case errors.As(msg.err, &end):
		s.deciding, s.ended, s.next = false, end.Stop, nil
		return nil
	case msg.err != nil:
		s.deciding = false
		if msg.ctx.Err() == nil {
			s.trouble = "No suggestion could be made: " + msg.err.Error()
		}
		return nil
	}
	s.next = msg.suggestion
	s.snap, s.scene = &msg.snap, msg.scene
	var cmds []tea.Cmd
	if m.s.IsLive() {
		m.s.Feed(msg.snap, msg.scene)
		cmds = append(cmds, m.entered())
	}
	if msg.final {
		s.deciding = false
		return tea.Batch(cmds...)
	}
	number, live, key := s.number, s.live, m.s.SceneKey(0)
	return tea.Batch(append(cmds, func() tea.Msg { return look(msg.ctx, live, number, key, true) })...)
}

// halt ends the decision under way.
func (s *liveScreen) halt() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
	s.deciding = false
}

// writing is what is being written to the study.
type writing int

const (
	writeNothing writing = iota
	writeTold
	writeUndone
	writeBudget
	writeSkipped
)

// liveWroteMsg says what became of an entry.
type liveWroteMsg struct {
	what  writing
	event journal.Event
	news  liveNews
	err   error
}

// write appends to the study in the background. Nothing is acknowledged before
// the file has it. Suggestions and notes of others do not stand in its way.
func (s *liveScreen) write(what writing, expected int, entry func(expected int) (journal.Event, error)) tea.Cmd {
	s.writing = what
	live := s.live
	return func() tea.Msg {
		msg := liveWroteMsg{what: what}
		for {
			msg.event, msg.err = entry(expected)
			var stale *journal.StaleError
			if !errors.As(msg.err, &stale) {
				break
			}
			last := harmless(stale)
			if last <= expected {
				break
			}
			expected = last
		}
		msg.news = hear(live)
		var stale *journal.StaleError
		msg.news.replaced = errors.As(msg.err, &stale) && stale.Replaced
		return msg
	}
}

// harmless is the line an entry may follow although others wrote: they only
// asked or noted something. It is 0 if they did more.
func harmless(stale *journal.StaleError) int {
	last := 0
	for _, e := range stale.Events {
		if stale.Replaced || notable(e) {
			return 0
		}
		last = e.Seq
	}
	return last
}

// notable tells whether an event changes what is known or what may be spent.
func notable(e journal.Event) bool {
	switch e.Body.(type) {
	case journal.Asked, journal.Noted:
		return false
	}
	return true
}

// livePollMsg says that it is time to look at the file again.
type livePollMsg struct{ now time.Time }

// liveHeardMsg is what others wrote, if anything.
type liveHeardMsg struct {
	changed bool
	news    liveNews
	err     error
}

// pollEvery is how often the file is looked at.
const pollEvery = 500 * time.Millisecond

// pollLater looks at the file again after a while, where somebody watches.
func (s *liveScreen) pollLater(m *Model) tea.Cmd {
	if !m.s.Loading.Watching {
		return nil
	}
	return tea.Tick(pollEvery, func(now time.Time) tea.Msg { return livePollMsg{now} })
}

// poll brings what other processes appended.
func (s *liveScreen) poll() tea.Cmd {
	live := s.live
	return func() tea.Msg {
		c, err := live.Poll()
		msg := liveHeardMsg{err: err, changed: err == nil && (c.Replaced || len(c.Events) > 0)}
		if msg.changed {
			msg.news = hear(live)
			msg.news.replaced = c.Replaced
		}
		return msg
	}
}

// liveMeasuredMsg is what the problem's own source measured.
type liveMeasuredMsg struct {
	number     int
	suggestion study.Suggestion
	seq        int
	value      float64
	cost       float64
	err        error
}

// measure evaluates the suggestion with the problem's own source.
func (s *liveScreen) measure() tea.Cmd {
	ctx, cancel := context.WithCancel(s.ctx)
	s.measureNumber++
	s.measuring, s.measureStarted = cancel, time.Now()
	live, number, g, seq := s.live, s.measureNumber, *s.next, s.state.Seq
	return func() tea.Msg {
		defer cancel()
		e, err := live.Evaluate(ctx, g)
		return liveMeasuredMsg{number, g, seq, e.Value, e.Cost, err}
	}
}

// liveExpectMsg is what the models expect at settings that are being typed.
type liveExpectMsg struct {
	form *liveForm
	x    []float64
	e    *study.Expectation
}

// expect predicts what the point being typed will give, once all of it is
// there.
func (s *liveScreen) expect() tea.Cmd {
	f, snap := s.form, s.snap
	if f == nil || f.x != nil || f.kind != formTell || snap == nil || snap.Pair == nil || !f.hasPoint(s) {
		return nil
	}
	x, left := f.point(), s.state.Remaining()
	return func() tea.Msg { return liveExpectMsg{f, x, expectAt(snap, x, left)} }
}

// expectAt is what a snapshot's models expect at a point in problem units.
func expectAt(s *study.Snapshot, x []float64, left float64) *study.Expectation {
	u := []model.Unit{s.Problem.ToUnit(x)}
	f, c := s.Objective(u), s.Cost(u)
	e := &study.Expectation{
		Value: f.Mean[0], ValueLow: f.Low[0], ValueHigh: f.High[0],
		Cost: c.Mean[0], CostLow: c.Low[0], CostHigh: c.High[0], Acquisition: math.NaN(),
	}
	// ln c ~ N(ln median, s²), and the interval is ln median ± 1.96 s.
	spread := math.Log(c.High[0]/c.Low[0]) / study.BandWidth
	switch z := math.Log(left / c.Mean[0]); {
	case spread > 0:
		e.Fits = math.Erfc(-z/spread/math.Sqrt2) / 2
	case z >= -journal.Tolerance:
		e.Fits = 1
	}
	return e
}
