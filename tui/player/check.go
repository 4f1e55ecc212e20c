package player

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/mistake"
	"farsight/tui"
	"farsight/tui/tour"
)

// Check computes all of a tour and checks its claims; progress, if not nil, is called with the
// frame being computed.
func Check(ctx context.Context, t *tour.Tour, o tui.Options, progress func(title string, frame int)) (mistake.List, error) {
	g := New(Options{Tour: t, Explorer: o})
	g.still = true
	defer g.Close()
	g.Update(tea.WindowSizeMsg{Width: 160, Height: 48}) // nothing is drawn, but both columns are computed
	for g.at = range t.Scenes {
		if progress != nil {
			progress(g.scene().Title, t.FrameOf(g.at, false))
		}
		if err := g.drain(ctx, g.enter()); err != nil {
			return nil, err
		}
	}
	return g.allMistakes(), nil
}

// Last is the last step of a policy's run, once it has ended.
func (v values) Last(who string) (step int, known bool) {
	s := v.g.backdropOf(v.scene)
	if s == nil {
		return 0, false
	}
	i := v.track(s, who)
	if i < 0 || i >= len(s.se.Tracks) || !s.se.Tracks[i].Done() {
		return 0, false
	}
	return s.se.Tracks[i].Last(), true
}

// Whole reports whether all of the scene is computed. In a terminal more may follow, such as the
// curve of a tree.
func (v values) Whole() bool { return v.g.settled[v.scene] }

// mistakesAt are the false statements of a scene. Once all that it claims is known they are cached,
// because every frame needs them.
func (g *Guide) mistakesAt(scene int) mistake.List {
	if known, ok := g.mistakes[scene]; ok {
		return known
	}
	v := values{g, scene}
	found := g.tour.Mistakes(scene, v)
	for _, c := range g.tour.Scenes[scene].Claims {
		if _, known := c.Check(v); !known {
			return found
		}
	}
	if g.readyAt(scene) {
		g.mistakes[scene] = found
	}
	return found
}

// allMistakes are those of all scenes that were shown. It changes nothing, because others may
// still be drawing.
func (g *Guide) allMistakes() mistake.List {
	all := g.tour.Check().Mistakes
	for i := range g.tour.Scenes {
		if g.entered[i] && g.readyAt(i) {
			all = append(all, g.tour.Mistakes(i, values{g, i})...)
		}
	}
	return tour.Once(all)
}

// mistakeText returns the false statements of the scene as a sentence, "" if there are none.
func (g *Guide) mistakeText() string {
	found := g.mistakesAt(g.at)
	if g.asking || len(found) == 0 {
		return ""
	}
	var words []string
	for _, m := range found {
		words = append(words, m.Message)
	}
	return "Not so: " + strings.Join(words, "; ") + "."
}
