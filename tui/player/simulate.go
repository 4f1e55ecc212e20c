package player

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/tour"
)

// simulationKey is all that a simulation depends on.
type simulationKey struct {
	backdrop tour.Backdrop
	draws    int
}

// simulation is how policies fare on many functions drawn from what is believed
// at the start: was it luck?
type simulation struct {
	draws  int
	done   *atomic.Int64 // draws made so far
	ended  bool
	result study.Simulation
	err    error
}

// simulatedMsg brings a simulation that ended.
type simulatedMsg struct {
	key    simulationKey
	result study.Simulation
	err    error
}

// simulationOf is a scene's simulation, nil if it has none or it has not begun.
func (g *guide) simulationOf(scene int) *simulation {
	sc := g.tour.Scenes[scene]
	return g.simulations[simulationKey{sc.Backdrop, sc.Draws}]
}

// simulate begins a scene's simulation in the background.
func (g *guide) simulate(scene int) tea.Cmd {
	sc := g.tour.Scenes[scene]
	key := simulationKey{sc.Backdrop, sc.Draws}
	s := g.backdropOf(scene)
	if sc.Screen != tour.Simulate || s == nil || g.simulations[key] != nil {
		return nil
	}
	sim := &simulation{draws: sc.Draws, done: new(atomic.Int64)}
	g.simulations[key] = sim
	problem, policies, settings := s.se.Problem, slices.Clone(s.se.Policies), s.se.Settings
	ctx, turns := g.ctx, s.se.View().Turns()
	work := func() tea.Msg {
		ctx, end, err := turns.Begin(ctx)
		if err != nil {
			return simulatedMsg{key: key, err: err}
		}
		defer end()
		result, err := study.Simulate(ctx, problem, policies, sc.Draws, settings, func(done int) { sim.done.Store(int64(done)) })
		return simulatedMsg{key, result, err}
	}
	return tea.Batch(work, g.pulse())
}

// simulated takes a simulation in.
func (g *guide) simulated(msg simulatedMsg) {
	if sim := g.simulations[msg.key]; sim != nil {
		sim.ended, sim.result, sim.err = true, msg.result, msg.err
	}
}

// known tells whether there is something to show.
func (s *simulation) known() bool { return s != nil && s.ended && s.err == nil }

// compared counts the functions on which policy i ended better than the first,
// worse, and alike: to a thousandth of what is usual.
func (s *simulation) compared(i int, sign float64) (better, worse, equal int) {
	for k, v := range s.result.Final[i] {
		switch d := sign * (v - s.result.Final[0][k]); {
		case math.Abs(d) <= 1e-3:
			equal++
		case d > 0:
			better++
		default:
			worse++
		}
	}
	return better, worse, equal
}

// gain is the mean advantage of policy i over the first on the same functions.
func (s *simulation) gain(i int, sign float64) stats.Summary {
	d := s.result.Difference(i, 0)
	if sign < 0 {
		d.Mean, d.Low, d.High = -d.Mean, -d.High, -d.Low
	}
	return d
}

