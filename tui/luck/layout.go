package luck

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// drawHead says how far the draws are, and what can be done.
func (s *Screen) drawHead(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, _ := c.Size()
	n := min(s.known, s.target)
	words := fmt.Sprintf("%d of %d functions ", n, s.target)
	x := c.Text(0, 0, words, th.TextInk())
	bar := min(30, w/3)
	pane.Progress(c, x, 0, bar, float64(n)/float64(s.target), th.Next, th.Left)
	x += bar + 2
	ink, forms := th.MutedInk(), []string{"all drawn; + for more", "all drawn"}
	switch {
	case s.err != nil:
		ink, forms = chart.Ink{Fg: th.Warning}, []string{"stopped: " + sanitize.Text(s.err.Error()), "stopped by an error"}
	case s.cancel != nil:
		forms = []string{"drawing; esc stops", "drawing"}
	case n < s.target && v.Stopped:
		forms = []string{"all work is stopped; r continues", "r continues"}
	case n > 0 && n < s.target:
		forms = []string{"stopped; enter continues", "enter continues"}
	case n == 0:
		forms = []string{"enter draws them", "enter draws"}
	}
	c.TextFit(x, 0, max(0, w-x), ink, forms...)
}

// idle says what the screen will do.
func (s *Screen) idle(v screen.View) string {
	var names []string
	for _, i := range v.Columns {
		names = append(names, v.Tracks[i].Title())
	}
	if s.cancel != nil {
		return "The models are fitted to the initial design, and the first functions drawn."
	}
	return fmt.Sprintf("One replay may be luck. enter draws %d objectives and costs from what the models believe after the initial design, runs %s on each within the same budget, and shows how much better one is than the other, with a 95 %% interval that narrows as draws arrive. + and - change how many.",
		s.target, strings.Join(names, " and "))
}

// Sizes from which charts stand beside the tables, and are worth drawing.
const (
	besideWidth = 110
	besideRows  = 16
	leastPlot   = 7
	goodPlot    = 12
	mostSpread  = 6 // rows for the spread of one policy
	freeRows    = 4 // below it, for words
)

// part is a piece of the screen.
type part struct {
	name string
	rows int
	draw func(chart.Canvas, theme.Theme)
}

// arrange draws as many parts as there is room for: what matters most first.
func (s *Screen) arrange(v screen.View, c chart.Canvas, r chart.Rect) {
	f, th := s.told, v.Theme
	parts := []part{{"means", f.MeanRows(), f.DrawMeans}}
	if len(f.of) > 1 {
		parts = append(parts, part{"differences", f.GainRows(), f.DrawGains})
	}
	parts = append(parts, part{"spread", f.SpreadRows(), f.drawSpread})
	if len(f.of) > 1 {
		parts = append(parts, part{"counts", f.CountRows(), f.DrawCounts})
	}
	need := 0
	for _, p := range parts {
		need += p.rows
	}
	gap := 0
	if r.H >= need+len(parts)+1 {
		gap = 1
	}
	_, r = r.CutTop(gap)
	var charts chart.Rect
	if r.W >= besideWidth && r.H >= besideRows && len(f.of) > 1 {
		r, charts = r.CutLeft(r.W*9/20 - 2)
		_, charts = charts.CutLeft(4)
	}
	if free := r.H - need - gap*len(parts) - freeRows; !charts.Empty() || free >= leastPlot {
		if charts.Empty() {
			free -= goodPlot // for the chart below
		}
		for k := range parts {
			if parts[k].name == "spread" {
				parts[k].rows = f.spreadRows(1 + max(0, min(mostSpread-1, free/len(f.of))))
			}
		}
	}
	v.Spots.Of(-1)
	for i, p := range parts {
		if p.rows > r.H {
			continue
		}
		var area chart.Rect
		area, r = r.CutTop(p.rows)
		p.draw(c.Sub(area), th)
		v.Spots.Note(p.name, c.Sub(area))
		if i+1 < len(parts) || r.H > gap {
			_, r = r.CutTop(gap)
		}
	}
	if charts.Empty() && r.H >= leastPlot && len(f.of) > 1 {
		charts, r = r, chart.Rect{}
	}
	if !charts.Empty() {
		s.drawCharts(v, c, charts)
	}
	if r.H >= 3 {
		words := "Drawn from what the models believe after the initial design: every policy runs on each function, within the same budget. What the models do not expect is not among them."
		if rows := len(chart.Wrap(words, r.W)); rows <= r.H {
			c.Paragraph(r, words, th.MutedInk())
		}
	}
}

// drawCharts draws how the advantages came to rest and, where there is room, how
// they are spread.
func (s *Screen) drawCharts(v screen.View, c chart.Canvas, r chart.Rect) {
	ways := r
	if r.H >= 2*goodPlot+1 {
		ways, r = r.CutTop(r.H / 2)
		_, r = r.CutTop(1)
		s.told.DrawSorted(c.Sub(r), v.Theme)
		v.Spots.Note("sorted", c.Sub(r))
	}
	s.told.drawWays(c.Sub(ways), v.Theme, s.target)
	v.Spots.Note("ways", c.Sub(ways))
}
