// Package predict is the screen of a game: before each step the player chooses a point, and is
// scored as one more policy, "you", beside the others.
//
//	screen.go   the screen of the explorer and its keys; game.go: one game of it
//	mark.go     a point that is moved about, or typed
//	board.go    everything shown; picture.go: charts, map, votes, the end
//	words.go    messages
//	poll.go     a room that votes; seat.go: what one of it sees
package predict

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	game "farsight/study/predict"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// Name is the screen's.
const Name = "predict"

// Screen is the game as a screen of the explorer.
type Screen struct {
	game *round // nil: none has begun
	next int    // number of the next game
	of   quantity
	rule game.Rule

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

// Playable reports whether a game can be played on a problem: its points can be
// evaluated here and now.
func Playable(p *scenarios.Problem) bool { return p.Theorem == nil && !p.IsManual() && p.Dim() > 0 }

// Available requires a replay of a problem that can be evaluated.
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
	s.game.of, s.game.rule = s.of, s.rule
	return tea.Batch(s.game.start(v), s.listen())
}

// Draw draws the board.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	if s.game == nil {
		return
	}
	b := s.game.board(v.Theme)
	if v.Plots != nil { // not used yet, but as on other screens
		b.plots = v.Plots.Note
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

// Actions of the game.
const (
	actLeft screen.Action = 3000 + iota
	actRight
	actFarLeft
	actFarRight
	actUp
	actDown
	actNextParameter
	actType
	actPlay
	actTakeBack
	actHint
	actQuantity
	actRule
	actStop
	actAgain
)

var (
	keyPlay     = screen.Binding{Act: actPlay, Binding: screen.On("enter", "look there", "enter"), Long: "pay for the mark"}
	keyClose    = screen.Binding{Act: actPlay, Binding: screen.On("enter", "close the vote", "enter"), Long: "close the vote and evaluate what the room wants"}
	keyMove     = screen.Binding{Act: actRight, Binding: screen.On("← →", "move", "right", "l", "]"), Long: "move the mark (also [ ]; shift or { } goes ten times as far)", Does: "move the mark right"}
	keyLeft     = screen.Binding{Act: actLeft, Binding: screen.On("←", "", "left", "["), Does: "move the mark left"}
	keyFarRight = screen.Binding{Act: actFarRight, Binding: screen.On("}", "", "shift+right", "}")}
	keyFarLeft  = screen.Binding{Act: actFarLeft, Binding: screen.On("{", "", "shift+left", "{")}
	keyUp       = screen.Binding{Act: actUp, Binding: screen.On("↑ ↓", "", "up"), Long: "move the mark up and down, or choose the parameter to change"}
	keyDown     = screen.Binding{Act: actDown, Binding: screen.On("↓", "", "down")}
	keyNext     = screen.Binding{Act: actNextParameter, Binding: screen.On("tab", "parameter", "tab"), Long: "the next parameter"}
	keyType     = screen.Binding{Act: actType, Binding: screen.On("0-9", "type", "="), Long: "type the mark's value; = begins one too"}
	keyTakeBack = screen.Binding{Act: actTakeBack, Binding: screen.On("u", "take back", "backspace", "u"), Long: "take the mark back before it is paid for"}
	keyHint     = screen.Binding{Act: actHint, Binding: screen.On("h", "hint", "h"), Long: "what the model says of the mark, and no more"}
	keyMap      = screen.Binding{Act: actQuantity, Binding: screen.On("c", "mean, sd, cost", "c"), Long: "what the map shows: the mean, its uncertainty, the cost"}
	keyRule     = screen.Binding{Act: actRule, Binding: screen.On("v", "mode, median, mean", "v"), Long: "which mark the room plays: the one with the most near it, or nearest to the median or mean"}
	keyStop     = screen.Binding{Act: actStop, Binding: screen.On("s", "stop", "s"), Long: "stop here; what was found counts"}
	keyOn       = screen.Binding{Act: actPlay, Binding: screen.On("enter", "go on", "enter", " ", "right", "n"), Long: "mark the next evaluation"}
	keyAgain    = screen.Binding{Act: actAgain, Binding: screen.On("r", "play again", "r"), Long: "play again from the start"}
)

// keys are those that make sense now.
func (s *Screen) keys(v screen.View) []screen.Binding {
	g := s.game
	switch {
	case g == nil || g.phase == waiting:
		return nil
	case g.phase == shown:
		return []screen.Binding{keyOn, keyAgain}
	case g.phase == over:
		return []screen.Binding{keyAgain}
	}
	play := keyPlay
	if s.poll != nil {
		play = keyClose
	}
	out := markKeys(play, v.Problem.Dim())
	out = append(out, keyHint)
	if s.poll != nil {
		out = append(out, keyRule)
	}
	if g.grid != nil {
		out = append(out, keyMap)
	}
	return append(out, keyStop, keyAgain)
}

// markKeys are the keys that move a mark, and the one that plays it.
func markKeys(play screen.Binding, parameters int) []screen.Binding {
	out := []screen.Binding{keyMove, keyLeft, keyFarRight, keyFarLeft, play, keyTakeBack, keyType}
	if parameters > 1 {
		out = append(out, keyUp, keyDown, keyNext)
	}
	return out
}

// handle moves a mark by an action; false: the action is another one.
func (m *mark) handle(a screen.Action, mapped bool) bool {
	const far = 10
	along := m.axis
	if mapped {
		along = 0
	}
	switch a {
	case actLeft:
		m.Move(along, -1)
	case actRight:
		m.Move(along, 1)
	case actFarLeft:
		m.Move(along, -far)
	case actFarRight:
		m.Move(along, far)
	case actUp, actDown:
		by := 1
		if a == actDown {
			by = -1
		}
		if mapped {
			m.Move(1, by)
		} else {
			m.turn(-by)
		}
	case actNextParameter:
		m.turn(1)
	case actType:
		m.Type("=")
	case actTakeBack:
		m.off()
	default:
		return false
	}
	return true
}

// act handles an action.
func (s *Screen) act(v screen.View, a screen.Action) (tea.Cmd, bool) {
	g := s.game
	if g == nil {
		return nil, false
	}
	if a == actAgain {
		return s.begin(v), true
	}
	if g.phase == shown && a == actPlay {
		return g.goOn(v), true
	}
	if g.phase != marking {
		return nil, a >= actLeft
	}
	if a != actStop {
		g.stopping = false
	}
	switch a {
	case actPlay:
		return g.play(v), true
	case actStop:
		return g.stop(v), true
	case actHint:
		if g.hinted = !g.hinted; g.hinted {
			g.hints++
		}
		return nil, true
	case actRule:
		g.rule = g.rule.Next()
		s.rule = g.rule
		return nil, true
	case actQuantity:
		g.of = (g.of + 1) % quantities
		s.of = g.of
		return nil, true
	}
	g.warning = ""
	return g.want(v), g.mark.handle(a, g.grid != nil)
}
