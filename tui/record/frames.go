package record

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/luck"
	"farsight/tui/pane"
	"farsight/tui/picture"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// Frames records the steps that were asked for. The compare screen shows as many
// policies as fit: others follow, beside the first, and where there is space for
// one column only they take turns. Other screens show the last policy.
func (r *recorder) Frames() ([]picture.Frame, error) {
	switch {
	case r.study, r.m.Shown().Name() == atlas.Name:
		f, err := r.frame()
		return []picture.Frame{f}, err
	case len(r.se.Tracks) == 0:
		return r.theorem()
	}
	if last := r.lastStep(); r.take.Step > last {
		return nil, r.noStep(last)
	}
	if r.m.Shown().Name() == luck.Name { // it is of no step
		f, err := r.frame()
		return []picture.Frame{f}, err
	}
	if r.m.Shown().Name() != "compare" {
		r.se.Columns = []int{len(r.se.Tracks) - 1}
		return r.steps()
	}
	out, err := r.steps()
	beside := len(r.se.SideBySide()) - 1
	for waiting := r.se.Waiting(); beside > 0 && waiting > 0; waiting -= beside {
		for range beside {
			r.se.Columns = slices.Concat(r.se.Columns[:1], r.se.Columns[2:], r.se.Columns[1:2])
		}
		frames, more := r.steps()
		out, err = append(out, frames...), errors.Join(err, more)
	}
	return out, err
}

// steps records the policies on the screen.
func (r *recorder) steps() ([]picture.Frame, error) {
	first, last := 0, r.se.LastStep()
	switch {
	case r.take.Step == LastStep:
		tree := r.m.Shown().Name() == "tree"
		for first = last; tree && first > 0 && r.se.Tracks[r.se.Focused()].Snaps()[first].Decision == nil; first-- {
		}
		last = first
	case r.take.Step >= 0:
		first = min(r.take.Step, last)
		last = first
	}
	turns := 1
	if !r.about().SideBySide {
		turns = len(r.se.Columns)
	}
	var out []picture.Frame
	for r.se.Step = first; r.se.Step <= last; r.se.Step++ {
		for turn := range turns {
			if turns > 1 {
				r.se.Front = turn
			}
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
func (r *recorder) noStep(last int) error {
	return takeErrorf("%s ends with step %d: choose a step from 0 to %d", sanitize.Text(r.se.Problem.Name), last, last)
}

// theorem records both parts of theorem 1, before and after a run.
func (r *recorder) theorem() ([]picture.Frame, error) {
	keys := []tea.KeyMsg{{Type: tea.KeyHome}, {Type: tea.KeyEnd}, {Type: tea.KeyRunes, Runes: []rune{'2'}}, {Type: tea.KeyEnd}}
	if r.take.Step >= len(keys) {
		return nil, r.noStep(len(keys) - 1)
	}
	var out []picture.Frame
	for i, k := range keys {
		_, cmd := r.m.Update(k)
		if err := r.drain(cmd); err != nil {
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
func (r *recorder) frame() (picture.Frame, error) {
	f := picture.Frame{Canvas: r.draw(r.m.ScreenView().Theme), Title: r.about().Question}
	if place, _, _ := strings.Cut(r.m.Place(), "   "); place != "" {
		f.Title = strings.ToUpper(place[:1]) + place[1:] + ": " + f.Title
	}
	if r.take.Twin.Name != "" {
		f.Light = r.draw(r.take.Twin)
	}
	f.Parts = r.parts()
	if shown := r.policiesShown(); !r.about().Apart && len(shown) < len(r.se.Tracks) {
		f.Title += " (" + list(shown) + ")"
	}
	return f, r.ctx.Err()
}

// about is the description of the shown screen.
func (r *recorder) about() screen.About { return r.m.Shown().About(r.m.ScreenView()) }

// draw draws a frame in a theme.
func (r *recorder) draw(th theme.Theme) chart.Still {
	v := r.m.ScreenView()
	r.canvas = r.canvas.Resized(v.W, v.H, v.Terminal)
	r.m.DrawAs(r.canvas, th)
	return r.canvas.Still()
}

// parts are the pieces of the present frame that can be shown alone, each with its story.
func (r *recorder) parts() []picture.Part {
	v, about := r.m.ScreenView(), r.about()
	body := screen.Arrange(v.W, v.H).Spare(v.CrossRows).Body
	switch {
	case about.Apart: // of no step
	case about.SideBySide:
		return r.columns(compare.Arrange(v, body))
	case len(r.se.Tracks) > 0:
		return []picture.Part{r.part(body, r.se.Focused())}
	}
	return []picture.Part{{Rect: body, Caption: about.Caption}}
}

// columns are the policies side by side, or all in one set of charts, with
// what is common to them.
func (r *recorder) columns(l compare.Layout) []picture.Part {
	var out []picture.Part
	if !l.Score.Empty() {
		out = append(out, picture.Part{Rect: l.Score, Head: "score", Wide: true})
	}
	for k, at := range l.Columns {
		out = append(out, r.part(at, l.Tracks[k]))
	}
	if !l.Timeline.Empty() {
		out = append(out, picture.Part{Rect: l.Timeline, Head: "timeline", Wide: true})
	}
	return out
}

// policiesShown are the policies on the screen.
func (r *recorder) policiesShown() []string {
	shown := []int{r.se.Focused()}
	switch {
	case len(r.se.Tracks) == 0:
		return nil
	case r.about().SideBySide:
		shown = r.se.SideBySide()
	}
	var out []string
	for _, i := range shown {
		out = append(out, r.se.Tracks[i].Title())
	}
	return out
}

// part is a policy's column with its story.
func (r *recorder) part(at chart.Rect, track int) picture.Part {
	p := picture.Part{Rect: at, Head: r.se.Tracks[track].Title()}
	if s, _ := r.se.Shown(track); s != nil {
		p.Caption = strings.TrimSpace(pane.Narrate(s, false))
	}
	return p
}
