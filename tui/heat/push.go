package heat

import (
	"fmt"
	"math"

	"farsight/scenarios/push"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// pushSide is the height from which a pane gives two fifths to a push.
const pushSide = 24

// cutPush draws a push at the foot of a pane, if pushing is the problem and
// there is room, and returns what is left of the pane.
func cutPush(v screen.View, c chart.Canvas, r chart.Rect, s *study.Snapshot) chart.Rect {
	source, ok := v.Problem.Source.(*push.Source)
	if !ok || r.H < pushSide {
		return r
	}
	view, rest := r.CutBottom(r.H * 2 / 5)
	_, view = view.CutTop(1)
	drawPush(v, c.Sub(view), source, s)
	return rest
}

// drawPush shows one push from above: where the hand and the disc start, the
// way they take, where they end, and the target.
func drawPush(v screen.View, c chart.Canvas, source *push.Source, s *study.Snapshot) {
	th := v.Theme
	w, h := c.Size()
	p := chart.Plot{Title: "newest push, from above", Hue: th.Objective, Gutter: -1}
	row := len(s.Rows) - 1
	if v.ViaBest && s.BestRow >= 0 {
		p.Title, row = "best push, from above", s.BestRow
	}
	seen := tablePart{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	seen.hold(source.Target, 0)
	seen.hold(push.Point{}, push.DiscRadius)
	if row >= 0 {
		x := s.Rows[row].X
		frames := push.Trace(x[0], x[1], x[2])
		first, last := frames[0], frames[len(frames)-1]
		seen.hold(last.Disc, push.DiscRadius)
		for i := range first.Hand {
			seen.hold(first.Hand[i], 0)
			seen.hold(last.Hand[i], 0)
		}
		p.Note = fmt.Sprintf("%s from the target", chart.Num(-push.Objective(last.Disc, source.Target)))
		if last.Disc == first.Disc {
			p.Note = "a miss"
		}
		var hand, disc outline
		for _, f := range frames {
			hand.add(middle(f.Hand))
			disc.add(f.Disc)
		}
		p.Series = append(p.Series,
			ring(first.Disc).series(th.Older, chart.Dotted), handBox(first.Hand).series(th.Older, chart.Dotted),
			hand.series(th.Older, chart.Dotted), handBox(last.Hand).series(th.Older, chart.Solid),
			disc.series(th.Objective, chart.Dashed), ring(last.Disc).series(th.Objective, chart.Solid))
		p.Points = append(p.Points, chart.Point{X: last.Disc.X, Y: last.Disc.Y, Shape: chart.MarkNewest, Color: th.Newest})
	}
	if n := s.Decision; n != nil && !v.ViaBest {
		seen.hold(push.Point{X: n.X[0], Y: n.X[1]}, 0)
		p.Points = append(p.Points, chart.Point{X: n.X[0], Y: n.X[1], Shape: chart.MarkNext, Color: th.Next, Label: "next hand"})
	}
	p.Points = append(p.Points, chart.Point{X: source.Target.X, Y: source.Target.Y, Shape: chart.MarkOptimum, Color: th.Incumbent, Label: "target"})
	p.X, p.Y = seen.axes(float64(max(1, w)), float64(max(1, h-1))) // one row is the title
	p.Draw(c, th.Style())
}

// tablePart is the part of the table that is drawn.
type tablePart struct{ left, right, bottom, top float64 }

// hold widens the part to all that is nearer to a place than a distance.
func (e *tablePart) hold(p push.Point, distance float64) {
	e.left, e.right = math.Min(e.left, p.X-distance), math.Max(e.right, p.X+distance)
	e.bottom, e.top = math.Min(e.bottom, p.Y-distance), math.Max(e.top, p.Y+distance)
}

// axes show the part on w by h cells, with a metre as long upwards as to the
// right: a cell is about twice as high as wide.
func (e tablePart) axes(w, h float64) (x, y chart.Axis) {
	const margin = 1.05
	cell := margin * math.Max((e.right-e.left)/w, (e.top-e.bottom)/(2*h)) // metres
	around := func(low, high, length float64) chart.Axis {
		return chart.Axis{Min: (low + high - length) / 2, Max: (low + high + length) / 2}
	}
	return around(e.left, e.right, cell*w), around(e.bottom, e.top, 2*cell*h)
}

// outline is a line through places on the table.
type outline struct{ x, y []float64 }

func (o *outline) add(p push.Point) { o.x, o.y = append(o.x, p.X), append(o.y, p.Y) }

func (o outline) series(color chart.Color, dash chart.Dash) chart.Series {
	return chart.Series{X: o.x, Y: o.y, Color: color, Dash: dash}
}

// ring is the disc around a centre.
func ring(centre push.Point) (o outline) {
	const corners = 48
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		o.add(push.Point{X: centre.X + push.DiscRadius*cos, Y: centre.Y + push.DiscRadius*sin})
	}
	return o
}

// handBox is the hand.
func handBox(corners [4]push.Point) (o outline) {
	for i := range 5 {
		o.add(corners[i%4])
	}
	return o
}

func middle(corners [4]push.Point) (p push.Point) {
	for _, c := range corners {
		p.X += c.X / 4
		p.Y += c.Y / 4
	}
	return p
}
