package atlas

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"farsight/experiment"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/theme"
)

// show shows the map of the waves, a cell selected.
func show(t *testing.T, w, h int) (*screentest.Host, *Screen) {
	t.Helper()
	s := New(Options{Rows: screentest.WavyMap()})
	s.whole = false
	return screentest.Show(t, screentest.Open(t, "myopia", "random"), s, w, h), s
}

// press sends keys and waits for nothing.
func press(x *screentest.Host, keys ...string) {
	for _, k := range keys {
		x.Press(k)
	}
}

// The parts of the screen neither overlap nor stick out, and the cell under the
// cursor is always on it.
func TestLayout(t *testing.T) {
	t.Parallel()
	g := newGrid(builtinCells())
	for w := 58; w <= 240; w += 3 {
		for h := 15; h <= 70; h++ {
			for _, at := range []place{{}, {1, 3, 2}, {2, len(g.rows) - 1, 5}} {
				l := arrange(w, h, g, at)
				parts := []chart.Rect{l.title, l.head, l.grid, l.legend, l.words, l.bars, l.row, l.draw}
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
					t.Fatalf("%d×%d: no space for words: %+v", w, h, l)
				}
			}
		}
	}
}

func builtinCells() []cell {
	var out []cell
	for _, c := range builtin.Cells() {
		out = append(out, cell{Cell: c})
	}
	return out
}

// Arrows and letters walk, columns continue in the next panel, and nothing leads
// off the map.
func TestKeysWalk(t *testing.T) {
	t.Parallel()
	x, s := show(t, 80, 24)
	s.at = place{}
	for _, c := range []struct {
		keys string
		want place
	}{
		{"left", place{}}, {"up", place{}}, {"right", place{0, 0, 1}}, {"l l l l", place{0, 0, 5}}, {"l", place{1, 0, 0}},
		{"j", place{1, 1, 0}}, {"down", place{1, 2, 0}}, {"k", place{1, 1, 0}}, {"h", place{0, 1, 5}}, {"j j j j j j j j j", place{0, 6, 5}},
		{strings.Repeat("l ", 21), place{2, 6, 5}},
	} {
		press(x, strings.Fields(c.keys)...)
		if s.at != c.want {
			t.Errorf("after %s: at %+v, want %+v", c.keys, s.at, c.want)
		}
	}
	for _, c := range []struct {
		key  string
		want int
	}{{"p", 1}, {"tab", 2}, {"P", 1}, {"shift+tab", 0}, {"shift+tab", 4}, {"p", 0}} {
		press(x, c.key)
		if s.policy != c.want {
			t.Errorf("after %s: policy %d, want %d", c.key, s.policy, c.want)
		}
	}
}

// The map opens as a whole: nothing is selected, and it is told on how many kinds a
// policy wins. The first arrow selects, home shows the whole again.
func TestOpensOnTheWhole(t *testing.T) {
	t.Parallel()
	s := New(Options{Rows: screentest.WavyMap()})
	x := screentest.Show(t, screentest.Open(t, "myopia", "random"), s, 160, 48)
	x.Shows("on all kinds of problems", "chance alone would give about")
	if got := s.table.scale(s.policy); got != 40 {
		t.Errorf("the colours end at %v %%, where the largest advantage is 40", got)
	}
	if strings.Contains(x.Text(), "▸") {
		t.Errorf("something is selected:\n%s", x.Text())
	}
	at := s.at
	if press(x, "enter"); x.Wants.Load != nil || s.whole || s.at != at {
		t.Error("enter opens a problem of a cell that was not selected")
	}
	x.Shows("▸")
	if press(x, "home"); !s.whole {
		t.Error("home does not show the whole")
	}
}

// A click selects the cell it is on, wherever that is.
func TestClick(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 18}, {80, 24}, {160, 48}} {
		x, s := show(t, size[0], size[1])
		w, h := x.View.BodySize()
		l := arrange(w, h, s.grid, s.at)
		for _, want := range []place{{l.panel, 0, 0}, {l.panel + 1, 4, 3}} {
			r, ok := l.cell(want)
			if !ok {
				t.Fatalf("%v: %+v is not shown", size, want)
			}
			x.Send(screen.ClickMsg{X: r.X + 1, Y: l.grid.Y + r.Y})
			if s.at != want {
				t.Errorf("%v: a click on %+v selects %+v", size, want, s.at)
			}
			l = arrange(w, h, s.grid, s.at)
		}
	}
}

