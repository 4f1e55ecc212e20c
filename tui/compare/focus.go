package compare

import (
	"context"
	"fmt"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// focus is a compare of one policy: its column large, its scenario tree beside
// it, and what looking further is worth. What looking further is worth it computes itself.
type focus struct {
	screen.Endless
	sliders  *sliders
	chart    pane.TreeChart
	beliefs  pane.Beliefs
	horizons map[decision][]lookahead.Horizon
	finished map[decision]bool
	running  decision
	cancel   context.CancelFunc // nil: nothing is being computed
}

var (
	_ screen.Screen = (*focus)(nil)
	_ screen.Reader = (*focus)(nil)
)

// NewFocus is the screen, of which nothing is computed yet, with the sliders of the
// one that compares.
func NewFocus(beside Screen) *focus {
	return &focus{sliders: beside.sliders, horizons: map[decision][]lookahead.Horizon{}, finished: map[decision]bool{}}
}

// decision names a decision.
type decision struct{ run, track, step int }

// Name is "focus".
func (*focus) Name() string { return "focus" }

// Available requires a policy.
func (*focus) Available(v screen.View) bool { return len(v.Tracks) > 0 }

// About says whose screen it is.
func (f *focus) About(v screen.View) screen.About {
	own, globals := f.sliders.keys()
	return screen.About{
		Question: "what does " + v.Tracks[v.Focused()].Title() + " believe and want?",
		Keys:     own, Globals: globals,
	}
}

// Read reads the policy's charts.
func (*focus) Read(v screen.View) screen.Reading { return pane.SliceReading(v, v.Focused()) }

// ReadingRows is one.
func (*focus) ReadingRows(screen.View) int { return 1 }

// Update computes horizons while the screen is shown.
func (f *focus) Update(v screen.View, msg tea.Msg) screen.Wants {
	w := f.slide(v, msg)
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg, screen.SizeMsg:
		w.Cmd = tea.Batch(w.Cmd, f.ask(v), f.imagine(v))
	case screen.LeftMsg:
		f.callOff()
	case horizonsMsg:
		w.Cmd = f.received(v, msg)
	case pane.BeliefsMsg:
		f.beliefs.Receive(v, msg)
	}
	return w
}

// slide passes messages to the sliders. Answers to their commands come to all screens: the compare
// screen takes them.
func (f *focus) slide(v screen.View, msg tea.Msg) screen.Wants {
	switch msg.(type) {
	case screen.ActMsg, screen.ClickMsg, screen.DragMsg, screen.EnteredMsg, screen.LookMsg, screen.SizeMsg:
		return f.sliders.update(v, msg)
	}
	return screen.Wants{}
}

// Grip is where a finger drags a slider.
func (f *focus) Grip(v screen.View) chart.Rect { return f.sliders.Grip(v) }

// size is that of what stands above the sliders.
func (f *focus) size(v screen.View) (w, h int) {
	w, h = v.BodySize()
	return w, h - f.sliders.rows(h)
}

// panes are the policy's column, and beside it the tree, what would be believed
// after each answer, words, what was fitted, and bars.
type panes struct{ column, tree, small, words, models, bars chart.Rect }

// arrange gives the tree the rows it needs; beliefs take those that are left. The note
// stands below the bars.
func arrange(d *futures.Tree, s *study.Snapshot, note string, w, h int) panes {
	var p panes
	var r chart.Rect
	p.column, r = chart.Rect{W: w, H: h}.CutLeft(w - max(30, w*9/20))
	_, r = r.CutLeft(2)
	p.bars, r = r.CutBottom(min(mostSteps(s)+1+max(1, len(chart.Wrap(note, r.W))), h/2))
	if rows := pane.ModelRows(s, r.W); rows > 0 && h >= modelRows {
		_, r = r.CutBottom(1)
		p.models, r = r.CutBottom(rows)
	}
	p.words, r = r.CutBottom(wordRows(s, r.W, h))
	p.tree = r
	if d != nil {
		d.Folded = d.FoldToFit(max(1, r.H-1))
		p.tree, p.small = r.CutTop(d.HeightFor(r.H))
		_, p.small = p.small.CutTop(1)
	}
	return p
}

