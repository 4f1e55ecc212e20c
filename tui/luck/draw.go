// Package luck shows the uncertainty of results as they arrive: on the screen luck, where policies
// run on many functions drawn from the posterior, and of a running experiment.
//
//	screen.go      the screen, and the draws, made in the background
//	layout.go      where things are; draw.go: each part of it
//	experiment.go  an experiment as it runs; board.go: its state
package luck

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/stats"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Contender is a policy of a simulation as it is shown.
type Contender struct {
	Title string
	Hue   int
}

// Figures are the statistics of some draws: computed once, drawn many times. All advantages are
// over the first contender.
type Figures struct {
	of     []Contender
	sign   float64 // −1 for a minimised objective
	draws  int
	final  [][]float64 // final best by contender and draw
	means  []stats.Summary
	gains  []stats.Summary // of the first: of nothing
	counts [][3]int        // functions on which it ended better, alike, worse
	sorted [][]float64     // advantages on each function, from the worst to the best
	ways   []Way           // how the intervals came to be what they are
	lo, hi float64         // what all final bests span
	Note   string          // beside the means
}

// Way is a mean advantage with its interval after some draws.
type Way struct{ draws, mean, low, high []float64 }

// wayPoints is how many points a way has at most.
const wayPoints = 120

// NewFigures computes the figures of a simulation's draws.
func NewFigures(r study.Simulation, of []Contender, sign float64) *Figures {
	f := &Figures{of: of, sign: sign, draws: r.Draws, final: r.Final, lo: math.Inf(1), hi: math.Inf(-1)}
	for i := range of {
		f.means = append(f.means, r.Summary(i))
		f.gains = append(f.gains, r.Gain(i, 0, sign))
		better, worse, equal := r.Compared(i, 0, sign)
		f.counts = append(f.counts, [3]int{better, equal, worse})
		gains := make([]float64, r.Draws)
		for k := range gains {
			gains[k] = sign * (r.Final[i][k] - r.Final[0][k])
			f.lo, f.hi = math.Min(f.lo, r.Final[i][k]), math.Max(f.hi, r.Final[i][k])
		}
		f.ways = append(f.ways, newWay(gains))
		slices.Sort(gains)
		f.sorted = append(f.sorted, gains)
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
		w.draws, w.mean = append(w.draws, float64(n)), append(w.mean, s.Mean)
		w.low, w.high = append(w.low, s.Low), append(w.high, s.High)
	}
	return w
}

// Clear reports whether an interval leaves no room for luck: it does not hold 0.
func Clear(s stats.Summary) bool { return s.Low > 0 || s.High < 0 }

// MeanRows, GainRows, CountRows and SpreadRows are how many rows the parts take.
func (f *Figures) MeanRows() int   { return len(f.of) + 1 }
func (f *Figures) GainRows() int   { return len(f.of) + 1 }
func (f *Figures) CountRows() int  { return len(f.of) }
func (f *Figures) SpreadRows() int { return f.spreadRows(1) }

// spreadRows is the same with more rows for each contender.
func (f *Figures) spreadRows(each int) int { return each*len(f.of) + 2 }

// DrawMeans shows the mean final best of each contender with its interval.
func (f *Figures) DrawMeans(c chart.Canvas, th theme.Theme) {
	bars := chart.Bars{Title: "mean final best, 95 % interval", Hue: th.Objective, Note: f.Note}
	for i, of := range f.of {
		s := f.means[i]
		bar := chart.Bar{Label: of.Title, Value: s.Mean, Color: th.Policy(of.Hue)}
		if f.draws > 1 {
			bar.Lo, bar.Hi, bar.Note = s.Low, s.High, "± "+chart.Num(s.Half())
		}
		bars.Items = append(bars.Items, bar)
	}
	bars.Draw(c, th.Style())
}

