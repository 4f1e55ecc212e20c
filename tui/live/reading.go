package live

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Everything that touches the study's file or decides runs in commands. Their
// messages bring the study as the command left it.

// reading is the study as a command left it.
type reading struct {
	id       string // of the study: another one may have taken its file
	events   []journal.Event
	state    journal.State
	overview study.Snapshot
	out      []study.Suggestion
	notices  []journal.Notice
	replaced bool // lines known before are no longer what the file holds
	err      error
}

// readStudy reads all of it. Others may write between its questions: what it
// returns is of one moment.
func readStudy(l *study.Live) reading {
	for {
		n := reading{id: l.Journal().ID(), events: l.Journal().Events(), notices: l.Journal().Notices()}
		if n.state, n.err = journal.Replay(n.events); n.err != nil {
			return n
		}
		if n.overview, n.err = l.Overview(); n.err != nil {
			return n
		}
		n.out = l.AllPending()
		if l.Journal().ID() == n.id && l.Journal().State().Seq == n.state.Seq && len(n.overview.Rows) == len(n.state.Evaluations) {
			return n
		}
	}
}

// polledMsg is what others wrote, if anything.
type polledMsg struct {
	now     time.Time
	changed bool
	read    reading
	err     error
}

const (
	// pollEvery is how often the file is looked at after news.
	pollEvery = 500 * time.Millisecond
	// quietFor is how often the screen is refreshed without news: ages of suggestions are in
	// minutes.
	quietFor = 30 * time.Second
)

// pollLater reads the file again if a watcher cannot report changes, first after a delay, until
// there is news or the clock has advanced.
func (s *Screen) pollLater(v screen.View, first time.Duration) tea.Cmd {
	if !v.Loading.Watching && (!s.watch || v.Still) {
		return nil
	}
	live, ctx, lost, timed, stir := s.live, s.ctx, s.lost != "", s.timed, s.stir
	return func() (msg tea.Msg) {
		var told time.Time
		if !session.Await(ctx, live.Journal().Path(), first, stir, func(now time.Time) bool {
			if told.IsZero() {
				told = now
			}
			p := poll(live, now)
			msg = p
			return p.changed || lost != (p.err != nil) || now.Sub(told) >= quietFor || timed.Load()
		}) {
			return nil
		}
		return msg
	}
}

// poll is what other processes appended.
func poll(live *study.Live, now time.Time) polledMsg {
	c, err := live.Poll()
	msg := polledMsg{now: now, err: err, changed: err == nil && (c.Replaced || len(c.Events) > 0)}
	if msg.changed {
		msg.read = readStudy(live)
		msg.read.replaced = c.Replaced
	}
	return msg
}

// polled takes in what others wrote.
func (s *Screen) polled(v screen.View, msg polledMsg) tea.Cmd {
	s.clock, s.lost = msg.now, ""
	if msg.err != nil {
		s.lost = "The study's file cannot be read: " + msg.err.Error()
	}
	first := pollEvery
	if msg.err == nil && !msg.changed && !s.timed.Load() {
		first = session.Slowest // only the clock has advanced
	}
	later := s.pollLater(v, first)
	if msg.err != nil || !msg.changed {
		return later
	}
	if changed := s.takeIn(msg.read); !changed && s.deciding {
		return later // a suggestion or a note of others: the decision in progress takes it in
	}
	return tea.Batch(s.decide(v), later)
}

