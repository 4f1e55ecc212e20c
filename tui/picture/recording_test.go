package picture

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

func themes(t *testing.T) (dark, light theme.Theme) {
	t.Helper()
	dark, ok := theme.For("", true)
	light, ok2 := theme.For("", false)
	if !ok || !ok2 {
		t.Fatal("no plain themes")
	}
	return dark, light
}

// frames are two small recordings of everything a frame can hold: text, wide runes, blocks,
// braille, boxes, marks, bands with reversed lower edges.
func frames(t *testing.T) []Frame {
	t.Helper()
	dark, light := themes(t)
	draw := func(th theme.Theme, n int) chart.Still {
		c := chart.New(40, 12, chart.Terminal{})
		c.Text(1, 0, fmt.Sprintf(`frame %d <&"'> ✗ 日本`, n), th.TitleInk())
		chart.Plot{
			Title: "objective", Hue: th.Objective, X: chart.Axis{Min: 0, Max: 1}, Y: chart.Axis{Min: -1, Max: 2},
			Bands:  []chart.Band{{Lo: []float64{-1, -0.3, 0.2}, Hi: []float64{0.5, 1.4, 1}, Fill: th.ObjectiveBand, Edge: th.Objective}},
			Series: []chart.Series{{Y: []float64{0, float64(n), 1}, Color: th.Objective, Heavy: true}},
			Points: []chart.Point{{X: 0.3, Y: 0.4, Shape: chart.MarkNewest, Color: th.Newest}},
		}.Draw(c.Sub(chart.Rect{Y: 1, W: 40, H: 9}), th.Style())
		c.Fill(chart.Rect{X: 2, Y: 10, W: 10, H: 1}, '▄', chart.Ink{Fg: th.Policy(0), Bg: th.Left})
		c.Text(15, 10, "reversed", chart.Ink{Fg: th.Text, Attr: chart.Reverse})
		c.Text(25, 10, "faint", chart.Ink{Fg: th.Text, Attr: chart.Faint | chart.Bold})
		return c.Still()
	}
	var out []Frame
	for n := range 2 {
		out = append(out, Frame{
			Canvas: draw(dark, n), Light: draw(light, n), Title: fmt.Sprintf("Step %d <b>", n),
			Parts: []Part{
				{Rect: chart.Rect{W: 20, H: 12}, Head: "EI", Caption: "EI paid 2 & found <nothing>."},
				{Rect: chart.Rect{X: 20, W: 20, H: 12}, Head: "B-MS-EI", Caption: "It waits."},
			},
		})
	}
	return out
}

// The picture as it is read back: the text elements of an SVG in their cells.
func textOf(t *testing.T, svg string, w, h int, o Options) [][]rune {
	t.Helper()
	grid := make([][]rune, h)
	for y := range grid {
		grid[y] = []rune(strings.Repeat(" ", w))
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	x, y, inside := 0, 0, false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return grid
		}
		testkit.OK(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			inside = e.Name.Local == "text"
			for _, a := range e.Attr {
				v, _ := strconv.ParseFloat(a.Value, 64)
				switch {
				case inside && a.Name.Local == "x":
					x = int(v) / o.CellWidth
				case inside && a.Name.Local == "y":
					y = int(v) / o.CellHeight
				}
			}
		case xml.CharData:
			for _, r := range string(e) {
				if inside {
					grid[y][x] = r
					x += chart.Width(string(r))
				}
			}
		case xml.EndElement:
			inside = false
		}
	}
}

// An SVG says what the terminal says: every character is a text element in its cell, or geometry.
func TestSVGMatchesTheTerminal(t *testing.T) {
	t.Parallel()
	o := Options{}.filled()
	for _, f := range frames(t) {
		w, h := f.Canvas.Size()
		got := textOf(t, svgOf(t, f.Canvas, Options{}), w, h, o)
		shown, written := 0, 0
		for y := range h {
			for x := range w {
				k := f.Canvas.Cell(x, y)
				switch want := k.Rune; {
				case want == 0: // the right half of a wide rune
				case drawn(k) || glyphShapes(want, 0, 0, 1, 2) != nil:
					shown++
					if got[y][x] != ' ' {
						t.Errorf("cell %d,%d: %q is drawn and also written as %q", x, y, want, got[y][x])
					}
				case got[y][x] != want:
					t.Errorf("cell %d,%d: the picture says %q, the terminal %q", x, y, got[y][x], want)
				case want != ' ':
					written++
				}
			}
		}
		if shown < 40 || written < 30 {
			t.Errorf("only %d cells are drawn and %d written: the frame tests nothing", shown, written)
		}
	}
}