// DrawGains shows by how much each contender is ahead of the first on the same
// functions: over one axis with a line at 0. Intervals that cross it may be luck.
func (f *Figures) DrawGains(c chart.Canvas, th theme.Theme) {
	st := th.Style()
	w, _ := c.Size()
	c.TextIn(0, 0, w, "advantage on the same functions, 95 % interval", chart.Ink{Fg: th.Acquisition, Attr: chart.Bold})
	lo, hi, labels, values := 0.0, 0.0, 0, 0
	for i := 1; i < len(f.of); i++ {
		session.Grow(&lo, &hi, f.gains[i].Low, f.gains[i].High)
		labels, values = max(labels, c.Width(f.versus(i))), max(values, c.Width(gainWords(f.gains[i])))
	}
	pad := 0.08 * (hi - lo)
	if !(pad > 0) {
		pad = 1
	}
	lo, hi = lo-pad, hi+pad
	labels = min(labels, w/3)
	x0, n := labels+1, w-values-labels-3
	at := func(v float64) int { return x0 + int(math.Round((v-lo)/(hi-lo)*float64(n-1))) }
	for i := 1; i < len(f.of); i++ {
		g := f.gains[i]
		c.TextIn(0, i, labels, f.versus(i), chart.Ink{Fg: st.Muted})
		c.TextRight(w, i, gainWords(g), chart.Ink{Fg: st.Text})
		if n < 8 {
			continue
		}
		c.Set(at(0), i, '┊', chart.Ink{Fg: st.Axis})
		switch mark := (chart.Ink{Fg: th.Policy(f.of[i].Hue), Attr: chart.Bold}); f.draws {
		case 0:
		case 1:
			c.Set(at(g.Mean), i, chart.MarkMean.Rune(), mark)
		default:
			c.Whisker(i, at(g.Low), at(g.Mean), at(g.High), chart.Ink{Fg: st.Text}, mark)
		}
	}
	if n >= 8 {
		c.TextCentre(at(0)-4, len(f.of), 9, "0: alike", chart.Ink{Fg: st.Muted})
	}
}

func (f *Figures) versus(i int) string { return f.of[i].Title + " − " + f.of[0].Title }

// gainWords are an advantage and its interval, as far as they are known.
func gainWords(s stats.Summary) string {
	switch {
	case s.N == 0:
		return "nothing drawn yet"
	case s.N == 1:
		return chart.Num(s.Mean)
	}
	d := digits(s.Half())
	return fixed(s.Mean, d) + "  " + fixed(s.Low, d) + " to " + fixed(s.High, d)
}

// digits is how many decimals a number has whose interval is so wide to each side:
// two figures of that.
func digits(half float64) int {
	if !(half > 0) || math.IsInf(half, 0) {
		return 3
	}
	return max(0, min(12, 1-int(math.Floor(math.Log10(half)))))
}

// fixed writes a number with some decimals; one that rounds to nothing has no sign.
func fixed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// DrawCounts shows on how many functions each contender ended better than the
// first, alike, and worse.
func (f *Figures) DrawCounts(c chart.Canvas, th theme.Theme) {
	w, _ := c.Size()
	c.TextIn(0, 0, w, "functions on which it ended better, alike, worse", chart.Ink{Fg: th.Cost, Attr: chart.Bold})
	labels := f.labels(c)
	for i := 1; i < len(f.of); i++ {
		drawShares(c.Sub(chart.Rect{Y: i, W: w, H: 1}), fmt.Sprintf("%-*s", labels, f.of[i].Title), f.counts[i],
			[3]chart.Color{th.Policy(f.of[i].Hue), th.Axis, th.Policy(f.of[0].Hue)}, th.Style())
	}
}

func (f *Figures) labels(c chart.Canvas) int {
	n := 0
	for _, of := range f.of {
		n = max(n, c.Width(of.Title))
	}
	return n
}

// drawShares draws a row cut into better, alike and worse, with the numbers.
func drawShares(c chart.Canvas, label string, n [3]int, hues [3]chart.Color, st chart.Style) {
	w, _ := c.Size()
	words := fmt.Sprintf("better %d, alike %d, worse %d", n[0], n[1], n[2])
	c.TextRight(w, 0, words, chart.Ink{Fg: st.Text})
	x := c.TextIn(0, 0, w/3, label, chart.Ink{Fg: st.Muted}) + 1
	width := w - c.Width(words) - x - 2
	if width < 8 || n[0]+n[1]+n[2] == 0 {
		return
	}
	fill := [3]rune{'█', '░', '▓'}
	for i, cells := range chart.Split(width, n[0], n[1], n[2]) {
		c.HLine(x, 0, cells, fill[i], chart.Ink{Fg: hues[i]})
		x += cells
	}
}

