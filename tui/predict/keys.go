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
	keyPlay     = screen.Binding{Act: actPlay, Binding: screen.On("enter", "look there", "enter"), Long: "pay for the mark"}
	keyClose    = screen.Binding{Act: actPlay, Binding: screen.On("enter", "close the vote", "enter"), Long: "close the vote and look where most want to"}
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
	out := MarkKeys(play, v.Problem.Dim())
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
