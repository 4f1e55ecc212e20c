package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// sliders stand under the charts and move the problem: budget, N, prices, lengthscale, noise. A
// move has all policies run again, aside, while the charts stay; what arrives late is dropped.
// Meanwhile the winner is computed over the whole range of the chosen slider. The screens that have
// them share them.
type sliders struct {
	base *scenarios.Problem // they stand for
	open bool
	at   int // the chosen one

	plan    *session.Plan // asked for and not shown yet; nil: none
	version int           // of the newest move
	drop    context.CancelFunc
	wrong   string // why a move could not be run

	strip  *strip // the one worked on
	kept   []*strip
	work   int // number of the work on it
	cancel context.CancelFunc
	held   bool // the mouse holds the knob
}

// Actions of the sliders alone.
const (
	actCopyCommand screen.Action = 1100 + iota
	actKeepFile
)

var sliderKeys = []screen.Binding{
	{Act: screen.ActUp, Binding: screen.On("↑↓", "slider", "up", "k"), Long: "choose a slider (also k j)"},
	{Act: screen.ActDown, Binding: screen.On("↓", "", "down", "j")},
	{Act: screen.ActMore, Binding: screen.On("←→", "move", "right"), Long: "move it: both policies are run again at once", Does: "move the slider up"},
	{Act: screen.ActLess, Binding: screen.On("←", "", "left"), Does: "move the slider down"},
	{Act: screen.ActReset, Binding: screen.On("r", "as it was", "r"), Long: "all sliders as they were"},
	{Act: actCopyCommand, Binding: screen.On("y", "copy", "y"), Long: "copy the command that opens this setting"},
	{Act: actKeepFile, Binding: screen.On("W", "file", "W"), Long: "save this setting as a problem file in the present folder"},
	{Act: screen.ActSliders, Binding: screen.On("S", "close", "S"), Long: "close the sliders (also esc); what was moved stays"},
	{Act: screen.ActCancel, Binding: screen.On("esc", "", "esc")},
}

// steppingKeys are the global keys while arrows move sliders: letters still step.
var steppingKeys = func() []screen.Binding {
	var out []screen.Binding
	for _, b := range screen.GlobalKeys {
		switch b.Act {
		case screen.ActForward:
			b.Binding, b.All, b.Long = screen.On("n", "step", "n", "l"), "n p", "one evaluation forward, back (also l h)"
		case screen.ActBack:
			b.Binding = screen.On("p", "", "p", "h")
		}
		out = append(out, b)
	}
	return out
}()

// keys are a screen's while the sliders are open, or closed.
func (s *sliders) keys() (own, globals []screen.Binding) {
	if s.open {
		return sliderKeys, steppingKeys
	}
	return nil, screen.GlobalKeys
}

// slidable returns why sliders make no sense for a problem: "" if they do.
func slidable(v screen.View) string {
	if v.Base.Permission() != nil {
		return "Sliders would run the command of this problem over and over; settings (s) runs it once."
	}
	return ""
}

// wanted is the plan as the sliders stand.
func (s *sliders) wanted(v screen.View) session.Plan {
	if s.plan != nil {
		return *s.plan
	}
	return v.Plan()
}

// lateMsg says that a move has been computed for so long that it is better run
// step by step.
type lateMsg struct{ version int }

// lateAfter is how long the charts wait for a whole run.
const lateAfter = 300 * time.Millisecond

// update takes a message in.
func (s *sliders) update(v screen.View, msg tea.Msg) screen.Wants {
	if s.base != v.Base { // another problem was opened: nothing is known of it
		s.shut()
		*s = sliders{base: v.Base, open: s.open && slidable(v) == "", version: s.version, work: s.work}
	}
	switch msg := msg.(type) {
	case screen.ActMsg:
		return s.act(v, msg.Act)
	case screen.ClickMsg:
		return s.press(v, msg.X, msg.Y)
	case screen.DragMsg:
		if s.held && s.open {
			return s.slide(v, msg.X)
		}
	case screen.LeftMsg:
		s.rest()
	case screen.EnteredMsg, screen.LookMsg, screen.SizeMsg:
		return screen.Wants{Cmd: s.watch(v)}
	case session.ComputedMsg:
		return s.computed(v, msg)
	case lateMsg:
		return s.late(msg)
	case stripMsg:
		s.received(msg)
	case stripEndedMsg:
		s.ended(msg)
	}
	return screen.Wants{}
}