// drawSpread shows how the final bests of each contender are spread, all on one
// axis: the taller, the more functions ended there. A mark stands at the mean.
func (f *Figures) drawSpread(c chart.Canvas, th theme.Theme) {
	w, h := c.Size()
	c.TextIn(0, 0, w, "distribution of the final best over the functions", chart.Ink{Fg: th.Objective, Attr: chart.Bold})
	labels := min(f.labels(c), w/3)
	x0, n := labels+1, w-labels-1
	if n < 8 || f.draws == 0 || h < f.SpreadRows() {
		return
	}
	each := (h - 2) / len(f.of)
	span := f.hi - f.lo
	if !(span > 0) {
		span = 1
	}
	bin := func(v float64) int { return min(n-1, int((v-f.lo)/span*float64(n))) }
	counts, most := make([]int, n*len(f.of)), 0
	for i := range f.of {
		for _, v := range f.final[i] {
			k := i*n + bin(v)
			counts[k]++
			most = max(most, counts[k])
		}
	}
	for i, of := range f.of {
		foot := (i + 1) * each
		c.TextIn(0, foot, labels, of.Title, th.MutedInk())
		for x, k := range counts[i*n : i*n+n] {
			if k == 0 {
				c.Set(x0+x, foot, '·', chart.Ink{Fg: th.Axis})
				continue
			}
			drawPillar(c, x0+x, foot, max(1, 8*each*k/most), chart.Ink{Fg: th.Policy(of.Hue)})
		}
		for y := range each {
			c.Set(x0+bin(f.means[i].Mean), foot-y, '┃', chart.Ink{Fg: th.Text, Attr: chart.Bold})
		}
	}
	y := len(f.of)*each + 1
	c.Text(x0, y, chart.Num(f.lo), th.MutedInk())
	c.TextRight(w, y, chart.Num(f.hi), th.MutedInk())
	if words := "┃ mean"; 2*c.Width(chart.Num(f.hi))+c.Width(words)+4 <= n {
		c.TextCentre(x0, y, n, words, th.MutedInk())
	}
}

// drawPillar draws some eighths of a cell upwards.
func drawPillar(c chart.Canvas, x, foot, eighths int, ink chart.Ink) {
	for y := foot; eighths > 0; y, eighths = y-1, eighths-8 {
		c.Set(x, y, pane.Block(c, eighths), ink)
	}
}

// DrawSorted shows the advantage over the first contender on every function, from
// the worst to the best: how often and how much.
func (f *Figures) DrawSorted(c chart.Canvas, th theme.Theme) {
	all := []float64{0}
	p := chart.Plot{
		Title: "advantage on each function, sorted", Hue: th.Objective, XRows: chart.XLine,
		X:      chart.Axis{Min: 1, Max: math.Max(2, float64(f.draws)), Label: "function"},
		Levels: []chart.Level{{Y: 0, Dash: chart.Dotted, Color: th.Axis}},
	}
	for i := 1; i < len(f.of); i++ {
		all = append(all, f.sorted[i]...)
		p.Series = append(p.Series, chart.Series{Name: f.of[i].Title, Y: f.sorted[i], Color: th.Policy(f.of[i].Hue), Heavy: i == 1})
	}
	p.Y = chart.Around(0.05, false, all)
	p.Draw(c, th.Style())
}

// drawWays shows how advantages and their intervals converge as draws arrive; target is their final
// number.
func (f *Figures) drawWays(c chart.Canvas, th theme.Theme, target int) {
	all := []float64{0}
	p := chart.Plot{
		Title: "advantage as draws arrive, 95 % interval", Hue: th.Acquisition, XRows: chart.XLine,
		X:      chart.Axis{Min: 0, Max: float64(max(target, f.draws, 2)), Label: "functions"},
		Levels: []chart.Level{{Y: 0, Dash: chart.Dotted, Color: th.Axis, Label: "0: alike"}},
	}
	for i := 1; i < len(f.of); i++ {
		way, color := f.ways[i], th.Policy(f.of[i].Hue)
		// The first intervals are as wide as anything: they do not rule the axis.
		if first := min(len(way.draws), 6); len(way.draws) > first {
			all = slices.Concat(all, way.low[first:], way.high[first:])
		} else {
			all = append(all, way.mean...)
		}
		if len(f.of) == 2 {
			p.Bands = append(p.Bands, chart.Band{X: way.draws, Lo: way.low, Hi: way.high, Fill: th.AcquisitionBand, Edge: color})
		} else {
			p.Series = append(p.Series,
				chart.Series{X: way.draws, Y: way.low, Color: color, Dash: chart.Dotted},
				chart.Series{X: way.draws, Y: way.high, Color: color, Dash: chart.Dotted})
		}
		mean := chart.Series{X: way.draws, Y: way.mean, Color: color, Heavy: true}
		if len(f.of) > 2 {
			mean.Name = f.of[i].Title
		}
		p.Series = append(p.Series, mean)
	}
	p.Y = chart.Around(0.08, false, all)
	p.Draw(c, th.Style())
}
