package screen

import "farsight/tui/chart"

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

// MostWidth and MostHeight are what is drawn of a window, at its upper left: more than any display shows at a readable
// size. A frame then takes some megabytes, whatever a terminal claims to be.
const MostWidth, MostHeight = 1000, 400

// Clip is the part of a window that is drawn.
func Clip(w, h int) (int, int) { return min(w, MostWidth), min(h, MostHeight) }

// WideWidth is the width from which two columns beside each other are wide enough to be read.
const WideWidth = 110

// Columns is how many policies fit side by side in a window of w characters.
func Columns(w int) int {
	if w < TwoColumns {
		return 1
	}
	return max(2, (w+1)/eachMore)
}
