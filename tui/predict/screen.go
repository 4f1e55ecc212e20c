// Package predict is the screen of a game: before each step one marks where one
// would look, and plays that as one more policy, "you", beside the others.
//
//	screen.go   the screen of the explorer; game.go: one game of it
//	keys.go     what keys ask for
//	mark.go     a point that is moved about, or typed
//	board.go    what there is to see; picture.go: charts, map, votes; paths.go: the end
//	words.go    what is said
//	poll.go     a room that votes; seat.go: what one of it sees
package predict

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// Name is the screen's.
const Name = "predict"

// Screen is the game as a screen of the explorer.
type Screen struct {
	game *round // nil: none has begun
	next int    // number of the next game
	of   Quantity

	poll      *Poll // of the room that plays; nil: one person does
	listening bool  // to the room
	ctx       context.Context
	cancel    context.CancelFunc
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, with no game begun. With a poll a room plays, not a person.
func New(poll *Poll) *Screen {
	s := &Screen{poll: poll}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Name is "predict".
func (*Screen) Name() string { return Name }

// Playable tells whether a game can be played on a problem: its points can be
// evaluated here and now.
func Playable(p *scenarios.Problem) bool { return p.Theorem == nil && !p.IsManual() && p.Dim() > 0 }

// Available wants a replay of something that can be evaluated.
func (*Screen) Available(v screen.View) bool {
	return !v.IsLive() && len(v.Tracks) > 0 && Playable(v.Problem)
}

// About asks where to look.
func (s *Screen) About(v screen.View) screen.About {
	ask := "where would you look?"
	if s.poll != nil {
		ask = "where would the room look?"
	}
	a := screen.About{Question: ask, Beside: true, Apart: true, Keys: s.keys(v), SideBySide: true,
		Globals: screen.GlobalsOf(screen.ActPalette, screen.ActCancel, screen.ActMouse, screen.ActSuspend, screen.ActHelp, screen.ActQuit)}
	g := s.game
	if g != nil && g.phase != marking { // digits are the mark's
		a.Globals = screen.GlobalsOf(screen.ActBrowse, screen.ActPalette, screen.ActCancel, screen.ActSave, screen.ActMouse, screen.ActSuspend, screen.ActHelp, screen.ActQuit)
	}
	if g == nil || g.snap == nil {
		return a
	}
	a.Place = fmt.Sprintf("evaluation %d   %s left", len(g.turns)+1, chart.Num(g.snap.Money.Left))
	switch g.phase {
	case shown:
		a.Question, a.Place = "where did the others look?", fmt.Sprintf("evaluation %d   %s left", len(g.turns), chart.Num(g.snap.Money.Left))
	case over:
		a.Question, a.Place = g.title(v), "the end"
	}
	a.Caption = strings.Join(g.say(), " ")
	return a
}

// Update plays. What takes time is done by commands.
func (s *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	w := s.update(v, msg)
	if s.game != nil {
		s.game.refresh(v)
		s.game.publish()
	}
	return w
}

// newsMsg says that something happened in the room.
type newsMsg struct{}

// listen waits for news of the room.
func (s *Screen) listen() tea.Cmd {
	if s.poll == nil || s.listening {
		return nil
	}
	s.listening = true
	return func() tea.Msg {
		select {
		case <-s.poll.News():
			return newsMsg{}
		case <-s.ctx.Done():
			return nil
		}
	}
}

func (s *Screen) update(v screen.View, msg tea.Msg) screen.Wants {
	g := s.game
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg:
		if v.Front && (g == nil || g.run != v.Run) {
			return screen.Wants{Cmd: s.begin(v)}
		}
	case newsMsg:
		s.listening = false
		return screen.Wants{Cmd: s.listen()}
	case playedMsg:
		if g != nil && msg.number == g.number {
			return screen.Wants{Cmd: g.played(v, msg)}
		}
	case drawnMsg:
		if g != nil && msg.number == g.number {
			g.drawn(msg)
		}
	case screen.TypedMsg:
		if g != nil && g.phase == marking && g.mark.Type(msg.Key) {
			return screen.Wants{Taken: true, Cmd: g.want(v)}
		}
	case screen.ClickMsg:
		if g != nil {
			return screen.Wants{Cmd: g.click(v, msg)}
		}
	case screen.ActMsg:
		cmd, taken := s.act(v, msg.Act)
		return screen.Wants{Cmd: cmd, Taken: taken}
	}
	return screen.Wants{}
}

// begin begins a game, in the place of one there is.
func (s *Screen) begin(v screen.View) tea.Cmd {
	if s.game != nil {
		s.game.cancel()
	}
	s.next++
	s.game = newRound(v, s.next, s.poll)
	s.game.of = s.of
	return tea.Batch(s.game.start(v), s.listen())
}

// Draw draws the board.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	if s.game == nil {
		return
	}
	b := s.game.board(v.Theme)
	if v.Plots != nil { // for nobody yet, but as other screens do
		b.Plots = v.Plots.Note
	}
	b.Draw(c, v.Theme)
}

// Close ends the game's work.
func (s *Screen) Close() {
	s.cancel()
	if s.game != nil {
		s.game.cancel()
	}
}
