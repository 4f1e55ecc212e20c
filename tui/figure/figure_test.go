package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"farsight/policy"
)

func example() Figure {
	falling := func(hue int, name string, from float64) Curve {
		c := Curve{Name: name, Hue: hue}
		for i := range 5 {
			x, y := 0.2*float64(i+1), from-0.3*float64(i)
			c.At = append(c.At, Point{x, y, y - 0.2, y + 0.1})
		}
		return c
	}
	return Figure{Title: "dropwave", X: "share of the budget used", Y: "log10 regret", Curves: []Curve{falling(0, "ei", 0), falling(8, "4-b-ms-ei", -0.5)}}
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

func svg(t *testing.T, f Figure) (string, []element) {
	t.Helper()
	var b bytes.Buffer
	if err := f.SVG(&b); err != nil {
		t.Fatal(err)
	}
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

func pixels(t *testing.T, f Figure) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := f.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
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

// Every curve has a line, a band, and both again beside its name.
func TestEverythingIsThere(t *testing.T) {
	t.Parallel()
	f := example()
	_, all := svg(t, f)
	texts, lines, bands, dashed := map[string]int{}, map[string]int{}, 0, 0
	for _, e := range all {
		texts[e.text]++
		lines[e.attr["stroke"]]++
		if e.attr["fill-opacity"] != "" {
			bands++
		}
		if e.attr["stroke-dasharray"] != "" {
			dashed++
		}
	}
	for _, want := range []string{f.Title, f.X, f.Y, "ei", "4-b-ms-ei"} {
		if texts[want] != 1 {
			t.Errorf("%q stands there %d times", want, texts[want])
		}
	}
	first, _ := Curve{Hue: 0}.look()
	second, _ := Curve{Hue: 8}.look()
	name := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	if lines[name(first)] != 2 || lines[name(second)] != 2 || first == second || bands != 4 || dashed != 2 {
		t.Errorf("lines %v, %d bands, %d dashed; want two each, four, two", lines, bands, dashed)
	}
}

// Nothing reaches beyond the picture, however long names are and many curves.
func TestTextsFit(t *testing.T) {
	t.Parallel()
	f := example()
	for i := range 30 {
		f.Curves = append(f.Curves, Curve{Name: strings.Repeat("W", 2*i), Hue: i})
	}
	s, err := f.lay()
	if err != nil {
		t.Fatal(err)
	}
	measure, err := newRuler()
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range s.items {
		for _, p := range it.path {
			if p.x < 0 || p.y < 0 || p.x > s.width || p.y > s.height {
				t.Errorf("%v lies outside %g × %g", p, s.width, s.height)
			}
		}
		if right := it.path[0].x + measure.width(it.text, it.size); it.text != "" && it.anchor == start && right > s.width {
			t.Errorf("%q ends at %g of %g", it.text, right, s.width)
		}
	}
}

// What is not finite leaves a gap or a line without a band, and reaches no file.
func TestGapsAndOpenIntervals(t *testing.T) {
	t.Parallel()
	inf, nan := math.Inf(1), math.NaN()
	f := Figure{Curves: []Curve{{Name: "c", At: []Point{{0, 1, -inf, inf}, {1, 2, 1, 3}, {2, nan, 0, 1}, {3, inf, 0, 1}, {4, 2, nan, nan}, {5, 1, 0, 2}}}}}
	text, all := svg(t, f)
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("not a place:\n%s", text)
	}
	lines := 0
	for _, e := range all {
		if e.attr["stroke"] == "#b83267" {
			lines++
		}
	}
	if lines != 3 { // two pieces and the legend's
		t.Errorf("%d lines, want 3", lines)
	}
	for _, f := range []Figure{{}, {Curves: []Curve{{Name: "one", At: []Point{{1, 2, 2, 2}}}}}, {Curves: []Curve{{At: []Point{{0, 0, 0, 0}, {1, 0, 0, 0}}}}}} {
		svg(t, f)
		pixels(t, f)
	}
}

// Names come from files: no markup and no escape sequence gets through.
func TestTextsAreHarmless(t *testing.T) {
	t.Parallel()
	f := example()
	f.Title, f.Curves[0].Name = "</text><script>alert(1)</script>", "a\x1b[31mb\x00 & c"
	text, all := svg(t, f)
	if strings.Contains(text, "<script") || strings.ContainsAny(text, "\x1b\x00") {
		t.Errorf("it got through:\n%s", text)
	}
	found := 0
	for _, e := range all {
		if e.text == f.Title || e.text == "ab & c" {
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
func TestPixels(t *testing.T) {
	t.Parallel()
	f := example()
	s, err := f.lay()
	if err != nil {
		t.Fatal(err)
	}
	img := pixels(t, f)
	if b := img.Bounds(); b.Dx() != int(math.Ceil(s.width*density)) || b.Dy() != int(math.Ceil(s.height*density)) {
		t.Fatalf("%v for %g × %g", b, s.width, s.height)
	}
	near := func(a, b color.Color) bool {
		x, y := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
		d := func(p, q uint8) bool { return p-q < 12 || q-p < 12 }
		return d(x.R, y.R) && d(x.G, y.G) && d(x.B, y.B)
	}
	lines, upright := 0, false
	for _, it := range s.items {
		switch {
		case it.width == lineWidth && it.dashes == nil:
			lines++
			for i := 1; i < len(it.path); i++ {
				x, y := (it.path[i-1].x+it.path[i].x)/2, (it.path[i-1].y+it.path[i].y)/2
				if got := img.At(int(x*density), int(y*density)); !near(got, it.colour) {
					t.Errorf("at %g %g: %v, want %v", x, y, got, it.colour)
				}
			}
		case it.text != "":
			upright = upright || it.upright
			half := int(it.size * density / 2)
			at := image.Pt(int(it.path[0].x*density), int(it.path[0].y*density))
			box := image.Rect(at.X, at.Y-half, at.X+half, at.Y) // right of and above its place
			switch {
			case it.anchor == end:
				box = box.Sub(image.Pt(half, 0))
			case it.upright:
				box = image.Rect(at.X-half, at.Y-2*half, at.X, at.Y+2*half)
			case it.anchor == centre:
				box = image.Rect(at.X-half, at.Y-half, at.X+half, at.Y)
			}
			dark := false
			for y := box.Min.Y; y < box.Max.Y; y++ {
				for x := box.Min.X; x < box.Max.X; x++ {
					dark = dark || near(img.At(x, y), ink)
				}
			}
			if !dark {
				t.Errorf("no ink where %q stands, in %v", it.text, box)
			}
		}
	}
	if lines != 2 || !upright {
		t.Errorf("%d solid lines (want one and the legend's), upright text: %v", lines, upright)
	}
}

// A dash goes round a bend, and the pieces are as long as they are to be.
func TestDashes(t *testing.T) {
	t.Parallel()
	got := dashed([]point{{0, 0}, {4, 0}, {4, 10}}, []float64{6, 3})
	want := [][]point{{{0, 0}, {4, 0}, {4, 2}}, {{4, 5}, {4, 10}}}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if len(got[i]) != len(want[i]) {
			t.Fatalf("piece %d: %v, want %v", i, got[i], want[i])
		}
		for j, p := range want[i] {
			if math.Hypot(got[i][j].x-p.x, got[i][j].y-p.y) > 1e-9 {
				t.Errorf("piece %d: %v, want %v", i, got[i], want[i])
			}
		}
	}
}

// The paper's four trees and paths have dashes of their own: their colours are
// those of one family.
func TestTreesAndPathsAreToldApart(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, label := range []string{"2-b-ms-ei", "4-b-ms-ei", "2-b-ms-ei-p", "4-b-ms-ei-p"} {
		_, hue, ok := policy.Named(label)
		_, dashes := Curve{Hue: hue}.look()
		key := fmt.Sprint(dashes)
		if !ok || seen[key] != "" {
			t.Errorf("%s has the dashes of %s: %v", label, seen[key], dashes)
		}
		seen[key] = label
	}
}
