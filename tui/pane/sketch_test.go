package pane

import (
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/theme"
)

func load(t *testing.T, name string) *scenarios.Problem {
	t.Helper()
	p, err := builtin.Load(name, 0)
	testkit.OK(t, err)
	return p
}

func parse(t *testing.T, text string) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("problem.toml", []byte(text), ".")
	testkit.OK(t, err)
	return p
}

// Curves and maps are the truth's own values.
func TestSketchIsTheTruth(t *testing.T) {
	t.Parallel()
	p := load(t, "dropwave")
	s, truth := SketchOf(p), p.Source.(scenarios.Truth)
	if len(s.at) != 2 || len(s.value) != mapColumns*mapRows || len(s.cost) != mapColumns*mapRows {
		t.Fatalf("%d curves, maps of %d and %d", len(s.at), len(s.value), len(s.cost))
	}
	low, high := p.Parameters[0].Low, p.Parameters[0].High
	for _, i := range []int{0, 7, mapColumns - 1} {
		for _, j := range []int{0, 11, mapRows - 1} {
			x := []float64{low + (high-low)*float64(i)/(mapColumns-1), low + (high-low)*float64(j)/(mapRows-1)}
			v, c, err := truth.Truth(x)
			if err != nil || math.Abs(s.value[j*mapColumns+i]-v) > 1e-9 || math.Abs(s.cost[j*mapColumns+i]-c) > 1e-9 {
				t.Errorf("at %v the map has %v for %v, the truth is %v for %v", x, s.value[j*mapColumns+i], s.cost[j*mapColumns+i], v, c)
			}
		}
	}
	for i, k := range s.at { // through the optimum
		x := append([]float64(nil), p.Optimum.X...)
		x[i] = k.x[50]
		if v, _, _ := truth.Truth(x); math.Abs(k.value[50]-v) > 1e-9 {
			t.Errorf("along parameter %d the curve has %v, the truth is %v", i, k.value[50], v)
		}
	}
}

// There is no sketch of what only measuring tells, nor where constraints do not
// hold.
func TestSketchIsHonest(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"theorem-1", "push", "forest"} {
		if SketchOf(load(t, name)) != nil {
			t.Errorf("%s has a sketch", name)
		}
	}
	if SketchOf(nil) != nil || SketchOf(parse(t, screentest.Bakery)) != nil {
		t.Error("what a person measures has a sketch")
	}
	s := SketchOf(parse(t, constrained))
	if !math.IsNaN(s.value[mapColumns*mapRows-1]) || math.IsNaN(s.value[0]) {
		t.Errorf("corners are %v and %v", s.value[0], s.value[mapColumns*mapRows-1])
	}
}

const constrained = `name = "corner"
budget = 3
constraints = ["x + y <= 1"]
[[parameter]]
name = "x"
low = 0
high = 1
[[parameter]]
name = "y"
low = 0
high = 1
[objective]
goal = "minimise"
expression = "x + y"
[cost]
expression = "1 + x"
`

// Every problem is drawn at every size, and says what is drawn.
func TestSketchFitsEverywhere(t *testing.T) {
	t.Parallel()
	th, _ := theme.Named("dark")
	for _, p := range []*scenarios.Problem{load(t, "myopia"), load(t, "shekel5"), load(t, "lda"), parse(t, screentest.Solvents), parse(t, constrained)} {
		s := SketchOf(p)
		for _, term := range []chart.Terminal{{}, {Glyphs: chart.ASCII, Profile: chart.NoColor}} {
			v := screen.View{Theme: th, Terminal: term}
			for _, w := range []int{1, 9, 61, 200} {
				for _, h := range []int{1, 5, 14, 31} {
					s.Draw(v, chart.New(w, h, term))
					s.DrawWide(v, chart.New(w, h, term))
				}
			}
			c := chart.New(200, 30, term)
			s.DrawWide(v, c)
			for _, words := range []string{s.word + " objective", s.word + " cost", p.Parameters[0].Name} {
				if !strings.Contains(c.Plain(), words) {
					t.Errorf("%s does not say %q:\n%s", p.Name, words, c.Plain())
				}
			}
			if strings.Contains(c.Plain(), "lower is better") != p.Minimise {
				t.Errorf("%s, minimised %v:\n%s", p.Name, p.Minimise, c.Plain())
			}
		}
	}
}

// The table and the words say what the processes have, each number under its
// name, and how many lengthscales there are more where not all have room.
func TestModelsTellWhatWasFitted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "dropwave"} {
		x := shown(t, screentest.Open(t, name, "ei"), 160, 48)
		s, _ := x.View.Shown(0)
		m := study.ModelsOf(s.Problem, s.Fitted)
		table := drawnModels(x, s, 60)
		rows := strings.Split(table, "\n")
		if len(rows) != ModelRows(s, 60) {
			t.Fatalf("%s: %d rows, want %d:\n%s", name, len(rows), ModelRows(s, 60), table)
		}
		words := strings.Join(ModelWords(s), "\n")
		for k, p := range []*study.Process{m.Objective, m.LogCost} {
			want := []string{chart.Num(p.Mean), chart.Num(p.Sd), chart.Num(p.Noise), chart.Num(*p.LogLikelihood)}
			for _, l := range p.Lengthscales {
				want = append(want, chart.Num(l))
			}
			at := 1 + k*(ModelRows(s, 60)-1)/2
			text := strings.Join(rows[at:at+(ModelRows(s, 60)-1)/2], " ")
			for _, number := range want {
				if !strings.Contains(text, number) || !strings.Contains(words, number) {
					t.Errorf("%s: %s is missing:\n%s\n%s", name, number, table, words)
				}
			}
		}
		if fixed := strings.HasPrefix(table, "fixed"); fixed != m.Objective.Fixed {
			t.Errorf("%s: fixed %v:\n%s", name, m.Objective.Fixed, table)
		}
		for w := range 60 {
			if text := drawnModels(x, s, w); strings.Contains(text, "…") {
				t.Fatalf("%s, %d cells: something is cut:\n%s", name, w, text)
			}
		}
	}
	x := shown(t, screentest.Open(t, "dropwave", "ei"), 160, 48)
	of, _ := x.View.Shown(0)
	s := &study.Snapshot{}
	*s = *of
	p := &study.Process{Lengthscales: []float64{0.25, 0.5}}
	for w, want := range map[int]string{60: "x1 0.250, x2 0.500", 18: "x1 0.250, x2 0.500", 17: "of 2 parameters"} {
		if got := lengthscales(s, p, w); got != want {
			t.Errorf("in %d cells: %q, want %q", w, got, want)
		}
	}
	s.Problem = &scenarios.Problem{Parameters: append([]scenarios.Parameter{{Name: "x0"}}, s.Problem.Parameters...)}
	p.Lengthscales = append(p.Lengthscales, 2)
	if got := lengthscales(s, p, 20); got != "x0 0.250 and 2 more" {
		t.Errorf("in 20 cells: %q", got)
	}
	if ModelRows(s, 20) != 0 || ModelRows(nil, 100) != 0 {
		t.Error("a table where there is no room for it, or nothing to tell")
	}
}

func drawnModels(x *screentest.Host, s *study.Snapshot, w int) string {
	c := chart.New(w, ModelRows(s, 60), x.View.Terminal)
	Models(x.View, c, s)
	return c.Plain()
}
