package chart

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// anyAxis is an axis as charts have them: tiny, huge, negative, constant, of a part of a decade or of
// three hundred.
func anyAxis(t *rapid.T) Axis {
	if rapid.Bool().Draw(t, "log") {
		decades := rapid.OneOf(rapid.Float64Range(0.02, 4), rapid.Float64Range(4, 300)).Draw(t, "decades")
		lo := rapid.Float64Range(-150, 150-decades/2).Draw(t, "lowest")
		return Axis{Min: math.Pow(10, lo), Max: math.Pow(10, lo+decades), Log: true}
	}
	size := math.Pow(10, rapid.Float64Range(-250, 250).Draw(t, "size"))
	lo := rapid.SampledFrom([]float64{0, 0, -1, 1, -0.3, 2.7, -40, 1e3, -1e5}).Draw(t, "lowest")
	span := rapid.OneOf(rapid.Just(1.0), rapid.Float64Range(0.1, 1), rapid.Just(0.0)).Draw(t, "span")
	if rapid.Bool().Draw(t, "from the top") {
		return Axis{Min: -size * (lo + span), Max: -size * lo}
	}
	return Axis{Min: size * lo, Max: size * (lo + span)}
}

// between is a value of an axis at a share of the way along it.
func (a Axis) between(share float64) float64 {
	if a.Log {
		return a.Min * math.Pow(a.Max/a.Min, share)
	}
	return a.Min + share*(a.Max-a.Min)
}

// height is how far v lies from the lower limit to the upper one, computed without the chart's own
// arithmetic. The limits are logarithms where the axis is one: a limit may be beyond the largest number.
func (f Fitted) height(v float64) float64 {
	if f.Log {
		v = math.Log10(v)
	}
	return (v/2 - f.s.Lo/2) / (f.s.Hi/2 - f.s.Lo/2)
}

// mark is a label as a reader sees it: a number and the row it stands in.
type mark struct {
	value float64
	row   int
}

// read finds the labels left of column x, in rows of c from y on.
func read(c Canvas, x, y, h int) (out []mark) {
	for row := range h {
		var b strings.Builder
		for col := range x {
			b.WriteString(c.Still().Cluster(c.Cell(col, y+row)))
		}
		words := strings.TrimRight(strings.TrimSpace(b.String()), "┤│+|")
		if v, err := strconv.ParseFloat(strings.TrimSpace(words), 64); err == nil {
			out = append(out, mark{v, row})
		}
	}
	return out
}

// counted is how much a property has looked at.
type counted struct{ charts, ticks, markers, lines int }

func sizes(t *rapid.T) (w, h int) {
	return rapid.IntRange(8, 200).Draw(t, "w"), rapid.OneOf(rapid.IntRange(3, 12), rapid.IntRange(3, 60)).Draw(t, "h")
}

// repeats is how many sizes each axis is drawn at.
func repeats() int { return testkit.SweepSize(1, 1, 5) }

// measured checks labels against the axis they stand at, and equal steps against each other.
func (n *counted) measured(t *rapid.T, c Canvas, y Fitted, marks []mark) {
	for i, m := range marks {
		n.ticks++
		off := (1-y.height(m.value))*float64(y.Cells) - (float64(m.row) + 0.5)
		if !(math.Abs(off) <= 0.5+1e-6) {
			t.Fatalf("the label %v stands %.3f rows off:\n%s", m.value, off, c.Plain())
		}
		if !y.Log && math.Abs(off) > 1e-3 {
			t.Fatalf("the label %v is not in the middle of its row but %.3f off:\n%s", m.value, off, c.Plain())
		}
		if i < 2 {
			continue
		}
		step, last := marks[i-1].value-m.value, marks[i-2].value-marks[i-1].value
		alike := math.Abs(step-last) < 1e-6*math.Abs(step)
		if y.Log {
			step, last = marks[i-1].value/m.value, marks[i-2].value/marks[i-1].value
			alike = math.Abs(step-last) < 1e-6*step
		}
		if alike && m.row-marks[i-1].row != marks[i-1].row-marks[i-2].row {
			t.Fatalf("equal steps to %v have unequal heights:\n%s", m.value, c.Plain())
		}
	}
}

// dotsOf is the mean height of what a cell of a line holds, from 0 at its top to 1.
func dotsOf(ch rune) float64 {
	if at := strings.IndexRune("'-_", ch); at >= 0 {
		return (float64(at) + 0.5) / 3
	}
	sum, n := 0.0, 0.0
	for row, bits := range brailleRow {
		if (ch-0x2800)&bits[2] != 0 {
			sum, n = sum+(float64(row)+0.5)/4, n+1
		}
	}
	return sum / n
}

