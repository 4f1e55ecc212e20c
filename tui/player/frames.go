package player

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/mistake"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/picture"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// Shots say which frames of a tour are drawn, and how.
type Shots struct {
	W, H     int
	From, To int         // frames, counted from 1; 0: from the first, to the last; negative: from the end, −1 being the last
	Captions bool        // the words stand beside the pictures, not in them
	Twin     theme.Theme // draw every frame in this theme too; zero: in one only
	// Progress, if not nil, is called with the frame being computed.
	Progress func(title string, frame int)
	// Mistakes, if not nil, is called in the end with the false statements.
	Mistakes func(mistake.List)
}

// NoFrameError says that a frame was asked for that the tour does not have.
type NoFrameError struct{ Last int }

func (e NoFrameError) Error() string {
	return fmt.Sprintf("the tour ends with frame %d: choose one from 1 to %d", e.Last, e.Last)
}

// among resolves the frames asked for among n.
func (s Shots) among(n int) (first, last int, err error) {
	first, last = cmp.Or(s.From, 1), cmp.Or(s.To, n)
	for _, at := range []*int{&first, &last} {
		if *at < 0 {
			*at += n + 1
		}
		if *at < 1 || *at > n {
			return 0, 0, NoFrameError{n}
		}
	}
	return first, last, nil
}

// Frames draws a tour without a terminal, a frame for every key press: all of a
// scene is computed before it is drawn, so that the same tour gives the same
// frames.
func Frames(ctx context.Context, t *tour.Tour, o tui.Options, s Shots) ([]picture.Frame, error) {
	g := New(Options{Tour: t, Explorer: o})
	g.still, g.wordless = true, s.Captions
	defer g.Close()
	g.Update(tea.WindowSizeMsg{Width: s.W, Height: s.H})
	all := places(t)
	first, last, err := s.among(len(all))
	if err != nil {
		return nil, err
	}
	var frames []picture.Frame
	for k := first; k <= last; k++ {
		p := all[k-1]
		g.at, g.asking = p.scene, p.asking
		if s.Progress != nil {
			s.Progress(g.scene().Title, k)
		}
		if err := g.drain(ctx, g.enter()); err != nil {
			return nil, err
		}
		frames = append(frames, g.record(s.Twin))
	}
	if s.Mistakes != nil {
		s.Mistakes(g.allMistakes())
	}
	return frames, nil
}

// place is where a tour can stand.
type place struct {
	scene  int
	asking bool
}

// places are all of them, in order.
func places(t *tour.Tour) []place {
	var out []place
	for i, s := range t.Scenes {
		if !s.Question.Empty() {
			out = append(out, place{i, true})
		}
		out = append(out, place{i, false})
	}
	return out
}

// drain runs commands and what follows from them until none is left.
func (g *Guide) drain(ctx context.Context, cmds ...tea.Cmd) error {
	stop := context.AfterFunc(ctx, func() { // a simulation can take long
		g.cancel()
	})
	defer stop()
	if err := tui.Drain(g, ctx.Err, cmds...); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	g.settled[g.at] = true
	return g.failure()
}

// failure is why the present scene cannot be shown, nil if it can.
func (g *Guide) failure() error {
	if sim := g.simulationOf(g.at); sim != nil && sim.err != nil {
		return sim.err
	}
	if s := g.backdrop(); s != nil {
		for _, t := range s.se.Tracks {
			if t.Err() != nil {
				return t.Err()
			}
		}
	}
	return nil
}

// record is the present frame, in a second theme too if there is one.
func (g *Guide) record(twin theme.Theme) picture.Frame {
	f := picture.Frame{Title: g.title(), Canvas: g.paint(g.theme), Number: g.tour.FrameOf(g.at, g.asking), Of: g.tour.Frames()}
	if twin.Name != "" {
		f.Light = g.paint(twin)
	}
	f.Said = g.said() // where it is drawn, for how long it takes to read
	if g.wordless {
		f.Parts = g.parts()
	}
	return f
}

// parts are the pieces of the picture that can stand by themselves, where there
// is no room for all: the columns; nil: it is one.
func (g *Guide) parts() []picture.Part {
	s, area := g.backdrop(), g.layout().picture
	if s == nil || len(s.se.Columns) < 2 {
		return nil
	}
	var out []picture.Part
	at := func(r chart.Rect) chart.Rect { // with the mark of what is lit
		return chart.Rect{X: area.X + r.X - 1, Y: area.Y + r.Y, W: r.W + 1, H: r.H}
	}
	column := func(r chart.Rect, track int) {
		out = append(out, picture.Part{Rect: at(r), Head: s.se.Tracks[track].Title()})
	}
	inside := chart.Rect{W: area.W, H: area.H}
	switch v := s.m.ScreenView(); g.scene().Screen {
	case tour.Compare:
		l := compare.Arrange(v, inside)
		if len(l.Columns) < 2 {
			return nil
		}
		if !l.Score.Empty() {
			out = append(out, picture.Part{Rect: at(l.Score), Head: "score", Wide: true})
		}
		for k, r := range l.Columns {
			column(r, l.Tracks[k])
		}
		if !l.Timeline.Empty() {
			out = append(out, picture.Part{Rect: at(l.Timeline), Head: "timeline", Wide: true})
		}
	case tour.Finale:
		for k, r := range g.ends(inside, len(s.se.Columns)) {
			column(r, s.se.Columns[k])
		}
	default:
		return nil
	}
	return out
}

// said is all that is said of what is on the screen.
func (g *Guide) said() string {
	if g.asking {
		return g.words(g.scene().Question)
	}
	text := g.words(g.scene().Caption)
	if d := g.mistakeText(); d != "" {
		text += "\n" + d
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// paint draws a frame of its own in a theme.
func (g *Guide) paint(th theme.Theme) chart.Still {
	own := g.theme
	g.dress(th)
	defer g.dress(own)
	g.canvas = g.canvas.Resized(g.w, g.h, g.options.Terminal)
	g.draw(g.canvas)
	return g.canvas.Still()
}

// dress changes the colours.
func (g *Guide) dress(th theme.Theme) {
	g.theme = th
	for _, s := range g.backdrops {
		if s != nil {
			s.m.SetLook(th, g.options.Terminal)
		}
	}
}
