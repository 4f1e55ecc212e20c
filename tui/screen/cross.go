package screen

import "farsight/tui/chart"

// Cross is the crosshair: a place that one line marks in all charts, while a row
// above the footer says what they show there. It is kept by the values of the
// parameters, so that it stays where it is while one steps.
type Cross struct {
	On bool
	At []float64 // by parameter, on the parameters' axes

	// OfMoney: it is on charts of the cost spent instead, at Money.
	OfMoney bool
	Money   float64
}

// Along is its place on a parameter's axis; false: none.
func (c Cross) Along(parameter int) (float64, bool) {
	if !c.On || c.OfMoney || parameter < 0 || parameter >= len(c.At) {
		return 0, false
	}
	return c.At[parameter], true
}

// Spent is its place on an axis of cost; false: none.
func (c Cross) Spent() (float64, bool) { return c.Money, c.On && c.OfMoney }

// CrossActions move or use the crosshair.
var CrossActions = []Action{ActCrossLeft, ActCrossRight, ActCrossFarLeft, ActCrossFarRight, ActCrossMoney, ActCrossType, ActCopy}

// Reader is a screen that reads values at the crosshair.
type Reader interface {
	// Read is called after every message: it must be quick.
	Read(v View) Reading
	// ReadingRows is how many rows a reading has at most in this window.
	ReadingRows(v View) int
}

// Reading is the values at the crosshair.
type Reading struct {
	Place string // "x 0.640 mm"
	Brief string // the same where there is little space; "": as it is
	Rows  []ReadingRow
	Loose bool // the rows are of different things: columns are not aligned
}

// ReadingRow is the values of one policy, or of a screen as a whole.
type ReadingRow struct {
	Who   string // "": no policy
	Color chart.Color
	Items []Item // what matters most comes first
}

// Item is one number with its name.
type Item struct {
	Name, Value string
	Unit        string // left out where there is little space
	Least       int    // columns kept for the value, so that what follows stays put
}

// ReadingHeight is how many rows of a window of h rows are kept for a reading of
// at most so many, with a blank one above it where there is space.
func ReadingHeight(rows, h int) int {
	n := min(rows, max(2, h/12))
	if n > 0 && h >= 44 {
		n++
	}
	return n
}

// Spare takes rows off the end of the body for a reading.
func (l Layout) Spare(rows int) Layout {
	l.Reading, l.Body = l.Body.CutBottom(rows)
	return l
}

// Plot is a chart that was drawn: which parameters go along its axes, or
// MoneyAxis; NoAxis where it is neither.
type Plot struct {
	chart.Ruler
	XOf, YOf int
}

// What is no parameter's number.
const (
	NoAxis = -1 - iota
	MoneyAxis
)

// Plots are the charts of a frame, for a pointer. A nil Plots is a no-op.
type Plots struct{ Found []Plot }

// Note notes charts as they are drawn.
func (p *Plots) Note(x, y int, rulers ...chart.Ruler) {
	if p == nil {
		return
	}
	for _, r := range rulers {
		if !r.Area.Empty() {
			p.Found = append(p.Found, Plot{r, x, y})
		}
	}
}

// Under is the chart at a cell of the frame.
func (p *Plots) Under(x, y int) (Plot, bool) {
	for _, f := range p.Found {
		if f.Has(x, y) {
			return f, true
		}
	}
	return Plot{}, false
}
