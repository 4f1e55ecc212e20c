package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// diffPage is what a page has that applies changes.
type diffPage struct {
	pieces map[string]string
	order  []string
}

func (p *diffPage) take(t *testing.T, c Changes) {
	t.Helper()
	for _, id := range c.Gone {
		if _, ok := p.pieces[id]; !ok {
			t.Errorf("%s goes, and was never there", id)
		}
		delete(p.pieces, id)
	}
	for _, piece := range c.Pieces {
		if p.pieces[piece.ID] == piece.SVG {
			t.Errorf("%s is sent again as it was", piece.ID)
		}
		p.pieces[piece.ID] = piece.SVG
	}
	if c.Order != nil {
		p.order = c.Order
	}
}

// diffCanvas has text, marks, wide letters, clusters and a plot, all of which
// depend on the numbers given.
func diffCanvas(w, h, text int, curve float64, plots int) chart.Still {
	th, _ := theme.Named("dark")
	c := chart.New(w, h, chart.Terminal{})
	c.Text(0, 0, "row "+strconv.Itoa(text)+" 世界 ▁▂▃ ⣿ e\u0301", th.TextInk())
	for i := range plots {
		x, y := []float64{0, 1, 2, 3}, []float64{0, curve, -curve, 1 + float64(i)}
		chart.Plot{Series: []chart.Series{{X: x, Y: y, Color: th.Objective}}}.Draw(c.Sub(chart.Rect{Y: 2 + 6*i, W: w, H: 6}), th.Style())
	}
	return c.Still()
}

// A page that applies changes has, after every frame, what a page has that was sent
// that frame alone; and what has not changed is not sent.
func TestDifferSendsWhatChanges(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	page := diffPage{pieces: map[string]string{}}
	var d Differ
	for i := range 60 {
		if i%10 == 9 {
			d.Options.Background = chart.RGB(uint8(r.IntN(3)), 0, 0)
		}
		c := diffCanvas(40+r.IntN(2), 14+r.IntN(2), r.IntN(3), float64(1+r.IntN(3)), r.IntN(3))
		page.take(t, d.Draw(c))
		alone, first := Differ{Options: d.Options}, diffPage{pieces: map[string]string{}}
		first.take(t, alone.Draw(c))
		if !maps.Equal(page.pieces, first.pieces) || !slices.Equal(page.order, first.order) {
			t.Fatalf("after frame %d the page has %q, want %q", i, page.order, first.order)
		}
		if again := d.Draw(c); !again.Empty() {
			for _, p := range again.Pieces { // clusters have other numbers in every frame, and the same text
				t.Errorf("frame %d once more sends %s", i, p.ID)
			}
		}
	}
}

// Coordinates are written as strconv rounds them, whatever way they take.
func TestNum(t *testing.T) {
	t.Parallel()
	slow := func(v float64) string {
		s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
		if s == "-0" {
			return "0"
		}
		return s
	}
	r := rand.New(rand.NewPCG(3, 4))
	values := []float64{0, math.Copysign(0, -1), 0.005, 0.125, -0.125, 8.345, 1.005, 99.995, -0.004, 1e12, 123456.785, 10, 0.1}
	for range 20000 {
		v := math.Ldexp(r.Float64()-0.5, r.IntN(14))
		values = append(values, v, math.Round(v*1000)/1000, math.Round(v*200)/200)
	}
	for _, v := range values {
		if got, want := num(v), slow(v); got != want {
			t.Fatalf("%v is written %s, want %s", v, got, want)
		}
	}
}

// A crosshair that moves over a map makes another picture of it.
func TestCrosshairMakesAnotherPicture(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	seen := map[hash]bool{}
	for _, at := range [][]chart.Place{nil, {{X: 1, Y: 2}}, {{X: 2, Y: 1}}, {{X: 1, Y: 3}}} {
		h := hash(1)
		h.figure(&chart.Figure{Map: &chart.HeatMap{NX: 1, NY: 1, Values: []float64{1}, Ramp: chart.NewRamp(chart.Hex("#000000"), chart.Hex("#ffffff")), Cross: at}})
		if seen[h] {
			t.Errorf("with the crosshair at %v the map is the same picture", at)
		}
		seen[h] = true
	}
}

// A playing picture has every frame once, each seen from the end of the one before to its own, and the last one where
// nothing plays.
func TestPlay(t *testing.T) {
	t.Parallel()
	var frames []Frame
	for i := range 3 {
		c := chart.New(20, 2, chart.Terminal{})
		c.Text(0, 0, fmt.Sprintf("frame %d <&>", i), chart.Ink{})
		frames = append(frames, Frame{Canvas: c.Still(), Parts: []Part{{Caption: strings.Repeat("word ", 10*i)}}})
	}
	var out bytes.Buffer
	testkit.OK(t, Play(&out, frames, Options{Title: "three"}))
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	groups := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		testkit.OK(t, err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "g" && len(e.Attr) > 0 && strings.HasPrefix(e.Attr[0].Value, "f") {
			groups++
		}
	}
	if groups != 3 || strings.Count(out.String(), `class="f last"`) != 1 {
		t.Errorf("%d frames, %d of them last", groups, strings.Count(out.String(), `class="f last"`))
	}
	// 2 s, 5 s, 8 s: the first ends where the second begins.
	for _, want := range []string{"@keyframes k0{0%{visibility:visible}13.33%", "@keyframes k1{0%{visibility:hidden}13.33%", "15s step-end infinite", "prefers-reduced-motion"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in it: %.600s", want, out.String())
		}
	}
	if err := Play(&out, nil, Options{}); err == nil {
		t.Error("nothing plays")
	}
}
