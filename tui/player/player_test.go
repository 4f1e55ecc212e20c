package player

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"farsight/internal/testkit"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/chart/big"
	"farsight/tui/picture"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// fewDraws replaces a tour's simulations by tiny ones: what they show is then
// not what is claimed, but it is drawn all the same.
func fewDraws(t *tour.Tour) *tour.Tour {
	for i := range t.Scenes {
		s := &t.Scenes[i]
		if s.Screen == tour.Simulate {
			s.Draws, s.Claims = 3, nil
		}
	}
	return t
}

// exampleTour is the one of examples/.
func exampleTour(t testing.TB) *tour.Tour {
	t.Helper()
	out, err := tour.Load("../../examples/tour-overspend.toml")
	testkit.OK(t, err)
	return out
}

func tourOptions(glyphs chart.Glyphs, profile chart.Profile) tui.Options {
	th, _ := theme.Named("dark")
	return tui.Options{Theme: th, Terminal: chart.Terminal{Glyphs: glyphs, Profile: profile}}
}

// stillGuide leads through a tour without timers; continue with drain.
func stillGuide(t testing.TB, tr *tour.Tour, w, h int) *Guide {
	t.Helper()
	g := New(Options{Tour: tr, Explorer: tourOptions(chart.Braille, chart.NoColor)})
	g.still = true
	t.Cleanup(g.Close)
	g.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return g
}

// visit stands at every place of a tour in turn, everything computed.
func visit(t testing.TB, g *Guide, look func(p place)) {
	t.Helper()
	for _, p := range places(g.tour) {
		g.at, g.asking = p.scene, p.asking
		if err := g.drain(context.Background(), g.enter()); err != nil {
			t.Fatalf("scene %d: %v", p.scene+1, err)
		}
		look(p)
	}
}

// fits fails unless the frame has exactly the size of the window.
func fits(t testing.TB, g *Guide, what string) {
	t.Helper()
	lines := strings.Split(g.View(), "\n")
	if len(lines) != g.h {
		t.Fatalf("%s at %dx%d: %d lines", what, g.w, g.h, len(lines))
	}
	for y, l := range lines {
		if n := ansi.StringWidth(l); n != g.w {
			t.Fatalf("%s at %dx%d: line %d has %d columns: %q", what, g.w, g.h, y+1, n, l)
		}
	}
}

// whole fails unless all that is said fits: in the panel, in large letters,
// and in the notes.
func whole(t testing.TB, g *Guide, what string) {
	t.Helper()
	sc := g.scene()
	if sc.Screen == tour.Words {
		return
	}
	l := g.layout()
	if g.presenter {
		body := chart.New(l.panel.W, l.panel.H-1, chart.Terminal{})
		if text := g.large(); !g.asking && !big.Fill(body, text, chart.Ink{}) {
			t.Errorf("%s at %dx%d: %q does not fit in large letters", what, g.w, g.h, text)
		}
		return
	}
	rows := 0
	for _, p := range strings.Split(g.words(sc.Caption), "\n") {
		rows += len(chart.Wrap(p, l.panel.W))
	}
	if rows > l.panel.H-1 {
		t.Errorf("%s at %dx%d: the caption has %d rows of %d", what, g.w, g.h, rows, l.panel.H-1)
	}
	if len(chart.Wrap("? "+g.words(sc.Question), l.panel.W))+1 > l.panel.H-1 {
		t.Errorf("%s at %dx%d: the question does not fit", what, g.w, g.h)
	}
}

// cutNumber is a number that an ellipsis follows.
var cutNumber = regexp.MustCompile(`.*\d….*`)

// Every scene of all tours fills the window exactly and says all it has to
// say; everything it refers to is known, everything it claims holds, and what it
// highlights is on the screen.
func TestScenesOfAllTours(t *testing.T) {
	testkit.SkipRace(t)
	for name, tr := range map[string]*tour.Tour{"built-in": tour.Builtin(tour.Default), "long": tour.Builtin(tour.Long), "example": exampleTour(t)} {
		if !testkit.SweepAll() && (testing.Short() || name != "built-in") {
			fewDraws(tr)
		}
		g := stillGuide(t, tr, 120, 40)
		visit(t, g, func(p place) {
			what := fmt.Sprintf("%s tour, %q", name, g.scene().Title)
			v := values{g, g.at}
			for _, text := range []tour.Text{g.scene().Caption, g.scene().Question, g.scene().Brief} {
				if filled, complete := text.Fill(v, g.number); !complete || strings.Contains(filled, "NaN") {
					t.Errorf("%s: %q is not all known", what, filled)
				}
			}
			for _, c := range g.scene().Claims {
				if holds, known := c.Check(v); !holds || !known {
					t.Errorf("%s claims %q: holds %v, known %v", what, c.Source, holds, known)
				}
			}
			for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 48}, {220, 60}} {
				for _, g.presenter = range []bool{true, false} {
					g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					fits(t, g, what)
					whole(t, g, what)
					frame := g.Frame().Plain()
					if at := cutNumber.FindString(frame); at != "" {
						t.Errorf("%s at %v: a number is cut: %q", what, size, at)
					}
					if !p.asking && len(g.scene().Highlight) > 0 && !strings.Contains(frame, "▸") {
						t.Errorf("%s at %v: nothing is marked", what, size)
					}
				}
			}
		})
	}
}

