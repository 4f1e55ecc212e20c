package front

// This file draws the figures of the article: parts of the explorer, each with a slider, recomputed
// as the slider moves. The site draws them once, for the page before the program has loaded and for
// paper; the program draws them again.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/picture"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
	"farsight/tui/theorem"
)

// Figure is one of the article's.
type Figure struct {
	Name   string
	Slider string    // what it moves
	Values []float64 // possible values, ascending
	First  int       // index of the first value
	Show   func(v float64) string

	problem string
	screen  string // whose body is drawn; "": the charts of the policies
	rows    int    // of a policy's charts, or of the body
	cost    bool   // where there are two charts the second is the cost
	set     func(o *tui.Options, v float64)
	step    func(v float64) int // that is shown; atEnd: the last
}

// Drawing is a figure as it looks and in words.
type Drawing struct {
	Canvas chart.Still
	Words  string
}

// Widths of figures in columns: for a window, and for a phone held upright.
const WideFigure, NarrowFigure = 96, 46

// atEnd is the step at which a run has ended.
const atEnd = math.MaxInt

func firstStep(float64) int { return 0 }
func lastStep(float64) int  { return atEnd }

// withPolicies sets the policies.
func withPolicies(o *tui.Options, all ...string) {
	o.Policies = nil
	for _, name := range all {
		o.Policies = append(o.Policies, policy.Must(name))
	}
}

// wholeNumbers are the whole numbers between two.
func wholeNumbers(from, to int) (out []float64) {
	for n := from; n <= to; n++ {
		out = append(out, float64(n))
	}
	return out
}

// Figures are those of the article, in its order.
func Figures() []Figure {
	const manyBudget = 60 // pays for all evaluations that the first figure counts
	epsilons := theorem.Epsilons()
	factors := []float64{0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.5}
	return []Figure{
		{
			Name: "band", Slider: "Evaluations made", Values: wholeNumbers(0, 8), Show: pane.Number, problem: "myopia", rows: 15,
			set: func(o *tui.Options, _ float64) {
				withPolicies(o, "ei-puc")
				o.Altered.Budget = manyBudget
			},
			step: func(v float64) int { return int(v) },
		},
		{
			Name: "cost", Slider: "All prices", Values: factors, First: slices.Index(factors, 1), problem: "myopia", rows: 16, cost: true,
			Show: func(v float64) string { return "×" + pane.Number(v) },
			set: func(o *tui.Options, v float64) {
				withPolicies(o, "ei-puc")
				if o.Altered.Prices = v; v == 1 {
					o.Altered.Prices = 0
				}
			},
			step: lastStep,
		},
		{
			Name: "theorem", Slider: "Cost of a cheap one", Values: epsilons, First: max(0, slices.Index(epsilons, 0.001)), Show: pane.Number, problem: "theorem-1", screen: "theorem", rows: 12,
			set: func(o *tui.Options, v float64) {
				p, t := *o.Problem, *o.Problem.Theorem
				t.Epsilon = v
				p.Theorem, p.Budget = &t, t.Budget()
				o.Problem, o.Policies = &p, nil
			},
			step: lastStep,
		},
		{
			Name: "budget", Slider: "Budget", Values: []float64{4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32}, First: 3, Show: pane.Number, problem: "overspend", rows: 16, cost: true,
			set: func(o *tui.Options, v float64) {
				withPolicies(o, "ei")
				o.Altered.Budget = v
			},
			step: lastStep,
		},
		{
			Name: "steps", Slider: "N, the evaluations planned", Values: wholeNumbers(1, 4), First: 1, Show: pane.Number, problem: "planning", rows: 21,
			set: func(o *tui.Options, v float64) {
				fantasies := map[float64]string{3: " fantasies=9x1,3x1", 4: " fantasies=9x1,3x1,1x1"} // fewer, so that one need not wait
				withPolicies(o, fmt.Sprintf("%g-b-ms-ei%s", v, fantasies[v]))
				o.Settings.Limit = 1
			},
			step: firstStep,
		},
		{
			Name: "order", Slider: "Budget", Values: []float64{8, 9, 10, 11, 12, 12.4, 13, 14, 15, 16, 18, 20}, First: 5, Show: pane.Number, problem: "planning", rows: 16, cost: true,
			set: func(o *tui.Options, v float64) {
				withPolicies(o, "1-b-ms-ei", "b-ms-ei")
				o.Altered.Budget = v
			},
			step: lastStep,
		},
	}
}

// FigureNamed is a figure by its name.
func FigureNamed(name string) (Figure, bool) {
	all := Figures()
	i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		return Figure{}, false
	}
	return all[i], true
}

