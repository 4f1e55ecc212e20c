package tui

import (
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/theme"
)

// bowl has three parameters of different kinds, and is quickly measured.
const bowl = `
name = "bowl"
budget = 8

[[parameter]]
name = "heat"
low = 20
high = 120
unit = "C"

[[parameter]]
name = "salt"
low = 0.001
high = 1
scale = "log"

[[parameter]]
name = "turns"
low = 1
high = 9
integer = true

[objective]
goal = "minimise"
expression = "((heat - 80)/40)^2 + (log10(salt) + 1)^2 + ((turns - 5)/4)^2"

[cost]
expression = "1 + heat/60"

[initial]
sobol = 6
`

// openProblem opens the explorer on a problem's text and computes everything.
func openProblem(t *testing.T, text string, limit, w, h int, terminal chart.Terminal, policies ...string) *Model {
	t.Helper()
	p, err := problemfile.Parse("problem.toml", []byte(text), ".")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Problem: p, Settings: study.Settings{Limit: limit}, Terminal: terminal}
	o.Theme, _ = theme.Named("dark")
	for _, n := range policies {
		q, err := policy.Parse(n)
		if err != nil {
			t.Fatal(err)
		}
		o.Policies = append(o.Policies, q)
	}
	m := New(o)
	m.s.Still = true // no timers to wait for
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

func mapOf(t *testing.T, m *Model) (*mapScreen, *study.Snapshot, *mapData) {
	t.Helper()
	s, ok := as[*mapScreen](m)
	if !ok {
		t.Fatalf("the screen is %s", m.screens[m.current].Name())
	}
	snap, _ := m.s.Shown(m.s.Focused())
	d := s.maps[s.key(m, snap)]
	if d == nil {
		t.Fatal("there is no map")
	}
	return s, snap, d
}

var mono = chart.Terminal{Profile: chart.NoColor}

// The numbers on the map and along the slices are the snapshot's own, through
// the next point or the incumbent.
func TestMapShowsThePosterior(t *testing.T) {
	m := openProblem(t, bowl, 3, 160, 48, mono, "ei", "ei-puc")
	press(t, m, "n", "m")
	for _, key := range []string{"", "i"} {
		if key != "" {
			press(t, m, key)
		}
		_, snap, d := mapOf(t, m)
		through := snap.Decision.U
		if key == "i" {
			through = snap.Rows[snap.BestRow].U
		}
		i, j := 10, 40
		u := append([]float64(nil), through...)
		u[0], u[1] = float64(i)/(mapColumns-1), float64(j)/(mapRows-1)
		at := []model.Unit{u}
		f, c, a := snap.Objective(at), snap.Cost(at), snap.Acquisition(at)
		k := j*mapColumns + i
		for name, pair := range map[string][2]float64{
			"mean": {d.mean[k], f.Mean[0]}, "cost": {d.cost[k], c.Mean[0]}, "acquisition": {d.closed[k], a[0]},
			"uncertainty": {d.spread[k], (f.High[0] - f.Low[0]) / (2 * 1.959963984540054)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s at the grid's point %d, %d is %v, but %v in the snapshot", name, i, j, pair[0], pair[1])
			}
		}
		line := snap.Objective(study.Line(through, 2, mapSlice))
		if got := d.slices[2].objective.Mean[30]; got != line.Mean[30] {
			t.Errorf("the slice along turns has %v, the snapshot %v", got, line.Mean[30])
		}
	}
}

func TestMapKeys(t *testing.T) {
	m := openProblem(t, bowl, 2, 160, 48, mono, "ei", "ei-puc")
	press(t, m, "m")
	says(t, m, "where does EI-PUC look?", "objective, mean", "up: salt", "along heat (C)", "along salt", "along turns", "through the next point: turns ")
	for _, want := range []string{"uncertainty of the objective", "cost, median, log", "expected improvement per unit of cost", "objective, mean"} {
		press(t, m, "v")
		says(t, m, want)
	}
	press(t, m, "V")
	says(t, m, "expected improvement per unit of cost")
	// Both axes run through all parameters and are never the same.
	seen := map[[2]int]bool{}
	for range 3 {
		for range 3 {
			_, _, d := mapOf(t, m)
			if d.key.x == d.key.y {
				t.Fatalf("both axes show parameter %d", d.key.x)
			}
			seen[[2]int{d.key.x, d.key.y}] = true
			press(t, m, "A")
		}
		press(t, m, "a")
	}
	if len(seen) != 6 {
		t.Errorf("the axes showed %v", seen)
	}
	press(t, m, "i")
	says(t, m, "through the incumbent")
	press(t, m, "x")
	says(t, m, "where does EI look?")
	press(t, m, "esc")
	if m.screens[m.current].Name() != "compare" {
		t.Errorf("esc leads to %s", m.screens[m.current].Name())
	}
}

