package tui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/plain"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/pane"
	"farsight/tui/render"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Sizes of a recording's frames, in characters.
const (
	LeastWidth, LeastHeight = screen.LeastWidth, screen.LeastHeight
	MostWidth, MostHeight   = 240, 70
)

// Steps of a replay by other names than their numbers.
const (
	AllSteps = -1
	LastStep = -2
)

// Take says what to record of an explorer.
type Take struct {
	W, H     int
	Step     int         // a step of the replay, AllSteps or LastStep
	Screen   string      // by its name; "": the one the problem opens on
	Captions bool        // the words stand beside the pictures, not in them
	Twin     theme.Theme // draw every frame in this theme too; zero: in one only
	// Progress, if not nil, is told the policy and the step that is being
	// decided.
	Progress func(policy string, step int)
}

// TakeError says that a take asks for what there is not.
type TakeError string

func (e TakeError) Error() string { return string(e) }

func takeError(format string, args ...any) error { return TakeError(fmt.Sprintf(format, args...)) }

// Recorder is an explorer without a terminal and without a clock. Everything it
// shows is computed when it is shown, and the same each time.
type Recorder struct {
	ctx   context.Context
	m     *Model
	take  Take
	study bool        // a study as it stands, which has one step
	run   int         // the model's run that ends with ctx
	stop  func() bool // lets it live
}

