package record

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/pane"
	"farsight/tui/render"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// Frames records the steps that were asked for. The compare screen shows two
// policies: others follow, each beside the first, and where there is space for
// one column only they take turns. Other screens show the last policy.
func (r *Recorder) Frames() ([]render.Frame, error) {
	switch {
	case r.study:
		f, err := r.frame()
		return []render.Frame{f}, err
	case len(r.se.Tracks) == 0:
		return r.theorem()
	}
	if last := r.lastStep(); r.take.Step > last {
		return nil, r.noStep(last)
	}
	if r.m.Shown().Name() != "compare" {
		r.se.Left, r.se.Right = len(r.se.Tracks)-1, len(r.se.Tracks)-1
		return r.steps()
	}
	var out []render.Frame
	for r.se.Left, r.se.Right = 0, min(1, len(r.se.Tracks)-1); r.se.Right < len(r.se.Tracks); r.se.Right++ {
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
	first, last := 0, r.se.LastStep()
	switch {
	case r.take.Step == LastStep:
		tree := r.m.Shown().Name() == "tree"
		for first = last; tree && first > 0 && r.se.Tracks[r.se.Right].Snaps()[first].Decision == nil; first-- {
		}
		last = first
	case r.take.Step >= 0:
		first = min(r.take.Step, last)
		last = first
	}
	turns := []bool{false}
	if r.se.Left != r.se.Right && !r.about().SideBySide {
		turns = []bool{true, false}
	}
	var out []render.Frame
	for r.se.Step = first; r.se.Step <= last; r.se.Step++ {
		for _, r.se.Single = range turns {
			if err := r.move(); err != nil {
				return nil, err
			}
			f, err := r.frame()
			if err != nil {
				return nil, err
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// noStep says which steps there are.
func (r *Recorder) noStep(last int) error {
	return takeErrorf("%s ends with step %d: choose a step from 0 to %d", sanitize.Text(r.se.Problem.Name), last, last)
}

// theorem records both parts of theorem 1, before and after a run.
func (r *Recorder) theorem() ([]render.Frame, error) {
	keys := []tea.KeyMsg{{Type: tea.KeyHome}, {Type: tea.KeyEnd}, {Type: tea.KeyRunes, Runes: []rune{'2'}}, {Type: tea.KeyEnd}}
	if r.take.Step >= len(keys) {
		return nil, r.noStep(len(keys) - 1)
	}
	var out []render.Frame
	for i, k := range keys {
		if err := r.press(k); err != nil {
			return nil, err
		}
		if r.take.Step >= 0 && r.take.Step != i || r.take.Step == LastStep && i < len(keys)-1 {
			continue
		}
		f, err := r.frame()
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// frame records the explorer as it is now.
func (r *Recorder) frame() (render.Frame, error) {
	f := render.Frame{Canvas: r.draw(r.m.ScreenView().Theme), Title: r.about().Question}
	if place, _, _ := strings.Cut(r.m.Place(), "   "); place != "" {
		f.Title = strings.ToUpper(place[:1]) + place[1:] + ": " + f.Title
	}
	if r.take.Twin.Name != "" {
		f.Light = r.draw(r.take.Twin)
	}
	f.Parts = r.parts()
	if shown := r.policiesShown(); len(shown) < len(r.se.Tracks) {
		f.Title += " (" + list(shown) + ")"
	}
	return f, r.ctx.Err()
}

// about is what the frame says of the screen shown.
func (r *Recorder) about() screen.About { return r.m.Shown().About(r.m.ScreenView()) }

// draw draws a frame of its own in a theme.
func (r *Recorder) draw(th theme.Theme) chart.Canvas {
	v := r.m.ScreenView()
	c := chart.New(v.W, v.H, v.Terminal)
	r.m.DrawAs(c, th)
	return c
}

// parts are the pieces of the present frame that can stand by themselves, each
// with its story.
func (r *Recorder) parts() []render.Part {
	v, about := r.m.ScreenView(), r.about()
	body := screen.Arrange(v.W, v.H).Spare(v.CrossRows).Body
	if about.SideBySide {
		left, right, _, strip := compare.Columns(body)
		return []render.Part{r.part(left, r.se.Left), r.part(right, r.se.Right), {Rect: strip, Head: "timeline", Wide: true}}
	}
	if len(r.se.Tracks) > 0 {
		return []render.Part{r.part(body, r.se.Focused())}
	}
	return []render.Part{{Rect: body, Caption: about.Caption}}
}

// policiesShown are the policies on the screen.
func (r *Recorder) policiesShown() []string {
	shown := []int{r.se.Focused()}
	switch {
	case len(r.se.Tracks) == 0:
		return nil
	case r.about().SideBySide:
		shown = r.se.Visible()
	}
	var out []string
	for _, i := range shown {
		out = append(out, r.se.Tracks[i].Policy().Title())
	}
	return out
}

// part is a policy's column with its story.
func (r *Recorder) part(at chart.Rect, track int) render.Part {
	p := render.Part{Rect: at, Head: r.se.Tracks[track].Policy().Title()}
	if s, _ := r.se.Shown(track); s != nil {
		p.Caption = strings.TrimSpace(pane.Narrate(s, false))
	}
	return p
}