// The lower edge of a band is left out, not painted in the background's colour: painting shows as a
// seam wherever a picture is scaled.
func TestCarvedEdges(t *testing.T) {
	t.Parallel()
	c := chart.New(1, 1, chart.Terminal{})
	c.Set(0, 0, '▂', chart.Ink{Fg: blue, Attr: chart.Reverse}) // the upper six eighths in blue
	got := svgOf(t, c.Still(), onBlack)
	if !strings.Contains(got, `<path fill="#0000ff" shape-rendering="crispEdges" d="M0 0h8v12h-8z"/>`) || strings.Count(got, "<path") != 1 {
		t.Errorf("want one blue rectangle of 12 rows:\n%s", got)
	}
}

func castOf(t *testing.T, frames []Frame) string {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, Cast(&b, frames, Options{Title: "a recording"}))
	return b.String()
}

// A terminal that plays the recording shows every frame, at the size the header promises.
func TestCastPlays(t *testing.T) {
	t.Parallel()
	all := frames(t)
	small := chart.New(30, 5, chart.Terminal{})
	small.Text(0, 0, "smaller", chart.Ink{})
	all = append(all, Frame{Canvas: small.Still(), Title: "small"})
	text := castOf(t, all)
	if text != castOf(t, all) {
		t.Error("two casts of the same frames differ")
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var header struct {
		Version, Width, Height int
		Title                  string
		Timestamp              *int
		Theme                  map[string]string
	}
	testkit.OK(t, json.Unmarshal([]byte(lines[0]), &header))
	if header.Version != 2 || header.Width != 40 || header.Height != 12 || header.Title != "a recording" || header.Timestamp != nil {
		t.Errorf("header %s", lines[0])
	}
	if header.Theme["bg"] != "#16171d" || len(strings.Split(header.Theme["palette"], ":")) != 16 {
		t.Errorf("theme %v", header.Theme)
	}
	term := vt10x.New(vt10x.WithSize(header.Width, header.Height))
	shown, last := 0, -1.0
	for _, l := range lines[1:] {
		var event []any
		if err := json.Unmarshal([]byte(l), &event); err != nil || len(event) != 3 {
			t.Fatalf("event %s: %v", l, err)
		}
		at := event[0].(float64)
		if at < last {
			t.Errorf("time runs backwards at %s", l[:40])
		}
		last = at
		if event[1] == "m" {
			if event[2] != all[shown].Title {
				t.Errorf("marker %q before frame %q", event[2], all[shown].Title)
			}
			continue
		}
		if _, err := term.Write([]byte(event[2].(string))); err != nil {
			t.Fatal(err)
		}
		if shown == len(all) {
			continue // the end
		}
		want := all[shown].Canvas
		_, fh := want.Size()
		screen := strings.Split(strings.TrimRight(term.String(), "\n"), "\n")
		for y, row := range strings.Split(want.Plain(), "\n") {
			// the emulator gives wide runes one cell: compare without blanks
			if got := strings.ReplaceAll(screen[y], " ", ""); got != strings.ReplaceAll(row, " ", "") {
				t.Errorf("frame %d row %d plays as\n%q, want\n%q", shown, y, screen[y], row)
			}
		}
		for _, row := range screen[fh:] {
			if strings.TrimSpace(row) != "" {
				t.Errorf("frame %d leaves %q of the one before", shown, row)
			}
		}
		shown++
	}
	if shown != len(all) {
		t.Errorf("%d frames of %d are shown", shown, len(all))
	}
	var holds time.Duration
	for _, f := range all {
		holds += f.hold()
	}
	if last != holds.Seconds() {
		t.Errorf("it lasts %v s, want %v", last, holds)
	}
}

func pageOf(t *testing.T, frames []Frame, name string) string {
	t.Helper()
	dark, light := themes(t)
	var b bytes.Buffer
	testkit.OK(t, HTML(&b, Page{Title: "EI & <B-MS-EI>", Lead: "About </details>", Frames: frames, Dark: dark, Light: light, Theme: name}))
	return b.String()
}

// The page names no other file, lets nothing be fetched, and its policy admits exactly its own
// script and style.
func TestPageIsSelfContained(t *testing.T) {
	t.Parallel()
	page := pageOf(t, frames(t), "")
	if page != pageOf(t, frames(t), "") {
		t.Error("two pages of the same frames differ")
	}
	for _, m := range regexp.MustCompile(`(?:src|href|url)\s*[=(]\s*["']?([^"')> ]*)`).FindAllStringSubmatch(page, -1) {
		if m[1] != "data:," {
			t.Errorf("the page refers to %q", m[1])
		}
	}
	for _, never := range []string{"http://", "https://", "//cdn", "@import", "style=", "onclick="} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if policy == nil || !strings.HasPrefix(policy[1], "default-src 'none'; ") || strings.Contains(policy[1], "unsafe") {
		t.Fatalf("policy %q", policy)
	}
	for _, tag := range []string{"style", "script"} {
		_, rest, _ := strings.Cut(page, "<"+tag+">")
		body, _, ok := strings.Cut(rest, "</"+tag+">")
		if !ok || !strings.Contains(policy[1], tag+"-src '"+digest(body)+"'") {
			t.Errorf("the policy does not admit the page's %s", tag)
		}
	}
}

func TestPageEscapes(t *testing.T) {
	t.Parallel()
	page := pageOf(t, frames(t), "")
	for _, want := range []string{"<h1>EI &amp; &lt;B-MS-EI&gt;</h1>", "<p>About &lt;/details&gt;</p>", "<h2>Step 0 &lt;b&gt;</h2>",
		"<figcaption><b>EI</b> paid 2 &amp; found &lt;nothing&gt;.</figcaption>", "<figcaption><b>B-MS-EI:</b> It waits.</figcaption>", `aria-label="EI, Step 1 &lt;b&gt;"`} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// Both themes are one drawing: what a class means is what each theme's own canvas has there.
func TestPageThemes(t *testing.T) {
	t.Parallel()
	dark, light := themes(t)
	page := pageOf(t, frames(t), "light")
	if !strings.Contains(page, `<html lang="en" data-theme="light">`) {
		t.Error("the theme asked for is not pinned")
	}
	blocks := regexp.MustCompile(`:root[^{]*\{([^}]*)\}`).FindAllStringSubmatch(page, -1)
	if len(blocks) != 3 || blocks[1][1] != blocks[2][1] {
		t.Fatalf("want dark, light by preference and light by choice; got %d", len(blocks))
	}
	value := func(block int, name string) string {
		_, rest, _ := strings.Cut(blocks[block][1], "--"+name+":")
		v, _, _ := strings.Cut(rest, ";")
		return v
	}
	class := regexp.MustCompile(`<text x="10" y="15.2" class="f(\d+) b"`).FindStringSubmatch(page)
	if class == nil {
		t.Fatal("the title is not where it belongs")
	}
	if got := value(0, "c"+class[1]); got != hex(dark.Title) {
		t.Errorf("in the dark the title is %s, want %s", got, hex(dark.Title))
	}
	if got := value(1, "c"+class[1]); got != hex(light.Title) {
		t.Errorf("in the light the title is %s, want %s", got, hex(light.Title))
	}
	if value(0, "bg") != hex(dark.Background) || value(1, "bg") != hex(light.Background) {
		t.Error("the backgrounds are not the themes'")
	}
}

// Frames without the light version that a page needs are refused, not shown in the wrong colours.
func TestPageNeedsBothThemes(t *testing.T) {
	t.Parallel()
	dark, light := themes(t)
	all := frames(t)
	all[1].Light = chart.New(39, 12, chart.Terminal{}).Still()
	if err := HTML(io.Discard, Page{Frames: all, Dark: dark, Light: light}); err == nil {
		t.Error("a page of frames of unequal size was written")
	}
	if err := HTML(io.Discard, Page{Dark: dark, Light: light}); err != nil {
		t.Errorf("an empty page: %v", err)
	}
}

// A plot is paths with words to point at, not a picture of its dots; the same in PNG.
func TestPlotsArePaths(t *testing.T) {
	t.Parallel()
	dark, _ := themes(t)
	c := frames(t)[0].Canvas
	svg := svgOf(t, c, Options{})
	if strings.Contains(svg, "<circle") {
		t.Error("braille dots are drawn")
	}
	if n := strings.Count(svg, `<title>x `); n < 30 { // a column each, and the point
		t.Errorf("%d places say their values, want one for each column", n)
	}
	stroke := fmt.Sprintf(`<path stroke="%s" fill="none" stroke-width="2.7"`, hex(dark.Objective))
	if strings.Count(svg, stroke) != 1 {
		t.Errorf("the curve is not one path %s:\n%s", stroke, svg)
	}
	img, err := bitmap(c, Options{})
	testkit.OK(t, err)
	r, g, b := dark.Objective.RGB()
	n := 0
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i] == r && img.Pix[i+1] == g && img.Pix[i+2] == b {
			n++
		}
	}
	if n < 300 { // it is 38 cells long
		t.Errorf("%d pixels have the curve's colour", n)
	}
}
