// Package live is the screen of a study kept in a file: what do I measure next,
// and what did it give?
//
//	live.go      the screen, and the messages it gets; who may only look
//	keys.go      its keys, what they ask for, and those typed ahead
//	reading.go   the study's file as it is read, in words; write.go appends to it
//	decide.go    suggestions: decided, pending, measured, expected
//	form.go      an entry while it is typed, its fields; form_draw.go draws it
//	set.go       changes of a running study; corrections of entries
//	draw.go      the screen from top to bottom, and the history
//	evidence.go  additional charts of large windows
package live

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Screen is a study kept in a file: what do I measure next? Whatever it
// acknowledges is on disk.
type Screen struct {
	live    *study.Live
	problem *scenarios.Problem // with its source
	policy  policy.Policy
	ctx     context.Context // ends with the explorer
	end     context.CancelFunc
	begun   bool
	watch   bool // the study was opened for reading: nothing can be entered

	// The study as last read.
	id       string // of the study that the file holds
	events   []journal.Event
	state    journal.State
	overview study.Snapshot
	told     int // lines searched for results of others
	own      map[int]bool
	notices  int // of the journal, shown so far

	// The suggestion and what is believed, as last computed.
	next     *study.Suggestion  // the one on the screen
	out      []study.Suggestion // pending suggestions, the oldest first
	chosen   int                // line of the one that was chosen among them; 0: none
	snap     *study.Snapshot
	scene    *session.Scene
	evidence *evidence
	ended    study.Stop

	// Work in progress.
	number   int // of the decision that counts
	deciding bool
	stopped  bool // the decision was cancelled
	started  time.Time
	stop     context.CancelFunc
	writing  writing

	measureNumber  int
	measuring      context.CancelFunc // nil: nothing is being measured
	measureStarted time.Time
	clock          time.Time     // as of the last news of the file
	timed          *atomic.Bool  // the screen counts seconds
	stir           chan struct{} // it has begun to

	form  *entry
	aside *entry            // left with esc: what was typed is kept
	ahead []screen.TypedMsg // typed before the form could be opened
	undo  *undoing          // waits for yes or no
	said  said
	// trouble stays on the screen until it is over; lost is the file's.
	trouble, lost string
	top           int // first row of the history shown
	picked        int // evaluation being chosen in the history; −1: none
}

// said is the last message of the screen.
type said struct {
	text string
	tone tone
}

type tone int

const (
	tonePlain tone = iota
	toneGood
	toneWarning
)

// undoing is an undo that waits for its confirmation.
type undoing struct {
	seq  int // of the study it was asked about
	what string
}

