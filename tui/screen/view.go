package screen

import (
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Overlaid tells whether all policies share one set of charts in this window.
func (v View) Overlaid() bool { return v.OverEachOther(v.W < WideWidth) }

// View is what a screen sees: the session, to be read only, and the window it
// is drawn for.
type View struct {
	session.View
	Theme    theme.Theme
	Terminal chart.Terminal
	W, H     int // of the window

	Front     bool   // the screen is the one that is shown
	Cost      bool   // small screens: the cost chart instead of the acquisition
	Captioned bool   // the words stand beside the frame: columns leave them out
	Veil      Veil   // what is left out
	Spots     *Spots // where things are drawn is noted here; nil: nobody asks
	Cross     Cross  // the crosshair, and the rows kept for what it reads
	CrossRows int
	Plots     *Plots // charts with values to point at are noted here; nil: nobody asks
}

// BodySize is the size of the canvas that screens draw on.
func (v View) BodySize() (w, h int) {
	body := Arrange(v.W, v.H).Spare(v.CrossRows).Body
	return body.W, body.H
}
