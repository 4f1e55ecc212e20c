package chart

import (
	"math/rand/v2"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// Whatever the marks and the room, labels are whole or absent, and cover neither marks nor each other.
func TestMapLabelsNeverOverprint(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 9))
	written := 0
	for range 4000 {
		w, h := 12+rng.IntN(50), 4+rng.IntN(16)
		m := HeatMap{NX: 1, NY: 1, Values: []float64{1}, X: Axis{Max: 1}, Y: Axis{Max: 1}, Gutter: -1}
		labels := []string{"best 0.935", "next", "optimum", "imagined"}
		for i := range 2 + rng.IntN(8) {
			p := Point{X: rng.Float64(), Y: rng.Float64(), Shape: MarkChosen}
			if i < len(labels) {
				p.Label = labels[i]
			}
			if i > 0 && rng.IntN(3) == 0 { // close to another
				p.X, p.Y = m.Points[0].X, m.Points[0].Y
			}
			m.Points = append(m.Points, p)
		}
		c := New(w, h, Terminal{Profile: NoColor})
		m.Draw(c, testStyle)
		text := c.Plain()
		l := Plot{X: m.X, Y: m.Y, Gutter: -1}.Layout(c)
		for i, p := range m.Points {
			x, okx := l.X.Cell(p.X)
			y, oky := l.Y.Cell(p.Y)
			if okx && oky && c.Cell(l.Area.X+x, l.Area.Y+y).Rune != MarkChosen.Rune() {
				t.Fatalf("mark %d of %d at %d, %d is covered:\n%s", i, len(m.Points), x, y, text)
			}
			written += strings.Count(text, p.Label) * min(1, len(p.Label))
		}
		letters := strings.NewReplacer("best 0.935", "", "next", "", "optimum", "", "imagined", "").Replace(text)
		if strings.ContainsFunc(letters, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }) {
			t.Fatalf("a part of a label:\n%s", text)
		}
	}
	if written < 8000 {
		t.Errorf("only %d labels found a place", written)
	}
}