// act handles a key.
func (s *sliders) act(v screen.View, a screen.Action) screen.Wants {
	if a == screen.ActSliders && !s.open {
		if why := slidable(v); why != "" {
			return screen.Wants{Taken: true, Note: why}
		}
		s.open = true
		return screen.Wants{Taken: true, Cmd: s.watch(v)}
	}
	if !s.open {
		return screen.Wants{}
	}
	w := screen.Wants{Taken: true}
	all := slidersOf(v, s.wanted(v))
	s.at = min(s.at, len(all)-1)
	switch a {
	case screen.ActSliders, screen.ActCancel:
		s.close()
	case screen.ActUp:
		return s.choose(v, max(0, s.at-1))
	case screen.ActDown:
		return s.choose(v, min(s.at+1, len(all)-1))
	case screen.ActMore, screen.ActLess:
		by := 1
		if a == screen.ActLess {
			by = -1
		}
		if one := all[s.at]; one.off == "" {
			return s.moveTo(v, one, one.moved(by))
		}
	case screen.ActReset:
		s.wrong = ""
		return s.ask(v, v.First)
	case actCopyCommand:
		if w.Copy = command(v, s.wanted(v)); w.Copy == "" {
			w.Note = "This problem has no name to be opened by; W saves it as a file."
		}
	case actKeepFile:
		return keep(v, s.wanted(v))
	default:
		return screen.Wants{}
	}
	return w
}

// close puts the sliders away; what was moved stays.
func (s *sliders) close() {
	s.open, s.held = false, false
	s.rest()
}

// choose chooses another slider.
func (s *sliders) choose(v screen.View, at int) screen.Wants {
	if s.wrong = ""; at != s.at {
		s.at = at
		s.rest()
	}
	return screen.Wants{Taken: true, Cmd: s.watch(v)}
}

// moveTo moves a slider.
func (s *sliders) moveTo(v screen.View, one slider, value float64) screen.Wants {
	if value == one.now {
		return screen.Wants{Taken: true}
	}
	p := s.wanted(v)
	one.set(&p, value)
	if err := p.Check(v.Base); err != nil {
		s.wrong = err.Error()
		return screen.Wants{Taken: true}
	}
	s.wrong = ""
	return s.ask(v, p)
}

// ask has a plan computed aside. The work on a strip rests meanwhile, and what was
// being computed for an earlier move is given up.
func (s *sliders) ask(v screen.View, p session.Plan) screen.Wants {
	s.rest()
	s.giveUp()
	s.version++
	s.plan = &p
	ctx, cancel := context.WithCancel(context.Background()) // it is to outlive the run that is shown
	s.drop = cancel
	cmd, late := v.Compute(ctx, p, s.version), lateMsg{s.version}
	if !v.Still {
		cmd = tea.Batch(cmd, tea.Tick(lateAfter, func(time.Time) tea.Msg { return late }))
	}
	return screen.Wants{Taken: true, Cmd: cmd}
}

// giveUp ends the computation of a move.
func (s *sliders) giveUp() {
	if s.drop != nil {
		s.drop()
		s.drop = nil
	}
}

// computed shows what a move has brought, unless it was moved again.
func (s *sliders) computed(v screen.View, msg session.ComputedMsg) screen.Wants {
	if msg.Version != s.version || s.plan == nil {
		return screen.Wants{}
	}
	s.giveUp()
	s.plan = nil
	if msg.Err != nil {
		if !errors.Is(msg.Err, context.Canceled) {
			s.wrong = sanitize.Text(msg.Err.Error())
		}
		return screen.Wants{Cmd: s.watch(v)}
	}
	return screen.Wants{Computed: &msg}
}

// late has a move run step by step, as a change in the settings is.
func (s *sliders) late(msg lateMsg) screen.Wants {
	if msg.version != s.version || s.plan == nil {
		return screen.Wants{}
	}
	p := *s.plan
	s.giveUp()
	s.plan = nil
	return screen.Wants{Plan: &p}
}

// shut ends all work.
func (s *sliders) shut() {
	s.giveUp()
	s.rest()
}

