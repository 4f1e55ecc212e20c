package luck

import (
	"fmt"
	"math"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/policy"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// An experiment is looked at while it runs: the curves of every policy with their
// intervals, growing, a table, how fast it goes and what is left.

// period is the time between two looks.
const period = time.Second

// Experiment is the screen of an experiment that runs, here or in another process. It is read-only.
type Experiment struct {
	// Detached reports that the user has left and the experiment continues.
	Detached bool

	source   Source
	running  bool // here: quitting stops it, and must be pressed twice
	theme    theme.Theme
	terminal chart.Terminal
	adapt    func(dark bool) theme.Theme // nil: the theme stays

	w, h   int
	canvas chart.Canvas
	frames chart.Frames

	state   State
	known   bool
	err     error
	problem int // the one that is shown
	asked   bool
}

// NewExperiment shows an experiment.
func NewExperiment(source Source, running bool, th theme.Theme, t chart.Terminal, adapt func(dark bool) theme.Theme) *Experiment {
	return &Experiment{source: source, running: running, theme: th, terminal: t, adapt: adapt}
}

// The keys.
const (
	actNext screen.Action = iota + 1
	actBack
	actDetach
	actQuit
)

func (s *Experiment) bindings() []screen.Binding {
	keys := []screen.Binding{
		{Act: actNext, Binding: screen.On("→", "next problem", "right", "tab", "l", "n", " ")},
		{Act: actBack, Binding: screen.On("←", "back", "left", "shift+tab", "h", "p")},
	}
	quit := screen.Binding{Act: actQuit, Binding: screen.On("q", "quit", "q", "ctrl+c")}
	if s.running && !s.state.Ended {
		keys = append(keys, screen.Binding{Act: actDetach, Binding: screen.On("d", "detach, it continues", "d")})
		quit.SetHelp("q", "stop")
	}
	return append(keys, quit)
}

// Messages of the source.
type (
	stateMsg struct {
		state State
		err   error
	}
	lookMsg struct{}
)

func (s *Experiment) ask() tea.Msg {
	state, err := s.source()
	return stateMsg{state, err}
}

func (s *Experiment) Init() tea.Cmd { return s.ask }

// Close does nothing: the source belongs to the caller.
func (s *Experiment) Close() {}

// Update handles one message.
func (s *Experiment) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = screen.Clip(msg.Width, msg.Height)
	case stateMsg:
		s.known = s.known || msg.err == nil
		if s.err = msg.err; msg.err == nil {
			s.state = msg.state
		}
		if s.state.Ended && s.running {
			return s, tea.Quit // the caller prints the result
		}
		return s, tea.Tick(period, func(time.Time) tea.Msg { return lookMsg{} })
	case lookMsg:
		return s, s.ask
	case screen.BackgroundMsg:
		if s.adapt != nil {
			s.theme = s.adapt(msg.Dark)
		}
	case tea.KeyMsg:
		for _, name := range screen.Names(msg) {
			if cmd := s.handle(screen.Find(name, s.bindings())); cmd != nil {
				return s, cmd
			}
		}
	}
	return s, nil
}

// handle executes a key's action. Quitting a running experiment must be pressed twice.
func (s *Experiment) handle(act screen.Action) tea.Cmd {
	asked := s.asked
	s.asked = false
	n := max(1, len(s.state.Summary.Problems))
	switch act {
	case actNext:
		s.problem = (s.problem + 1) % n
	case actBack:
		s.problem = (s.problem + n - 1) % n
	case actDetach:
		s.Detached = true
		return tea.Quit
	case actQuit:
		if asked || !s.running || s.state.Ended {
			return tea.Quit
		}
		s.asked = true
	}
	return nil
}

// Still is the whole frame.
func (s *Experiment) Still() chart.Still {
	s.canvas = s.canvas.Resized(s.w, s.h, s.terminal)
	s.draw(s.canvas)
	return s.frames.Take(s.canvas)
}

// View is the frame as text.
func (s *Experiment) View() string { return s.Still().ANSI() }

// draw draws how the experiment stands.
func (s *Experiment) draw(c chart.Canvas) {
	th := s.theme
	r := c.Rect().Inset(1, 0)
	header, r := r.CutTop(2)
	footer, r := r.CutBottom(1)
	s.drawHeader(c.Sub(header))
	if s.asked {
		c.Text(footer.X, footer.Y, "q again stops it; complete runs are kept, and it continues from there when started again", chart.Ink{Fg: th.Warning, Attr: chart.Bold})
	} else {
		screen.NewFooter(c.Terminal(), footer.W, s.bindings(), nil).Draw(c.Sub(footer), th)
	}
	_, r = r.CutTop(1)
	if r.H < 2 || r.W < 10 {
		return
	}
	if words, ink := s.trouble(); words != "" {
		used := c.Paragraph(r, words, ink)
		_, r = r.CutTop(used + 1)
	}
	if n := len(s.state.Busy); n > 0 && r.H > 16+n {
		rows, rest := r.CutBottom(n + 1)
		s.drawBusy(c.Sub(rows))
		r = rest
	}
	if len(s.state.Summary.Problems) == 0 {
		if s.known && s.err == nil && s.state.Failure == "" {
			c.Paragraph(r, "No run is complete yet.", th.MutedInk())
		}
		return
	}
	p := s.state.Summary.Problems[s.problem%len(s.state.Summary.Problems)]
	table, plot := r.CutBottom(min(len(p.Policies)+2, r.H))
	if plot.H >= leastPlot {
		s.drawCurves(c.Sub(plot), p)
	} else {
		table = r
		c.TextIn(table.X, table.Y, table.W, heading(p), th.TitleInk())
		_, table = table.CutTop(1)
	}
	s.drawTable(c.Sub(table), p)
}

