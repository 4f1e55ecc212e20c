package screen

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/lipgloss"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Least size worth drawing.
const (
	LeastWidth  = 60
	LeastHeight = 18
	TwoColumns  = 100 // characters from which two policies fit side by side
	eachMore    = 53  // characters a policy takes where there are more, with what is between them
	BoxWidth    = 110 // of what covers the screen
)

// Layout is which rectangle is whose.
type Layout struct {
	Header, Body, Footer chart.Rect
	Reading              chart.Rect // of the crosshair, while there is one
}

// Arrange divides the screen.
func Arrange(w, h int) Layout {
	var l Layout
	r := chart.Rect{W: w, H: h}.Inset(1, 0)
	rows := 1
	if h >= 30 { // the question has a row of its own
		rows = 2
	}
	l.Header, r = r.CutTop(rows)
	l.Footer, r = r.CutBottom(1)
	l.Body = r
	return l
}

// mostWidth and MostHeight are what is drawn of a window, at its upper left: more than any display shows at a readable
// size. A frame then takes some megabytes, whatever a terminal claims to be.
const mostWidth, mostHeight = 1000, 400

// Clip is the part of a window that is drawn.
func Clip(w, h int) (int, int) { return min(w, mostWidth), min(h, mostHeight) }

// WideWidth is the width from which two columns beside each other are wide enough to be read.
const WideWidth = 110

// Columns is how many policies fit side by side in a window of w characters.
func Columns(w int) int {
	if w < TwoColumns {
		return 1
	}
	return max(2, (w+1)/eachMore)
}

// Footer is a row of keys with what they do in short, set by the help of bubbles as plain text:
// colours are put over it where the keys stand, because rendering styles in every frame costs more
// than the frame.
type Footer struct {
	row  string
	Keys []hint
}

// hint is a key of a footer, and where it stands.
type hint struct {
	key.Binding
	X, W int
}

// NewFooter sets keys in w columns of a terminal: all of them or, closer together,
// those of the left that fit; those of the right stand at the end in any case.
func NewFooter(t chart.Terminal, w int, left, right []Binding) (f Footer) {
	short := func(all []Binding) (out []key.Binding) {
		for _, b := range all {
			if b.Short() != "" {
				b.SetHelp(t.Fold(b.Show()), t.Fold(b.Short()))
				out = append(out, b.Binding)
			}
		}
		return out
	}
	first, last := short(left), short(right)
	var begin, end string
	for gap := 3; gap >= 2; gap-- {
		set := help.Model{ShortSeparator: strings.Repeat(" ", gap)}
		begin, end = set.ShortHelpView(first), set.ShortHelpView(last)
		room := w - lipgloss.Width(end)
		if end != "" {
			room -= gap
		}
		for gap == 2 && len(first) > 0 && lipgloss.Width(begin) > room {
			first = first[:len(first)-1]
			begin = set.ShortHelpView(first)
		}
		if lipgloss.Width(begin) <= room {
			break
		}
	}
	f.row = begin + lipgloss.PlaceHorizontal(w-lipgloss.Width(begin), lipgloss.Right, end)
	at := 0
	for _, b := range slices.Concat(first, last) {
		text := b.Help().Key + " " + b.Help().Desc
		at += strings.Index(f.row[at:], text)
		f.Keys = append(f.Keys, hint{b, lipgloss.Width(f.row[:at]), lipgloss.Width(text)})
		at += len(text)
	}
	return f
}

// Draw draws the footer.
func (f Footer) Draw(c chart.Canvas, th theme.Theme) {
	c.Text(0, 0, f.row, th.MutedInk())
	for _, k := range f.Keys {
		c.Text(k.X, 0, k.Help().Key, th.KeyInk())
	}
}

// Overlaid reports whether all policies share one set of charts in this window.
func (v View) Overlaid() bool { return v.OverEachOther(v.W < WideWidth) }

// View is what a screen sees: the session, to be read only, and the window it
// is drawn for.
type View struct {
	*session.Session
	Theme    theme.Theme
	Terminal chart.Terminal
	W, H     int // of the window

	Front     bool   // the screen is the one that is shown
	Cost      bool   // small screens: the cost chart instead of the acquisition
	Captioned bool   // captions are outside the frame: columns leave them out
	Veil      Veil   // what is left out
	Spots     *Spots // records where things are drawn; nil: not recorded
	Cross     Cross  // the crosshair, and the rows kept for what it reads
	CrossRows int
	Plots     *Plots // records charts with values to point at; nil: not recorded
}

// BodySize is the size of the canvas that screens draw on.
func (v View) BodySize() (w, h int) {
	body := Arrange(v.W, v.H).Spare(v.CrossRows).Body
	return body.W, body.H
}

// Veil reports which parts of a screen are left out until they may be seen, such as the answer to a
// question: by the name a tour has for them, of one policy's column (track −1: of none). Nil leaves
// nothing out.
//
// In addition to the drawn parts there are two that occur in several of them: Choice, the point a
// policy takes next, and Best, the best value so far.
type Veil func(track int, part string) bool

// Names of parts that occur in several charts.
const (
	Choice = "choice"
	Best   = "best"
)

// Hidden is what is written where something is left out.
const Hidden = "hidden until the answer"

// Hides reports whether a part is left out.
func (h Veil) Hides(track int, part string) bool { return h != nil && h(track, part) }

// Of is the veil over one policy's column.
func (h Veil) Of(track int) Veil {
	if h == nil {
		return nil
	}
	return func(_ int, part string) bool { return h(track, part) }
}

// Shown is the snapshot and the scene a track shows now, without what the veil
// hides; nil while they are being computed.
func (v View) Shown(track int) (*study.Snapshot, *session.Scene) {
	s, sc := v.Session.Shown(track)
	choice, best := v.Veil.Hides(track, Choice), v.Veil.Hides(track, Best)
	if s == nil || !choice && !best {
		return s, sc
	}
	copied := *s
	if choice {
		copied.Decision, copied.Pending = nil, nil
	}
	if best {
		copied.Best = math.NaN()
	}
	return &copied, sc
}

// Spots record where the parts of a screen were drawn, so that a tour can point at them. A nil
// Spots is a no-op.
type Spots struct {
	track int
	Found []spot
}

// spot is a part of a screen, of one policy's column or of none.
type spot struct {
	Track int // −1: of no column
	Part  string
	At    chart.Canvas
}

// NewSpots remembers nothing yet.
func NewSpots() *Spots { return &Spots{track: -1} }

// Of says whose column is drawn next.
func (s *Spots) Of(track int) {
	if s != nil {
		s.track = track
	}
}

// Note notes where a part is drawn.
func (s *Spots) Note(part string, at chart.Canvas) {
	if s != nil {
		s.Found = append(s.Found, spot{s.track, part, at})
	}
}
