package screen

import (
	"math"

	"farsight/study"
	"farsight/tui/session"
)

// Veil tells which parts of a screen are left out until they may be seen, such as
// the answer to a question: by the name a tour has for them, of one policy's
// column (track −1: of none). Nil leaves nothing out.
//
// Besides the parts that are drawn there are two that stand in several of them:
// Choice, the point a policy takes next, and Best, the best value so far.
type Veil func(track int, part string) bool

// Names of what stands in several parts.
const (
	Choice = "choice"
	Best   = "best"
)

// Hidden is what is written where something is left out.
const Hidden = "hidden until the answer"

// Hides tells whether a part is left out.
func (h Veil) Hides(track int, part string) bool { return h != nil && h(track, part) }

// Of is the veil over one policy's column, whoever asks.
func (h Veil) Of(track int) Veil {
	if h == nil {
		return nil
	}
	return func(_ int, part string) bool { return h(track, part) }
}

// Shown is the snapshot and the scene a track shows now, without what the veil
// hides; nil while they are being computed.
func (v View) Shown(track int) (*study.Snapshot, *session.Scene) {
	s, sc := v.View.Shown(track)
	choice, best := v.Veil.Hides(track, Choice), v.Veil.Hides(track, Best)
	if s == nil || !choice && !best {
		return s, sc
	}
	copied := *s
	if choice {
		copied.Decision, copied.Out = nil, nil
	}
	if best {
		copied.Best = math.NaN()
	}
	return &copied, sc
}