// press handles a click: a line of the list is chosen, the track moves the knob.
func (s *sliders) press(v screen.View, x, y int) screen.Wants {
	if s.held = false; !s.open {
		return screen.Wants{}
	}
	l := s.layout(v)
	all := slidersOf(v, s.wanted(v))
	switch {
	case l.list.Has(x, y) && y-l.list.Y < len(all):
		return s.choose(v, y-l.list.Y)
	case l.grip.Has(x, y) && all[s.at].off == "":
		s.held = true
		return s.slide(v, x)
	}
	return screen.Wants{}
}

// slide moves the knob to a column.
func (s *sliders) slide(v screen.View, x int) screen.Wants {
	one := slidersOf(v, s.wanted(v))[s.at]
	if one.off != "" {
		return screen.Wants{Taken: true}
	}
	track := s.layout(v).track
	return s.moveTo(v, one, one.values[one.nearest(float64(x-track.X)/float64(max(1, track.W-1)))])
}

// command is the command line that opens a plan; "": the problem has no name to be
// opened by.
func command(v screen.View, p session.Plan) string {
	if v.Name == "" {
		return ""
	}
	words := []string{"farsight", "explore", quoted(v.Name)}
	base, a := v.Base, p.Altered
	words = append(words, policyFlags(base, p)...)
	add := func(flag string, value float64) {
		if value > 0 {
			words = append(words, "--"+flag, pane.Number(value))
		}
	}
	add("budget", a.Budget)
	add("prices", a.Prices)
	if h := a.Objective; h != nil && h.Fixed != nil && !slices.Equal(h.Fixed.Scale, fixedScale(base)) {
		words = append(words, "--lengthscale", strings.ReplaceAll(pane.ScaleText(h.Fixed.Scale), " ", ""))
	}
	add("noise", a.Noise)
	if p.Run.Seed != 0 {
		words = append(words, "--seed", fmt.Sprint(p.Run.Seed))
	}
	return strings.Join(words, " ")
}

func fixedScale(p *scenarios.Problem) []float64 {
	if p.Objective.Fixed == nil {
		return nil
	}
	return p.Objective.Fixed.Scale
}

// policyFlags are those that make a plan's policies of the problem's: nothing where
// they are the same, --steps where that is the one difference, else every policy.
func policyFlags(base *scenarios.Problem, p session.Plan) []string {
	usual := session.UsualPolicies(base)
	if samePolicies(base, usual, p.Policies) {
		return nil
	}
	if _, steps := farthestPolicy(p, base); steps > 0 {
		var options policy.Options
		n := fmt.Sprint(steps)
		given := slices.Clone(usual)
		for i, q := range given {
			given[i] = q.Given(options.With("steps", n))
		}
		if samePolicies(base, given, p.Policies) {
			return []string{"--steps", n}
		}
	}
	var out []string
	for _, q := range p.Policies {
		out = append(out, "--policy", quoted(q.String()))
	}
	return out
}

// samePolicies reports whether policies do the same on a problem.
func samePolicies(base *scenarios.Problem, a, b []policy.Policy) bool {
	return slices.EqualFunc(a, b, func(a, b policy.Policy) bool {
		x, errX := study.Filled(a, base)
		y, errY := study.Filled(b, base)
		x.As, y.As = "", ""
		return errX == nil && errY == nil && x == y
	})
}

// quoted is a word of a command line.
func quoted(s string) string {
	s = sanitize.Text(s)
	if s != "" && !strings.ContainsAny(s, " \t'\"\\$`!*?[]{}()<>|&;#~\n") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// keep wants a plan's problem written as a file, with its policies.
func keep(v screen.View, p session.Plan) screen.Wants {
	w := screen.Wants{Taken: true}
	q := *p.Altered.Of(v.Base)
	q.Compare = nil
	for _, one := range p.Policies {
		q.Compare = append(q.Compare, one.String())
	}
	text, err := problemfile.Format(&q)
	if err != nil {
		w.Note = "No problem file: " + sanitize.Text(err.Error()) + ". The command in the row above opens it, too."
		return w
	}
	w.Save = &screen.File{Stem: q.Name, Ext: ".toml", Data: text, Said: "setting"}
	return w
}
