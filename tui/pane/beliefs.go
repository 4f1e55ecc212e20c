package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Beliefs are what is believed at nodes of scenario trees, each along the slice
// through its point, computed in the background.
type Beliefs struct {
	known map[beliefKey]*session.Scene
	asked map[beliefKey]bool // on their way
}

// beliefKey names a belief: the decision, the node and the parameter it is drawn
// along.
type beliefKey struct{ run, track, step, node, axis int }

// BeliefsMsg brings beliefs; nil where they could not be computed.
type BeliefsMsg struct {
	keys []beliefKey
	data []*session.Scene
}

// At is the belief at a node of the tree that the focused policy shows; nil while
// it is not known.
func (b *Beliefs) At(v screen.View, s *study.Snapshot, node int) *session.Scene {
	return b.known[keyOf(v, s, node)]
}

func keyOf(v screen.View, s *study.Snapshot, node int) beliefKey {
	return beliefKey{v.Run, v.Focused(), s.Step, node, v.Axis}
}

// Want is a command for those of some nodes that are neither known nor being computed.
func (b *Beliefs) Want(v screen.View, s *study.Snapshot, nodes ...int) tea.Cmd {
	var wanted []beliefKey
	for _, node := range nodes {
		key := keyOf(v, s, node)
		if b.known[key] == nil && !b.asked[key] {
			if b.asked == nil {
				b.known, b.asked = map[beliefKey]*session.Scene{}, map[beliefKey]bool{}
			}
			b.asked[key] = true
			wanted = append(wanted, key)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	snap := *s
	return v.InTurn(func() tea.Msg {
		msg := BeliefsMsg{keys: wanted}
		for _, key := range wanted {
			msg.data = append(msg.data, imagine(&snap, key))
		}
		return msg
	})
}

// imagine computes a belief.
func imagine(s *study.Snapshot, key beliefKey) *session.Scene {
	out := &session.Scene{Key: session.SceneKey{Axis: key.axis}, Through: s.Decision.Tree.Nodes[key.node].X, Axis: s.Problem.Axes()[key.axis]}
	line := study.Line(out.Through, out.Axis, session.Samples)
	out.X, out.Success, out.Allowed = session.AxisValues(s.Problem.Parameters[key.axis], session.Samples), s.Success(line), s.Allowed(line)
	var err error
	if out.Objective, out.Cost, err = s.Imagined(key.node, line); err != nil {
		return nil
	}
	if truth, ok := s.Problem.Source.(scenarios.Truth); ok {
		out.Truth, out.TrueC = session.TruthAlong(truth, s.Problem, line)
	}
	return out
}

// Receive keeps what was asked for, unless it is of an earlier run; what is known
// of earlier runs goes.
func (b *Beliefs) Receive(v screen.View, msg BeliefsMsg) {
	for i, key := range msg.keys {
		if !b.asked[key] {
			continue // another screen's
		}
		delete(b.asked, key)
		if key.run == v.Run && msg.data[i] != nil {
			b.known[key] = msg.data[i]
		}
	}
	for key := range b.known {
		if key.run != v.Run {
			delete(b.known, key)
		}
	}
}

// Least cells of a belief in small: a line of words and a chart.
const (
	smallWidth  = 20
	smallHeight = 6
)

// SmallAnswers are the answers whose beliefs are shown in small in a pane of a
// size: those that may follow the selected node, or at the end of a path those
// beside it, as many as there is room for, the likeliest.
func SmallAnswers(d *futures.Tree, l *futures.Layout, w, h int) []futures.Branch {
	most := (w / smallWidth) * ((h - 1) / smallHeight)
	if w <= 0 || most <= 0 {
		return nil
	}
	at := l.Of[max(0, d.Selected)]
	family := l.Answers(at)
	if len(family) == 0 && l.Branches[at].Parent >= 0 {
		family = l.Answers(l.Branches[at].Parent)
	}
	for len(family) > most {
		rarest := 0
		for i := range family {
			if family[i].Chance < family[rarest].Chance {
				rarest = i
			}
		}
		family = append(family[:rarest:rarest], family[rarest+1:]...)
	}
	return family
}

// smallGrid is how many columns and rows n beliefs in small are drawn in: all of
// them, each as wide as high as the eye likes charts.
func smallGrid(n, w, h int) (columns, rows int) {
	best := 0.0
	for c := 1; c <= n; c++ {
		r := (n + c - 1) / c
		cw, ch := w/c, h/r
		if cw < smallWidth || ch < smallHeight {
			continue
		}
		// A cell is twice as high as wide; charts are best half as wide again as high.
		shape := float64(cw) / float64(2*ch) / 1.5
		if shape > 1 {
			shape = 1 / shape
		}
		if shape *= float64(n) / float64(c*r); shape > best {
			best, columns, rows = shape, c, r
		}
	}
	return columns, rows
}

// SmallCell is the place of belief i among n in a pane of a size.
func SmallCell(i, n, w, h int) chart.Rect {
	columns, rows := smallGrid(n, w, h-1)
	if columns == 0 {
		return chart.Rect{}
	}
	w, h = w/columns, (h-1)/rows
	return chart.Rect{X: i % columns * w, Y: 1 + i/columns*h, W: w - 2, H: h}
}

// DrawSmall shows, on one scale, what would be believed after each answer.
func (b *Beliefs) DrawSmall(v screen.View, c chart.Canvas, s *study.Snapshot, d *futures.Tree, l *futures.Layout) {
	w, h := c.Size()
	shown := SmallAnswers(d, l, w, h)
	if len(shown) == 0 {
		return
	}
	title := "objective as believed after each answer"
	if long := title + ", along " + ParameterLabel(v.Problem.Parameters[v.Axis]); v.Problem.Dim() > 1 && c.Width(long) <= w {
		title = long
	}
	c.TextIn(0, 0, w, title, chart.Ink{Fg: v.Theme.Objective, Attr: chart.Bold})
	y := b.smallAxis(v, s, shown)
	for i, a := range shown {
		cell := c.Sub(SmallCell(i, len(shown), w, h))
		smallTitle(v, cell, s, d, a, d.Selected >= 0 && l.Of[d.Selected] == l.Of[a.Lead])
		if data := b.At(v, s, a.Lead); data != nil {
			r := cell.Rect()
			_, r = r.CutTop(1)
			drawBelief(v, cell.Sub(r), s, d, a, data, y)
		}
	}
}

// smallTitle says which answer it is.
func smallTitle(v screen.View, c chart.Canvas, s *study.Snapshot, d *futures.Tree, a futures.Branch, selected bool) {
	ink, words := chart.Ink{Fg: d.Color(a.Outcome), Attr: chart.Bold}, v.Theme.MutedInk()
	if selected {
		w, _ := c.Size()
		words = v.Theme.SelectedInk()
		ink.Bg = words.Bg
		if c.Fill(chart.Rect{W: w, H: 1}, ' ', words); c.Mono() {
			c.Text(0, 0, "[", words)
			c.TextRight(w, 0, "]", words)
		}
	}
	found := chart.Num(s.Problem.Sign() * s.Decision.Tree.Nodes[a.Lead].Y)
	c.Spans(1, 0, chart.Span{Text: string(a.Outcome.Rune()) + " " + found, Ink: ink}, chart.Span{Text: "  " + chart.Chance(a.Chance), Ink: words})
}

// drawBelief draws what is believed after an answer: the answer a diamond, the
// next point a rule, the best so far dashed.
func drawBelief(v screen.View, c chart.Canvas, s *study.Snapshot, d *futures.Tree, a futures.Branch, data *session.Scene, y chart.Axis) {
	th, sign, axis := v.Theme, s.Problem.Sign(), v.Axis
	n := s.Decision.Tree.Nodes[a.Lead]
	p := chart.Plot{
		X: ParameterAxis(v.Problem.Parameters[axis]), Y: y, Gutter: -1,
		Bands:  []chart.Band{{X: data.X, Lo: data.Objective.Low, Hi: data.Objective.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
		Levels: []chart.Level{{Y: sign * n.Best, Dash: chart.Dashed, Color: th.Incumbent}},
		Series: []chart.Series{{X: data.X, Y: data.Objective.Mean, Color: th.Objective, Heavy: true}},
		Points: []chart.Point{{X: s.Decision.Tree.Nodes[n.Parent].Point[axis], Y: sign * n.Y, Shape: chart.MarkPending, Color: d.Color(a.Outcome), Attr: chart.Bold}},
	}
	if k := KindOf(n); k != lookahead.KindExhausted && k != lookahead.KindStopped {
		p.Cursors = []chart.Cursor{{X: n.Point[axis], Color: th.Next}}
	}
	p.Cursors = append(p.Cursors, CrossCursor(v, axis)...)
	p.Draw(c, th.Style())
}

// smallAxis holds the beliefs shown.
func (b *Beliefs) smallAxis(v screen.View, s *study.Snapshot, shown []futures.Branch) chart.Axis {
	var values [][]float64
	for _, a := range shown {
		if data := b.At(v, s, a.Lead); data != nil {
			values = append(values, data.Objective.Low, data.Objective.High, []float64{s.Problem.Sign() * s.Decision.Tree.Nodes[a.Lead].Y})
		}
	}
	lo, hi := chart.Limits(values...)
	return chart.Axis{Min: lo, Max: hi}
}