// wordRows is how many rows the words below a tree take: more where they tell of
// a rollout and there is room.
func wordRows(s *study.Snapshot, w, h int) int {
	words := pane.RolloutWords(s)
	if words == "" || h < roomyRows {
		return 2
	}
	return 2 + min(4, len(chart.Wrap(words, w)))
}

// Heights from which there is room for more words, and for what was fitted.
const (
	roomyRows = 34
	modelRows = 26
)

// tree is the tree of a decision as it is drawn here; nil where there is none.
func (f *focus) tree(v screen.View, s *study.Snapshot) *futures.Tree {
	if s == nil || s.Decision == nil || s.Decision.Tree == nil {
		return nil
	}
	d := f.chart.Get(v, s.Decision.Tree)
	d.Roomy = true
	return &d
}

// imagine has computed what would be believed after each answer, where that is
// shown.
func (f *focus) imagine(v screen.View) tea.Cmd {
	s, _ := v.Shown(v.Focused())
	d := f.tree(v, s)
	if d == nil {
		return nil
	}
	w, h := f.size(v)
	p := arrange(d, s, f.plateau(v), w, h)
	l := d.Layout(p.tree.W, p.tree.H-1, chart.Width)
	var nodes []int
	for _, b := range pane.SmallAnswers(d, &l, p.small.W, p.small.H) {
		nodes = append(nodes, b.Lead)
	}
	return f.beliefs.Want(v, s, nodes...)
}

// Draw draws the policy's column, its tree and the bars.
func (f *focus) Draw(v screen.View, c chart.Canvas) {
	f.sliders.draw(v, c)
	w, h := f.size(v)
	c = c.Sub(chart.Rect{W: w, H: h})
	s, _ := v.Shown(v.Focused())
	d := f.tree(v, s)
	p := arrange(d, s, f.plateau(v), w, h)
	pane.Column(v, c.Sub(p.column), v.Focused())
	f.drawHorizons(v, c.Sub(p.bars))
	v.Spots.Of(v.Focused())
	v.Spots.Note("tree", c.Sub(chart.Rect{X: p.bars.X, W: p.bars.W, H: h}))
	if !p.models.Empty() {
		pane.Models(v, c.Sub(p.models), s)
	}
	switch {
	case s == nil:
	case d == nil:
		c.Paragraph(p.tree, pane.NoTree(s), v.Theme.MutedInk())
	default:
		f.drawTree(v, c, s, d, p)
	}
}

// drawTree draws as much of the tree as has room, the beliefs after its answers,
// and says how many nodes there are.
func (f *focus) drawTree(v screen.View, c chart.Canvas, s *study.Snapshot, d *futures.Tree, p panes) {
	tree := s.Decision.Tree
	open, exhausted, truncated, stopped := pane.Counts(tree)
	words := fmt.Sprintf("%s: %d open, at %d the horizon ends, at %d nothing more is affordable", pane.Plural(len(tree.Nodes), "node"), open, truncated, exhausted)
	if tree.Price > 0 {
		words += fmt.Sprintf(", %d stopped: there budget is worth more later", stopped)
	}
	words += "; t walks them."
	l := d.Draw(c.Sub(p.tree), v.Theme.Style())
	if l.To < tree.Steps {
		words = fmt.Sprintf("%s and %d more; t walks the %d nodes.", pane.Plural(l.To, "stage"), tree.Steps-l.To, len(tree.Nodes))
	}
	f.beliefs.DrawSmall(v, c.Sub(p.small), s, d, &l)
	if rollout := pane.RolloutWords(s); rollout != "" {
		words += " " + rollout
	}
	c.Paragraph(p.words, words, v.Theme.MutedInk())
}

// horizonsMsg brings max Q_N for the N known so far; nil values: the end.
type horizonsMsg struct {
	key    decision
	values []lookahead.Horizon
	done   bool
}

