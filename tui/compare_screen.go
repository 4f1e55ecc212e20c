package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// compareScreen shows two policies side by side: who spends the money better?
type compareScreen struct{ plainScreen }

// plainScreen is what screens without keys, forms or work of their own share.
type plainScreen struct{}

func (plainScreen) available(m *Model) bool                          { return m.problem.Theorem == nil }
func (plainScreen) bindings(*Model) []binding                        { return nil }
func (plainScreen) do(*Model, action) (tea.Cmd, bool)                { return nil, false }
func (plainScreen) typed(*Model, string, tea.KeyMsg) (tea.Cmd, bool) { return nil, false }
func (plainScreen) receive(*Model, tea.Msg) tea.Cmd                  { return nil }

func (*compareScreen) name() string { return "compare" }

func (*compareScreen) question(m *Model) string {
	return fmt.Sprintf("who spends the budget of %s better?", chart.Num(m.problem.Budget))
}

func (*compareScreen) draw(m *Model, c chart.Canvas) {
	w, h := c.Size()
	if w+2 < twoColumns {
		m.drawSingle(c)
		return
	}
	body := c.Rect()
	if h >= 34 {
		var strip chart.Rect
		strip, body = body.CutBottom(3)
		m.drawTimeline(c.Sub(strip.Inset(0, 0)))
	}
	if m.left == m.right {
		m.drawColumn(c.Sub(body), m.left)
		return
	}
	half := (w - 3) / 2
	left, rest := body.CutLeft(half)
	right, mid := rest.CutRight(half)
	m.drawColumn(c.Sub(left), m.left)
	m.drawColumn(c.Sub(right), m.right)
	c.VLine(mid.X+mid.W/2, body.Y, body.H, '│', chart.Ink{Fg: m.theme.Axis})
}

// drawSingle is for narrow windows: one policy large, the other in a line.
func (m *Model) drawSingle(c chart.Canvas) {
	show, other := m.right, m.left
	if m.single {
		show, other = m.left, m.right
	}
	r := c.Rect()
	if show != other {
		var line chart.Rect
		line, r = r.CutTop(1)
		m.drawOther(c.Sub(line), other)
	}
	m.drawColumn(c.Sub(r), show)
}

// drawOther is the other policy's best, paid and left.
func (m *Model) drawOther(c chart.Canvas, i int) {
	th, t := m.theme, m.tracks[i]
	name := chart.Span{Text: t.policy.Title(), Ink: chart.Ink{Fg: th.Policy(t.hue), Attr: chart.Bold}}
	s, _ := m.shown(i)
	words := "  deciding"
	if s != nil {
		words = fmt.Sprintf("  best %s, %d paid, %s left", chart.Num(s.Best), s.Evaluations, chart.Num(s.Money.Left))
	}
	c.Spans(0, 0, name, chart.Span{Text: words, Ink: th.MutedInk()}, chart.Span{Text: "   x", Ink: th.KeyInk()}, chart.Span{Text: " shows it", Ink: th.MutedInk()})
}

// drawTimeline shows where each policy is and where its budget ended.
func (m *Model) drawTimeline(c chart.Canvas) {
	tl := chart.Timeline{Now: float64(m.step)}
	for _, i := range m.visible() {
		t := m.tracks[i]
		row := chart.TimelineRow{Name: t.policy.Title(), Color: m.theme.Policy(t.hue)}
		for k, s := range t.snaps {
			if k == 0 {
				continue
			}
			at := float64(k)
			if m.byMoney {
				at = s.Money.Spent
			}
			if last := s.Rows[len(s.Rows)-1]; !last.Counted {
				row.Bad = at
				if m.byMoney {
					row.Bad = min(s.Money.Total, s.Money.Spent+last.Cost)
				}
				continue
			}
			row.At = append(row.At, at)
		}
		if t.done && len(t.snaps) > 0 {
			row.Note = string(t.snaps[t.last()].Stop)
		}
		tl.Rows = append(tl.Rows, row)
		tl.Max = max(tl.Max, float64(t.last()))
	}
	if m.byMoney {
		tl.Now, tl.Max = m.money, m.problem.Budget
	}
	tl.Draw(c, m.theme.Style())
}
