package player

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/chart/big"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

const finaleTour = `problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "The end"
screen = "finale"
highlight = ["result"]
question = "Who ends better?"
caption = "{left.end.best} against {right.end.best}."
`

// A finale shows both ends with their results in large digits at every size; its
// question hides them.
func TestFinale(t *testing.T) {
	g := stillGuide(t, parseTour(t, finaleTour), 80, 24)
	tops := map[string][]string{} // of numbers
	visit(t, g, func(p place) {
		for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {160, 48}, {220, 60}} {
			for _, g.presenter = range []bool{false, true} {
				g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				what := fmt.Sprintf("%v, asking %v, presenter %v", size, p.asking, g.presenter)
				fits(t, g, what)
				frame := g.Frame().Plain()
				ends := []string{}
				for _, tr := range g.backdrop().se.Tracks {
					end := tr.Snaps()[tr.Last()]
					ends = append(ends, chart.Num(end.Best))
					if !strings.Contains(frame, tr.Title()) || regexp.MustCompile(fmt.Sprintf("%d (evaluations|in all)|one evaluation", end.Evaluations)).MatchString(frame) == p.asking {
						t.Errorf("%s: the end of %s is not told:\n%s", what, tr.Title(), frame)
					}
				}
				if ends[0] == ends[1] {
					t.Fatalf("both end at %s: nothing is tested", ends[0])
				}
				for _, end := range ends {
					if tops[end] == nil {
						tops[end] = largeTops(end)
					}
					if large := slices.ContainsFunc(tops[end], func(top string) bool { return strings.Contains(frame, top) }); large == p.asking {
						t.Errorf("%s: %s in large digits: %v\n%s", what, end, large, frame)
					}
				}
				if better := strings.Count(frame, "better by"); !p.asking && better != 1 {
					t.Errorf("%s: %d are better than the other:\n%s", what, better, frame)
				}
			}
		}
	})
}

// largeTops are the first lines of a number in large digits, of every scale.
func largeTops(number string) (tops []string) {
	for w := 12; w < 200; w++ {
		for _, h := range []int{3, 5, 8, 10, 13, 15} {
			c := chart.New(w, h, chart.Terminal{Profile: chart.NoColor})
			if !big.Fill(c, number, chart.Ink{}) {
				continue
			}
			first := strings.TrimSpace(strings.Split(c.Plain(), "\n")[0])
			if first != "" && !slices.Contains(tops, first) {
				tops = append(tops, first)
			}
		}
	}
	return tops
}

// On the last frame the next key has nothing to show, and says what is left to do.
func TestTheEndSaysWhatIsLeftToDo(t *testing.T) {
	g := stillGuide(t, parseTour(t, smallTour), 80, 24)
	g.Update(keyMsg("G"))
	if !g.last() {
		t.Fatal("this is not the last frame")
	}
	if frame := g.Frame().Plain(); !strings.Contains(frame, "space what is left to do") || strings.Contains(frame, "space next") {
		t.Errorf("the last frame is\n%s", frame)
	}
	g.Update(keyMsg(" "))
	for _, want := range []string{"the end of the tour", "home       begin again", "q          quit", "farsight explore"} {
		if frame := g.Frame().Plain(); !strings.Contains(frame, want) {
			t.Errorf("%q is not in\n%s", want, frame)
		}
	}
	fits(t, g, "the end")
	g.Update(keyMsg(" "))
	if frame := g.Frame().Plain(); strings.Contains(frame, "the end of the tour") {
		t.Errorf("it does not go away:\n%s", frame)
	}
	g.Update(keyMsg(" "))
	g.Update(keyMsg("g")) // a key that it names is obeyed at once
	if frame := g.Frame().Plain(); g.at != 0 || strings.Contains(frame, "the end of the tour") || !strings.Contains(frame, "space next") {
		t.Errorf("the beginning again is\n%s", frame)
	}
}

// parseScenes reads a tour of these scenes.
func parseScenes(t *testing.T, scenes string) *tour.Tour {
	t.Helper()
	tr, err := tour.Parse("t.toml", []byte("problem = \"myopia\"\npolicies = [\"ei-puc\", \"ei\"]\n"+scenes), ".")
	testkit.OK(t, err)
	return tr
}

// A budget that might have been is drawn from computed amounts, on the scale of
// the one that was, with the words below it, whatever the window.
func TestGauges(t *testing.T) {
	g := stillGuide(t, parseScenes(t, `[[scene]]
title = "t"
screen = "gauges"
step = "end"
caption = "c"
[[scene.gauge]]
title = "as it was"
paid = ["left.step3.cost", "left.step4.cost"]
names = ["third", "fourth"]
over = "2 * left.end.cost"
note = "{left.end.left} is left."
[[scene.gauge]]
title = "nothing paid"
of = "right"
paid = []
`), 120, 40)
	visit(t, g, func(place) {
		for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {220, 60}} {
			g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			fits(t, g, "gauges")
			frame := g.Frame().Plain()
			for _, want := range []string{"as it was", "8.50", "8.97", "18.0", "third", "fourth", "7.66 is left.", "nothing paid", "27.3 left"} {
				if strings.Count(frame, want) != 1 {
					t.Errorf("at %v %q is there %d times:\n%s", size, want, strings.Count(frame, want), frame)
				}
			}
		}
	})
}

