package record

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/picture"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// The layout of the paper's figure 2: three steps side by side, of each policy
// the objective, the cost and the acquisition below each other.
const (
	FigureWidth, FigureHeight = 150, 64 // that look well

	figureSteps  = 3
	figureGap    = 2
	figureColumn = 34                  // least width of a step
	figureBlock  = 4 + pane.ThreePlots // least height of a policy
)

// Figure2 records the first steps of every policy in one picture, or three from
// the step that was asked for.
func (r *recorder) Figure2() (picture.Frame, error) {
	v := r.m.ScreenView()
	if r.study || len(r.se.Tracks) == 0 {
		return picture.Frame{}, takeErrorf("the layout figure2 shows the steps of a replay, and %s has none", sanitize.Text(r.se.Problem.Name))
	}
	w, h := figureSteps*figureColumn+(figureSteps-1)*figureGap+2, 1+len(r.se.Tracks)*figureBlock
	if v.W < w || v.H < h {
		return picture.Frame{}, takeErrorf("the layout figure2 of %s needs at least %dx%d characters, not %dx%d", r.Title(), w, h, v.W, v.H)
	}
	first := max(0, r.take.Step)
	if last := r.lastStep(); first > last {
		return picture.Frame{}, r.noStep(last)
	}
	r.se.Whole = true // its steps stand side by side
	if err := r.trace(first, first+figureSteps-1); err != nil {
		return picture.Frame{}, err
	}
	f := picture.Frame{
		Title: fmt.Sprintf("%s, steps %d to %d", r.Title(), first, first+figureSteps-1),
	}
	c := chart.New(v.W, v.H, v.Terminal)
	c.Text(1, 0, f.Title, v.Theme.TitleInk())
	_, rest := c.Rect().Inset(1, 0).CutTop(1)
	heights := chart.Split(rest.H, slices.Repeat([]int{1}, len(r.se.Tracks))...)
	for i, t := range r.se.Tracks {
		var block chart.Rect
		block, rest = rest.CutTop(heights[i])
		drawBlock(v, c.Sub(block), t, first)
		f.Parts = append(f.Parts, picture.Part{Rect: block, Head: t.Title(), Caption: tell(t, first)})
	}
	f.Canvas = c.Still()
	return f, nil
}

// trace computes the curves of some steps of every policy.
func (r *recorder) trace(first, last int) error {
	for i := range r.se.Tracks {
		r.se.Columns = []int{i}
		for r.se.Step = first; r.se.Step <= min(last, r.se.LastStep()); r.se.Step++ {
			if err := r.move(); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawBlock draws three steps of a policy.
func drawBlock(v screen.View, c chart.Canvas, t *session.Track, first int) {
	_, r := c.Rect().CutTop(1)
	head, r := r.CutTop(1)
	x := c.Sub(head).Spans(0, 0, chart.Span{Text: t.Title(), Ink: chart.Ink{Fg: v.Theme.Policy(t.Hue()), Attr: chart.Bold}})
	c.Sub(head).Text(x+2, 0, t.Policy().Details(), v.Theme.MutedInk())
	widths := chart.Split(r.W-(figureSteps-1)*figureGap, slices.Repeat([]int{1}, figureSteps)...)
	for k, width := range widths {
		var column chart.Rect
		column, r = r.CutLeft(width)
		_, r = r.CutLeft(figureGap)
		drawStep(v, c.Sub(column), t, first+k)
	}
}

// drawStep draws one step of a policy: its budget and its charts.
func drawStep(v screen.View, c chart.Canvas, t *session.Track, step int) {
	head, r := c.Rect().CutTop(1)
	if step > t.Last() {
		c.Paragraph(head, fmt.Sprintf("The run ended with step %d.", t.Last()), v.Theme.MutedInk())
		return
	}
	s := &t.Snaps()[step]
	c.Sub(head).Text(0, 0, fmt.Sprintf("step %d   best %s   %s left", step, chart.Num(s.Best), chart.Num(s.Money.Left)), v.Theme.TextInk())
	gauge, r := r.CutTop(1)
	pane.Gauge(v, c.Sub(gauge), t.Hue(), s)
	pane.Charts(v, c.Sub(r), s, t.Scene(v.SceneKey(s.Step)))
}

// tell describes three steps.
func tell(t *session.Track, first int) string {
	var out []string
	for step := first; step < first+figureSteps && step <= t.Last(); step++ {
		out = append(out, fmt.Sprintf("Step %d: %s", step, strings.TrimSpace(pane.Narrate(&t.Snaps()[step], false))))
	}
	return strings.Join(out, " ")
}