// received takes horizons in.
func (f *focus) received(v screen.View, msg horizonsMsg) tea.Cmd {
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
func (f *focus) callOff() {
	if f.cancel != nil {
		f.cancel()
		f.running = decision{}
		f.cancel = nil
	}
}

// maxHorizon is the furthest the screen looks.
const maxHorizon = 6

// ask computes max Q_N for N = 1 … 6 of the present step in the background.
func (f *focus) ask(v screen.View) tea.Cmd {
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
		h, ok := horizonsOf(s) // here, because the models may have to be fitted again
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
	if !hasHorizons(s) {
		return horizons{}, false
	}
	h := horizons{state: lookahead.State{Pair: s.Policy.Deciding(s.Pair()), Budget: s.Money.Left, Best: s.Incumbent()}}
	if planned, f, ok := s.Plan(); ok && s.Decision != nil && s.Decision.Tree != nil && s.Decision.Tree.Steps == f.Steps() {
		h = horizons{planned, f, s.Decision.Tree}
	}
	more, err := further(h.fantasies).Draw(s.Seed^horizonSalt, true)
	h.fantasies = append(h.fantasies[:len(h.fantasies):len(h.fantasies)], more...)
	return h, err == nil
}

// fewLeaves is up to how many scenarios further stages have three answers.
const fewLeaves = 128

// further is the shape of the stages beyond those a decision has, up to the furthest
// the screen looks: three answers each while there are few scenarios, then two. With
// three the promise is true to 3 %, with one it would be wrong by up to 17 %.
func further(f fantasy.Samples) fantasy.Shape {
	leaves := 1
	for _, stage := range f {
		leaves *= len(stage.Z)
	}
	more := fantasy.Shape{Rule: fantasy.GaussHermite}
	for i := len(f); i < maxHorizon-1; i++ {
		m := 2
		if leaves*3<<(maxHorizon-2-i) <= fewLeaves {
			m = 3
		}
		leaves *= m
		more.Counts = append(more.Counts, [2]int{m, 1})
	}
	return more
}

// hasHorizons reports whether there is anything to look ahead from.
func hasHorizons(s *study.Snapshot) bool {
	return s.Fitted != nil && s.BestRow >= 0 && s.Money.Left > 0
}

// mostSteps is the furthest horizon of a step: the policy's own where that is
// further than the screen looks.
func mostSteps(s *study.Snapshot) int {
	if s != nil && s.Decision != nil && s.Decision.Tree != nil {
		return max(maxHorizon, s.Decision.Tree.Steps)
	}
	return maxHorizon
}

// samePromise is the share of max Q_N below which further steps promise no more: the
// bars and their numbers are then the same.
const samePromise = 2e-3

// plateau says from which N on looking further promises no more, and on which example
// it does; empty where every step adds something, or not all is computed.
func (f *focus) plateau(v screen.View) string {
	s, _ := v.Shown(v.Focused())
	if s == nil || !hasHorizons(s) {
		return ""
	}
	values := f.horizons[decision{v.Run, v.Focused(), s.Step}]
	if len(values) < mostSteps(s) {
		return ""
	}
	last := values[len(values)-1].Value
	n := 1 + slices.IndexFunc(values, func(h lookahead.Horizon) bool { return h.Value >= (1-samePromise)*last })
	if n >= len(values)-1 || policy.Negligible(last, s.Fitted.Objective.Hyper) {
		return ""
	}
	words := fmt.Sprintf("N > %d adds nothing: after the best %d no other fits or gains.", n, n)
	if _, h := f.size(v); v.Problem.Constructed && h >= modelRows {
		words += " Where it does: farsight explore scouting"
	}
	return words
}

// drawHorizons shows max Q_N for N = 1 … 6: what looking further is worth.
func (f *focus) drawHorizons(v screen.View, c chart.Canvas) {
	i := v.Focused()
	s, _ := v.Shown(i)
	if s == nil {
		return
	}
	key := decision{v.Run, i, s.Step}
	w, h := c.Size()
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
	c.Paragraph(chart.Rect{Y: mostSteps(s) + 1, W: w, H: h - mostSteps(s) - 1}, f.plateau(v), v.Theme.MutedInk())
}