// Before the amounts are known nothing is drawn that would be wrong.
func TestGaugesWaitForTheirAmounts(t *testing.T) {
	g := stillGuide(t, parseScenes(t, "[[scene]]\ntitle = \"t\"\nscreen = \"gauges\"\ncaption = \"c\"\n[[scene.gauge]]\ntitle = \"a\"\npaid = [\"left.step1.cost\"]\n"), 80, 24)
	if frame := g.Frame().Plain(); !strings.Contains(frame, "computing") || strings.Contains(frame, "left▐") {
		t.Error(frame)
	}
}

// What a tree is worth is read off its curve: next to its choice it is what the
// decision says, and nowhere more.
func TestScoreOfATree(t *testing.T) {
	tr := parseScenes(t, "[[scene]]\ntitle = \"t\"\npolicies = [\"ei-puc\", \"b-ms-ei\"]\ncaption = \"c\"\n")
	g := New(Options{Tour: tr, Explorer: tourOptions(chart.Braille, chart.NoColor)})
	g.still = true
	defer g.Close()
	g.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	score := func(x float64) (tour.Value, bool) {
		v := values{g, 0}
		snap := v.at(g.backdrop(), "right", 0)
		if snap == nil {
			return tour.Value{}, false
		}
		return curved(g.backdrop().se.Tracks[1], snap, x)
	}
	if _, ok := score(0.5); ok {
		t.Error("it is known before anything is computed")
	}
	testkit.OK(t, g.drain(context.Background(), g.enter()))
	best := g.backdrop().se.Tracks[1].At(0).Decision
	at, ok := score(best.X[0])
	if !ok || math.Abs(at.Number-best.Acquisition) > 0.01*best.Acquisition {
		t.Errorf("at its choice %+v, the decision says %v", at, best.Acquisition)
	}
	for x := 0.0; x <= 1; x += 0.05 {
		if v, ok := score(x); !ok || v.Number > best.Acquisition*1.001 || v.Number < 0 {
			t.Errorf("at %v it is worth %+v (%v), at its choice %v", x, v, ok, best.Acquisition)
		}
	}
}

// What fades is still read: in every theme, every letter and digit of a scene
// that is faded keeps a contrast of 4.5, or what it had where that was less.
func TestFadedWordsKeepTheirContrast(t *testing.T) {
	const least = 4.5
	tr := parseTour(t, `problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "a"
step = "end"
highlight = ["left.gauge"]
caption = "b"
[[scene]]
title = "c"
screen = "theorem"
highlight = ["ratio"]
caption = "d"
`)
	g := stillGuide(t, tr, 120, 40)
	g.options.Terminal = chart.Terminal{}
	faded := 0
	visit(t, g, func(p place) {
		for _, name := range theme.Names() {
			th, _ := theme.Named(name)
			for _, size := range [][2]int{{80, 24}, {120, 40}} {
				g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				fades := g.paint(th)
				highlight := g.tour.Scenes[p.scene].Highlight
				g.tour.Scenes[p.scene].Highlight = nil
				plain := g.paint(th)
				g.tour.Scenes[p.scene].Highlight = highlight
				faded += compareContrast(t, name, th, plain, fades, least)
			}
		}
	})
	for _, name := range theme.Names() { // the outline's titles of what is still to come
		th, _ := theme.Named(name)
		if c := chart.Contrast(chart.FadeWord(th.Muted, th.Background, dimmed), th.Background); c < least {
			t.Errorf("%s: titles to come have a contrast of %.2f", name, c)
		}
	}
	if faded < 1000 {
		t.Errorf("only %d letters are faded: nothing was tested", faded)
	}
}

// compareContrast counts the letters that are faded and says which cannot be read.
func compareContrast(t *testing.T, name string, th theme.Theme, plain, faded chart.Still, least float64) (n int) {
	t.Helper()
	on := func(c chart.Cell) float64 {
		bg := c.Bg
		if bg == chart.Default {
			bg = th.Background
		}
		return chart.Contrast(c.Fg, bg)
	}
	w, h := faded.Size()
	for y := range h {
		for x := range w {
			a, b := plain.Cell(x, y), faded.Cell(x, y)
			if r := b.Rune; a.Rune != r || a.Fg == b.Fg || a.Fg == chart.Default || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				continue
			}
			n++
			if was, is := on(a), on(b); is < min(least, was)-0.01 {
				t.Errorf("%s: %q at %d,%d has a contrast of %.2f, %.2f before", name, b.Rune, x, y, is, was)
				return n
			}
		}
	}
	return n
}
