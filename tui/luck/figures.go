// Package luck shows how sure results are while they come in: the screen that asks
// whether a result was luck, where policies run on many functions drawn from what
// is believed, and an experiment that runs.
//
//	screen.go   the screen; work.go: the draws, made in the background
//	layout.go   what stands where; draw.go: each part of it
//	figures.go  what is told of the draws made so far
//	experiment.go  an experiment as it runs; board.go: how it stands
package luck

import (
	"math"
	"slices"

	"farsight/internal/stats"
	"farsight/study"
)

// Contender is a policy of a simulation as it is shown.
type Contender struct {
	Title string
	Hue   int
}

// Figures are what is told of some draws: computed once, drawn many times. All
// advantages are over the first contender.
type Figures struct {
	Of     []Contender
	Sign   float64 // −1 for a minimised objective
	Draws  int
	Final  [][]float64 // final best by contender and draw
	Means  []stats.Summary
	Gains  []stats.Summary // of the first: of nothing
	Counts [][3]int        // functions on which it ended better, alike, worse
	Sorted [][]float64     // advantages on each function, from the worst to the best
	Ways   []Way           // how the intervals came to be what they are
	Lo, Hi float64         // what all final bests span
	Note   string          // beside the means
}

// Way is a mean advantage with its interval after some draws.
type Way struct{ Draws, Mean, Low, High []float64 }

// wayPoints is how many points a way has at most.
const wayPoints = 120

// NewFigures tells of a simulation's draws.
func NewFigures(r study.Simulation, of []Contender, sign float64) *Figures {
	f := &Figures{Of: of, Sign: sign, Draws: r.Draws, Final: r.Final, Lo: math.Inf(1), Hi: math.Inf(-1)}
	for i := range of {
		f.Means = append(f.Means, r.Summary(i))
		f.Gains = append(f.Gains, r.Gain(i, 0, sign))
		better, worse, equal := r.Compared(i, 0, sign)
		f.Counts = append(f.Counts, [3]int{better, equal, worse})
		gains := make([]float64, r.Draws)
		for k := range gains {
			gains[k] = sign * (r.Final[i][k] - r.Final[0][k])
			f.Lo, f.Hi = math.Min(f.Lo, r.Final[i][k]), math.Max(f.Hi, r.Final[i][k])
		}
		f.Ways = append(f.Ways, newWay(gains))
		slices.Sort(gains)
		f.Sorted = append(f.Sorted, gains)
	}
	return f
}

// newWay is the mean of the first 2, 3, … advantages with Student's interval.
func newWay(gains []float64) Way {
	var w Way
	every := max(1, (len(gains)+wayPoints-1)/wayPoints)
	for n := 2; n <= len(gains); n++ {
		if n%every != 0 && n != len(gains) && n > 8 {
			continue
		}
		s := stats.Summarise(gains[:n])
		w.Draws, w.Mean = append(w.Draws, float64(n)), append(w.Mean, s.Mean)
		w.Low, w.High = append(w.Low, s.Low), append(w.High, s.High)
	}
	return w
}

// Clear tells whether an interval leaves no room for luck: it does not hold 0.
func Clear(s stats.Summary) bool { return s.Low > 0 || s.High < 0 }