// Frames of odd sizes, glyphs and colours, half computed and with everything
// over them.
func TestTourFillsAnyWindow(t *testing.T) {
	testkit.SkipRace(t)
	g := stillGuide(t, fewDraws(tour.Builtin(tour.Default)), 60, 18)
	terminals := []chart.Terminal{{}, {Profile: chart.ANSI256, Glyphs: chart.Blocks}, {Profile: chart.NoColor, Glyphs: chart.ASCII}, {Profile: chart.ANSI16}}
	sizes := [][2]int{{60, 18}, {61, 30}, {99, 29}, {100, 31}, {149, 30}, {150, 29}, {150, 30}, {240, 70}, {40, 10}}
	n := 0
	look := func(place) {
		g.options.Terminal = terminals[n%len(terminals)]
		size := sizes[n%len(sizes)]
		g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, k := range []string{"", "P", "N", "?", "P", "N", "b"} {
			g.Update(keyMsg(k))
			fits(t, g, g.scene().Title+" after "+k)
		}
		g.blank, g.help, g.notes = false, false, false
		n++
	}
	for _, p := range places(g.tour) {
		g.at, g.asking = p.scene, p.asking
		g.enter() // and nothing is computed
		look(p)
	}
	if testing.Short() {
		return
	}
	clear(g.backdrops)
	clear(g.simulations)
	visit(t, g, look)
}

// answer is a question of testdata/answers.md with what each scene must say for it.
type answer struct {
	question string
	says     map[string][]string
}

var quoted = regexp.MustCompile(`"([^"]*)"`)

// readAnswers reads testdata/answers.md.
func readAnswers(t *testing.T) []answer {
	t.Helper()
	data, err := os.ReadFile("testdata/answers.md")
	testkit.OK(t, err)
	var out []answer
	for line := range strings.Lines(string(data)) {
		if q, ok := strings.CutPrefix(line, "### "); ok {
			out = append(out, answer{strings.TrimSpace(q), map[string][]string{}})
		}
		if strings.HasPrefix(line, "- ") {
			var words []string
			for _, m := range quoted.FindAllStringSubmatch(line, -1) {
				words = append(words, m[1])
			}
			last := &out[len(out)-1]
			last.says[words[0]] = words[1:]
		}
	}
	return out
}

// What a lecturer is asked can be answered from the frames as text alone:
// testdata/answers.md says which frame says what.
func TestFramesAnswerTheQuestions(t *testing.T) {
	testkit.SkipRace(t)
	tr := fewDraws(tour.Builtin(tour.Default)) // TestScenesOfAllTours checks what the simulations bring
	frames, err := Frames(context.Background(), tr, tourOptions(chart.Braille, chart.NoColor), Shots{W: 120, H: 40, To: -1, Captions: true})
	testkit.OK(t, err)
	text := map[string]string{}
	for _, f := range frames {
		var b strings.Builder
		testkit.OK(t, picture.Texts(&b, []picture.Frame{f}))
		text[f.Title] += strings.Join(strings.Fields(b.String()), " ")
	}
	answers := readAnswers(t)
	if len(answers) < 10 {
		t.Errorf("%d questions, want ten or more", len(answers))
	}
	for _, a := range answers {
		if len(a.says) == 0 {
			t.Errorf("%s: no scene is named", a.question)
		}
		for scene, phrases := range a.says {
			if text[scene] == "" || len(phrases) == 0 {
				t.Errorf("%s: no frame is called %q, or it says nothing", a.question, scene)
			}
			for _, p := range phrases {
				if !strings.Contains(text[scene], p) {
					t.Errorf("%s: %q does not say %q:\n%s", a.question, scene, p, text[scene])
				}
			}
		}
	}
}

// What the best value's references say is what the run's table says.
func TestReferencesToTheBest(t *testing.T) {
	tr, err := tour.Parse("t.toml", []byte(`problem = "overspend"
policies = ["ei-puc"]
[[scene]]
title = "a"
step = "end"
caption = "b"
claims = ["left.start.best-step = 0", "left.best-step > 0", "left.best-x > -1", "left.best-cost < budget"]
`), ".")
	testkit.OK(t, err)
	g := stillGuide(t, tr, 80, 24)
	visit(t, g, func(place) {
		last := g.backdrop().se.Tracks[0].Snaps()
		snap := last[len(last)-1]
		best := snap.Rows[snap.BestRow]
		if best.Initial || best.Y != snap.Best {
			t.Fatalf("the best row is %+v", best)
		}
		bestOf := func(what string) (tour.Value, bool) {
			return values{g, g.at}.Value(tour.Ref{Of: "policy", Who: "left", When: tour.Now, What: what}, 0)
		}
		for what, want := range map[string]float64{"best-x": best.X[0], "best-cost": best.Cost} {
			if v, ok := bestOf(what); !ok || v.Number != want {
				t.Errorf("%s is %v, known %v; want %v", what, v.Number, ok, want)
			}
		}
		step, _ := bestOf("best-step")
		if at := last[int(step.Number)]; at.Best != snap.Best || last[int(step.Number)-1].Best == snap.Best {
			t.Errorf("the best is of step %v, where it is %v", step.Number, at.Best)
		}
		if d := g.mistakesAt(g.at); len(d) > 0 {
			t.Errorf("not so: %v", d)
		}
	})
}
