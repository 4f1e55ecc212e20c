package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-sixel"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

const kittyAnswer = "\x1b_Gi=31;OK\x1b\\\x1b[6;16;8t\x1b[?62;c"

// Sixel is used where it may be and the size of a cell is known; answers come in parts.
func TestTake(t *testing.T) {
	t.Parallel()
	s := NewScreen(false)
	if s.Take([]byte("\x1b[6;16;8t")) || s.Ready() || !s.Take([]byte("\x1b_Gi=31;OK\x1b\\")) || !s.Ready() || s.Take([]byte("\x1b[?62;4c")) {
		t.Error("Kitty's protocol is not taken once, when it is answered")
	}
	if s := NewScreen(false); s.Take([]byte("\x1b[6;16;8t\x1b[?62;4c")) {
		t.Error("sixel is used by who did not ask for it")
	}
	if s := NewScreen(true); s.Take([]byte("\x1b[?62;4c")) || !s.Take([]byte("\x1b[6;16;8t")) {
		t.Error("sixel is used before the size of a cell is known, or not then")
	}
}

// plots draws some, the curve of each a sine with a shift.
func plots(s *Screen, w, h int, shifts ...float64) chart.Still {
	c := chart.New(w, h, chart.Terminal{Pixels: s})
	for i, shift := range shifts {
		var y, lo, hi []float64
		for k := range 200 {
			v := math.Sin(float64(k)/20 + shift)
			y, lo, hi = append(y, v), append(lo, v-0.4), append(hi, v+0.4)
		}
		chart.Plot{
			Title: "objective", X: chart.Axis{Min: 0, Max: 1}, Y: chart.Axis{Min: -1.5, Max: 1.5}, XRows: chart.XLine,
			Bands:  []chart.Band{{Lo: lo, Hi: hi, Fill: blue}},
			Levels: []chart.Level{{Y: 1.2, Color: red, Dash: chart.Dashed, Label: "best"}},
			Series: []chart.Series{{Y: y, Color: red, Heavy: true}},
			Points: []chart.Point{{X: 0, Y: 0, Shape: chart.MarkChosen, Color: red}},
		}.Draw(c.Sub(chart.Rect{Y: i * h / len(shifts), W: w, H: h / len(shifts)}), style)
	}
	return c.Still()
}

func kittyScreen() *Screen {
	s := NewScreen(false)
	s.Take([]byte(kittyAnswer))
	return s
}

// written is what reaches the terminal of a frame's figures.
func written(t *testing.T, s *Screen, c chart.Still) string {
	t.Helper()
	return string(s.Append(nil, s.FiguresOf(c), func(int) bool { return true }))
}

var (
	placing  = regexp.MustCompile(`\x1b\[(\d+);(\d+)H\x1b_Ga=T,f=100,q=2,C=1,i=(\d+),p=1,c=(\d+),r=(\d+),m=[01];`)
	removing = regexp.MustCompile(`\x1b_Ga=d,d=I,i=(\d+),q=2\x1b\\`)
)

