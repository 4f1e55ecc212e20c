package predict

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

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
	actStop
	actAgain
)

var (
	keyPlay     = screen.Binding{Act: actPlay, Keys: []string{"enter"}, Show: "enter", Short: "look there", Long: "pay for the mark"}
	keyClose    = screen.Binding{Act: actPlay, Keys: []string{"enter"}, Show: "enter", Short: "close the vote", Long: "close the vote and look where most want to"}
	keyMove     = screen.Binding{Act: actRight, Keys: []string{"right", "l", "]"}, Show: "← →", Short: "move", Long: "move the mark (also [ ]; shift or { } goes ten times as far)", Does: "move the mark right"}
	keyLeft     = screen.Binding{Act: actLeft, Keys: []string{"left", "["}, Show: "←", Does: "move the mark left"}
	keyFarRight = screen.Binding{Act: actFarRight, Keys: []string{"shift+right", "}"}, Show: "}"}
	keyFarLeft  = screen.Binding{Act: actFarLeft, Keys: []string{"shift+left", "{"}, Show: "{"}
	keyUp       = screen.Binding{Act: actUp, Keys: []string{"up"}, Show: "↑ ↓", Long: "move the mark up and down, or choose the parameter to change"}
	keyDown     = screen.Binding{Act: actDown, Keys: []string{"down"}, Show: "↓"}
	keyNext     = screen.Binding{Act: actNextParameter, Keys: []string{"tab"}, Show: "tab", Short: "parameter", Long: "the next parameter"}
	keyType     = screen.Binding{Act: actType, Keys: []string{"="}, Show: "0-9", Short: "type", Long: "type the mark's value; = begins one too"}
	keyTakeBack = screen.Binding{Act: actTakeBack, Keys: []string{"backspace", "u"}, Show: "u", Short: "take back", Long: "take the mark back before it is paid for"}
	keyHint     = screen.Binding{Act: actHint, Keys: []string{"h"}, Show: "h", Short: "hint", Long: "what the model says of the mark, and no more"}
	keyMap      = screen.Binding{Act: actQuantity, Keys: []string{"c"}, Show: "c", Short: "mean, sd, cost", Long: "what the map shows: the mean, its uncertainty, the cost"}
	keyStop     = screen.Binding{Act: actStop, Keys: []string{"s"}, Show: "s", Short: "stop", Long: "stop here; what was found counts"}
	keyOn       = screen.Binding{Act: actPlay, Keys: []string{"enter", " ", "right", "n"}, Show: "enter", Short: "go on", Long: "mark the next look"}
	keyAgain    = screen.Binding{Act: actAgain, Keys: []string{"r"}, Show: "r", Short: "play again", Long: "play again from the start"}
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
	out := MarkKeys(play, v.Problem().Dim())
	out = append(out, keyHint)
	if g.grid != nil {
		out = append(out, keyMap)
	}
	return append(out, keyStop, keyAgain)
}

// MarkKeys are the keys that move a mark, and the one that plays it.
func MarkKeys(play screen.Binding, parameters int) []screen.Binding {
	out := []screen.Binding{keyMove, keyLeft, keyFarRight, keyFarLeft, play, keyTakeBack, keyType}
	if parameters > 1 {
		out = append(out, keyUp, keyDown, keyNext)
	}
	return out
}

// Obey moves a mark as an action says; false: it says something else.
func (m *Mark) Obey(a screen.Action, mapped bool) bool {
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
			m.Turn(-by)
		}
	case actNextParameter:
		m.Turn(1)
	case actType:
		m.Type("=")
	case actTakeBack:
		m.Off()
	default:
		return false
	}
	return true
}

// act obeys an action.
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
	case actQuantity:
		g.of = (g.of + 1) % quantities
		s.of = g.of
		return nil, true
	}
	g.warning = ""
	return g.want(v), g.mark.Obey(a, g.grid != nil)
}
