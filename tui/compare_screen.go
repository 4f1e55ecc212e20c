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

// available wants a replay: a study has one policy and one present.
func (c *compareScreen) available(m *Model) bool { return c.plainScreen.available(m) && !m.isLive() }

// question asks until there is an answer.
func (*compareScreen) question(m *Model) string {
	ask := fmt.Sprintf("who spends %s better?", chart.Num(m.problem.Budget))
	v := m.visible()
	switch {
	case len(v) == 1:
		return fmt.Sprintf("how does %s spend %s?", m.tracks[v[0]].policy.Title(), chart.Num(m.problem.Budget))
	case len(v) == 0 || !m.atEnd():
		return ask
	}
	a, b := m.tracks[v[0]], m.tracks[v[1]]
	sa, sb := a.at(a.last()), b.at(b.last())
	if sa == nil || sb == nil || sa.BestRow < 0 || sb.BestRow < 0 {
		return ask
	}
	better, best, worse := a, sa.Best, sb.Best
	switch sign := m.problem.Sign(); {
	case sign*sb.Best > sign*sa.Best:
		better, best, worse = b, sb.Best, sa.Best
	case sa.Best == sb.Best:
		return fmt.Sprintf("both found %s for %s", chart.Num(best), chart.Num(m.problem.Budget))
	}
	return fmt.Sprintf("%s spent %s better: %s against %s", better.policy.Title(), chart.Num(m.problem.Budget), chart.Num(best), chart.Num(worse))
}

// sideBySide tells whether two policies are on the screen.
func (m *Model) sideBySide() bool {
	_, compare := m.screens[m.current].(*compareScreen)
	return compare && m.w >= twoColumns && m.left != m.right
}

func (*compareScreen) draw(m *Model, c chart.Canvas) {
	if !m.sideBySide() {
		body := c.Rect()
		if m.left != m.right {
			var strip chart.Rect
			strip, body = body.CutTop(2)
			m.drawTimeline(c.Sub(strip), true)
		}
		m.drawColumn(c.Sub(body), m.focused())
		return
	}
	left, right, mid, strip := twoPolicies(c.Rect())
	m.drawTimeline(c.Sub(strip), false)
	m.drawColumn(c.Sub(left), m.left)
	m.drawColumn(c.Sub(right), m.right)
	c.VLine(mid.X+mid.W/2, mid.Y, mid.H, '│', chart.Ink{Fg: m.theme.Axis})
}

// twoPolicies divides a body among two policies, what is between them and
// their timeline.
func twoPolicies(body chart.Rect) (left, right, mid, strip chart.Rect) {
	h := body.H
	strip, body = body.CutBottom(2)
	if h >= 30 {
		_, body = body.CutBottom(1)
	}
	half := (body.W - 3) / 2
	left, mid = body.CutLeft(half)
	right, mid = mid.CutRight(half)
	return left, right, mid, strip
}

// drawTimeline shows where each policy is and where its budget ended; where
// only one of them has a column, also how well each does.
func (m *Model) drawTimeline(c chart.Canvas, sums bool) {
	m.spotting(-1)
	m.spot("timeline", c)
	tl := chart.Timeline{Now: float64(m.step)}
	for _, i := range m.visible() {
		t := m.tracks[i]
		row := chart.TimelineRow{Name: t.policy.Title(), Color: m.theme.Policy(t.hue)}
		for k := 1; k <= t.last(); k++ {
			at := float64(k)
			if m.byMoney {
				at = t.spent(k)
			}
			if t.overshot(k) {
				row.Bad = at
				continue
			}
			row.At = append(row.At, at)
		}
		row.Note = m.trackNote(i)
		if s := t.at(m.stepOf(i)); sums && s != nil {
			row.Note = fmt.Sprintf("best %s, %d paid, %s left", chart.Num(s.Best), s.Evaluations, chart.Num(s.Money.Left))
		}
		tl.Rows = append(tl.Rows, row)
		tl.Max = max(tl.Max, float64(t.last()), 1)
	}
	if m.byMoney {
		tl.Now, tl.Max = m.money, m.problem.Budget
	}
	tl.Draw(c, m.theme.Style())
}

// trackNote says how a policy's run ended, or how far it has been computed.
func (m *Model) trackNote(i int) string {
	t := m.tracks[i]
	switch {
	case t.err != nil:
		return "failed"
	case t.done:
		return string(t.snaps[t.last()].Stop)
	case m.stopped:
		return "stopped"
	case t.pulses >= slowPulses && t.share > 0:
		return fmt.Sprintf("deciding %2.0f %%", 100*t.share)
	}
	return "deciding"
}