// Pictures are sent when they changed, before those they replace go; all go when the screen is left.
func TestKittyShowsWhatChanged(t *testing.T) {
	t.Parallel()
	s := kittyScreen()
	var out bytes.Buffer
	first := written(t, s, plots(s, 60, 20, 0, 1))
	placed := placing.FindAllStringSubmatch(first, -1)
	if len(placed) != 2 {
		t.Fatalf("%d pictures are placed, want 2:\n%q", len(placed), first)
	}
	for _, p := range placed {
		if p[4] != fmt.Sprint(60-4+1) { // the area, and a column at its left
			t.Errorf("a picture is %s columns wide", p[4])
		}
	}
	for _, piece := range regexp.MustCompile(`\x1b_G[^\x1b]*\x1b\\`).FindAllString(first, -1) {
		if len(piece) > chunk+200 {
			t.Errorf("a piece of %d bytes", len(piece))
		}
	}
	if again := written(t, s, plots(s, 60, 20, 0, 1)); strings.Contains(again, "\x1b_G") {
		t.Error("the same pictures are sent again")
	}
	next := written(t, s, plots(s, 60, 20, 0, 2))
	added, gone := placing.FindAllStringSubmatchIndex(next, -1), removing.FindAllStringSubmatchIndex(next, -1)
	if len(added) != 1 || len(gone) != 1 || gone[0][0] < added[0][0] {
		t.Fatalf("one curve changed: %d placed, %d removed, in this order", len(added), len(gone))
	}
	if got, want := next[gone[0][2]:gone[0][3]], placed[1][3]; got != want {
		t.Errorf("picture %s is removed, want %s", got, want)
	}
	if none := written(t, s, chart.New(60, 20, chart.Terminal{Pixels: s}).Still()); len(removing.FindAllString(none, -1)) != 2 {
		t.Errorf("a screen without plots leaves pictures: %q", none)
	}
	written(t, s, plots(s, 60, 20, 0, 1))
	testkit.OK(t, s.Close(&out))
	if n := len(removing.FindAllString(out.String(), -1)); n != 2 {
		t.Errorf("%d of 2 pictures are deleted at the end: %q", n, out.String())
	}
	out.Reset()
	if err := s.Close(&out); err != nil || out.Len() > 0 {
		t.Errorf("what is deleted is deleted again: %q, %v", out.String(), err)
	}
}

// decode reads the pictures that are placed.
func decode(t *testing.T, text string) []image.Image {
	t.Helper()
	var out []image.Image
	for _, at := range placing.FindAllStringIndex(text, -1) {
		var data strings.Builder
		for rest := text[at[0]:]; ; {
			_, head, _ := strings.Cut(rest, "\x1b_G")
			control, body, _ := strings.Cut(head, ";")
			payload, after, _ := strings.Cut(body, "\x1b\\")
			data.WriteString(payload)
			if rest = after; strings.HasSuffix(control, "m=0") {
				break
			}
		}
		raw, err := base64.StdEncoding.DecodeString(data.String())
		testkit.OK(t, err)
		img, err := png.Decode(bytes.NewReader(raw))
		testkit.OK(t, err)
		out = append(out, img)
	}
	return out
}

// A picture holds the curve in its colour, a translucent band and nothing elsewhere.
func TestKittyPicture(t *testing.T) {
	t.Parallel()
	s := kittyScreen()
	c := plots(s, 60, 20, 0)
	all := decode(t, written(t, s, c))
	if len(all) != 1 {
		t.Fatalf("%d pictures", len(all))
	}
	f := c.Figures()[0]
	if got, want := all[0].Bounds(), image.Rect(0, 0, (f.Area.W+1)*8, (f.Area.H+1)*16); got != want {
		t.Fatalf("the picture is %v, want %v", got, want)
	}
	at := func(u, v float64) color.NRGBA {
		return color.NRGBAModel.Convert(all[0].At(8+int(u*float64(f.Area.W*8)), int(f.Y.Place(v)*16))).(color.NRGBA)
	}
	for _, u := range []float64{0.2, 0.41, 0.63, 0.87} {
		v := math.Sin(u * 199 / 20)
		if k := at(u, v); k.R < 200 || k.B > 60 || k.A != 255 {
			t.Errorf("on the curve at %g: %v", u, k)
		}
	}
	if k := at(0.237, 0.7); k.A != 255 && (k.B < 200 || k.A < 100) { // the first crest
		t.Errorf("in the band: %v", k)
	}
	if k := at(0.237, -1.2); k.A != 0 {
		t.Errorf("outside: %v", k)
	}
}

