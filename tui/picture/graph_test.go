package picture

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

func example() Graph {
	g := Graph{Title: "dropwave"}
	for i, name := range []string{"ei", "4-b-ms-ei"} {
		var x, mean, low, high []float64
		for k := range 5 {
			y := -0.5*float64(i) - 0.3*float64(k)
			x, mean, low, high = append(x, 0.2*float64(k+1)), append(mean, y), append(low, y-0.2), append(high, y+0.1)
		}
		g.Curve(name, 8*i, x, mean, low, high)
	}
	g.Fit("share of the budget used", "log10 regret")
	return g
}

// element is what the tests need to know of an SVG's.
type element struct {
	name, text string
	attr       map[string]string
}

func (e element) number(t *testing.T, attr string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attr[attr], 64)
	if err != nil {
		t.Fatalf("%s of %v: %v", attr, e, err)
	}
	return v
}

func svg(t *testing.T, f Graph) (string, []element) {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, f.SVG(&b))
	text := b.String()
	var out []element
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			return text, out
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			out = append(out, e)
		case xml.CharData:
			if len(out) > 0 {
				out[len(out)-1].text += strings.TrimSpace(string(token))
			}
		}
	}
}

func pixels(t *testing.T, f Graph) image.Image {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, f.PNG(&b))
	img, err := png.Decode(&b)
	testkit.OK(t, err)
	return img
}

// A tick stands where its value is: the places of the labels are linear in
// what they say, and the curves are drawn to the same measure.
func TestTicksStandAtTheirValues(t *testing.T) {
	t.Parallel()
	_, all := svg(t, example())
	var xs, ys [][2]float64 // value, place
	for _, e := range all {
		v, err := strconv.ParseFloat(e.text, 64)
		if e.name != "text" || err != nil {
			continue
		}
		if e.attr["text-anchor"] == "end" {
			ys = append(ys, [2]float64{v, e.number(t, "y") - tickSize*0.35})
		} else {
			xs = append(xs, [2]float64{v, e.number(t, "x")})
		}
	}
	measure := func(axis string, at [][2]float64) func(float64) float64 {
		if len(at) < 4 {
			t.Fatalf("the %s axis has %d ticks", axis, len(at))
		}
		first, last := at[0], at[len(at)-1]
		slope := (last[1] - first[1]) / (last[0] - first[0])
		place := func(v float64) float64 { return first[1] + slope*(v-first[0]) }
		for _, p := range at {
			if math.Abs(place(p[0])-p[1]) > 0.02 {
				t.Errorf("%s: %g stands at %g, want %g", axis, p[0], p[1], place(p[0]))
			}
		}
		return place
	}
	x, y := measure("x", xs), measure("y", ys)
	for _, e := range all {
		if e.attr["stroke"] != "#b83267" || !strings.HasPrefix(e.attr["d"], "M"+num(x(0.2))) {
			continue
		}
		var from, to [2]float64
		steps := strings.FieldsFunc(e.attr["d"], func(r rune) bool { return r == 'M' || r == 'L' || r == ' ' })
		for i := range 2 {
			from[i], _ = strconv.ParseFloat(steps[i], 64)
			to[i], _ = strconv.ParseFloat(steps[len(steps)-2+i], 64)
		}
		for _, c := range [][2]float64{{from[1], y(0)}, {to[0], x(1)}, {to[1], y(-1.2)}} {
			if math.Abs(c[0]-c[1]) > 0.03 {
				t.Errorf("the curve's end is at %g, want %g", c[0], c[1])
			}
		}
		return
	}
	t.Error("the first curve is not drawn")
}

// Nothing reaches beyond the picture, however long names are and many curves.
func TestTextsFit(t *testing.T) {
	t.Parallel()
	f := example()
	for i := range 30 {
		f.Curve(strings.Repeat("W", 2*i), i, nil, nil, nil, nil)
	}
	l, err := f.lay()
	testkit.OK(t, err)
	measure, err := newFontSet()
	testkit.OK(t, err)
	for _, s := range l.shapes {
		for _, p := range s.poly {
			if p.x < 0 || p.y < 0 || p.x > l.w || p.y > l.h {
				t.Errorf("%v lies outside %g × %g", p, l.w, l.h)
			}
		}
	}
	for _, w := range l.writings {
		if right := w.at.x + measure.width(w.text, w.size); w.anchor == 0 && right > l.w || w.at.y > l.h {
			t.Errorf("%q ends at %g of %g", w.text, right, l.w)
		}
	}
}

// What is not finite leaves a gap or a line without a band, and reaches no file.
func TestGapsAndOpenIntervals(t *testing.T) {
	t.Parallel()
	inf, nan := math.Inf(1), math.NaN()
	var f Graph
	f.Curve("c", 0, []float64{0, 1, 2, 3, 4, 5}, []float64{1, 2, nan, inf, 2, 1}, []float64{-inf, 1, 0, 0, nan, 0}, []float64{inf, 3, 1, 1, nan, 2})
	f.Fit("x", "y")
	text, all := svg(t, f)
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("not a place:\n%s", text)
	}
	lines := 0
	for _, e := range all {
		if e.attr["stroke"] == hex(paper.Policy(0)) {
			lines++
		}
	}
	if lines != 3 { // two pieces and the legend's
		t.Errorf("%d lines, want 3", lines)
	}
	one := Graph{}
	one.Curve("one", 0, []float64{1}, []float64{2}, []float64{2}, []float64{2})
	one.Fit("", "")
	for _, f := range []Graph{{}, one} {
		svg(t, f)
		pixels(t, f)
	}
}

