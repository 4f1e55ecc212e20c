package tui

import (
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// wavyAtlas has every cell of the map with numbers that nobody measured: waves,
// so that all signs and sizes occur. Two policies look ahead, three do not.
func wavyAtlas(t testing.TB) *Atlas {
	t.Helper()
	a := &Atlas{}
	for _, q := range parsed(t, "2-b-ms-ei", "4-b-ms-ei", "ei", "ei-puc", "ei-puc-cc") {
		if q.Tree() {
			q = q.With("effort", "quick")
		}
		a.Policies = append(a.Policies, AtlasPolicy{Label: q.ID(), Ahead: q.Kind().Ahead, Policy: q})
	}
	for k, c := range builtin.Cells() {
		cell := AtlasCell{Cell: c, Best: 2 + k%3}
		for i := range a.Policies {
			v := 40 * math.Sin(float64(k)+float64(i)/3)
			if i == cell.Best {
				v = 0
			}
			cell.Results = append(cell.Results, AtlasResult{
				Draws: 12, Improvement: Estimate{1 + v/100, 0.1}, Advantage: Estimate{v / 100, 0.15}, Percent: Estimate{v, 15},
			})
		}
		a.Cells = append(a.Cells, cell)
	}
	return a
}

// atlasModel opens the explorer on an atlas, without colours and timers.
func atlasModel(t testing.TB, a *Atlas, w, h int) (*Model, *atlasScreen) {
	t.Helper()
	th, _ := theme.Named("dark")
	m := New(Options{Atlas: a, Settings: study.Settings{Limit: 2}, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	m.s.Still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m, current[*atlasScreen](t, m)
}

// Every state of the map fits every window, in ASCII with nothing but ASCII:
// whole, with holes, with one cell, with more columns and rows than fit.
func TestAtlasFitsEveryWindow(t *testing.T) {
	whole := wavyAtlas(t)
	holes := wavyAtlas(t)
	holes.Cells = holes.Cells[1:50:50]
	for i := range holes.Cells {
		holes.Cells[i].Results[0] = AtlasResult{Percent: Estimate{math.NaN(), math.NaN()}}
		holes.Cells[i].Results[1].Percent = Estimate{1e6, math.Inf(1)}
		holes.Cells[i].Best = -1
	}
	one := &Atlas{Policies: whole.Policies, Cells: whole.Cells[:1]}
	large := &Atlas{Policies: whole.Policies}
	for i := range 60 {
		c := whole.Cells[i]
		c.Dim, c.Worth, c.Spread = 1+i%2, float64(1000+i), float64(1+i)
		large.Cells = append(large.Cells, c)
	}
	widths, heights := []int{60, 61, 79, 80, 99, 100, 121, 160, 240}, []int{18, 19, 24, 29, 30, 37, 48, 70}
	if testing.Short() {
		widths, heights = []int{60, 80, 160}, []int{18, 24, 48}
	}
	for what, a := range map[string]*Atlas{"whole": whole, "holes": holes, "one": one, "large": large} {
		m, _ := atlasModel(t, a, 80, 24)
		for _, keys := range [][]string{nil, {"p"}, {"up", "up", "l"}, {"G", "down", "down", "down", "P", "P"}, {"?"}} {
			press(t, m, keys...)
			for _, g := range []chart.Terminal{{Profile: chart.NoColor}, {Profile: chart.NoColor, Glyphs: chart.ASCII}, {}, {Profile: chart.ANSI16}} {
				m.options.Terminal = g
				for _, w := range widths {
					for _, h := range heights {
						m.Update(tea.WindowSizeMsg{Width: w, Height: h})
						if g.Glyphs == chart.ASCII {
							mustFit(t, m, what)
						} else {
							fillsWindow(t, m, w, h, what)
						}
					}
				}
			}
		}
	}
}

// The parts of the screen neither overlap nor stick out, and the cell under the
// cursor is always on it.
func TestAtlasLayout(t *testing.T) {
	g := newAtlasGrid(scenariosCells())
	for w := 58; w <= 240; w += 3 {
		for h := 15; h <= 70; h++ {
			for _, at := range []atlasPlace{{}, {1, 3, 2}, {2, len(g.rows) - 1, 5}} {
				l := arrangeAtlas(w, h, g, at)
				parts := []chart.Rect{l.title, l.head, l.grid, l.legend, l.words, l.bars}
				for i, r := range parts {
					if r.Intersect(chart.Rect{W: w, H: h}) != r && !r.Empty() {
						t.Fatalf("%d×%d: part %d sticks out: %+v", w, h, i, r)
					}
					for j, q := range parts[:i] {
						if !r.Intersect(q).Empty() {
							t.Fatalf("%d×%d: parts %d and %d overlap: %+v, %+v", w, h, i, j, r, q)
						}
					}
				}
				r, ok := l.cell(at)
				if inside := (chart.Rect{W: w, H: l.grid.H}); !ok || r.Intersect(inside) != r || r.W < leastCell {
					t.Fatalf("%d×%d: the cell at %+v is not on the screen: %+v in %+v", w, h, at, r, l.grid)
				}
				if l.words.H < 2 || l.legend.H < 1 {
					t.Fatalf("%d×%d: no room for words: %+v", w, h, l)
				}
			}
		}
	}
}

func scenariosCells() []AtlasCell {
	var out []AtlasCell
	for _, c := range builtin.Cells() {
		out = append(out, AtlasCell{Cell: c})
	}
	return out
}

// All three panels are side by side from 80 columns on.
func TestAtlasShowsAllPanelsAt80(t *testing.T) {
	m, _ := atlasModel(t, wavyAtlas(t), 80, 24)
	onScreen(t, m, "d = 1   budget worth:", "d = 2   budget worth:", "d = 3   budget worth:", "when does looking ahead pay?", "chosen on the same draws")
}

// Arrows and letters walk, columns go on in the next panel, and nothing leads
// off the map.
func TestAtlasKeysWalk(t *testing.T) {
	m, s := atlasModel(t, wavyAtlas(t), 80, 24)
	s.at = atlasPlace{}
	for _, c := range []struct {
		keys string
		want atlasPlace
	}{
		{"left", atlasPlace{}}, {"up", atlasPlace{}}, {"right", atlasPlace{0, 0, 1}}, {"llll", atlasPlace{0, 0, 5}}, {"l", atlasPlace{1, 0, 0}},
		{"j", atlasPlace{1, 1, 0}}, {"down", atlasPlace{1, 2, 0}}, {"k", atlasPlace{1, 1, 0}}, {"h", atlasPlace{0, 1, 5}}, {"jjjjjjjjj", atlasPlace{0, 6, 5}},
		{"lllllllllllllllllllll", atlasPlace{2, 6, 5}},
	} {
		press(t, m, c.keys)
		if s.at != c.want {
			t.Errorf("after %s: at %+v, want %+v", c.keys, s.at, c.want)
		}
	}
	for _, c := range []struct {
		key  string
		want int
	}{{"p", 1}, {"tab", 2}, {"P", 1}, {"shift+tab", 0}, {"shift+tab", 4}, {"p", 0}} {
		press(t, m, c.key)
		if s.policy != c.want {
			t.Errorf("after %s: policy %d, want %d", c.key, s.policy, c.want)
		}
	}
	press(t, m, "?")
	onScreen(t, m, "keys on this screen: map of problems", "open another draw of the cell")
	press(t, m, "?")
	if _, cmd := m.Update(keyMsg("q")); cmd == nil {
		t.Error("q does not quit")
	}
}

// A click selects the cell it is on, wherever that is.
func TestAtlasClick(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {160, 48}} {
		m, s := atlasModel(t, wavyAtlas(t), size[0], size[1])
		press(t, m, "M")
		body := screen.Arrange(m.w, m.h).Body
		l := arrangeAtlas(body.W, body.H, s.grid, s.at)
		for _, want := range []atlasPlace{{l.panel, 0, 0}, {l.panel + 1, 4, 3}} {
			r, ok := l.cell(want)
			if !ok {
				t.Fatalf("%v: %+v is not shown", size, want)
			}
			m.Update(tea.MouseMsg{X: body.X + r.X + 1, Y: body.Y + l.grid.Y + r.Y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			if s.at != want {
				t.Errorf("%v: a click on %+v selects %+v", size, want, s.at)
			}
			l = arrangeAtlas(body.W, body.H, s.grid, s.at)
		}
	}
}

// Enter opens a draw of the cell with the best closed form against the policy
// shown, by the seed the map's runs had; esc leads back, n opens another.
func TestAtlasOpensProblems(t *testing.T) {
	a := wavyAtlas(t)
	m, s := atlasModel(t, a, 80, 24)
	s.at = atlasPlace{0, 2, 0} // d = 1, spread 10, independent, worth 2
	cell := s.cell()
	press(t, m, "enter")
	current[compare.Screen](t, m)
	want, err := cell.Problem(1)
	if err != nil {
		t.Fatal(err)
	}
	if m.s.Problem.Name != want.Name || m.s.Settings.Seed != 1 {
		t.Errorf("%s by seed %d is open, want %s by 1", m.s.Problem.Name, m.s.Settings.Seed, want.Name)
	}
	if got := []string{m.s.Tracks[0].Policy().ID(), m.s.Tracks[1].Policy().ID()}; got[0] != a.Policies[cell.Best].Label || got[1] != "2-b-ms-ei" {
		t.Errorf("opened with %v", got)
	}
	x := []float64{0.3}
	v1, c1, _ := m.s.Problem.Source.(scenarios.Truth).Truth(x)
	v2, c2, _ := want.Source.(scenarios.Truth).Truth(x)
	if v1 != v2 || c1 != c2 {
		t.Error("another function is open than that of the seed")
	}
	onScreen(t, m, "esc: back to the map")
	run := m.s.Run
	press(t, m, "n", "esc")
	current[*atlasScreen](t, m)
	onScreen(t, m, "when does looking ahead pay?")
	press(t, m, "enter")
	if current[compare.Screen](t, m); m.s.Run != run {
		t.Error("what was open is computed again")
	}
	press(t, m, "t", "esc", "esc")
	current[*atlasScreen](t, m)
	press(t, m, "n")
	if current[compare.Screen](t, m); m.s.Run == run || m.s.Settings.Seed != 2 {
		t.Errorf("n opens seed %d", m.s.Settings.Seed)
	}
	press(t, m, "esc")
	s.policy = cell.Best // then it is compared to one that looks ahead
	press(t, m, "enter")
	if got := m.s.Tracks[1].Policy().ID(); got != "2-b-ms-ei" || m.s.Tracks[0].Policy().ID() != a.Policies[cell.Best].Label {
		t.Errorf("the best closed form is compared to %s", got)
	}
}

// A stale draw and one that was given up change nothing; one that fails says so
// and the map stays.
func TestAtlasDrawsInTheBackground(t *testing.T) {
	a := wavyAtlas(t)
	m, s := atlasModel(t, a, 100, 30)
	_, first := m.Update(keyMsg("enter"))
	onScreen(t, m, "drawing a problem")
	_, second := m.Update(keyMsg("n"))
	drain(t, m, first)
	current[*atlasScreen](t, m)
	m.Update(keyMsg("esc"))
	drain(t, m, second)
	current[*atlasScreen](t, m)
	i := s.grid.cells[s.at]
	a.Cells[i].Cell.Dim = 9
	press(t, m, "enter")
	current[*atlasScreen](t, m)
	onScreen(t, m, "draw 1 cannot be opened", "1 to 3 dimensions, not")
	press(t, m, "left")
	if strings.Contains(screenText(m), "cannot be opened") {
		t.Error("the failure stays for ever")
	}
}

// A cell tells in words which side its interval is on.
func TestAtlasWords(t *testing.T) {
	_, s := atlasModel(t, wavyAtlas(t), 160, 48)
	c := s.cell()
	for _, k := range []struct {
		percent Estimate
		want    string
	}{
		{Estimate{12.3, 5}, "2-b-ms-ei improves the best 12.3 ± 5.0 % more than " + s.label(c.Best)},
		{Estimate{-12.3, 5}, "2-b-ms-ei improves the best 12.3 ± 5.0 % less than " + s.label(c.Best)},
		{Estimate{-2, 5}, "2-b-ms-ei cannot be told from " + s.label(c.Best)},
		{Estimate{2, math.Inf(1)}, "+2.0 ± ? %"},
		{Estimate{}, "did the very same as " + s.label(c.Best)},
	} {
		c.Results[0].Percent = k.percent
		if got := s.verdict(c); !strings.Contains(got, k.want) {
			t.Errorf("%v: %q does not say %q", k.percent, got, k.want)
		}
	}
	c.Results[0].Draws = 0
	if got := s.verdict(c); got != "2-b-ms-ei was not run on these problems." {
		t.Errorf("%q", got)
	}
	s.policy = c.Best
	if got := s.verdict(c); !strings.Contains(got, "is the best closed form here") {
		t.Errorf("%q", got)
	}
}

// Numbers take three characters, with a mark where the interval excludes 0.
func TestAtlasNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -0.4: "0", 0.6: "+1", -12.2: "-12", 99.2: "+99", 140: ">99", -100: "-99"} {
		if got := signed(v); got != want {
			t.Errorf("signed(%v) = %q, want %q", v, got, want)
		}
	}
	_, s := atlasModel(t, wavyAtlas(t), 80, 24)
	cell := &AtlasCell{Best: 4, Results: make([]AtlasResult, 5)}
	for _, c := range []struct {
		e      Estimate
		glyphs chart.Glyphs
		want   string
	}{
		{Estimate{12, 5}, chart.Braille, "+12* ±5 "}, {Estimate{-3, 5}, chart.Braille, " -3  ±5 "}, {Estimate{-30, 12.4}, chart.ASCII, "-30*+-12 "},
		{Estimate{5, math.NaN()}, chart.Braille, " +5  ±? "}, {Estimate{-40, 130}, chart.Braille, "-40 ±99+"},
	} {
		cell.Results[0] = AtlasResult{Draws: 3, Percent: c.e}
		if a, b := s.cellTexts(cell, c.glyphs); a+b != c.want {
			t.Errorf("%v is written %q, want %q", c.e, a+b, c.want)
		}
	}
}

// The colours' scale is the same whichever policy is shown, and round.
func TestAtlasScale(t *testing.T) {
	a := wavyAtlas(t)
	if got := a.scale(); got != 40 {
		t.Errorf("advantages up to 40 %% have scale %v", got)
	}
	for i := range a.Cells {
		for k := range a.Cells[i].Results {
			a.Cells[i].Results[k].Percent.Mean = math.NaN()
		}
	}
	if got := a.scale(); got != leastScale {
		t.Errorf("no number at all has scale %v", got)
	}
}

// With colours a better cell is blue, a worse one orange, as the theme has them.
func TestAtlasColours(t *testing.T) {
	for _, name := range theme.Names() {
		a := wavyAtlas(t)
		m, s := atlasModel(t, a, 160, 48)
		m.theme, _ = theme.Named(name)
		m.options.Terminal = chart.Terminal{}
		s.at = atlasPlace{2, 6, 5}
		for place, i := range s.grid.cells {
			a.Cells[i].Results[0].Percent.Mean = map[bool]float64{true: 100, false: -100}[place.column < 3]
		}
		frame := m.Frame()
		body := screen.Arrange(m.w, m.h).Body
		l := arrangeAtlas(body.W, body.H, s.grid, s.at)
		for column, want := range map[int]chart.Color{0: m.theme.Diverging(1), 5: m.theme.Diverging(-1)} {
			r, _ := l.cell(atlasPlace{0, 0, column})
			if got := frame.Cell(body.X+r.X, body.Y+l.grid.Y+r.Y).Bg; got != want {
				t.Errorf("%s: column %d has background %x, want %x", name, column, got, want)
			}
		}
	}
}

// The cursor begins where the first policy gains most beyond doubt.
func TestAtlasBeginsWhereItTells(t *testing.T) {
	a := wavyAtlas(t)
	_, s := atlasModel(t, a, 80, 24)
	at := s.cell().Results[0].Percent
	for _, c := range a.Cells {
		if e := c.Results[0].Percent; e.Clear() && e.Mean > at.Mean {
			t.Fatalf("begins at %v, and there is %v", at, e)
		}
	}
}
