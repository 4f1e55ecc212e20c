package front

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/theme"
)

func figureAt(t *testing.T, name string, at, columns int) Drawing {
	t.Helper()
	f, ok := FigureNamed(name)
	if !ok {
		t.Fatalf("there is no figure %s", name)
	}
	th, _ := theme.Named("light")
	d, err := f.Draw(t.Context(), at, columns, th, nil, nil)
	testkit.OK(t, err)
	return d
}

// Every figure can be drawn wherever its slider stands, is as wide as it should be, and
// says something else at its two ends.
func TestFigures(t *testing.T) {
	t.Parallel()
	for _, f := range Figures() {
		last := len(f.Values) - 1
		if f.First < 0 || f.First > last {
			t.Errorf("%s begins at %d of %d", f.Name, f.First, last)
		}
		said := map[string]bool{}
		for _, at := range []int{0, last} {
			for _, columns := range []int{WideFigure, NarrowFigure} {
				d := figureAt(t, f.Name, at, columns)
				if w, h := d.Canvas.Size(); w > max(columns, 60) || h < 10 {
					t.Errorf("%s has %d by %d cells, asked for %d", f.Name, w, h, columns)
				}
				said[d.Words] = true
			}
		}
		if len(said) != 2 || said[""] {
			t.Errorf("%s says %v", f.Name, said)
		}
	}
	th, _ := theme.Named("light")
	svg, err := figureAt(t, "band", 0, WideFigure).SVG(th, "a title")
	if err != nil || !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, "a title") {
		t.Errorf("%.100s, %v", svg, err)
	}
}

// What the article says of its figures is so: a plan of one evaluation begins at the far
// end, one of two beside the known value; and planning pays in between little money and
// plenty of it.
func TestWhatTheArticleSays(t *testing.T) {
	t.Parallel()
	for at, want := range []string{"Next: x=0 ", "Next: x=0.605 "} {
		if got := figureAt(t, "steps", at, WideFigure).Words; !strings.Contains(got, want) {
			t.Errorf("N = %d: %q, want %q", at+1, got, want)
		}
	}
	order, _ := FigureNamed("order")
	for at, want := range map[int]string{0: "Both end even.", order.First: "B-MS-EI ends ahead of 1-B-MS-EI by 0.590.", len(order.Values) - 1: "Both end even."} {
		if got := figureAt(t, "order", at, WideFigure).Words; !strings.HasSuffix(got, want) {
			t.Errorf("a budget of %g: %q, want %q", order.Values[at], got, want)
		}
	}
	cost, _ := FigureNamed("cost")
	for at, want := range map[int]string{cost.First - 1: "best 1.54", cost.First: "best 1.34"} {
		if got := figureAt(t, "cost", at, WideFigure).Words; !strings.Contains(got, want) {
			t.Errorf("prices times %g: %q, want %q", cost.Values[at], got, want)
		}
	}
}
