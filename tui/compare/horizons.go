package compare

import (
	"context"
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// horizonsMsg brings max Q_N for the N known so far; nil values: the end.
type horizonsMsg struct {
	key    decision
	values []lookahead.Horizon
	done   bool
}

// received takes horizons in.
func (f *Focus) received(v screen.View, msg horizonsMsg) tea.Cmd {
	if msg.key.run != v.Run {
		return nil
	}
	if msg.values != nil {
		if len(msg.values) >= len(f.horizons[msg.key]) { // computed again, it starts with few
			f.horizons[msg.key] = msg.values
		}
		f.finished[msg.key] = msg.done
		return nil
	}
	if msg.key == f.running {
		f.cancel = nil
	}
	if v.Front {
		return f.ask(v) // cancelled, it may be wanted again
	}
	return nil
}

// callOff ends the computation, if there is one.
func (f *Focus) callOff() {
	if f.cancel != nil {
		f.cancel()
		f.running = decision{}
		f.cancel = nil
	}
}

// maxHorizon is the furthest the screen looks.
const maxHorizon = 6

// ask computes max Q_N for N = 1 … 6 of the present step in the background.
func (f *Focus) ask(v screen.View) tea.Cmd {
	i := v.Focused()
	s, _ := v.Shown(i)
	if s == nil {
		return nil
	}
	if s.Decision != nil && s.Decision.Tree != nil {
		f.chart.Keep(v, s.Decision.Tree)
	}
	key := decision{v.Run, i, s.Step}
	if f.cancel != nil && f.running == key || f.finished[key] || v.Stopped {
		return nil
	}
	f.callOff()
	if !hasHorizons(s) {
		return nil
	}
	ctx, cancel := context.WithCancel(v.Context())
	f.running, f.cancel = key, cancel
	set := lookahead.Settings{Effort: lookahead.Quick, Seed: s.Seed}
	shared, turns := v.Tracks[i].Shared(), v.Turns()
	return session.Stream(ctx, horizonsMsg{key: key}, func(send func(tea.Msg)) {
		h, ok := horizonsOf(s) // here, for what was believed may have to be made again
		if !ok {
			send(horizonsMsg{key, []lookahead.Horizon{}, true})
			return
		}
		all := shared.Horizon(ctx, key.step, func() ([]lookahead.Horizon, error) {
			ctx, workers, end, err := turns.Share(ctx)
			if err != nil {
				return nil, err
			}
			defer end()
			set.Workers = workers
			return lookahead.Horizons(ctx, h.state, h.fantasies, h.known, set, func(v []lookahead.Horizon) {
				send(horizonsMsg{key: key, values: append([]lookahead.Horizon(nil), v...)})
			})
		})
		if len(all) == h.fantasies.Steps() {
			send(horizonsMsg{key, all, true})
		}
	})
}

// horizonSalt keeps the base samples apart from those of any decision.
const horizonSalt = 0x5eed_f0c5

// horizons is what max Q_N is computed from.
type horizons struct {
	state     lookahead.State
	fantasies fantasy.Samples
	known     *lookahead.Snapshot // the decision's tree; nil: there is none
}

// horizonsOf starts from what the decision's tree was maximised on, so that its
// value is one of the bars; where there is none, from what is left and from base
// samples of its own.
func horizonsOf(s *study.Snapshot) (horizons, bool) {
	state, ok := horizonState(s)
	if !ok {
		return horizons{}, false
	}
	h := horizons{state: state}
	if planned, f, ok := s.Plan(); ok && s.Decision != nil && s.Decision.Tree != nil && s.Decision.Tree.Steps == f.Steps() {
		h = horizons{planned, f, s.Decision.Tree}
	}
	more, err := further(h.fantasies).Draw(s.Seed^horizonSalt, true)
	h.fantasies = append(h.fantasies[:len(h.fantasies):len(h.fantasies)], more...)
	return h, err == nil
}

// mostLeaves is how many scenarios further stages may lead to.
const mostLeaves = 64

// further is the shape of the stages beyond those a decision has, up to the
// furthest the screen looks: as many fantasies as usual while there are few
// scenarios, then one each.
func further(f fantasy.Samples) fantasy.Shape {
	usual := fantasy.DefaultShape(fantasy.Sampled, maxHorizon)
	leaves := 1
	for _, stage := range f {
		leaves *= len(stage.Z)
	}
	more := fantasy.Shape{Rule: fantasy.Sampled}
	for i := len(f); i < len(usual.Counts); i++ {
		m := max(1, min(usual.Counts[i][0], mostLeaves/leaves))
		leaves *= m
		more.Counts = append(more.Counts, [2]int{m, 1})
	}
	return more
}

// hasHorizons tells whether there is anything to look ahead from.
func hasHorizons(s *study.Snapshot) bool {
	return s.Fitted != nil && s.BestRow >= 0 && s.Money.Left > 0
}

// horizonState is where the horizons start from, for any policy.
func horizonState(s *study.Snapshot) (lookahead.State, bool) {
	if !hasHorizons(s) {
		return lookahead.State{}, false
	}
	return lookahead.State{Pair: s.Pair(), Budget: s.Money.Left, Best: s.Incumbent()}, true
}

// mostSteps is the furthest horizon of a step: the policy's own where that is
// further than the screen looks.
func mostSteps(s *study.Snapshot) int {
	if s != nil && s.Decision != nil && s.Decision.Tree != nil {
		return max(maxHorizon, s.Decision.Tree.Steps)
	}
	return maxHorizon
}

// drawHorizons shows max Q_N for N = 1 … 6: what looking further is worth.
func (f *Focus) drawHorizons(v screen.View, c chart.Canvas) {
	i := v.Focused()
	s, _ := v.Shown(i)
	if s == nil {
		return
	}
	key := decision{v.Run, i, s.Step}
	w, _ := c.Size()
	b := chart.Bars{Title: "max Q_N: what looking N steps ahead promises", Hue: v.Theme.Acquisition, Fill: v.Theme.Acquisition}
	if w < 48 {
		b.Title = "max Q_N, N steps ahead"
	}
	values := f.horizons[key]
	whole := 0.0
	for _, v := range values {
		whole = max(whole, v.Value)
	}
	unknown := "computing"
	if v.Stopped {
		unknown = "not computed"
	}
	for n := 1; n <= mostSteps(s); n++ {
		bar := chart.Bar{Label: fmt.Sprintf("N = %d", n), Value: math.NaN(), Note: unknown}
		switch {
		case n <= len(values):
			bar.Value, bar.Note = values[n-1].Value, ""
		case s.Decision != nil && s.Decision.Tree != nil && s.Decision.Tree.Steps == n:
			bar.Value, bar.Note = s.Decision.Tree.Value, "" // known from the beginning
		}
		if s.Policy.Tree() && s.Policy.Steps() == n {
			bar.Attr = chart.Bold
		}
		b.Items = append(b.Items, bar)
	}
	if !hasHorizons(s) || len(values) == mostSteps(s) && policy.Negligible(whole, s.Fitted.Objective.Hyper) {
		c.Spans(0, 0, chart.Span{Text: b.Title, Ink: chart.Ink{Fg: b.Hue, Attr: chart.Bold}})
		c.Paragraph(chart.Rect{Y: 1, W: w, H: 2}, "Nothing: what is left buys no improvement.", v.Theme.MutedInk())
		return
	}
	b.Draw(c, v.Theme.Style())
}
