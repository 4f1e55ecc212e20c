package tui

import (
	"context"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/render"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// RunTour leads through a tour until its user quits, ctx ends or the terminal
// goes away.
func RunTour(ctx context.Context, o TourOptions, in io.Reader, out io.Writer) error {
	ctx, restore := prepare(ctx, &o.Explorer)
	defer restore()
	g := newGuide(o)
	defer g.Close()
	return show(ctx, g, in, out)
}

// TourFrames records a tour without a terminal, a frame for every key press: all
// of a scene is computed before it is drawn, so that the same tour gives the
// same frames. Steps of the take are frames, counted from 0.
func TourFrames(ctx context.Context, t *tour.Tour, o Options, take Take) ([]render.Frame, error) {
	g := newGuide(TourOptions{Tour: t, Explorer: o})
	g.still, g.wordless = true, take.Captions
	defer g.Close()
	g.Update(tea.WindowSizeMsg{Width: take.W, Height: take.H})
	places := g.places()
	first, last := 0, len(places)-1
	switch {
	case take.Step > last:
		return nil, TakeErrorf("the tour ends with frame %d: choose one from 0 to %d", last, last)
	case take.Step >= 0:
		first, last = take.Step, take.Step
	case take.Step == LastStep:
		first = last
	}
	var frames []render.Frame
	for _, p := range places[first : last+1] {
		g.at, g.asking = p.scene, p.asking
		if take.Progress != nil {
			take.Progress(g.scene().Title, p.scene)
		}
		if err := g.drain(ctx, g.enter()); err != nil {
			return nil, err
		}
		frames = append(frames, g.record(take.Twin))
	}
	return frames, nil
}

// place is where a tour can stand.
type tourPlace struct {
	scene  int
	asking bool
}

// places are all of them, in order.
func (g *guide) places() []tourPlace {
	var out []tourPlace
	for i, s := range g.tour.Scenes {
		if !s.Question.Empty() {
			out = append(out, tourPlace{i, true})
		}
		out = append(out, tourPlace{i, false})
	}
	return out
}

// drain runs commands and what follows from them until none is left.
func (g *guide) drain(ctx context.Context, cmds ...tea.Cmd) error {
	stop := context.AfterFunc(ctx, func() { // a simulation can take long
		g.cancel()
	})
	defer stop()
	if err := Drain(g, ctx.Err, cmds...); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return g.failure()
}

// failure is why the present scene cannot be shown, nil if it can.
func (g *guide) failure() error {
	if sim := g.simulationOf(g.at); sim != nil && sim.err != nil {
		return sim.err
	}
	if s := g.stage(); s != nil {
		for _, t := range s.m.s.Tracks {
			if t.Err() != nil {
				return t.Err()
			}
		}
	}
	return nil
}

// record is the present frame, in a second theme too if there is one.
func (g *guide) record(twin theme.Theme) render.Frame {
	f := render.Frame{Title: g.title(), Canvas: g.paint(g.theme)}
	if twin.Name != "" {
		f.Light = g.paint(twin)
	}
	f.Parts = []render.Part{{Caption: g.said()}} // where it is drawn, for how long it takes to read
	return f
}

// said is all that is said of what is on the screen.
func (g *guide) said() string {
	if g.asking {
		return g.words(g.scene().Question)
	}
	text := g.words(g.scene().Caption)
	if d := g.doubt(); d != "" {
		text += "\n" + d
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// paint draws a frame of its own in a theme.
func (g *guide) paint(th theme.Theme) chart.Canvas {
	own := g.theme
	g.dress(th)
	defer g.dress(own)
	c := chart.New(g.w, g.h, g.options.Terminal)
	g.draw(c)
	return c
}

// dress changes the colours.
func (g *guide) dress(th theme.Theme) {
	g.theme = th
	for _, s := range g.stages {
		if s != nil {
			s.m.theme = th
		}
	}
}