// trouble is what keeps the experiment, or us from seeing it.
func (s *Experiment) trouble() (words string, ink chart.Ink) {
	ink = chart.Ink{Fg: s.theme.Warning, Attr: chart.Bold}
	switch {
	case s.err != nil:
		return sanitize.Text(s.err.Error()), ink
	case s.state.Failure != "":
		return "It ended: " + sanitize.Text(s.state.Failure), ink
	case !s.known:
		return "looking …", s.theme.MutedInk()
	}
	return "", ink
}

// drawHeader says what it is, how far it is and how fast it goes.
func (s *Experiment) drawHeader(c chart.Canvas) {
	th, st := s.theme, s.state
	w, _ := c.Size()
	parts := []string{fmt.Sprintf("%d runs", st.Done)}
	if st.Total > 0 {
		parts[0] = fmt.Sprintf("%d of %d runs", st.Done, st.Total)
	}
	if rate := st.Rate(); rate > 0 {
		parts = append(parts, fmt.Sprintf("%s decisions a second", chart.Num(rate)))
	}
	switch left, ok := st.Left(); {
	case st.Ended && st.Failure == "":
		parts = append(parts, "done")
	case ok && !st.Ended:
		parts = append(parts, "about "+left.Round(time.Second).String()+" left")
	}
	if c.Width(strings.Join(parts, ", "))+c.Width(sanitize.Text(st.Name))+2 > w && len(parts) == 3 {
		parts = []string{parts[0], parts[2]} // the pace follows from the rest
	}
	words := strings.Join(parts, ", ")
	c.TextIn(0, 0, w-c.Width(words)-2, sanitize.Text(st.Name), th.TitleInk())
	c.TextRight(w, 0, words, th.TextInk())
	if st.Total > 0 {
		pane.Progress(c, 0, 1, w, float64(st.Done)/float64(st.Total), th.Acquisition, th.Left)
	}
}

// drawBusy lists what the workers run.
func (s *Experiment) drawBusy(c chart.Canvas) {
	w, _ := c.Size()
	for i, what := range s.state.Busy {
		if what == "" {
			what = "nothing left to do"
		}
		c.TextIn(0, i+1, w, fmt.Sprintf("worker %d  %s", i+1, sanitize.Text(what)), s.theme.MutedInk())
	}
}

// heading says what the numbers of a problem are.
func heading(p experiment.ProblemSummary) string {
	what := "log10 regret"
	if !p.Regret {
		what = "best value"
	}
	return sanitize.Text(p.Problem) + ": " + what + ", 95 % intervals"
}

// apart keeps the intervals of several policies from lying on one another.
const apart = 0.006

// drawCurves draws the means against the budget used, with an interval at every
// share.
func (s *Experiment) drawCurves(c chart.Canvas, p experiment.ProblemSummary) {
	th := s.theme
	n := len(s.state.Summary.Problems)
	plot := chart.Plot{Title: heading(p), Hue: th.Objective, XRows: chart.XLine,
		X: chart.Axis{Min: experiment.Shares[0] - 0.02, Max: 1.02, Label: "share of the budget used"}}
	if n > 1 {
		plot.Note = fmt.Sprintf("problem %d of %d", s.problem%n+1, n)
	}
	var all []float64
	for i, q := range p.Policies {
		color := th.Policy(hue(q.Policy, i))
		y := make([]float64, len(q.Curve))
		for k, at := range q.Curve {
			y[k] = at.Mean
			all = append(all, at.Mean)
			if at.N > 1 && !math.IsInf(at.Low, 0) {
				x := experiment.Shares[k] + apart*(float64(i)-float64(len(p.Policies)-1)/2)
				plot.Series = append(plot.Series, chart.Series{X: []float64{x, x}, Y: []float64{at.Low, at.High}, Color: chart.Blend(color, th.Background, 0.35)})
				all = append(all, at.Low, at.High)
			}
		}
		plot.Series = append(plot.Series, chart.Series{X: experiment.Shares, Y: y, Color: color, Dash: chart.Dash(i % 3), Heavy: true})
	}
	plot.Y = chart.Around(0.05, false, all)
	plot.Draw(c, th.Style())
}

// hue is the colour's number of what results call a policy.
func hue(label string, i int) int {
	if _, hue, ok := policy.Named(label); ok {
		return hue
	}
	return i
}

// drawTable lists the policies.
func (s *Experiment) drawTable(c chart.Canvas, p experiment.ProblemSummary) {
	t := chart.Table{Selected: -1, Columns: []chart.Column{
		{Title: "policy", Min: 12}, {Title: "runs", Right: true}, {Title: "mean at the end", Right: true}, {Title: "against " + sanitize.Text(p.Best), Right: true},
		{Title: "evaluations", Right: true}, {Title: "s/decision", Right: true},
	}}
	for i, q := range p.Policies {
		against := ""
		if q.Policy != p.Best && q.Against.N > 1 {
			against = plusMinus(q.Against)
		}
		t.Rows = append(t.Rows, []string{sanitize.Text(q.Policy), fmt.Sprint(q.Final.N), plusMinus(q.Final), against, fmt.Sprintf("%.1f", q.Evaluations.Mean), fmt.Sprintf("%.4f", q.Seconds)})
		t.Inks = append(t.Inks, chart.Ink{Fg: s.theme.Policy(hue(q.Policy, i))})
	}
	t.Draw(c, s.theme.Style())
}

// plusMinus is a mean and its interval; one run has none.
func plusMinus(v stats.Summary) string {
	if v.N < 2 {
		return fmt.Sprintf("%+.3f", v.Mean)
	}
	return v.String()
}