// NewRecorder opens the explorer and computes the replays. Close it.
func NewRecorder(ctx context.Context, o Options, take Take) (*Recorder, error) {
	live := o.Live
	o.Live = nil // the screen of a study asks, which writes; a recording only looks
	m := New(o)
	m.s.Still, m.captioned = true, take.Captions
	m.Update(tea.WindowSizeMsg{Width: take.W, Height: take.H})
	r := &Recorder{ctx: ctx, m: m, take: take, study: live != nil}
	err := r.open(live)
	if err == nil && take.Screen != "" {
		err = r.Show(take.Screen)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// open computes the replays, or takes a study as it stands.
func (r *Recorder) open(live *study.Live) error {
	if live == nil {
		return r.settle(r.m.Init())
	}
	snap, err := live.Snapshot()
	if err != nil {
		return err
	}
	snap = session.Measured(snap)
	key := r.m.s.SceneKey(snap.Step)
	r.m.s.Feed(snap, session.NewScene(&snap, key))
	if err := r.settle(r.m.entered()); err != nil {
		return err
	}
	r.m.s.Step = snap.Step
	return r.Show("focus")
}

// Close ends the recorder.
func (r *Recorder) Close() {
	if r.stop != nil {
		r.stop()
	}
	r.m.Close()
}

// settle runs commands and what follows from them until none is left.
func (r *Recorder) settle(cmds ...tea.Cmd) error {
	told := map[int]int{}
	err := settle(r.m, func() error {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.watch()
		for i, t := range r.m.s.Tracks {
			if last := t.Last() + 1; r.take.Progress != nil && t.Busy() && told[i] <= last {
				r.take.Progress(t.Policy().Title(), last)
				told[i] = last + 1
			}
		}
		return nil
	}, cmds...)
	if err != nil {
		return err
	}
	for _, t := range r.m.s.Tracks {
		if t.Err() != nil {
			return fmt.Errorf("%s: %w", t.Policy().Title(), t.Err())
		}
	}
	return r.ctx.Err()
}

// watch ends the model's work with ctx: a decision can take long.
func (r *Recorder) watch() {
	if r.run == r.m.s.Run {
		return
	}
	if r.stop != nil {
		r.stop()
	}
	r.run, r.stop = r.m.s.Run, context.AfterFunc(r.ctx, r.m.s.Close)
}

// Press sends keys as bubbletea names them, each with all that follows from it.
func (r *Recorder) Press(keys ...tea.KeyMsg) error {
	for _, k := range keys {
		_, cmd := r.m.Update(k)
		if err := r.settle(cmd); err != nil {
			return err
		}
	}
	return nil
}

// Show goes to a screen.
func (r *Recorder) Show(name string) error {
	var names []string
	for i, s := range r.m.screens {
		if !r.m.available(i) || s.About(r.m.viewOf(i)).Beside {
			continue
		}
		names = append(names, s.Name())
		if s.Name() == name {
			r.m.current = i
			return r.settle(r.m.entered())
		}
	}
	return takeError("there is no screen %q%s of %s: there are %s", name, suggestion(name, names), plain.Text(r.m.s.Problem.Name), strings.Join(names, ", "))
}

// Title names what is recorded.
func (r *Recorder) Title() string {
	var names []string
	for _, t := range r.m.s.Tracks {
		names = append(names, t.Policy().Title())
	}
	name := plain.Text(r.m.s.Problem.Name)
	if len(names) == 0 {
		return name
	}
	return name + ": " + list(names)
}

// list joins names with commas and an and.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Lead introduces the problem in a paragraph.
func (r *Recorder) Lead() string {
	p := r.m.s.Problem
	lead := plain.Text(p.Title)
	if p.Constructed {
		lead += " (constructed example)"
	}
	if note := strings.Join(strings.Fields(plain.Text(p.Note)), " "); note != "" {
		lead += ". " + note
	}
	return lead
}

// LastStep is the last step of any policy's replay.
func (r *Recorder) LastStep() int {
	last := 0
	for _, t := range r.m.s.Tracks {
		last = max(last, t.Snaps()[t.Last()].Step)
	}
	return last
}

// Frames records the steps that were asked for. The compare screen shows two
// policies: others follow, each beside the first, and where there is room for
// one column only they take turns. Other screens show the last policy.
func (r *Recorder) Frames() ([]render.Frame, error) {
	m := r.m
	switch {
	case r.study:
		f, err := r.Frame()
		return []render.Frame{f}, err
	case len(m.s.Tracks) == 0:
		return r.theorem()
	}
	if last := r.LastStep(); r.take.Step > last {
		return nil, noStep(m, last)
	}
	if m.screens[m.current].Name() != "compare" {
		m.s.Left, m.s.Right = len(m.s.Tracks)-1, len(m.s.Tracks)-1
		return r.steps()
	}
	var out []render.Frame
	for m.s.Left, m.s.Right = 0, min(1, len(m.s.Tracks)-1); m.s.Right < len(m.s.Tracks); m.s.Right++ {
		frames, err := r.steps()
		if err != nil {
			return nil, err
		}
		out = append(out, frames...)
	}
	return out, nil
}

// steps records the policies on the screen.
func (r *Recorder) steps() ([]render.Frame, error) {
	m := r.m
	first, last := 0, m.s.LastStep()
	switch {
	case r.take.Step == LastStep:
		_, tree := as[*treeScreen](m)
		for first = last; tree && first > 0 && m.s.Tracks[m.s.Right].Snaps()[first].Decision == nil; first-- {
		}
		last = first
	case r.take.Step >= 0:
		first = min(r.take.Step, last)
		last = first
	}
	turns := []bool{false}
	if m.s.Left != m.s.Right && !m.about().SideBySide {
		turns = []bool{true, false}
	}
	var out []render.Frame
	for m.s.Step = first; m.s.Step <= last; m.s.Step++ {
		for _, m.s.Single = range turns {
			if err := r.settle(m.entered()); err != nil {
				return nil, err
			}
			f, err := r.Frame()
			if err != nil {
				return nil, err
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// noStep says which steps there are.
func noStep(m *Model, last int) error {
	return takeError("%s ends with step %d: choose a step from 0 to %d", plain.Text(m.s.Problem.Name), last, last)
}

// theorem records both parts of theorem 1, before and after a run.
func (r *Recorder) theorem() ([]render.Frame, error) {
	keys := []tea.KeyMsg{{Type: tea.KeyHome}, {Type: tea.KeyEnd}, {Type: tea.KeyRunes, Runes: []rune{'2'}}, {Type: tea.KeyEnd}}
	if r.take.Step >= len(keys) {
		return nil, noStep(r.m, len(keys)-1)
	}
	var out []render.Frame
	for i, k := range keys {
		if err := r.Press(k); err != nil {
			return nil, err
		}
		if r.take.Step >= 0 && r.take.Step != i || r.take.Step == LastStep && i < len(keys)-1 {
			continue
		}
		f, err := r.Frame()
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// Frame records the explorer as it is now.
func (r *Recorder) Frame() (render.Frame, error) {
	m := r.m
	a := m.about()
	f := render.Frame{Canvas: r.draw(m.theme), Title: a.Question}
	if place, _, _ := strings.Cut(m.place(a), "   "); place != "" {
		f.Title = strings.ToUpper(place[:1]) + place[1:] + ": " + f.Title
	}
	if r.take.Twin.Name != "" {
		f.Light = r.draw(r.take.Twin)
	}
	f.Parts = m.parts()
	if shown := m.policiesShown(); len(shown) < len(m.s.Tracks) {
		f.Title += " (" + list(shown) + ")"
	}
	return f, r.ctx.Err()
}

// draw draws a frame of its own in a theme.
func (r *Recorder) draw(th theme.Theme) chart.Canvas {
	own := r.m.theme
	defer func() { r.m.theme = own }()
	r.m.theme = th
	c := chart.New(r.m.w, r.m.h, r.m.options.Terminal)
	r.m.drawFrame(c)
	return c
}

// parts are the pieces of the present frame that can stand by themselves, each
// with its story.
func (m *Model) parts() []render.Part {
	body := screen.Arrange(m.w, m.h).Body
	if m.about().SideBySide {
		left, right, _, strip := compare.Columns(body)
		return []render.Part{m.part(left, m.s.Left), m.part(right, m.s.Right), {Rect: strip, Head: "timeline", Wide: true}}
	}
	if len(m.s.Tracks) > 0 {
		return []render.Part{m.part(body, m.s.Focused())}
	}
	p := render.Part{Rect: body}
	if t, ok := as[*theoremScreen](m); ok && t.run != nil {
		p.Caption = t.tale()
	}
	return []render.Part{p}
}

// policiesShown are the policies on the screen.
func (m *Model) policiesShown() []string {
	shown := []int{m.s.Focused()}
	switch {
	case len(m.s.Tracks) == 0:
		return nil
	case m.about().SideBySide:
		shown = m.s.Visible()
	}
	var out []string
	for _, i := range shown {
		out = append(out, m.s.Tracks[i].Policy().Title())
	}
	return out
}

// part is a policy's column with its story.
func (m *Model) part(r chart.Rect, track int) render.Part {
	p := render.Part{Rect: r, Head: m.s.Tracks[track].Policy().Title()}
	if s, _ := m.s.Shown(track); s != nil {
		p.Caption = strings.TrimSpace(pane.Narrate(s, false))
	}
	return p
}

// GlyphSet is what pictures are drawn with: braille where nothing is said,
// whatever the terminal's font.
func (l Look) GlyphSet() chart.Glyphs {
	g, _ := glyphsNamed(l.Glyphs)
	return g
}