// Whatever the numbers, a graph is well-formed and within its frame.
func TestGraphsOfExtremes(t *testing.T) {
	t.Parallel()
	for _, values := range [][]float64{
		nil, {0}, {3}, {-1e308, 1e308}, {5e-324, 1e-323}, {math.NaN(), math.Inf(1), math.Inf(-1)}, {1, math.Inf(1)}, {0, 1, 2}, {-5, -5}, {1e308, 1e308},
	} {
		for _, log := range []bool{false, true} {
			g := Graph{Said: "<&\">", Width: 40, Height: 20, Classes: map[chart.Color]string{red: "value"}}
			g.Plot = chart.Plot{X: Around("x", log, values), Y: Around("y", log, values), Series: []chart.Series{{X: values, Y: values, Color: red}},
				Bands: []chart.Band{{X: values, Lo: values, Hi: values, Fill: red}}, Cursors: []chart.Cursor{{X: 0, Color: red}}}
			for _, v := range values {
				g.Plot.Points = append(g.Plot.Points, chart.Point{X: v, Y: v, Shape: chart.MarkInitial, Color: red, Label: "</title>"})
			}
			if text, _ := svg(t, g); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Errorf("%v, log %v: %s", values, log, text)
			}
			l, err := g.lay()
			testkit.OK(t, err)
			for _, s := range l.shapes {
				for _, p := range s.poly {
					if !(p.x >= 0 && p.y >= 0 && p.x <= l.w && p.y <= l.h) {
						t.Errorf("%v, log %v: %v lies outside %g × %g", values, log, p, l.w, l.h)
					}
				}
			}
		}
	}
}

// Names come from files: no markup and no escape sequence gets through.
func TestTextsAreHarmless(t *testing.T) {
	t.Parallel()
	f := example()
	f.Title, f.Plot.Series[0].Name = "</text><script>alert(1)</script>", "a\x1b[31mb\x00 & c"
	text, all := svg(t, f)
	if strings.Contains(text, "<script") || strings.ContainsAny(text, "\x1b\x00") {
		t.Errorf("it got through:\n%s", text)
	}
	found := 0
	for _, e := range all {
		if e.name == "text" && (e.text == f.Title || e.text == "ab & c") {
			found++
		}
	}
	if found != 2 {
		t.Errorf("found %d of the two texts", found)
	}
	pixels(t, f)
}

// The two writers show the same: at the places of the layout a PNG has the
// colours of the lines, and ink where texts stand.
func TestGraphPixels(t *testing.T) {
	t.Parallel()
	f := example()
	l, err := f.lay()
	testkit.OK(t, err)
	img := pixels(t, f)
	if b := img.Bounds(); b.Dx() != int(math.Ceil(l.w*graphDensity)) || b.Dy() != int(math.Ceil(l.h*graphDensity)) {
		t.Fatalf("%v for %g × %g", b, l.w, l.h)
	}
	near := func(a color.Color, b chart.Color) bool {
		x := color.NRGBAModel.Convert(a).(color.NRGBA)
		red, green, blue := b.RGB()
		d := func(p, q uint8) bool { return max(p, q)-min(p, q) < 12 }
		return d(x.R, red) && d(x.G, green) && d(x.B, blue)
	}
	lines, upright := 0, false
	for _, s := range l.shapes {
		if s.width > 1 && s.dash == chart.Solid {
			lines++
			for i := 1; i < len(s.poly); i++ {
				x, y := (s.poly[i-1].x+s.poly[i].x)/2, (s.poly[i-1].y+s.poly[i].y)/2
				if got := img.At(int(x*graphDensity), int(y*graphDensity)); !near(got, s.color) {
					t.Errorf("at %g %g: %v, want %v", x, y, got, s.color)
				}
			}
		}
	}
	for _, w := range l.writings {
		upright = upright || w.upright
		half := int(w.size * graphDensity / 2)
		at := image.Pt(int(w.at.x*graphDensity), int(w.at.y*graphDensity))
		box := image.Rect(at.X-half, at.Y-half, at.X+half, at.Y)
		if w.upright {
			box = image.Rect(at.X-half, at.Y-2*half, at.X, at.Y+2*half)
		}
		dark := false
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				dark = dark || near(img.At(x, y), graphInk)
			}
		}
		if !dark {
			t.Errorf("no ink where %q stands, in %v", w.text, box)
		}
	}
	if lines != 2 || !upright {
		t.Errorf("%d solid lines (want one and the legend's), upright text: %v", lines, upright)
	}
}