// Enter wants a draw of the cell opened with the best closed form against the
// policy shown, by the seed the map's runs had; what is open already is gone back
// to, and n wants another.
func TestWantsProblemsOpened(t *testing.T) {
	t.Parallel()
	x, s := show(t, 80, 24)
	s.at = place{0, 2, 0} // d = 1, spread 10, independent, worth 2
	cell := s.cell()
	press(x, "enter")
	l := x.Wants.Load
	if l == nil || l.Seed != 1 || l.Name != "draw 1" || !strings.Contains(l.Note, "esc: back to the map") {
		t.Fatalf("enter wants %+v", l)
	}
	if got := []string{l.Policies[0].ID(), l.Policies[1].ID()}; got[0] != s.table.policies[cell.best].label || got[1] != "2-b-ms-ei" {
		t.Errorf("opened with %v", got)
	}
	p, err := l.Find()
	if want, _ := cell.Problem(1); err != nil || p.Name != want.Name {
		t.Errorf("%v was found (%v), want %v", p, err, want)
	}
	x.Session.Run++ // it is open
	x.Send(l.Then)
	press(x, "enter")
	if !x.Wants.Home || x.Wants.Load != nil {
		t.Errorf("what is open is wanted again: %+v", x.Wants)
	}
	press(x, "n")
	if l = x.Wants.Load; l == nil || l.Seed != 2 {
		t.Fatalf("n wants %+v", l)
	}
	x.Session.Run++
	x.Send(l.Then)
	x.Session.Run++ // and something else since
	press(x, "enter")
	if l = x.Wants.Load; l == nil || l.Seed != 2 {
		t.Errorf("the draw opened last is not wanted again: %+v", x.Wants)
	}
	s.policy = cell.best // then it is compared to one that looks ahead
	press(x, "enter")
	if l = x.Wants.Load; l == nil || l.Policies[1].ID() != "2-b-ms-ei" || l.Policies[0].ID() != s.table.policies[cell.best].label {
		t.Errorf("the best closed form is compared by %+v", l)
	}
}

// Where there is nothing to open, that is told.
func TestTellsWhyNothingOpens(t *testing.T) {
	t.Parallel()
	x, s := show(t, 80, 24)
	for p := range s.table.policies {
		s.table.policies[p].policy.Name = ""
	}
	press(x, "enter")
	if x.Wants.Load != nil || !strings.Contains(x.Wants.Note, "can run none of the policies") {
		t.Errorf("without policies enter wants %+v", x.Wants)
	}
	delete(s.grid.cells, s.at)
	press(x, "enter")
	if x.Wants.Load != nil || x.Wants.Note != "The results have no such problems." {
		t.Errorf("without a cell enter wants %+v", x.Wants)
	}
	x.Shows("The results have no such problems.")
}

// Esc gives up a draw that is on its way and is the program's else, so that what
// somebody else reads is not given up here; M is for the mouse.
func TestEscGivesUpOwnDraws(t *testing.T) {
	t.Parallel()
	x, _ := show(t, 80, 24)
	for busy, want := range map[string]screen.Wants{"": {}, "dropwave": {}, "draw 1": {Taken: true, Forgive: true, GiveUp: true}} {
		press(x, "enter")
		x.Session.Loading.Busy = busy
		if press(x, "esc"); !reflect.DeepEqual(x.Wants, want) {
			t.Errorf("esc wants %+v while %q is read", x.Wants, busy)
		}
	}
	if press(x, "M"); !x.Wants.Mouse {
		t.Error("M does not want the mouse")
	}
}

