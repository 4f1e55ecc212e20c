package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/tour"
)

// A question hides its answer: what its scene says is left out of the picture
// until the next key.

// sideOf is the column of a track in a tour's words.
func (s *backdrop) sideOf(track int) tour.Side {
	if track < 0 || len(s.se.Tracks) < 2 {
		return tour.Both
	}
	return [2]tour.Side{tour.Left, tour.Right}[min(track, 1)]
}

// veil is what the explorer leaves out by itself, so that titles and axes stay.
func (s *backdrop) veil() screen.Veil {
	if !s.asking {
		return nil
	}
	sc := s.scene
	return func(track int, part string) bool { return sc.Hides(s.sideOf(track), part) }
}

// hides reports whether a part is hidden now.
func (s *backdrop) hides(part string) bool { return s.asking && s.scene.Hides(tour.Both, part) }

// kept are parts the explorer veils itself.
var kept = map[string]bool{"name": true, "objective": true, "cost": true, "acquisition": true}

// cover takes the other hidden parts off the picture.
func (g *Guide) cover(spots *screen.Spots, s *backdrop) {
	for _, spot := range spots.Found {
		if !kept[spot.Part] && g.scene().Hides(s.sideOf(spot.Track), spot.Part) {
			g.drawHidden(spot.At)
		}
	}
}

// drawHidden marks what is hidden, so that it is not mistaken for missing.
func (g *Guide) drawHidden(c chart.Canvas) {
	c.Withdraw()
	w, h := c.Size()
	words := screen.Hidden
	if c.Width(words) > w {
		words = "?"
	}
	c.TextCentre(0, (h-1)/2, w, words, g.theme.MutedInk())
}

// unask shows the answer of the scene's question.
func (g *Guide) unask() tea.Cmd {
	g.asking = false
	if s := g.backdrop(); s != nil {
		return s.set(g.scene(), false)
	}
	return nil
}
