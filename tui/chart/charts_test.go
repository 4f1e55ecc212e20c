package chart

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// Three states of a budget, with and without colours and in ASCII.
func TestGaugeGolden(t *testing.T) {
	t.Parallel()
	states := []Gauge{
		{Budget: 27.3, Paid: []float64{1.16, 1.00}},
		{Budget: 27.3, Paid: []float64{8.95, 8.98}, Fantasy: 6},
		{Budget: 27.3, Paid: []float64{8.95, 8.98, 9.37}},
		{Budget: 27.3, Paid: []float64{1.16, 8.52, 9}, Over: 14},
		{Budget: 10},
	}
	page := New(60, 3*len(states)+2, Terminal{Profile: NoColor})
	for i, term := range []Terminal{{}, {Profile: NoColor}, {Glyphs: ASCII, Profile: NoColor}} {
		for j, g := range states {
			g.Fill, g.Track = green, blue
			row := New(60, 1, term)
			g.Draw(row, testStyle)
			page.Text(0, i*(len(states)+1)+j, row.Plain(), Ink{})
		}
	}
	golden(t, "gauge-colour-mono-ascii", page)
}

// Each evaluation is as wide as its cost: the cells of each colour add up to its share.
func TestGaugeWidths(t *testing.T) {
	t.Parallel()
	c := New(100, 1, Terminal{})
	Gauge{Budget: 10, Paid: []float64{2, 3}, Fill: red, Track: blue}.Draw(c, testStyle)
	n := map[Color]int{}
	for x := range 100 {
		n[c.Cell(x, 0).Bg]++
	}
	paler := Blend(red, testStyle.Background, 0.25)
	if n[red] != 20 || n[paler] != 30 || n[blue] != 50 {
		t.Errorf("cells paid %d, %d, left %d; want 20, 30, 50", n[red], n[paler], n[blue])
	}
	if s := c.Plain(); !strings.Contains(s, "2.00") || !strings.Contains(s, "3.00") || !strings.Contains(s, "5.00") {
		t.Errorf("numbers are missing: %q", s)
	}
}

// Two values a cell, each at the middle of its half: the upper half block has the colour of the upper one.
func TestHeatMapHalves(t *testing.T) {
	t.Parallel()
	ramp := NewRamp(RGB(0, 0, 0), RGB(255, 255, 255))
	m := HeatMap{NX: 1, NY: 4, Values: []float64{0, 1.0 / 3, 2.0 / 3, 1}, Max: 1, Ramp: ramp, Gutter: -1}
	c := New(1, 2, Terminal{})
	m.Draw(c, testStyle)
	if k := c.Cell(0, 0); k.Rune != '▀' || k.Fg != ramp[223] || k.Bg != ramp[159] {
		t.Errorf("upper cell %+v, want 7/8 over 5/8", k)
	}
	if k := c.Cell(0, 1); k.Rune != '▀' || k.Fg != ramp[96] || k.Bg != ramp[32] {
		t.Errorf("lower cell %+v, want 3/8 over 1/8", k)
	}
	m.Values[3] = nan
	c.Clear()
	m.Draw(c, testStyle)
	if k := c.Cell(0, 0); k.Rune != '▄' || k.Fg != ramp[159] || !k.Bg.isDefault() {
		t.Errorf("a value that is no number leaves %+v, want only the lower half", k)
	}
}

// Where colours are few, more is darker ink.
func TestHeatMapShades(t *testing.T) {
	t.Parallel()
	m := HeatMap{NX: 5, NY: 1, Values: []float64{0, 1, 2, 3, 4}, Gutter: -1, Ramp: NewRamp(red, blue)}
	for term, want := range map[Terminal]string{
		{Profile: ANSI16}: " ░▒▓█", {Profile: NoColor}: " ░▒▓█", {Glyphs: ASCII}: ".-+#@",
	} {
		c := New(5, 1, term)
		m.Draw(c, testStyle)
		if got := c.Plain(); got != want {
			t.Errorf("%v: %q, want %q", term, got, want)
		}
	}
}

