//go:build !js

package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// Played, a GIF shows each frame as its picture is, and nothing of the frames before it; a frame
// that changes little is small, and one that changes nothing takes only time.
func TestGIFShowsEveryFrame(t *testing.T) {
	t.Parallel()
	var frames []Frame
	for i := range 4 {
		c := chart.New(60, 20, chart.Terminal{})
		for y := range 20 {
			c.Text(0, y, fmt.Sprintf("row %d of a frame that stays as it is", y), chart.Ink{Fg: chart.RGB(200, uint8(10*y), 90)})
		}
		if i < 3 {
			c.Fill(chart.Rect{X: 10 * i, Y: 5, W: 8, H: 3}, '█', chart.Ink{Fg: chart.RGB(40, 60*uint8(i), 250)})
		} else {
			c.Fill(chart.Rect{X: 20, Y: 5, W: 8, H: 3}, '█', chart.Ink{Fg: chart.RGB(40, 120, 250)}) // as the third
		}
		frames = append(frames, Frame{Canvas: c.Still()})
	}
	var b bytes.Buffer
	o := Options{Padding: 8}
	testkit.OK(t, GIF(&b, frames, o))
	g, err := gif.DecodeAll(bytes.NewReader(b.Bytes()))
	testkit.OK(t, err)
	if len(g.Image) != 3 || g.Delay[2] != 2*g.Delay[1] || g.LoopCount != 0 {
		t.Fatalf("%d pictures with delays %v, want 3, the last twice as long", len(g.Image), g.Delay)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, p := range g.Image {
		draw.Draw(screen, p.Rect, p, p.Rect.Min, draw.Over)
		want, err := bitmap(frames[i].Canvas, o)
		testkit.OK(t, err)
		if i > 0 && 4*p.Rect.Dx()*p.Rect.Dy() > want.Rect.Dx()*want.Rect.Dy() {
			t.Errorf("frame %d takes %v of %v", i, p.Rect, want.Rect)
		}
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if d := distance(screen.RGBAAt(x, y), want.RGBAAt(x, y)); d > 24 {
					t.Fatalf("frame %d at %d, %d: %v instead of %v", i, x, y, screen.RGBAAt(x, y), want.RGBAAt(x, y))
				}
			}
		}
	}
}

// distance is that of the most different part of two colours.
func distance(a, b color.RGBA) int {
	d := 0
	for _, e := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		d = max(d, e, -e)
	}
	return d
}
