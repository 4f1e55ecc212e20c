package atlas

import (
	"fmt"
	"math"

	"farsight/experiment"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawWords describes the cell under the cursor.
func (s *Screen) drawWords(v screen.View, c chart.Canvas) {
	th := v.Theme
	cell := s.cell()
	r := c.Rect()
	switch {
	case s.failed(v) != nil:
		pane.Failure(v.Theme, c, s.failed(v))
	case s.drawing(v):
		c.Paragraph(r, "drawing a problem …  esc stops waiting", th.MutedInk())
	case cell == nil:
		c.Paragraph(r, "The results have no such problems.", th.MutedInk())
	default:
		_, r = r.CutTop(c.Paragraph(chart.Rect{W: r.W, H: max(1, r.H-1)}, s.about(cell), th.TitleInk()))
		c.Paragraph(r, s.verdict(cell), th.TextInk())
	}
}

// byChance is the share of cells whose interval lies on one side of 0 if nothing
// differs.
const byChance = 0.025

// overall describes the results of the shown policy on the whole map.
func (s *Screen) overall() string {
	t := s.table.tally(s.policy)
	if t.cells == 0 {
		return s.label(s.policy) + " is compared to no closed form on this map."
	}
	return fmt.Sprintf("%s is better than the best closed form on %d of %s, worse on %d; chance alone would give about %.0f of each. The mean is %s %%. An arrow key selects a kind of problem, enter then opens one of it.",
		s.label(s.policy), t.better, pane.Plural(t.cells, "kind")+" of problems", t.worse, byChance*float64(t.cells), estimateText(t.mean))
}

// estimateText writes a mean with its sign, which 0 has not.
func estimateText(v float64) string {
	if math.Abs(v) < 0.05 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", v)
}

// drawOverall lists how all policies fare on the whole map.
func (s *Screen) drawOverall(v screen.View, c chart.Canvas) {
	if _, h := c.Size(); h < 3 {
		return
	}
	t := chart.Table{
		Columns:  []chart.Column{{Title: "on all kinds of problems", Min: 16, Max: 34}, {Title: "better", Right: true}, {Title: "worse", Right: true}, {Title: "of", Right: true}, {Title: "mean %", Right: true}},
		Selected: -1,
	}
	for i, p := range s.table.policies {
		of := s.table.tally(i)
		if of.cells == 0 {
			continue
		}
		ink := chart.Ink{Fg: p.hue(v.Theme)}
		if i == s.policy {
			ink.Attr = chart.Bold
		}
		t.Rows = append(t.Rows, []string{p.name(), fmt.Sprint(of.better), fmt.Sprint(of.worse), fmt.Sprint(of.cells), estimateText(of.mean)})
		t.Inks = append(t.Inks, ink)
	}
	t.Draw(c, v.Theme.Style())
}

// about says which problems a cell has.
func (s *Screen) about(c *cell) string {
	cost := fmt.Sprintf("cost spread ×%.6g, %s", c.Spread, costWords(kindOf(c.Cell)))
	if c.Cost() == builtin.CellConstant {
		cost = "every evaluation at the same cost"
	}
	return fmt.Sprintf("d = %d, budget worth %.6g, %s: %s", c.Dim, c.Worth, cost, pane.Plural(c.rows[s.policy].Draws, "draw"))
}

// costWords say how the cost goes with the value.
func costWords(k kind) string {
	switch k {
	case rising:
		return "rising with the value"
	case moving:
		return "independent of the value, moves charged too"
	case uneven:
		return "of cheap and expensive boxes, not known"
	case unevenKnown:
		return "of cheap and expensive boxes, known"
	}
	return "independent of the value"
}

// verdict says what the policy shown brought in a cell, beside the best closed
// form.
func (s *Screen) verdict(c *cell) string {
	r, name := c.rows[s.policy], s.label(s.policy)
	switch {
	case r.Draws == 0:
		return name + " was not run on these problems."
	case c.best < 0:
		return fmt.Sprintf("%s improved the best by %s prior sds. No closed form was run on these problems.", name, improvement(r))
	case s.policy == c.best:
		return fmt.Sprintf("%s is the best closed form here: it improved the best by %s prior sds.", name, improvement(r))
	}
	base := improvement(c.rows[c.best])
	than := fmt.Sprintf("%s, the best closed form (%s prior sds)", s.label(c.best), base)
	much := fmt.Sprintf("%s %%", estimate{math.Abs(r.Percent), r.PercentHalf}.figures(1))
	by := fmt.Sprintf("by %s prior sds", estimate{math.Abs(r.Difference), r.DifferenceHalf})
	switch {
	case percent(r) == estimate{}:
		return fmt.Sprintf("%s did the very same as %s on every draw.", name, than)
	case !percent(r).clear():
		return fmt.Sprintf("%s cannot be told from %s: %s %%, %s prior sds.", name, than, percent(r).signed(), estimate{r.Difference, r.DifferenceHalf})
	case r.Percent > 0:
		return fmt.Sprintf("%s improves the best %s more than %s, %s.", name, much, than, by)
	}
	return fmt.Sprintf("%s improves the best %s less than %s, %s.", name, much, than, by)
}

// drawBars shows what every policy brought in the cell, in two columns where
// one is too short.
func (s *Screen) drawBars(v screen.View, c chart.Canvas) {
	cell := s.cell()
	if cell == nil || s.failed(v) != nil {
		return
	}
	_, h := c.Size()
	b := s.bars(v, cell)
	if h > len(b.Items) {
		b.Title = "mean improvement, in prior sds, with 95 % intervals"
	} else if h < len(b.Items) {
		b.Columns = 2
	}
	b.Draw(c, v.Theme.Style())
}

// bars are the means of all policies of a cell, on one scale.
func (s *Screen) bars(v screen.View, cell *cell) chart.Bars {
	b := chart.Bars{Labels: 21}
	for i, r := range cell.rows {
		if r.Draws == 0 {
			continue
		}
		e := improvement(r)
		it := chart.Bar{Label: s.table.policies[i].short(), Value: e.mean, Lo: e.mean - e.half, Hi: e.mean + e.half, Color: s.table.policies[i].hue(v.Theme)}
		if i == s.policy || i == cell.best {
			it.Attr = chart.Bold
		}
		switch i {
		case cell.best:
			it.Label += " " + string(chart.MarkBest.Rune())
		case s.policy:
			it.Label += " ◀"
		}
		b.Items = append(b.Items, it)
	}
	return b
}

// caption describes the selected cell or the whole; "": there is none.
func (s *Screen) caption() string {
	c := s.cell()
	switch {
	case s.whole:
		return s.overall()
	case c == nil:
		return ""
	}
	return s.about(c) + ". " + s.verdict(c)
}

// estimate is a mean and half the width of its 95 % interval.
type estimate struct{ mean, half float64 }

// improvement is what a policy's runs added to the best of their initial designs,
// in prior sds.
func improvement(r experiment.AtlasRow) estimate { return estimate{r.Improvement, r.Half} }

// percent is the difference to the best closed form, in % of its improvement.
func percent(r experiment.AtlasRow) estimate { return estimate{r.Percent, r.PercentHalf} }

// clear reports whether the interval excludes 0.
func (e estimate) clear() bool { return math.Abs(e.mean) > e.half }

// known reports whether there is a number at all.
func (e estimate) known() bool { return !math.IsNaN(e.mean) && !math.IsInf(e.mean, 0) }

// String writes "0.941 ± 0.052".
func (e estimate) String() string { return e.figures(3) }

// figures writes an estimate with some decimals.
func (e estimate) figures(decimals int) string {
	if math.IsNaN(e.half) || math.IsInf(e.half, 0) {
		return fmt.Sprintf("%.*f ± ?", decimals, e.mean)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, e.mean, decimals, e.half)
}

// signed writes an estimate with its sign, to one decimal.
func (e estimate) signed() string {
	if e.mean > 0 {
		return "+" + e.figures(1)
	}
	return e.figures(1)
}

// ReadingRows is one.
func (*Screen) ReadingRows(screen.View) int { return 1 }

// Read reads the cell under the cursor, which is the crosshair of this screen.
func (s *Screen) Read(v screen.View) screen.Reading {
	c := s.cell()
	if c == nil || !v.Cross.On {
		return screen.Reading{}
	}
	cost := fmt.Sprintf("spread ×%.4g %s", c.Spread, c.Cost())
	if c.Cost() == builtin.CellConstant {
		cost = "constant cost"
	}
	r := c.rows[s.policy]
	row := screen.ReadingRow{Who: s.table.policies[s.policy].short(), Color: v.Theme.Policy(s.policy)}
	if r.Draws == 0 {
		row.Items = []screen.Item{{Value: "was not run here"}}
	} else {
		row.Items = []screen.Item{{Name: "improves", Value: improvement(r).String(), Unit: "sd"}}
	}
	switch {
	case r.Draws == 0 || c.best < 0:
	case s.policy == c.best:
		row.Items = append(row.Items, screen.Item{Value: "the best closed form"})
	case percent(r).known():
		row.Items = append(row.Items,
			screen.Item{Value: percent(r).signed() + " %"},
			screen.Item{Name: "than " + s.table.policies[c.best].short(), Value: improvement(c.rows[c.best]).String(), Unit: "sd"})
	}
	if r.Draws > 0 {
		row.Items = append(row.Items, screen.Item{Name: "draws", Value: fmt.Sprint(r.Draws)})
	}
	return screen.Reading{Place: fmt.Sprintf("d %d, worth %.4g, %s", c.Dim, c.Worth, cost), Rows: []screen.ReadingRow{row}, Loose: true}
}