func TestReveal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ i, top, h, n, want int }{
		{0, 0, 5, 20, 0}, {7, 0, 5, 20, 3}, {2, 5, 5, 20, 2}, {19, 0, 5, 20, 15}, {3, 3, 5, 20, 3}, {-1, 99, 5, 20, 15}, {0, 4, 5, 3, 0},
	} {
		if got := Reveal(c.i, c.top, c.h, c.n); got != c.want {
			t.Errorf("Reveal(%d, %d, %d, %d) = %d, want %d", c.i, c.top, c.h, c.n, got, c.want)
		}
	}
}

// Steps that are counted are equally far apart, whatever the room and their number.
func TestTimelineIsEven(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 60; n++ {
		tl := Timeline{Max: float64(n), Now: float64(n), Rows: []TimelineRow{{Name: "EI"}}}
		for k := 1; k <= n; k++ {
			tl.Rows[0].At = append(tl.Rows[0].At, float64(k))
		}
		for w := n + 5; w < 200; w += 7 {
			c := New(w, 1, Terminal{})
			tl.Draw(c, testStyle)
			var at []int
			for x := range w {
				if r := c.Cell(x, 0).Rune; r == MarkChosen.Rune() || r == MarkNewest.Rune() {
					at = append(at, x)
				}
			}
			if len(at) != n {
				t.Fatalf("%d steps in %d cells: %d are shown", n, w, len(at))
			}
			for k := 2; k < n; k++ {
				if at[k]-at[k-1] != at[1]-at[0] {
					t.Fatalf("%d steps in %d cells stand at %v", n, w, at)
				}
			}
		}
	}
}

// The ends of the ramp of ASCII letters and of every fold are printable ASCII.
func TestFoldsAreASCII(t *testing.T) {
	t.Parallel()
	for r, s := range fold {
		for i := range len(s) {
			if s[i] < ' ' || s[i] > '~' {
				t.Errorf("%q is spelled %q", r, s)
			}
		}
	}
	for r := rune(0); r < 0x3000; r++ {
		if f := foldRune(r); f < ' ' || f > '~' {
			t.Fatalf("%U folds to %U", r, f)
		}
	}
	if got := foldASCII("ε ≤ 0.05 — Å日"); got != "eps <= 0.05 - ???" {
		t.Errorf("got %q", got)
	}
}

// Where low is good the lowest value stands out most, in colours and in shades.
func TestHeatMapDown(t *testing.T) {
	t.Parallel()
	m := HeatMap{NX: 5, NY: 1, Values: []float64{0, 1, 2, 3, 4}, Gutter: -1, Ramp: NewRamp(red, blue), Down: true}
	for term, want := range map[Terminal]string{{Profile: NoColor}: "█▓▒░ ", {Glyphs: ASCII}: "@#+- "} {
		c := New(5, 1, term)
		m.Draw(c, testStyle)
		if got := c.Plain(); got != want {
			t.Errorf("%v: %q, want %q", term, got, want)
		}
	}
	strength := func(x int) float64 { // how near to the ramp's high end a cell is
		c := New(5, 1, Terminal{})
		m.Draw(c, testStyle)
		return c.Cell(x, 0).Bg.colorful().DistanceLab(red.colorful())
	}
	for x := 1; x < 5; x++ {
		if strength(x) >= strength(x-1) {
			t.Errorf("value %d stands out more than %d", x, x-1)
		}
	}
}

// On a log map each decade has the same share of the colours, and what is not
// positive has none.
func TestHeatMapLog(t *testing.T) {
	t.Parallel()
	m := HeatMap{NX: 5, NY: 1, Gutter: -1, Log: true, Ramp: NewRamp(red, blue)}
	for want, values := range map[string][]float64{" ░▒▓█": {1, 10, 100, 1000, 10_000}, "   ": {-5, -5, -5, -5, 100}} {
		m.Values = values
		c := New(5, 1, Terminal{Profile: NoColor})
		m.Draw(c, testStyle)
		if got := c.Plain(); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q, want %q", values, got, want)
		}
	}
}

