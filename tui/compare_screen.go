package tui

import (
	"farsight/tui/pane"
	"farsight/tui/screen"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// compareScreen shows two policies side by side: who spends the money better?
type compareScreen struct{ plainScreen }

// plainScreen is what screens without keys, forms or work of their own share.
type plainScreen struct{}

func (plainScreen) available(m *Model) bool                          { return m.s.Problem.Theorem == nil }
func (plainScreen) bindings(*Model) []screen.Binding                 { return nil }
func (plainScreen) do(*Model, screen.Action) (tea.Cmd, bool)         { return nil, false }
func (plainScreen) typed(*Model, string, tea.KeyMsg) (tea.Cmd, bool) { return nil, false }
func (plainScreen) receive(*Model, tea.Msg) tea.Cmd                  { return nil }

func (*compareScreen) name() string { return "compare" }

// available wants a replay: a study has one policy and one present.
func (c *compareScreen) available(m *Model) bool { return c.plainScreen.available(m) && !m.s.IsLive() }

// question asks until there is an answer.
func (*compareScreen) question(m *Model) string {
	ask := fmt.Sprintf("who spends %s better?", chart.Num(m.s.Problem.Budget))
	v := m.s.Visible()
	switch {
	case len(v) == 1:
		return fmt.Sprintf("how does %s spend %s?", m.s.Tracks[v[0]].Policy().Title(), chart.Num(m.s.Problem.Budget))
	case len(v) == 0 || !m.s.AtEnd():
		return ask
	}
	a, b := m.s.Tracks[v[0]], m.s.Tracks[v[1]]
	sa, sb := a.At(a.Last()), b.At(b.Last())
	if sa == nil || sb == nil || sa.BestRow < 0 || sb.BestRow < 0 {
		return ask
	}
	better, best, worse := a, sa.Best, sb.Best
	switch sign := m.s.Problem.Sign(); {
	case sign*sb.Best > sign*sa.Best:
		better, best, worse = b, sb.Best, sa.Best
	case sa.Best == sb.Best:
		return fmt.Sprintf("both found %s for %s", chart.Num(best), chart.Num(m.s.Problem.Budget))
	}
	return fmt.Sprintf("%s spent %s better: %s against %s", better.Policy().Title(), chart.Num(m.s.Problem.Budget), chart.Num(best), chart.Num(worse))
}

// sideBySide tells whether two policies are on the screen.
func (m *Model) sideBySide() bool {
	_, compare := m.screens[m.current].(*compareScreen)
	return compare && m.w >= screen.TwoColumns && m.s.Left != m.s.Right
}

func (*compareScreen) draw(m *Model, c chart.Canvas) {
	if !m.sideBySide() {
		body := c.Rect()
		if m.s.Left != m.s.Right {
			var strip chart.Rect
			strip, body = body.CutTop(2)
			m.drawTimeline(c.Sub(strip), true)
		}
		pane.Column(m.view(), c.Sub(body), m.s.Focused())
		return
	}
	left, right, mid, strip := twoPolicies(c.Rect())
	m.drawTimeline(c.Sub(strip), false)
	pane.Column(m.view(), c.Sub(left), m.s.Left)
	pane.Column(m.view(), c.Sub(right), m.s.Right)
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
	m.spots.Of(-1)
	m.spots.Note("timeline", c)
	tl := chart.Timeline{Now: float64(m.s.Step)}
	for _, i := range m.s.Visible() {
		t := m.s.Tracks[i]
		row := chart.TimelineRow{Name: t.Policy().Title(), Color: m.theme.Policy(t.Hue())}
		for k := 1; k <= t.Last(); k++ {
			at := float64(k)
			if m.s.ByMoney {
				at = t.Spent(k)
			}
			if t.Overshot(k) {
				row.Bad = at
				continue
			}
			row.At = append(row.At, at)
		}
		row.Note = m.trackNote(i)
		if s := t.At(m.s.StepOf(i)); sums && s != nil {
			row.Note = fmt.Sprintf("best %s, %d paid, %s left", chart.Num(s.Best), s.Evaluations, chart.Num(s.Money.Left))
		}
		tl.Rows = append(tl.Rows, row)
		tl.Max = max(tl.Max, float64(t.Last()), 1)
	}
	if m.s.ByMoney {
		tl.Now, tl.Max = m.s.Money, m.s.Problem.Budget
	}
	tl.Draw(c, m.theme.Style())
}

// trackNote says how a policy's run ended, or how far it has been computed.
func (m *Model) trackNote(i int) string {
	t := m.s.Tracks[i]
	switch {
	case t.Err() != nil:
		return "failed"
	case t.Done():
		return string(t.Snaps()[t.Last()].Stop)
	case m.s.Stopped:
		return "stopped"
	}
	if share, slow := t.Progress(); slow && share > 0 {
		return fmt.Sprintf("deciding %2.0f %%", 100*share)
	}
	return "deciding"
}