// A chart can be measured from: a label stands in the middle of the row of its value (on a part of a
// decade within half a row), equal steps have equal heights, a marker stands in the row and the column
// of its value and on its curve, and a line lies within half a dot of its value.
func TestAxesAreTrue(t *testing.T) {
	t.Parallel()
	var n counted
	rapid.Check(t, func(t *rapid.T) {
		y, x := anyAxis(t), Axis{Min: -2, Max: 7}
		shares := rapid.SliceOfN(rapid.Float64Range(0, 1), 3, 3).Draw(t, "shares")
		for _, g := range []Glyphs{Braille, Blocks, ASCII} {
			for range repeats() {
				w, h := sizes(t)
				n.charts++
				p := Plot{X: x, Y: y, XRows: rapid.SampledFrom([]xRows{xNone, XLabels, XLine}).Draw(t, "x axis")}
				curve := Series{Color: red, Heavy: rapid.Bool().Draw(t, "heavy")}
				for i, s := range shares {
					p.Points = append(p.Points, Point{X: x.between((float64(i) + s) / 3), Y: y.between(s), Shape: MarkNewest})
					curve.X, curve.Y = append(curve.X, p.Points[i].X), append(curve.Y, p.Points[i].Y)
				}
				c := drawn(p, w, h, Terminal{Glyphs: g})
				l := p.Layout(c)
				marks := read(c, l.Area.X, l.Area.Y, l.Area.H)
				if l.Gutter > 0 && l.Area.H > 1 && len(marks) < 2 {
					t.Fatalf("%+v over %d rows has %d labels:\n%s", y, l.Area.H, len(marks), c.Plain())
				}
				n.measured(t, c, l.Y, marks)
				for _, q := range p.Points {
					if y.Min == y.Max && y.Log {
						continue
					}
					n.markers++
					row, col := (1-l.Y.height(q.Y))*float64(l.Area.H), l.X.height(q.X)*float64(l.Area.W)
					if !marked(c, l, row, col) {
						t.Fatalf("no marker within half a row and column of %v, %v:\n%s", q.X, q.Y, c.Plain())
					}
				}
				// the curve alone has ink where its points are
				bare := p
				bare.Points, bare.Series = nil, []Series{curve}
				line := drawn(bare, w, h, Terminal{Glyphs: g})
				for _, q := range p.Points {
					col, _ := l.X.Cell(q.X)
					row, _ := l.Y.Cell(q.Y)
					if k := line.Cell(l.Area.X+col, l.Area.Y+row); k.Rune == ' ' {
						t.Fatalf("the curve does not pass where its marker stands, %d %d:\n%s", col, row, line.Plain())
					}
				}
				if g != Blocks {
					n.flat(t, p, c, l, y.between(shares[0]), g)
				}
			}
		}
	})
	t.Logf("%+v", n)
}

// marked reports whether a marker stands in a cell whose middle is within half a row and half a column.
func marked(c Canvas, l layout, row, col float64) bool {
	const slack = 0.5 + 1e-3
	for r := max(0, int(row)-1); r <= min(l.Area.H-1, int(row)+1); r++ {
		for k := max(0, int(col)-1); k <= min(l.Area.W-1, int(col)+1); k++ {
			ch := c.Cell(l.Area.X+k, l.Area.Y+r).Rune
			if (ch == '◆' || ch == 'N') && math.Abs(float64(r)+0.5-row) <= slack && math.Abs(float64(k)+0.5-col) <= slack {
				return true
			}
		}
	}
	return false
}

// flat checks a level and a line at v against the limits of the axis.
func (n *counted) flat(t *rapid.T, p Plot, c Canvas, l layout, v float64, g Glyphs) {
	level, light, heavy := p, p, p
	level.Points, light.Points, heavy.Points = nil, nil, nil
	level.Levels = []Level{{Y: v}}
	light.Series = []Series{{Y: []float64{v, v}}}
	heavy.Series = []Series{{Y: []float64{v, v}, Heavy: true}}
	finest := 0.125 // half a dot, in rows
	if g == ASCII {
		finest = 1.0 / 6
	}
	for _, q := range []Plot{level, light, heavy} {
		n.lines++
		d := drawn(q, l.Area.X+l.Area.W, c.h, Terminal{Glyphs: g})
		want := (1 - l.Y.height(v)) * float64(l.Area.H)
		row, _ := l.Y.Cell(v)
		for _, r := range []int{row, row - 1, row + 1} {
			if ch := d.Cell(l.Area.X, l.Area.Y+r).Rune; r >= 0 && r < l.Area.H && ch != ' ' {
				got := float64(r) + dotsOf(ch)
				heavyAcross := q.Series != nil && q.Series[0].Heavy // may light a dot in the next row too
				if slack := finest + 1e-3; math.Abs(got-want) > slack && !(heavyAcross && math.Abs(got-want) <= slack+0.25) {
					t.Fatalf("a line at %v is drawn at row %.3f, its place is %.3f:\n%s", v, got, want, d.Plain())
				}
				break
			}
		}
	}
}