// A text that does not fit ends before the number it would otherwise cut, whatever the room.
func TestNumbersAreNeverCut(t *testing.T) {
	number := regexp.MustCompile(`[-+−±×]*(\d[\d.,]*\d|\d|\.\d+)([eE][-+−]?\d+)?[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*`)
	for _, s := range []string{
		"Q 6.40e-4", "Q 6.40e-4 at x=12", "best −0.768, paid 25.1 of 27.3", "1234567", "x2y 3", "10⁻³ of 5", "±0.25 and .75",
		"budget 1,000,000 left", "a 1.5e+30 b", "3.5e", "12 evaluations, 8.40 of 20.0 EUR left", "no number at all here", "温度 71.5 °C", "1e5e5",
	} {
		whole := map[string]bool{}
		for _, n := range number.FindAllString(s, -1) {
			whole[n] = true
		}
		for _, g := range []Glyphs{Braille, ASCII} {
			for w := 1; w <= Width(s)+2; w++ {
				c := New(w, 1, Terminal{Glyphs: g, Profile: NoColor})
				end := c.Text(0, 0, s, Ink{})
				got, mark := strings.TrimRight(c.Plain(), " \n"), string(c.ellipsis())
				if end > w {
					t.Errorf("%q in %d cells ends at %d", s, w, end)
				}
				if c.Width(s) <= w {
					if g == Braille && got != s {
						t.Errorf("%q in %d cells is %q", s, w, got)
					}
					continue
				}
				head, cut := strings.CutSuffix(got, mark)
				if !cut || digitAtEnd(head) {
					t.Errorf("%q in %d cells is %q", s, w, got)
				}
				if g == ASCII {
					continue // signs are spelled
				}
				for _, n := range number.FindAllString(head, -1) {
					if !whole[n] {
						t.Errorf("%q in %d cells is %q: %s is not a number of it", s, w, got, n)
					}
				}
			}
		}
	}
}

// The longest form that fits is written; of the last, what fits.
func TestTextFit(t *testing.T) {
	forms := []string{"uncertainty 0.123", "sd 0.123", "0.12"}
	for w, want := range map[int]string{17: forms[0], 16: forms[1], 8: forms[1], 7: forms[2], 4: forms[2], 3: "…"} {
		c := New(w, 1, Terminal{Profile: NoColor})
		c.TextFit(0, 0, w, Ink{}, forms...)
		if got := strings.TrimRight(c.Plain(), " \n"); got != want {
			t.Errorf("in %d cells %q, want %q", w, got, want)
		}
	}
}

func TestNum(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1, "1.00"}, {-1, "-1.00"}, {0.768, "0.768"}, {25.14, "25.1"}, {1.459, "1.46"}, {999.4, "999"}, {999.6, "1000"},
		{1234.5, "1234"}, {98765, "98765"}, {123456, "1.23e5"}, {9.996, "10.0"}, {0.9996, "1.00"}, {0.001, "0.00100"}, {0.00099951, "0.00100"},
		{0.000123, "1.23e-4"}, {1e12, "1.00e12"}, {1e-12, "1.00e-12"}, {-2.5e-7, "-2.50e-7"}, {1e300, "1.00e300"}, {5e-324, "4.94e-324"},
		{math.NaN(), "—"}, {math.Inf(1), "∞"}, {math.Inf(-1), "-∞"}, {math.Copysign(0, -1), "0"},
	} {
		if got := Num(c.v); got != c.want {
			t.Errorf("Num(%g) = %q, want %q", c.v, got, c.want)
		}
	}
	if got := Interval(1.2, 3.4); got != "1.20 to 3.40" {
		t.Errorf("Interval = %q", got)
	}
}

