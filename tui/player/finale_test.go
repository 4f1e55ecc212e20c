package player

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/chart/big"
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
