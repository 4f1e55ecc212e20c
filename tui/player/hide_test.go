package player

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/mistake"
	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/tour"
)

// figures are numbers as captions write them: what has fewer digits may as well be
// a tick of an axis.
var figures = regexp.MustCompile(`\d*\.\d{2,}|\d{2,}\.\d+`)

// asked draws the questions of a tour, each with what is said as its answer.
func asked(t *testing.T, tr *tour.Tour, w, h int, look func(scene tour.Scene, frame chart.Still, question, answer string)) {
	t.Helper()
	g := stillGuide(t, tr, w, h)
	for _, p := range places(g.tour) {
		if !p.asking {
			continue
		}
		g.at, g.asking = p.scene, true
		testkit.OK(t, g.drain(context.Background(), g.enter()))
		frame, question := g.paint(g.theme), g.said()
		testkit.OK(t, g.drain(context.Background(), g.next()))
		look(g.scene(), frame, question, g.said())
	}
}

// No frame of a question contains a number of its answer, in cells or in the
// picture made of them, and what is hidden is there once it is answered.
func TestQuestionsHideTheirAnswers(t *testing.T) {
	t.Parallel()
	questions := 0
	for _, tr := range []*tour.Tour{fewDraws(tour.Builtin(tour.Default)), fewDraws(exampleTour(t))} {
		for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {160, 48}} {
			asked(t, tr, size[0], size[1], func(sc tour.Scene, frame chart.Still, question, answer string) {
				questions++
				drawn := frame.Plain()
				for _, n := range figures.FindAllString(answer, -1) {
					if strings.Contains(question, n) {
						continue
					}
					if whole := regexp.MustCompile(`(^|[^\d.])` + regexp.QuoteMeta(n) + `($|[^\d])`); whole.MatchString(drawn) {
						t.Errorf("%q at %v: the question shows %s of its answer %q:\n%s", sc.Title, size, n, answer, drawn)
					}
				}
				if !strings.Contains(drawn, "hidden until the answer") {
					t.Errorf("%q at %v: nothing is hidden:\n%s", sc.Title, size, drawn)
				}
			})
		}
	}
	if questions < 8 {
		t.Errorf("only %d questions were looked at", questions)
	}
}

// hiding is a scene with a question and what it says of hiding.
func hiding(t *testing.T, fields string) *tour.Tour {
	t.Helper()
	tr, err := tour.Parse("hiding.toml", []byte("problem = \"myopia\"\npolicies = [\"ei-puc\", \"ei\"]\n[[scene]]\ntitle = \"t\"\n"+fields), ".")
	testkit.OK(t, err)
	return tr
}

// What is hidden follows from what the answer and the question refer to, or from
// what the scene says; the other column stays.
func TestWhatIsHidden(t *testing.T) {
	t.Parallel()
	const marks, best, left = "next 0.257", "best observed", "27.3 left▐"
	for _, c := range []struct {
		fields       string
		shown, taken []string
	}{
		{"question = \"Where?\"\ncaption = \"At {left.next}.\"", []string{best, left}, []string{marks}},
		{"question = \"Why at {left.next}?\"\ncaption = \"For {left.next-score}.\"", []string{best, left, marks}, nil},
		{"question = \"How much?\"\ncaption = \"{left.left}, and {right.best}.\"", nil, []string{marks, best, left, "best 0.768"}},
		{"question = \"Who?\"\ncaption = \"She.\"\nhide = []", []string{marks, best, left, "best 0.768"}, []string{"hidden until the answer"}},
		{"question = \"Who?\"\ncaption = \"She.\"\nhide = [\"left.choice\"]", []string{"next 0.8", left}, []string{marks}},
		{"step = \"end\"\nquestion = \"Who ends better?\"\ncaption = \"At {right.end.best} after {right.end.paid}.\"", []string{"objective"}, []string{"paid", "best observed", "is ahead by"}},
	} {
		asked(t, hiding(t, c.fields), 160, 52, func(_ tour.Scene, frame chart.Still, _, _ string) {
			drawn := frame.Plain()
			for _, s := range c.shown {
				if !strings.Contains(drawn, s) {
					t.Errorf("%s: %q is hidden:\n%s", c.fields, s, drawn)
				}
			}
			for _, s := range c.taken {
				if strings.Contains(drawn, s) {
					t.Errorf("%s: %q is shown:\n%s", c.fields, s, drawn)
				}
			}
		})
	}
}

// doubtful is a tour with a true scene between two that are not.
const doubtful = `problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "a"
step = "end"
show = "left"
caption = "It claims too much."
claims = ["left.end.best > 1"]
[[scene]]
title = "b"
step = 1
caption = "At {left.next} or {right.next}."
claims = ["0 <= left.next <= 1"]
[[scene]]
title = "c"
caption = "Past the end: {right.step99.best}, {left.price at 1.5}."
`

func doubtfulTour(t *testing.T) *tour.Tour {
	t.Helper()
	tr, err := tour.Parse("t.toml", []byte(doubtful), ".")
	testkit.OK(t, err)
	return tr
}

// What is computed is the same for who checks, who prints and who looks.
func TestMistakes(t *testing.T) {
	o := tourOptions(chart.Braille, chart.NoColor)
	scenes := 0
	found, err := Check(context.Background(), doubtfulTour(t), o, func(string, int) { scenes++ })
	if err != nil || scenes != 3 || len(found) != 3 {
		t.Fatalf("%d scenes, error %v, found\n%v", scenes, err, found)
	}
	for i, want := range []string{"t.toml:8:12: scene[1].claims: left.end.best > 1 is false", "t.toml:16:27: scene[3].caption: step99 is past the end: the last step of right is ", "t.toml:16:48: scene[3].caption: 1.5 is outside"} {
		if got := found[i].String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s; want %s", got, want)
		}
	}
	var printed mistake.List
	if _, err := Frames(context.Background(), doubtfulTour(t), o, Shots{W: 80, H: 24, To: -1, Mistakes: func(m mistake.List) { printed = m }}); err != nil || printed.Error() != found.Error() {
		t.Errorf("frames find\n%v\nand not\n%v\n%v", printed, found, err)
	}
	g := stillGuide(t, doubtfulTour(t), 80, 24)
	visit(t, g, func(p place) {
		frame := strings.Join(strings.Fields(g.Frame().Plain()), " ")
		if mistakes := strings.Contains(frame, "Not so:"); mistakes != (p.scene != 1) {
			t.Errorf("scene %d: mistakes %v:\n%s", p.scene+1, mistakes, frame)
		}
		if p.scene == 2 && !strings.Contains(frame, "Past the end: …, ….") { // and no number that is another's
			t.Errorf("the frame says\n%s", frame)
		}
	})
	if all := g.allMistakes(); all.Error() != found.Error() {
		t.Errorf("who looks is told\n%v", all)
	}
}