// What people say of probabilities.
func TestChance(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]string{0: "<0.1 %", 0.0004: "<0.1 %", 0.012: "1.2 %", 0.25: "25 %", 0.0999: "10 %", 1: "100 %"} {
		if got := Chance(p); got != want {
			t.Errorf("Chance(%v) = %q, want %q", p, got, want)
		}
	}
}

// Ticks ascend, lie inside, are no more than asked for and carry different labels; whatever the limits.
func TestTicksHold(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	values := []float64{-1e300, -1e9, -3.7, -1e-9, 0, 1e-300, 1e-9, 0.1, 1, 1.0000001, 7, 1e9, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)}
	for _, lo := range values {
		for _, hi := range values {
			for _, log := range []bool{false, true} {
				for n := range 9 {
					s := Axis{Min: lo, Max: hi, Log: log}.scale()
					if !(s.Hi > s.Lo) {
						t.Fatalf("scale of %g to %g (log %v) is %+v", lo, hi, log, s)
					}
					ticks, step := s.Ticks(n)
					labels := s.labels(ticks, step)
					if len(ticks) > n {
						t.Errorf("%g to %g: %d ticks, at most %d wanted", lo, hi, len(ticks), n)
					}
					for i, v := range ticks {
						if u := s.unit(v); !(u > -1e-6 && u < 1+1e-6) {
							t.Errorf("%g to %g: tick %g lies at %g", lo, hi, v, u)
						}
						if i > 0 && (ticks[i-1] >= v || labels[i-1] == labels[i]) {
							t.Errorf("%g to %g (log %v, %d): ticks %v %v", lo, hi, log, n, ticks, labels)
						}
					}
				}
			}
		}
	}
}

func TestBars(t *testing.T) {
	t.Parallel()
	b := Bars{Title: "worth", Items: []Bar{{Label: "N=1", Value: 1}, {Label: "N=2", Value: 2, Lo: 1, Hi: 4}, {Label: "N=3", Value: nan}}, Fill: red}
	c := New(24, 4, Terminal{})
	b.Draw(c, testStyle)
	want := "worth                   \nN=1 ━━━━            1.00\nN=2 ━━━━├──╋──────┤ 2.00\nN=3                    —"
	// 15 cells for a largest value of 4: 1 takes 3.75, to the half cell 4
	if got := c.Plain(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Title, b.Columns = "", 2
	c = New(43, 2, Terminal{})
	b.Draw(c, testStyle)
	want = "N=1 ━━━         1.00   N=3                —\nN=2 ━━━├─╋────┤ 2.00                       "
	if got := c.Plain(); got != want {
		t.Errorf("in two columns\n%s\nwant\n%s", got, want)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	tab := Table{Columns: []Column{{Title: "#", Right: true}, {Title: "x", Right: true}, {Title: "note"}}, Selected: 1,
		Rows: [][]string{{"1", "0.255", "cheap"}, {"2", "0.0", "cheaper"}, {"10", "0.995"}}}
	c := New(22, 4, Terminal{Profile: NoColor})
	if n := tab.Draw(c, testStyle); n != 3 {
		t.Errorf("%d rows shown, want 3", n)
	}
	want := " #      x  note       \n 1  0.255  cheap      \n 2    0.0  cheaper   ◀\n10  0.995             "
	if got := c.Plain(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tab.Top = 2
	c.Clear()
	if n := tab.Draw(c, testStyle); n != 1 {
		t.Errorf("%d rows shown after scrolling, want 1", n)
	}
	// narrow: text shrinks first, then the last columns go
	if w := tab.widths(New(15, 1, Terminal{})); w[2] != 4 || w[1] != 5 {
		t.Errorf("widths %v, want the note shrunk to 4", w)
	}
	if w := tab.widths(New(10, 1, Terminal{})); w[2] != 0 || w[1] != 5 {
		t.Errorf("widths %v, want no note", w)
	}
}