// Q₁ is a closed form; Q_N comes curve by curve, is reached by trees, and is
// nowhere much above what the policy found to be best.
func TestMapOfTrees(t *testing.T) {
	m := openProblem(t, bowl, 1, 160, 48, mono, "2-b-ms-ei")
	press(t, m, "m", "v", "v", "v")
	says(t, m, "Q₁: improvement that still fits, one step ahead")
	_, cmd := m.Update(keyMsg("v"))
	says(t, m, "Q_2: with what it leaves room for", "0 of 16 curves")
	drain(t, m, cmd)
	says(t, m, "17 x 13 trees")
	_, snap, d := mapOf(t, m)
	best := snap.Decision.Acquisition
	one := snap.OneStep([]model.Unit{snap.Decision.U})[0]
	top := 0.0
	for i, v := range d.trees.values {
		if math.IsNaN(v) || v < 0 || v > 1.05*best {
			t.Fatalf("value %d of the map is %v; the decision's is %v", i, v, best)
		}
		top = math.Max(top, v)
	}
	for axis, curve := range d.trees.slices {
		lo, hi := chart.Limits(curve)
		if hi > 1.05*best || hi < 0.8*best || lo < 0 {
			t.Errorf("along parameter %d the value runs from %v to %v; the decision's is %v", axis, lo, hi, best)
		}
	}
	if top < one {
		t.Errorf("two steps are worth %v at most, but one is worth %v at the decision", top, one)
	}
}

// Stopping calls off the trees; going on goes on where it was.
func TestMapOfTreesStops(t *testing.T) {
	m := openProblem(t, bowl, 1, 160, 48, mono, "2-b-ms-ei")
	press(t, m, "m", "v", "v", "v")
	_, cmd := m.Update(keyMsg("v"))
	m.s.Stop()
	drain(t, m, cmd)
	_, _, d := mapOf(t, m)
	if d.trees.done != 0 {
		t.Errorf("%d curves although stopped", d.trees.done)
	}
	drain(t, m, m.goOn())
	if d.trees.done != d.trees.pieces(3) {
		t.Errorf("%d of %d curves after going on", d.trees.done, d.trees.pieces(3))
	}
}

// What belongs to an older run changes nothing.
func TestMapDropsWhatIsStale(t *testing.T) {
	m := openProblem(t, bowl, 1, 160, 48, mono, "ei")
	press(t, m, "m")
	s, snap, d := mapOf(t, m)
	old := *d
	old.key.run--
	m.Update(mapMsg{old.key.run, &old})
	if s.maps[old.key] != nil {
		t.Error("a map of an older run was taken in")
	}
	m.Update(mapTreeMsg{key: old.key, values: []float64{1}})
	m.open(m.s.Problem, m.s.Policies)
	m.Update(mapMsg{d.key.run, d})
	if snap2, _ := m.s.Shown(0); snap2 != nil {
		t.Fatalf("a new run shows %v", snap)
	}
	if !strings.Contains(m.View(), "deciding") {
		t.Errorf("a new run shows\n%s", m.View())
	}
}

func TestMapNeedsTwoParameters(t *testing.T) {
	m := openProblem(t, hill, 1, 100, 30, mono, "ei")
	press(t, m, "m")
	if m.screens[m.current].Name() == "map" {
		t.Error("one parameter has a map")
	}
	for range m.screens {
		press(t, m, "tab")
		if m.screens[m.current].Name() == "map" {
			t.Error("tab leads to a map of one parameter")
		}
	}
}

func TestMapFitsEveryWindow(t *testing.T) {
	for _, terminal := range []chart.Terminal{mono, {Glyphs: chart.ASCII, Profile: chart.NoColor}} {
		for name, text := range map[string]string{"three": bowl, "nine": strings.Replace(nineParameters(), "[initial]", "expression = \"a + b\"\n[cost]\nexpression = \"1 + c\"\n[initial]", 1)} {
			m := openProblem(t, text, 1, 80, 24, terminal, "ei", "random")
			press(t, m, "m")
			for range 4 {
				for w := 20; w <= 200; w += 30 {
					for h := 6; h <= 62; h += 11 {
						m.Update(tea.WindowSizeMsg{Width: w, Height: h})
						fitsWindow(t, m, name)
					}
				}
				press(t, m, "v")
			}
		}
	}
}

// Slices say along what and through what they go, also when there is no next
// point any more, and their points are quiet where they lie elsewhere.
func TestSlices(t *testing.T) {
	m := openProblem(t, bowl, 2, 160, 48, mono, "ei", "ei-puc")
	says(t, m, "objective along heat, through the next point")
	press(t, m, "a")
	says(t, m, "objective along salt, through the next point")
	press(t, m, "i")
	says(t, m, "objective along salt, through the incumbent")
	press(t, m, "i", "G")
	if s, _ := m.s.Shown(0); s.Decision != nil {
		t.Fatal("the run has not ended")
	}
	says(t, m, "objective along salt, through the incumbent")
	press(t, m, "a", "a", "g")
	says(t, m, "objective along heat, through the next point")
	s, sc := m.s.Shown(0)
	for i, p := range pane.Points(m.view(), s, sc, func(r study.Row) float64 { return r.Y }) {
		off := false
		for k := 1; k < 3; k++ {
			off = off || math.Abs(s.Rows[i].U[k]-s.Decision.U[k]) > pane.OffSlice
		}
		if (p.Shape == chart.Dot) != off {
			t.Errorf("row %d at %v has shape %v; the slice goes through %v", i, s.Rows[i].U, p.Shape, s.Decision.U)
		}
	}
}