// New is the screen of a study and its problem. It is what the explorer opens on.
func New(l *study.Live, p *scenarios.Problem, q policy.Policy) *Screen {
	s := &Screen{live: l, problem: p, policy: q, own: map[int]bool{}, picked: -1, watch: l.Journal().ReadOnly(), timed: new(atomic.Bool), stir: make(chan struct{}, 1)}
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// Name is "live".
func (*Screen) Name() string { return "live" }

// Available is always true: without a study there is no such screen.
func (*Screen) Available(screen.View) bool { return true }

// About says how far the study is.
func (s *Screen) About(screen.View) screen.About {
	a := screen.About{Question: "what do I measure next?", Apart: true, Keys: s.keys(), Globals: s.globals()}
	if s.watch {
		a.Question = "what is measured next?"
	}
	if s.state.Seq > 0 {
		a.Place = s.standing()
	}
	return a
}

// Read reads the charts.
func (s *Screen) Read(v screen.View) screen.Reading {
	if !v.IsLive() || len(v.Tracks) == 0 {
		return screen.Reading{}
	}
	return pane.SliceReading(v, 0)
}

// ReadingRows is one.
func (*Screen) ReadingRows(screen.View) int { return 1 }

// Close ends deciding and measuring for good.
func (s *Screen) Close() { s.end() }

// Update keeps up with the study and its teller.
func (s *Screen) Update(v screen.View, msg tea.Msg) (w screen.Wants) {
	defer s.keepTime()
	switch msg := msg.(type) {
	case screen.EnteredMsg:
		return s.entered(v)
	case screen.LeftMsg:
		s.forget()
	case screen.TypedMsg:
		w.Cmd, w.Taken = s.typed(msg)
	case screen.ActMsg:
		w.Cmd, w.Taken = s.handle(v, msg.Act)
	case decidedMsg:
		return s.decided(v, msg)
	case wroteMsg:
		w.Cmd = s.wrote(v, msg)
	case polledMsg:
		w.Cmd = s.polled(v, msg)
	case measuredMsg:
		w.Cmd = s.measured(msg)
	case expectMsg:
		msg.form.expectX, msg.form.expect = msg.x, msg.e
	}
	return w
}

// keepTime has who waits for news of the file keep the clock where seconds are counted.
func (s *Screen) keepTime() {
	timed := s.deciding || s.measuring != nil
	if before := s.timed.Swap(timed); timed && !before {
		select {
		case s.stir <- struct{}{}:
		default:
		}
	}
}

// entered begins the work, or takes the explorer back to the study from a
// replay of something else.
func (s *Screen) entered(v screen.View) (w screen.Wants) {
	switch {
	case !s.begun:
		s.begun = true
		w.Cmd = tea.Batch(s.decide(v), s.pollLater(v, pollEvery))
	case !v.IsLive():
		w.Study = &screen.Study{Problem: s.problem, Policy: s.policy, Snap: s.snap, Scene: s.scene}
	}
	return w
}

// say shows a message in the screen's line for it.
func (s *Screen) say(t tone, text string) { s.said = said{sanitize.Text(text), t} }

// A study opened for reading is watched: what others write appears, and nothing
// can be entered.

// watching are the actions that change nothing but the view.
var watching = []screen.Action{screen.ActNextAsk, screen.ActUp, screen.ActDown, screen.ActPageUp, screen.ActPageDown, screen.ActHome, screen.ActEnd}

// watchKeys are those of who watches.
func (s *Screen) watchKeys() []screen.Binding {
	var out []screen.Binding
	if len(s.out) > 1 {
		out = append(out, screen.Binding{Act: screen.ActNextAsk, Binding: screen.On("n", "next suggestion", "n"), Long: "the next pending suggestion"})
	}
	for _, b := range studyKeys {
		if b.Act != screen.ActNextAsk && slices.Contains(watching, b.Act) {
			out = append(out, b)
		}
	}
	return out
}

// watchGlobals leave out what leads away from the study or writes files.
func watchGlobals() []screen.Binding {
	return screen.GlobalsOf(append([]screen.Action{screen.ActNextScreen, screen.ActPreviousScreen, screen.ActTree, screen.ActMap, screen.ActFormula, screen.ActCost, screen.ActAxis, screen.ActThrough, screen.ActDraws, screen.ActHelp, screen.ActQuit}, screen.CrossActions...)...)
}

// watched ends a look that would otherwise lead to a decision: it is not ours
// to ask for one.
func (s *Screen) watched() {
	s.deciding, s.ended = false, s.overview.Stop
}

// nothingAsked says why no suggestion is shown to who watches.
func (s *Screen) nothingAsked() string {
	switch {
	case s.trouble != "":
		return s.trouble
	case s.deciding:
		return ""
	case s.ended != study.Running:
		return "The study has ended: " + string(s.ended) + "."
	}
	return "Nothing is being asked for at the moment."
}

// drawWatched replaces the form for viewers.
func (s *Screen) drawWatched(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	s.headline(v, c, "read-only view", "nothing can be entered here")
	c.Paragraph(chart.Rect{X: 2, Y: 1, W: w - 2, H: h - 1}, "Entries are made where the study is kept, and appear here.", v.Theme.MutedInk())
}