// drawSimulation shows means with their intervals, what each policy gains over
// the first, and how often; it tells where they are.
func (g *guide) drawSimulation(c chart.Canvas, st *backdrop, scene int) *screen.Spots {
	spots := screen.NewSpots()
	th, sim := g.theme, g.simulationOf(scene)
	w, h := c.Size()
	if !sim.known() {
		g.drawSimulating(c, sim)
		return spots
	}
	sign := st.se.Problem.Sign()
	n := len(sim.result.Policies)
	r := c.Rect()
	note := fmt.Sprintf("%d functions drawn", sim.draws)
	bars := chart.Bars{Title: "mean final best, 95 % interval", Hue: th.Objective, Note: note}
	gains := []interval{}
	for i, q := range sim.result.Policies {
		s := sim.result.Summary(i)
		hue := th.Policy(q.Hue())
		bars.Items = append(bars.Items, chart.Bar{Label: q.Title(), Value: s.Mean, Lo: s.Low, Hi: s.High, Color: hue, Note: "± " + chart.Num(s.Half())})
		if d := sim.gain(i, sign); i > 0 {
			gains = append(gains, interval{q.Title() + " − " + sim.result.Policies[0].Title(), d.Mean, d.Low, d.High, hue})
		}
	}
	gap := 0
	if h >= 3*(n+1)+4 {
		gap = 1
	}
	area, r := r.CutTop(n + 1)
	bars.Draw(c.Sub(area), th.Style())
	spots.Note("means", c.Sub(area))
	_, r = r.CutTop(gap)
	area, r = r.CutTop(len(gains) + 2)
	drawIntervals(c.Sub(area), "advantage on the same functions, 95 % interval", gains, th.Style(), th.Acquisition)
	spots.Note("differences", c.Sub(area))
	_, r = r.CutTop(gap)
	area, r = r.CutTop(n)
	c.TextIn(area.X, area.Y, w, "functions on which it ended better, alike, worse", chart.Ink{Fg: th.Cost, Attr: chart.Bold})
	labels := 0
	for _, q := range sim.result.Policies {
		labels = max(labels, c.Width(q.Title()))
	}
	for i := 1; i < n; i++ {
		better, worse, equal := sim.compared(i, sign)
		label := pane.PadRight(sim.result.Policies[i].Title(), labels)
		drawShares(c.Sub(chart.Rect{X: area.X, Y: area.Y + i, W: w, H: 1}), label, [3]int{better, equal, worse},
			[3]chart.Color{th.Policy(sim.result.Policies[i].Hue()), th.Axis, th.Policy(sim.result.Policies[0].Hue())}, th.Style())
	}
	spots.Note("counts", c.Sub(area))
	if r.H >= 4+leastSorted {
		var plot chart.Rect
		_, r = r.CutTop(1)
		plot, r = r.CutTop(min(r.H-3, 20))
		g.drawSorted(c.Sub(plot), sim, sign)
	}
	if r.H >= 3 {
		_, r = r.CutTop(1)
		c.Paragraph(r, "Drawn from what the models believe after the initial design: every policy runs on each function, within the same budget.", th.MutedInk())
	}
	return spots
}

// leastSorted is the height from which the sorted advantages are drawn.
const leastSorted = 9

// drawSorted shows the advantage over the first policy on every function, from
// the worst to the best: how often and how much.
func (g *guide) drawSorted(c chart.Canvas, sim *simulation, sign float64) {
	th := g.theme
	lo, hi := 0.0, 0.0
	p := chart.Plot{
		Title: "advantage on each function, sorted", Hue: th.Objective, XRows: chart.XLine,
		X:      chart.Axis{Min: 1, Max: float64(sim.draws), Label: "function"},
		Levels: []chart.Level{{Y: 0, Dash: chart.Dotted, Color: th.Axis}},
	}
	for i := 1; i < len(sim.result.Policies); i++ {
		y := make([]float64, sim.draws)
		for k, v := range sim.result.Final[i] {
			y[k] = sign * (v - sim.result.Final[0][k])
		}
		slices.Sort(y)
		session.Grow(&lo, &hi, y...)
		p.Series = append(p.Series, chart.Series{Name: sim.result.Policies[i].Title(), Y: y, Color: th.Policy(sim.result.Policies[i].Hue()), Heavy: i == 1})
	}
	p.Y = chart.Axis{Min: lo, Max: math.Max(hi, lo+1e-6)}.Pad(0.05)
	p.Draw(c, th.Style())
}

// drawSimulating shows how far a simulation is.
func (g *guide) drawSimulating(c chart.Canvas, sim *simulation) {
	th := g.theme
	w, _ := c.Size()
	switch {
	case sim == nil:
		c.Text(0, 1, "waiting for its turn …", th.MutedInk())
	case sim.err != nil:
		c.Paragraph(c.Rect().Inset(0, 1), "The simulation could not go on: "+sanitize.Text(sim.err.Error()), chart.Ink{Fg: th.Warning})
	default:
		done := int(sim.done.Load())
		words := fmt.Sprintf("simulating: %d of %d functions ", done, sim.draws)
		x := c.Text(0, 1, words, th.MutedInk())
		chart.Meter(c, chart.Rect{X: x, Y: 1, W: min(30, w-x), H: 1}, float64(done)/float64(sim.draws), th.Next, th.Left)
	}
}