// Of any picture the numbered one is near: nobody sees the difference with few colours, and with many
// it is within what their number allows.
func TestIndexed(t *testing.T) {
	t.Parallel()
	var k colours
	for _, c := range []struct {
		name  string
		at    func(x, y int) color.RGBA
		error int
	}{
		{"few", func(x, y int) color.RGBA { return color.RGBA{uint8(x % 16), 0, 0, 255} }, 3},
		{"nothing", func(x, y int) color.RGBA { return color.RGBA{} }, 0},
		{"many", func(x, y int) color.RGBA { return color.RGBA{uint8(x), uint8(y), 0, 255} }, 24},
		{"all", func(x, y int) color.RGBA { return color.RGBA{uint8(x), uint8(y), uint8(x ^ y), 255} }, 64},
	} {
		img := image.NewRGBA(image.Rect(-3, 0, 200, 150))
		for y := range 150 {
			for px := -3; px < 200; px++ {
				img.SetRGBA(px, y, c.at(px+3, y))
			}
		}
		got := k.indexed(img, image.Rect(0, 0, 200, 150), nil)
		if len(got.Palette) > mostColours {
			t.Errorf("%s: %d colours", c.name, len(got.Palette))
		}
		worst := 0
		for y := range 150 {
			for px := range 200 {
				a, b := img.RGBAAt(px, y), color.RGBAModel.Convert(got.At(px, y)).(color.RGBA)
				for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B), int(a.A) - int(b.A)} {
					worst = max(worst, d, -d)
				}
			}
		}
		if worst > c.error {
			t.Errorf("%s: a pixel is %d off", c.name, worst)
		}
	}
}

// Sixels that are read back are the picture.
func TestSixel(t *testing.T) {
	t.Parallel()
	img := &image.Paletted{Rect: image.Rect(0, 0, 23, 15), Stride: 23, Pix: make([]uint8, 23*15),
		Palette: color.Palette{color.NRGBA{}, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 128}, color.NRGBA{255, 255, 255, 255}}}
	for i := range img.Pix {
		img.Pix[i] = uint8(i * i / 7 % 4)
	}
	text := appendSixel([]byte("before"), img, black)
	if !bytes.HasPrefix(text, []byte("before\x1bP0;1;")) || !bytes.HasSuffix(text, []byte("\x1b\\")) { // 1: nothing is drawn where nothing is
		t.Fatalf("%q", text)
	}
	var got image.Image
	testkit.OK(t, sixel.NewDecoder(bytes.NewReader(text[len("before"):])).Decode(&got))
	for i, k := range img.Pix {
		want := []color.NRGBA{{}, {255, 0, 0, 255}, {0, 0, 128, 255}, {255, 255, 255, 255}}[k] // half a blue on black
		c := color.NRGBAModel.Convert(got.At(i%23, i/23)).(color.NRGBA)
		if near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 3 }; !near(c.A, want.A) || want.A > 0 && !(near(c.R, want.R) && near(c.G, want.G) && near(c.B, want.B)) {
			t.Fatalf("pixel %d is %v, want %v", i, c, want)
		}
	}
}

// By sixel a picture is sent again when text was written over its rows, with its labels after it.
func TestSixelComesAfterText(t *testing.T) {
	t.Parallel()
	s := NewScreen(true)
	s.Take([]byte("\x1b[6;16;8t\x1b[?62;4c"))
	figures := s.FiguresOf(plots(s, 60, 20, 0, 1))
	send := func(rows ...int) (sixels int, text string) {
		text = string(s.Append(nil, figures, func(y int) bool { return len(rows) == 0 || slices.Contains(rows, y) }))
		return strings.Count(text, "\x1bP"), text
	}
	if !s.Erased() {
		t.Error("rows may be written in part, and pictures stay where others come")
	}
	n, text := send()
	if n != 2 || strings.LastIndex(text, "best") < strings.LastIndex(text, "\x1bP") {
		t.Fatalf("%d pictures, want 2 with their labels after them", n)
	}
	if n, _ := send(0); n != 0 { // the title
		t.Errorf("%d pictures are sent for a row that none is in", n)
	}
	if n, _ := send(3); n != 1 {
		t.Errorf("%d pictures are sent for a row of one", n)
	}
}
