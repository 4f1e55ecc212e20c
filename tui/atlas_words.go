package tui

import (
	"fmt"
	"math"

	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/pane"
)

// drawWords tells of the cell under the cursor.
func (s *atlasScreen) drawWords(m *Model, c chart.Canvas) {
	th := m.theme
	cell := s.cell()
	r := c.Rect()
	switch {
	case s.failed != nil:
		drawFailure(m, c, s.failed)
	case s.drawing(m):
		c.Paragraph(r, "drawing a problem …  esc stops waiting", th.MutedInk())
	case cell == nil:
		c.Paragraph(r, "The results have no such problems.", th.MutedInk())
	default:
		_, r = r.CutTop(c.Paragraph(chart.Rect{W: r.W, H: max(1, r.H-1)}, s.about(cell), th.TitleInk()))
		c.Paragraph(r, s.verdict(cell), th.TextInk())
	}
}

// about says which problems a cell has.
func (s *atlasScreen) about(c *AtlasCell) string {
	cost := fmt.Sprintf("cost spread ×%.4g, %s", c.Spread, costWords(c.Rising))
	if c.Cost() == builtin.CellConstant {
		cost = "every evaluation at the same cost"
	}
	return fmt.Sprintf("d = %d, budget worth %.4g, %s: %s", c.Dim, c.Worth, cost, pane.Plural(c.Results[s.policy].Draws, "draw"))
}

// costWords say how the cost goes with the value.
func costWords(rising bool) string {
	if rising {
		return "rising with the value"
	}
	return "independent of the value"
}

// verdict says what the policy shown brought in a cell, beside the best closed
// form.
func (s *atlasScreen) verdict(c *AtlasCell) string {
	r, name := c.Results[s.policy], s.label(s.policy)
	switch {
	case r.Draws == 0:
		return name + " was not run on these problems."
	case c.Best < 0:
		return fmt.Sprintf("%s improved the best by %s prior sds. No closed form was run on these problems.", name, r.Improvement)
	case s.policy == c.Best:
		return fmt.Sprintf("%s is the best closed form here: it improved the best by %s prior sds.", name, r.Improvement)
	}
	base := c.Results[c.Best].Improvement
	than := fmt.Sprintf("%s, the best closed form (%s prior sds)", s.label(c.Best), base)
	percent := fmt.Sprintf("%s %%", Estimate{math.Abs(r.Percent.Mean), r.Percent.Half}.figures(1))
	by := fmt.Sprintf("by %s prior sds", Estimate{math.Abs(r.Advantage.Mean), r.Advantage.Half})
	switch {
	case r.Percent == Estimate{}:
		return fmt.Sprintf("%s did the very same as %s on every draw.", name, than)
	case !r.Percent.Clear():
		return fmt.Sprintf("%s cannot be told from %s: %s %%, %s prior sds.", name, than, r.Percent.signed(), r.Advantage)
	case r.Percent.Mean > 0:
		return fmt.Sprintf("%s improves the best %s more than %s, %s.", name, percent, than, by)
	}
	return fmt.Sprintf("%s improves the best %s less than %s, %s.", name, percent, than, by)
}

// String writes "0.941 ± 0.052".
func (e Estimate) String() string { return e.figures(3) }

// figures writes an estimate with some decimals.
func (e Estimate) figures(decimals int) string {
	if math.IsNaN(e.Half) || math.IsInf(e.Half, 0) {
		return fmt.Sprintf("%.*f ± ?", decimals, e.Mean)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, e.Mean, decimals, e.Half)
}

// signed writes an estimate with its sign, to one decimal.
func (e Estimate) signed() string {
	if e.Mean > 0 {
		return "+" + e.figures(1)
	}
	return e.figures(1)
}

// bestMark is beside the best closed form's name.
const bestMark = '■'

// drawBars shows what every policy brought in the cell, in two columns where
// one is too short.
func (s *atlasScreen) drawBars(m *Model, c chart.Canvas) {
	cell := s.cell()
	if cell == nil || s.failed != nil {
		return
	}
	_, h := c.Size()
	b := s.bars(m, cell)
	if h > len(b.Items) {
		b.Title = "mean improvement, in prior sds, with 95 % intervals"
	} else if h < len(b.Items) {
		b.Columns = 2
	}
	b.Draw(c, m.theme.Style())
}

// bars are the means of all policies of a cell, on one scale.
func (s *atlasScreen) bars(m *Model, cell *AtlasCell) chart.Bars {
	b := chart.Bars{Labels: 21}
	for i, r := range cell.Results {
		if r.Draws == 0 {
			continue
		}
		e := r.Improvement
		it := chart.Bar{Label: s.atlas.Policies[i].short(), Value: e.Mean, Lo: e.Mean - e.Half, Hi: e.Mean + e.Half, Color: m.theme.Policy(i)}
		if i == s.policy || i == cell.Best {
			it.Attr = chart.Bold
		}
		switch i {
		case cell.Best:
			it.Label += " " + string(bestMark)
		case s.policy:
			it.Label += " ◀"
		}
		b.Items = append(b.Items, it)
	}
	return b
}