// Numbers take three characters, with a mark where the interval excludes 0.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "0", -0.4: "0", 0.6: "+1", -12.2: "-12", 99.2: "+99", 140: ">99", -100: "-99"} {
		if got := signed(v); got != want {
			t.Errorf("signed(%v) = %q, want %q", v, got, want)
		}
	}
	_, s := show(t, 80, 24)
	cell := &cell{best: 4, rows: make([]experiment.AtlasRow, 5)}
	for _, c := range []struct {
		e      estimate
		glyphs chart.Glyphs
		want   string
	}{
		{estimate{12, 5}, chart.Braille, "+12* ±5 "}, {estimate{-3, 5}, chart.Braille, " -3  ±5 "}, {estimate{-30, 12.4}, chart.ASCII, "-30*+-12 "},
		{estimate{5, math.NaN()}, chart.Braille, " +5  ±? "}, {estimate{-40, 130}, chart.Braille, "-40 ±99+"},
	} {
		cell.rows[0] = experiment.AtlasRow{Draws: 3, Percent: c.e.mean, PercentHalf: c.e.half}
		if a, b := s.cellTexts(cell, c.glyphs); a+b != c.want {
			t.Errorf("%v is written %q, want %q", c.e, a+b, c.want)
		}
	}
}

// With colours a better cell is blue, a worse one orange, as the theme has them.
func TestColours(t *testing.T) {
	t.Parallel()
	for _, name := range theme.Names() {
		x, s := show(t, 160, 48)
		x.View.Theme, _ = theme.Named(name)
		s.at = place{2, 6, 5}
		for at, i := range s.grid.cells {
			s.table.cells[i].rows[0].Percent = map[bool]float64{true: 100, false: -100}[at.column < 3]
		}
		w, h := x.View.BodySize()
		c := chart.New(w, h, chart.Terminal{})
		s.Draw(x.View, c)
		l := arrange(w, h, s.grid, s.at)
		for column, want := range map[int]chart.Color{0: x.View.Theme.Diverging(1), 5: x.View.Theme.Diverging(-1)} {
			r, _ := l.cell(place{0, 0, column})
			if got := c.Cell(r.X, l.grid.Y+r.Y).Bg; got != want {
				t.Errorf("%s: column %d has background %x, want %x", name, column, got, want)
			}
		}
	}
}

// A large window shows the cell's row and one of its problems; while that is
// being drawn, no other is shown in its place.
func TestFoot(t *testing.T) {
	t.Parallel()
	x, _ := show(t, 160, 48)
	for _, words := range []string{"advantage along this row", "one of these problems"} {
		if strings.Contains(x.Text(), words) {
			t.Errorf("a small window says %q", words)
		}
	}
	x, s := show(t, 220, 60)
	x.Shows("advantage along this row, in %", "budget worth", "one of these problems: draw 1", "true objective", "true cost")
	if k, _ := s.key(); s.draft.of != k || s.draft.sketch == nil {
		t.Fatalf("sketched is %+v", s.draft.of)
	}
	s.at = place{(s.at.panel + 1) % 3, 1, 0}
	other, another := x.Press("down"), x.Press("down")
	x.Shows("drawing …")
	if other == nil || another != nil {
		t.Error("two problems are drawn at a time")
	}
	x.Drain(other) // of the cell in between; that under the cursor follows
	if k, _ := s.key(); s.draft.of != k || s.at.row != 3 {
		t.Errorf("at %+v the problem of %+v is shown", s.at, s.draft.of)
	}
	before := s.draft.of
	if cmd := x.Press("right"); cmd != nil || s.draft.of != before { // the same functions, whatever the budget's worth
		t.Error("the next column has other functions")
	}
}

// What is sketched is what enter opens: the very draw that was judged, where the
// table has its seed.
func TestTheJudgedDrawIsSketched(t *testing.T) {
	t.Parallel()
	rows := screentest.WavyMap()
	for i := range rows {
		rows[i].FirstSeed = 700_001
	}
	s := New(Options{Rows: rows})
	x := screentest.Show(t, screentest.Open(t, "myopia", "random"), s, 220, 60)
	s.draws[s.at] = 3
	k, _ := s.key()
	if w := s.open(x.View, 3); k.seed != 700_003 || w.Load == nil || w.Load.Seed != k.seed {
		t.Errorf("draw 3 is sketched from seed %d and opened from %+v", k.seed, w.Load)
	}
}