// The same holds for maps, their markers and their bars of colours; what lies outside an axis stays
// blank.
func TestMapsAreTrue(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	var n counted
	rapid.Check(t, func(t *rapid.T) {
		y, levels := anyAxis(t), anyAxis(t)
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		for _, g := range []Glyphs{Braille, ASCII} {
			for range repeats() {
				w, h := sizes(t)
				w = max(w, 40)
				n.charts++
				m := HeatMap{X: Axis{Min: 0, Max: 1}, Y: y, NX: 2, NY: 2, Values: []float64{levels.Min, levels.Max, levels.Min, levels.Max},
					Min: levels.Min, Max: levels.Max, Log: levels.Log, Ramp: NewRamp(red, blue), Bar: true, XRows: XLabels,
					Points: []Point{{X: share, Y: y.between(share), Shape: MarkNewest}}}
				c := New(w, h, Terminal{Glyphs: g})
				m.Draw(c, testStyle)
				p := Plot{X: m.X, Y: m.Y, XRows: m.XRows}
				_, area, _ := p.rows(c.Rect())
				fitted := y.Rows(area.H)
				gutter := fitted.gutter(c)
				n.measured(t, c, fitted, read(c, gutter, area.Y, area.H))
				// the labels of the bar stand at the right end
				bar := Axis{Min: levels.Min, Max: levels.Max, Log: levels.Log}.Rows(area.H)
				if width := bar.gutter(c); (width+2)*4 <= w && levels.Min < levels.Max {
					right := c.Sub(Rect{w - width + 2, 0, width - 2, h})
					n.measured(t, c, bar, read(right, right.w, area.Y, area.H))
				}
				n.markers++
				row, found := (1-fitted.height(y.between(share)))*float64(area.H), false
				for r := range area.H {
					for k := range w {
						ch := c.Cell(k, r).Rune
						found = found || (ch == '◆' || ch == 'N' && g == ASCII) && math.Abs(float64(r)+0.5-row) <= 0.5+1e-3
					}
				}
				if !found {
					t.Fatalf("no marker within half a row of %v:\n%s", y.between(share), c.Plain())
				}
			}
		}
	})
	t.Logf("%+v", n)
}

// Labels under the plot cover the columns of their values, and ticks stand in them.
func TestColumnsAreTrue(t *testing.T) {
	t.Parallel()
	labels := 0
	rapid.Check(t, func(t *rapid.T) {
		x := anyAxis(t)
		for range 2 * repeats() {
			w, h := sizes(t)
			p := Plot{X: x, Y: Axis{Min: 0, Max: 1}, XRows: rapid.SampledFrom([]xRows{XLabels, XLine}).Draw(t, "rows")}
			c := drawn(p, w, h, Terminal{})
			l := p.Layout(c)
			if l.Axis.H == 0 {
				continue
			}
			row := l.Axis.Y + l.Axis.H - 1
			letters := []rune(strings.Split(c.Plain(), "\n")[row])
			for from := 0; from < w; from++ {
				to := from
				for to < w && letters[to] != ' ' {
					to++
				}
				v, err := strconv.ParseFloat(string(letters[from:to]), 64)
				if to == from || err != nil {
					continue
				}
				labels++
				at := float64(l.Area.X) + l.X.height(v)*float64(l.Area.W)
				if at < float64(from)-0.01 || at > float64(to)+0.01 {
					t.Fatalf("%v lies at column %.2f, its label from %d to %d:\n%s", v, at, from, to, c.Plain())
				}
				if col := clamp(int(math.Floor(at)), l.Area.X, w-1); l.Axis.H == 2 && c.Cell(col, l.Axis.Y).Rune != '┬' && c.Cell(max(0, col-1), l.Axis.Y).Rune != '┬' && c.Cell(col+1, l.Axis.Y).Rune != '┬' {
					t.Fatalf("no tick at column %.2f for %v:\n%s", at, v, c.Plain())
				}
				from = to
			}
		}
	})
	t.Logf("%d labels", labels)
}

// An axis has its name wherever two numbers and the name have room, and the numbers tell the scale.
func TestAxisHasItsName(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`\d+`)
	for _, x := range []Axis{{Min: 20, Max: 1234.5, Label: "temperature (°C)"}, {Min: 0, Max: 1, Label: "x"}, {Min: 1e-6, Max: 1, Log: true, Label: "concentration (mol/l)"}, {Min: 2.9, Max: 6.7, Label: "foreseen, 95 %"}} {
		for w := 44; w < 160; w++ {
			for _, rows := range []xRows{XLabels, XLine} {
				c := New(w, 12, Terminal{Profile: NoColor})
				Plot{Title: "objective", X: x, Y: Axis{Max: 1}, XRows: rows, Gutter: 7}.Draw(c, testStyle)
				lines := strings.Split(strings.TrimRight(c.Plain(), "\n"), "\n")
				last := lines[len(lines)-1]
				name, _, _ := strings.Cut(x.Label, " (")
				if !strings.Contains(last, name) {
					t.Errorf("%d columns, %v: no name of the axis %q: %q", w, rows, x.Label, last)
				}
				if rest := strings.Replace(last, name, "", 1); len(number.FindAllString(rest, -1)) < 2 {
					t.Errorf("%d columns, %v: fewer than two numbers: %q", w, rows, last)
				}
			}
		}
	}
}