// Draw computes and draws the figure with its slider at a place of Values. Several policies are
// side by side if there are enough columns. in, if not nil, shares the processor with others; seen,
// if not nil, is given drawings with curves that are not final, for what takes long.
func (f Figure) Draw(ctx context.Context, at, columns int, th theme.Theme, in session.Background, seen func(Drawing)) (Drawing, error) {
	p, err := builtin.Load(f.problem, 0)
	if err != nil {
		return Drawing{}, err
	}
	value := f.Values[max(0, min(at, len(f.Values)-1))]
	o := tui.Options{Problem: p, Name: f.problem, Settings: study.Settings{Workers: 1}, Theme: th, Load: builtin.Load, Background: in, Picture: true}
	f.set(&o, value)
	m := tui.New(o)
	defer m.Close()
	se := m.Session()
	se.Still = true
	defer context.AfterFunc(ctx, se.Close)()
	m.Update(tea.WindowSizeMsg{Width: max(columns, screen.LeastWidth), Height: windowRows})
	drain := func(cmd tea.Cmd) error { return tui.Drain(m, ctx.Err, cmd) }
	if err := drain(m.Init()); err != nil {
		return Drawing{}, err
	}
	if f.screen != "" {
		return f.body(m, drain)
	}
	for _, t := range se.Tracks {
		if t.Err() != nil {
			return Drawing{}, fmt.Errorf("%s: %w", t.Title(), t.Err())
		}
	}
	if step := f.step(value); step == atEnd {
		se.GoTo(true)
	} else {
		se.GoToStep(step)
	}
	last := time.Now()
	err = tui.Drain(m, func() error {
		if seen != nil && time.Since(last) > draftEvery {
			seen(f.charts(m.ScreenView(), se, columns))
			last = time.Now()
		}
		return ctx.Err()
	}, m.Stand(tui.Pose{Screen: m.Shown().Name(), Cost: f.cost}))
	if err != nil {
		return Drawing{}, err
	}
	return f.charts(m.ScreenView(), se, columns), ctx.Err()
}

// draftEvery is how often one sees how far a drawing is.
const draftEvery = 150 * time.Millisecond

// windowRows are those of the explorer that figures are pieces of.
const windowRows = 30

// body draws a screen without what is around it.
func (f Figure) body(m *tui.Model, drain func(tea.Cmd) error) (Drawing, error) {
	if err := drain(m.Stand(tui.Pose{Screen: f.screen})); err != nil {
		return Drawing{}, err
	}
	_, cmd := m.Update(tui.KeyEnd())
	if err := drain(cmd); err != nil {
		return Drawing{}, err
	}
	v := m.ScreenView()
	body := screen.Arrange(v.W, v.H).Spare(v.CrossRows).Body
	body.H = min(body.H, f.rows)
	return Drawing{m.Frame().Still().Sub(body), strings.ReplaceAll(m.Shown().About(v).Caption, " (e)", "")}, nil // there are no keys
}

const columnGap = 2 // columns between two policies

// charts draws what each policy believes and would do, and says it.
func (f Figure) charts(v screen.View, se *session.Session, columns int) Drawing {
	n := len(se.Tracks)
	headRows := 2
	each := chart.Rect{W: columns, H: headRows + f.rows}
	beside := columns >= WideFigure
	w, h := columns, n*each.H+(n-1)
	if beside {
		each.W = (columns - columnGap*(n-1)) / n
		w, h = columns, each.H
	}
	c := chart.New(w, h, v.Terminal)
	var words []string
	for i, t := range se.Tracks {
		s, sc := se.Shown(i)
		if s == nil {
			continue
		}
		part := c.Sub(each)
		x := part.Text(0, 0, t.Title(), chart.Ink{Fg: v.Theme.Policy(t.Hue()), Attr: chart.Bold})
		part.Text(x+2, 0, fmt.Sprintf("best %s, %s of %s left", chart.Num(s.Best), chart.Num(s.Money.Left), chart.Num(s.Problem.Budget)), v.Theme.TextInk())
		pane.Gauge(v, part.Sub(chart.Rect{Y: 1, W: each.W, H: 1}), t.Hue(), s)
		pane.Charts(v, part.Sub(chart.Rect{Y: headRows, W: each.W, H: f.rows}), s, sc)
		told := strings.TrimSpace(pane.Narrate(s, false))
		if !strings.HasPrefix(told, t.Title()) {
			told = t.Title() + ": " + told
		}
		words = append(words, told)
		if beside {
			each.X += each.W + columnGap
		} else {
			each.Y += each.H + 1
		}
	}
	if n == 2 {
		words = append(words, verdict(se))
	}
	return Drawing{c.Still(), strings.Join(words, " ")}
}

// verdict says who of two has found more.
func verdict(se *session.Session) string {
	a, b := se.Tracks[0], se.Tracks[1]
	ahead := se.Problem.Sign() * (b.At(b.Last()).Best - a.At(a.Last()).Best)
	switch {
	case math.Abs(ahead) < 1e-3:
		return "Both end even."
	case ahead < 0:
		a, b = b, a
	}
	return fmt.Sprintf("%s ends ahead of %s by %s.", b.Title(), a.Title(), chart.Num(math.Abs(ahead)))
}

// SVG is the drawing as a picture.
func (d Drawing) SVG(th theme.Theme, title string) (string, error) {
	var b strings.Builder
	err := picture.SVG(&b, d.Canvas, picture.Options{Background: th.Background, Foreground: th.Text, Title: title, Mute: true})
	return b.String(), err
}
