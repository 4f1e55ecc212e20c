package tui

import (
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/theorem1"
	"farsight/tui/browse"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// quietModel opens the explorer on a built-in scenario without timers and
// computes all that its commands ask for.
func quietModel(t testing.TB, name string, w, h int, policies ...string) *Model {
	t.Helper()
	p, err := builtin.Load(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return quietProblem(t, p, name, w, h, policies...)
}

func quietProblem(t testing.TB, p *scenarios.Problem, name string, w, h int, policies ...string) *Model {
	t.Helper()
	var qs []policy.Policy
	for _, n := range policies {
		q, err := policy.Parse(n)
		if err != nil {
			t.Fatal(err)
		}
		qs = append(qs, q)
	}
	th, _ := theme.Named("dark")
	m := New(Options{Problem: p, Name: name, Policies: qs, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	m.s.Still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

func current[S any](t testing.TB, m *Model) S {
	t.Helper()
	s, ok := as[S](m)
	if !ok {
		t.Fatalf("on screen %s", m.screens[m.current].Name())
	}
	return s
}

func mustShow(t testing.TB, m *Model, texts ...string) {
	t.Helper()
	frame := m.View()
	for _, want := range texts {
		if !strings.Contains(frame, want) {
			t.Errorf("%q is not on the screen:\n%s", want, frame)
		}
	}
}

// The numbers of DESIGN §5 at δ = 0.1, by an independent program.
func TestTheoremShowsExactValues(t *testing.T) {
	m := quietModel(t, "theorem-1", 160, 48)
	mustShow(t, m, "how bad can EI-PUC get?", "(constructed example)", "0.158649", "0.398942", "2.51463")
	press(t, m, "e", "e", "e") // 0.08, 0.06, 0.05
	mustShow(t, m, "0.09548", "4.178", "22 of 22 cheap arms")
	press(t, m, "2")
	mustShow(t, m, "how bad can EI get?", "1.8142", "4.5475")
	press(t, m, "E", "E", "E", "E", "E", "E", "E") // 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25
	press(t, m, "e")
	mustShow(t, m, "0.93576", "2.3456", "5 of 6 cheap arms")
}

func TestTheoremRatioCurve(t *testing.T) {
	m := quietModel(t, "theorem-1", 160, 48)
	s := current[*theoremScreen](t, m)
	curve := s.curves[0.1]
	if curve == nil || len(curve.inverse) != ratioPoints {
		t.Fatal("no curve for δ = 0.1")
	}
	if lo, hi := curve.inverse[0], curve.inverse[ratioPoints-1]; math.Abs(lo-1/0.9) > 1e-9 || math.Abs(hi-1e4) > 1e-6 {
		t.Errorf("the curve runs from 1/ε = %v to %v, want 1.11 to 10000", lo, hi)
	}
	// Without bound: part 1 grows nearly as 1/ε, part 2 as the root of its logarithm.
	for part, want := range []float64{900, 9} {
		if r := curve.ratio[part][ratioPoints-1]; r < want {
			t.Errorf("part %d: ratio %v at ε = 1e-4, want above %v", part+1, r, want)
		}
	}
	press(t, m, "2", "e")
	if len(s.curves) != 1 {
		t.Errorf("%d curves computed: one serves both parts and all ε", len(s.curves))
	}
	press(t, m, "d")
	if s.curves[0.08] == nil {
		t.Error("no curve for the new δ")
	}
}

func TestTheoremStepsArmByArm(t *testing.T) {
	for _, key := range []string{"1", "2"} {
		m := quietModel(t, "theorem-1", 120, 36)
		press(t, m, key)
		s := current[*theoremScreen](t, m)
		if s.run.length() != 11 {
			t.Fatalf("part %s: a run of %d arms, want 11", key, s.run.length())
		}
		m.Update(keyMsg("nnn")) // several keys in one read
		if s.arms != 3 {
			t.Errorf("part %s: three keys in one message measured %d arms", key, s.arms)
		}
		cheap := 0
		if key == "2" {
			cheap = 1 // the other choice
		}
		if s.measured(theorem1.ArmCheap) != 3 || s.measured(theorem1.ArmDear) != 1 {
			t.Errorf("part %s: %d cheap and %d dear arms are shown as measured, want 3 and 1", key, s.measured(theorem1.ArmCheap), s.measured(theorem1.ArmDear))
		}
		best := 0.0
		for k, p := range s.run.pulls[cheap][:3] {
			best = math.Max(best, p.Value)
			if got := s.run.best(cheap, k+1); got != best {
				t.Errorf("part %s: best after %d arms %v, want %v", key, k+1, got, best)
			}
		}
		press(t, m, "left", "p")
		if s.arms != 1 {
			t.Errorf("part %s: %d arms after two steps back", key, s.arms)
		}
		mustShow(t, m, "run 1, arm 1 of 11")
	}
}

// The average holds every run once, however often its end is visited.
func TestTheoremCountsRunsOnce(t *testing.T) {
	m := quietModel(t, "theorem-1", 120, 36)
	s := current[*theoremScreen](t, m)
	press(t, m, "G", "left", "right", "g", "G")
	if s.tally.runs != 1 {
		t.Fatalf("%d runs counted after one", s.tally.runs)
	}
	first := s.run.best(0, 11)
	if mean, se := s.tally.mean(0); mean != first || !math.IsNaN(se) {
		t.Errorf("mean %v ± %v after a run that ended at %v", mean, se, first)
	}
	press(t, m, "right") // past the end: the next run
	if s.run.number != 2 || s.arms != 0 {
		t.Fatalf("run %d, arm %d after the end of run 1", s.run.number, s.arms)
	}
	press(t, m, "G")
	second := s.run.best(0, 11)
	if mean, _ := s.tally.mean(0); mean != (first+second)/2 {
		t.Errorf("mean of two runs %v, want %v", mean, (first+second)/2)
	}
	press(t, m, "e")
	if s.tally.runs != 0 {
		t.Error("runs at another ε still count")
	}
}

// Ten thousand runs agree with the exact values to four standard errors, and
// their tally is that of the batches.
func TestTheoremManyRuns(t *testing.T) {
	m := quietModel(t, "theorem-1", 160, 48)
	s := current[*theoremScreen](t, m)
	press(t, m, "m")
	if s.tally.runs != manyRuns || s.jobLeft != 0 {
		t.Fatalf("%d runs made, %d left", s.tally.runs, s.jobLeft)
	}
	for i, want := range [2]float64{s.numbers.Policy, s.numbers.Other} {
		if mean, se := s.tally.mean(i); math.Abs(mean-want) > 4*se || !(se > 0) {
			t.Errorf("play %d: mean %v ± %v, exactly %v", i, mean, se, want)
		}
	}
	if n := len(s.history.runs); n < 15 || n > mostHistory+1 {
		t.Errorf("%d points show how the mean settled", n)
	}
	mustShow(t, m, "mean of 10000")
}

func TestTheoremManyRunsCanBeStopped(t *testing.T) {
	m := quietModel(t, "theorem-1", 80, 24)
	s := current[*theoremScreen](t, m)
	_, cmd := m.Update(keyMsg("m"))
	mustShow(t, m, "simulating 0 %")
	_, cmd = m.Update(cmd())
	made := s.tally.runs
	if made == 0 || s.jobLeft == 0 {
		t.Fatalf("%d runs after a batch, %d left", made, s.jobLeft)
	}
	m.Update(keyMsg("esc"))
	drain(t, m, cmd)
	if s.tally.runs != made || s.jobLeft != 0 {
		t.Errorf("a batch that ended after the stop was counted: %d runs, then %d", made, s.tally.runs)
	}
}

// A tally of batches is the tally of their runs.
func TestTallyMerge(t *testing.T) {
	var one, merged tally
	values := [][2]float64{{1, 0}, {0.5, 2}, {0, 1}, {3, 0.25}, {0.125, 0}}
	for _, v := range values {
		one.add(v)
	}
	for _, part := range [][][2]float64{values[:2], values[2:]} {
		var p tally
		for _, v := range part {
			p.add(v)
		}
		sim := theorem1.Simulation{Runs: p.runs}
		sim.Policy, sim.PolicySE = p.mean(0)
		sim.Other, sim.OtherSE = p.mean(1)
		merged.merge(sim)
	}
	for i := range 2 {
		m1, e1 := one.mean(i)
		m2, e2 := merged.mean(i)
		if math.Abs(m1-m2) > 1e-14 || math.Abs(e1-e2) > 1e-14 {
			t.Errorf("play %d: %v ± %v one by one, %v ± %v merged", i, m1, e1, m2, e2)
		}
	}
}

func TestTheoremDropsStaleResults(t *testing.T) {
	m := quietModel(t, "theorem-1", 120, 36)
	s := current[*theoremScreen](t, m)
	_, slow := m.Update(keyMsg("e")) // 0.08
	_, fast := m.Update(keyMsg("e")) // 0.06
	if s.fresh() {
		t.Error("values of the old ε pass for those of the new one")
	}
	run, arms := s.run, s.arms
	m.Update(keyMsg("n"))
	if s.run != run || s.arms != arms {
		t.Error("the old run was stepped on")
	}
	drain(t, m, fast)
	if s.shown.Epsilon != 0.06 {
		t.Fatalf("shown: ε = %v, want 0.06", s.shown.Epsilon)
	}
	drain(t, m, slow)
	if s.shown.Epsilon != 0.06 || s.numbers.Epsilon != 0.06 {
		t.Errorf("a late result for ε = %v replaced that for 0.06", s.numbers.Epsilon)
	}
}

func TestSlide(t *testing.T) {
	for _, c := range []struct {
		v    float64
		by   int
		want float64
	}{
		{0.1, -1, 0.08}, {0.1, 1, 0.12}, {0.07, -1, 0.06}, {0.07, 1, 0.08},
		{1e-4, -1, 1e-4}, {0.9, 1, 0.9}, {1e-6, -1, 1e-6}, {1e-6, 1, 1e-4}, {0.99, 1, 0.99}, {0.99, -1, 0.9},
	} {
		if got := slide(epsilonValues, c.v, c.by); got != c.want {
			t.Errorf("from %v by %d: %v, want %v", c.v, c.by, got, c.want)
		}
	}
	for _, v := range epsilonValues {
		if err := (theorem1.Instance{Part: 1, Epsilon: v, Delta: 0.1}).Check(); err != nil {
			t.Error(err)
		}
	}
	for _, v := range deltaValues {
		if err := (theorem1.Instance{Part: 2, Epsilon: 0.1, Delta: v}).Check(); err != nil {
			t.Error(err)
		}
	}
}

// What cannot be done here is neither offered nor obeyed.
func TestTheoremHasNoReplay(t *testing.T) {
	m := quietModel(t, "theorem-1", 100, 30)
	for _, k := range []string{"t", "x", "o", "a", "i", "c", "s", "tab"} {
		press(t, m, k)
		current[*theoremScreen](t, m)
	}
	press(t, m, "?")
	if frame := m.View(); strings.Contains(frame, "scenario tree") || !strings.Contains(frame, "10 000 more runs") {
		t.Errorf("help of the theorem:\n%s", frame)
	}
	press(t, m, "esc", "f")
	mustShow(t, m, "floor((1+δ)/ε) = floor(1.1/0.1) = 11")
	press(t, m, "esc", "b")
	current[*browse.Screen](t, m)
	press(t, m, "esc")
	current[*theoremScreen](t, m)
}

func TestTheoremPlays(t *testing.T) {
	m := quietModel(t, "theorem-1", 100, 30)
	s := current[*theoremScreen](t, m)
	press(t, m, " ")
	for range 2 * s.run.length() {
		_, cmd := m.Update(theoremTickMsg{s.tick})
		drain(t, m, cmd)
	}
	if s.run.number != 2 || s.tally.runs != 1 {
		t.Errorf("play is at run %d with %d counted, want run 2 with 1", s.run.number, s.tally.runs)
	}
	press(t, m, " ")
	at := s.arms
	m.Update(theoremTickMsg{s.tick})
	if s.arms != at {
		t.Error("a paused run went on")
	}
}