// takeIn takes a reading in, reports the results of others, and returns whether that changes
// anything. An outdated one is ignored.
func (s *Screen) takeIn(n reading) (changed bool) {
	if n.err != nil {
		s.lost = "The study cannot be read: " + n.err.Error()
		return false
	}
	if len(n.events) < len(s.events) && !n.replaced {
		return false
	}
	first := s.state.Seq == 0
	if s.id != n.id {
		s.undo, s.aside = nil, nil // they were about another study
	}
	s.id = n.id
	s.events, s.state, s.overview = n.events, n.state, n.overview
	s.problem, s.policy = n.overview.Problem, n.overview.Policy
	s.out = n.out
	if s.next != nil {
		s.next = s.atLine(s.next.Line) // the budget beside it may have changed; nil: it is no longer pending
	}
	if len(n.notices) > s.notices {
		s.say(toneWarning, n.notices[len(n.notices)-1].Text)
		s.notices = len(n.notices)
	}
	if s.writing != writeNothing {
		return false // which line is our own is not known yet
	}
	var others []journal.Event
	if n.replaced {
		s.say(toneWarning, "The file was replaced or salvaged meanwhile: this is the study as it is now.")
		s.own = map[int]bool{}
		changed = true
	} else if !first {
		for _, e := range n.events[min(s.told, len(n.events)):] {
			if !s.own[e.Seq] && notable(e) {
				others = append(others, e)
			}
		}
	}
	s.told = len(n.events)
	if len(others) > 0 {
		s.say(tonePlain, "entered elsewhere: "+s.summary(others))
		return true
	}
	if f := s.form; f != nil && !changed && f.seq < s.state.Seq && s.onlyOurs(f.seq) {
		f.seq = s.state.Seq
	}
	return changed
}

// onlyOurs reports whether all changes since a line are our own.
func (s *Screen) onlyOurs(line int) bool {
	for _, e := range s.events[line:] {
		if notable(e) && !s.own[e.Seq] {
			return false
		}
	}
	return true
}

// notable reports whether an event changes what is known or what may be spent.
func notable(e journal.Event) bool {
	switch e.Body.(type) {
	case journal.Asked, journal.Noted:
		return false
	}
	return true
}

// standing is "12 evaluations, 8.40 of 20.0 left".
func (s *Screen) standing() string {
	if over := s.state.Over(); over > 0 {
		return fmt.Sprintf("%s, %s over the budget of %s", countEvaluations(s.overview.Evaluations), chart.Num(over), amount(s.state.Budget, s.problem.CostUnit))
	}
	return fmt.Sprintf("%s, %s of %s left", countEvaluations(s.overview.Evaluations), chart.Num(s.state.Remaining()), amount(s.state.Budget, s.problem.CostUnit))
}

func countEvaluations(n int) string {
	if n == 1 {
		return "1 evaluation"
	}
	return fmt.Sprintf("%d evaluations", n)
}

// amount is a number with its unit.
func amount(v float64, unit string) string {
	if unit == "" {
		return chart.Num(v)
	}
	return chart.Num(v) + " " + sanitize.Text(unit)
}

// summary says what others did, the last thing in full.
func (s *Screen) summary(events []journal.Event) string {
	var done []journal.Event
	for _, e := range events {
		if notable(e) {
			done = append(done, e)
		}
	}
	if len(done) == 0 {
		return "a suggestion was asked for"
	}
	text := s.describe(done[len(done)-1].Body)
	if n := len(done) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more before it)", n)
	}
	return text
}

// describe says in words what a line of the study holds.
func (s *Screen) describe(b journal.Body) string {
	switch b := b.(type) {
	case journal.Told:
		at := s.pointWords(b.X)
		if b.Failed {
			return fmt.Sprintf("%s failed at a cost of %s", at, amount(b.Cost, s.problem.CostUnit))
		}
		return fmt.Sprintf("%s gave %s at a cost of %s", at, amount(b.Value, s.problem.ValueUnit), amount(b.Cost, s.problem.CostUnit))
	case journal.Undone:
		if b.Seq >= 1 && b.Seq <= len(s.events) {
			if _, again := s.events[b.Seq-1].Body.(journal.Undone); !again {
				return "taken back: " + s.describe(s.events[b.Seq-1].Body)
			}
		}
	case journal.Skipped:
		return "the suggestion was skipped"
	case journal.BudgetChanged:
		if b.Delta > 0 {
			return "the budget was extended by " + amount(b.Delta, s.problem.CostUnit)
		}
		return "the budget was reduced by " + amount(-b.Delta, s.problem.CostUnit)
	}
	return sanitize.Text(b.String())
}

// mostNamed is how many parameters of a point are named.
const mostNamed = 4

// pointWords names a point: "hours 3.54 h, loaves 1".
func (s *Screen) pointWords(x []float64) string {
	return pane.PointWords(s.problem.Parameters, x, mostNamed)
}