// gainDigits is how many digits of an advantage are told: below a thousandth
// policies count as alike.
const gainDigits = 3

// fixed writes an advantage; one that rounds to nothing has no sign.
func fixed(v float64) string {
	s := strconv.FormatFloat(v, 'f', gainDigits, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return s
}

// interval is a mean with its interval, on an axis that shows 0.
type interval struct {
	label         string
	mean, low, hi float64
	hue           chart.Color
}

// drawIntervals draws intervals over one axis with a line at 0: those that
// cross it may be luck.
func drawIntervals(c chart.Canvas, title string, items []interval, st chart.Style, hue chart.Color) {
	w, _ := c.Size()
	c.TextIn(0, 0, w, title, chart.Ink{Fg: hue, Attr: chart.Bold})
	lo, hi, labels, values := 0.0, 0.0, 0, 0
	value := func(it interval) string { return fixed(it.mean) + "  " + fixed(it.low) + " to " + fixed(it.hi) }
	for _, it := range items {
		session.Grow(&lo, &hi, it.low, it.hi)
		labels, values = max(labels, c.Width(it.label)), max(values, c.Width(value(it)))
	}
	pad := 0.08 * math.Max(hi-lo, 1e-9)
	lo, hi = lo-pad, hi+pad
	labels = min(labels, w/3)
	x0, n := labels+1, w-values-labels-3
	at := func(v float64) int { return x0 + int(math.Round((v-lo)/(hi-lo)*float64(n-1))) }
	for i, it := range items {
		y := i + 1
		c.TextIn(0, y, labels, it.label, chart.Ink{Fg: st.Muted})
		c.TextRight(w, y, value(it), chart.Ink{Fg: st.Text})
		if n < 8 {
			continue
		}
		c.Set(at(0), y, '┊', chart.Ink{Fg: st.Axis})
		a, b := at(it.low), at(it.hi)
		k := chart.Ink{Fg: st.Text}
		c.HLine(a, y, b-a, '─', k)
		ends := [2]rune{'├', '┤'}
		if c.Glyphs() == chart.ASCII {
			ends = [2]rune{'|', '|'}
		}
		c.Set(a, y, ends[0], k)
		c.Set(b, y, ends[1], k)
		c.Set(at(it.mean), y, chart.Disc.Rune(), chart.Ink{Fg: it.hue, Attr: chart.Bold})
	}
	if n >= 8 {
		c.TextCentre(at(0)-4, len(items)+1, 9, "0: alike", chart.Ink{Fg: st.Muted})
	}
}

// drawShares draws a row cut into better, alike and worse, with the numbers.
func drawShares(c chart.Canvas, label string, n [3]int, hues [3]chart.Color, st chart.Style) {
	w, _ := c.Size()
	words := fmt.Sprintf("better %d, alike %d, worse %d", n[0], n[1], n[2])
	c.TextRight(w, 0, words, chart.Ink{Fg: st.Text})
	x := c.TextIn(0, 0, w/3, label, chart.Ink{Fg: st.Muted}) + 1
	width := w - c.Width(words) - x - 2
	if width < 8 {
		return
	}
	fill := [3]rune{'█', '░', '▓'}
	for i, cells := range chart.Split(width, n[0], n[1], n[2]) {
		c.HLine(x, 0, cells, fill[i], chart.Ink{Fg: hues[i]})
		x += cells
	}
}

// pulse asks for the next look at simulations, unless one is on its way.
func (g *guide) pulse() tea.Cmd {
	if g.pulsing || g.still {
		return nil
	}
	g.pulsing = true
	return tea.Tick(session.PulsePeriod, pulsed)
}
