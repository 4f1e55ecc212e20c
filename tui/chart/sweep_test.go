package chart

import (
	"math"
	"runtime"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// odd holds the values that break charts.
var odd = []float64{nan, inf, -inf, 0, 1e308, -1e308, 5e-324, 1, 0.5}

// everything draws one of each chart, on ordinary and on odd values.
func everything() map[string]func(Canvas) {
	var curve, lo, hi []float64
	for i := range 50 {
		v := math.Sin(float64(i) / 5)
		curve, lo, hi = append(curve, v), append(lo, v-0.3), append(hi, v+0.3)
	}
	full := func(x, y Axis, ys, lo, hi []float64) Plot {
		return Plot{Title: "objective – a title of some length", Note: "25.1 left", X: x, Y: y, XRows: XLine, Hue: red,
			Hatches: []Hatch{{X0: -inf, X1: inf, Y0: 0.5, Y1: inf, Color: red}}, Bands: []Band{{Name: "95 %", Lo: lo, Hi: hi, Fill: blue}},
			Levels: []Level{{Y: 0.5, Dash: Dashed, Label: "best observed 0.5"}, {Y: nan}}, Cursors: []Cursor{{X: 0.7, Label: "next"}, {X: nan}},
			Series: []Series{{Name: "model", Y: ys, Color: red, Heavy: true}, {Name: "true", X: lo, Y: hi, Dash: Dashed}},
			Points: []Point{{X: 0.2, Y: 0.1, Shape: MarkChosen, Label: "old"}, {X: 0.9, Y: 7, Shape: MarkNewest, Label: "beyond"}},
			Feet:   []Foot{{X: 0.7, Shape: MarkNext, Label: "next 0.7"}, {X: 0.2, Shape: MarkCandidate, Label: "then 0.2"}}}
	}
	unit, log := Axis{Min: 0, Max: 1, Label: "x₁ in µm"}, Axis{Min: 1e-3, Max: 1e3, Log: true}
	plots := []Plot{full(unit, Axis{Min: -1, Max: 1}, curve, lo, hi), full(log, log, curve, lo, hi), full(unit, Axis{Min: 3, Max: 3}, odd, odd, odd),
		full(Axis{Min: nan, Max: inf}, Axis{Min: 1e308, Max: -1e308}, odd, odd, curve), full(unit, Axis{Min: 1, Max: 1 + 1e-13, Log: true}, curve, nil, hi)}
	out := map[string]func(Canvas){
		"stack": func(c Canvas) {
			Stack{Plots: plots[:3], Weights: []int{5, 3, 3}, XRows: XLine, Cursors: []Cursor{{X: 0.3, Label: "next"}}}.Draw(c, testStyle)
		},
		"gauge": func(c Canvas) {
			Gauge{Budget: 27.3, Paid: []float64{1.16, 1, 9}, Fantasy: 5, Fill: red, Track: blue}.Draw(c, testStyle)
		},
		"strip": func(c Canvas) {
			Strip{Gauge: Gauge{Budget: 27.3}, From: 5, Parts: []float64{1.16, 9, 0.01}, Words: []string{"= 10.2: three steps", "= 10.2"}, Color: blue}.Draw(c, testStyle)
		},
		"overshot gauge": func(c Canvas) { Gauge{Budget: 20, Paid: []float64{8, 9}, Over: 9, Fill: red}.Draw(c, testStyle) },
		"heat map": func(c Canvas) {
			HeatMap{Title: "map", X: unit, Y: unit, NX: 10, NY: 5, Values: curve, Ramp: NewRamp(red, blue), Bar: true, XRows: XLine,
				Points: []Point{{X: 0.5, Y: 0.5, Shape: MarkBest, Label: "best"}, {X: nan}}}.Draw(c, testStyle)
		},
		"odd heat map": func(c Canvas) {
			HeatMap{X: unit, Y: log, NX: 3, NY: 3, Values: odd, Ramp: NewRamp(red, blue), Bar: true}.Draw(c, testStyle)
			HeatMap{NX: 9, NY: 9, Values: odd}.Draw(c, testStyle)
		},
		"bars": func(c Canvas) {
			b := Bars{Title: "bars", Fill: red}
			for _, v := range odd {
				b.Items = append(b.Items, Bar{Label: "N=" + Num(v), Value: v, Lo: -v, Hi: v}, Bar{Label: "日本", Value: v, Lo: 0.1, Hi: 0.7})
			}
			b.Draw(c, testStyle)
		},
		"table": func(c Canvas) {
			Table{Columns: []Column{{Title: "step", Right: true}, {Title: "名前", Grow: true}, {Title: "cost", Right: true, Max: 6}}, Selected: 1,
				Rows: [][]string{{"1", "learning rate", "1.20"}, {"2", "日本語のとても長い名前"}, {}}, Top: -3}.Draw(c, testStyle)
		},
		"timeline": func(c Canvas) {
			Timeline{Max: 10, Now: 5, Rows: []TimelineRow{{Name: "EI-PUC", At: odd, Bad: 9, Note: "3 paid"}, {At: []float64{1}}}}.Draw(c, testStyle)
			Timeline{Max: nan, Rows: []TimelineRow{{At: odd}}}.Draw(c, testStyle)
		},
	}
	for i, p := range plots {
		out["plot "+strconv.Itoa(i)] = func(c Canvas) { p.Draw(c, testStyle) }
	}
	return out
}

// No chart panics or breaks a line at any size, for any terminal.
func TestSweep(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	widths, heights := []int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17, 23, 40, 80, 240}, []int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 24, 70}
	terms := allTerminals()
	for name, draw := range everything() {
		for i, w := range widths {
			for j, h := range heights {
				if w*h > 2000 && testing.Short() {
					continue
				}
				term := terms[(i+j*5)%len(terms)] // every terminal meets every kind of size
				c := New(w, h, term)
				draw(c)
				if !t.Run(name, func(t *testing.T) { checkFrame(t, c) }) {
					t.Fatalf("%s at %dx%d on %v", name, w, h, term)
				}
			}
		}
	}
}

// Every chart stays inside the view it was given.
func TestChartsStayInside(t *testing.T) {
	t.Parallel()
	for name, draw := range everything() {
		for _, term := range allTerminals() {
			for _, r := range []Rect{{5, 3, 20, 8}, {1, 1, 1, 1}, {3, 2, 37, 5}} {
				c := New(45, 15, term)
				c.Fill(c.Rect(), '.', Ink{Fg: green})
				draw(c.Sub(r))
				for y := range 15 {
					for x := range 45 {
						if inside := x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H; !inside && c.Cell(x, y) != (Cell{Rune: '.', Fg: green}) {
							t.Fatalf("%s wrote at %d,%d outside %v", name, x, y, r)
						}
					}
				}
			}
		}
	}
}

// anyFloat draws bits, not values: subnormal numbers, powers at both ends, infinities and NaN are as likely as others.
func anyFloat() *rapid.Generator[float64] {
	special := []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-310, 0x1p-1022, 1e-300, 1, -1, 10, 1e15, 1e154, 1e300, math.MaxFloat64, -math.MaxFloat64, nan, inf, -inf}
	return rapid.OneOf(
		rapid.SampledFrom(special),
		rapid.Map(rapid.Uint64(), math.Float64frombits),
		rapid.Map(rapid.Uint64Range(0, 1<<20), math.Float64frombits), // the smallest there are
		rapid.Map(rapid.Float64Range(-3, 3), func(v float64) float64 { return v }),
	)
}

// watched fails where work does not end; its goroutine is then lost, as a hang's is.
func watched(t interface{ Fatalf(string, ...any) }, what string, work func()) {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		work()
	}()
	timer := time.NewTimer(20 * time.Second)
	defer timer.Stop()
	select {
	case p := <-done:
		if p != nil {
			t.Fatalf("%s: %v", what, p)
		}
	case <-timer.C:
		buf := make([]byte, 1<<16)
		t.Fatalf("%s does not end\n%s", what, buf[:runtime.Stack(buf, true)])
	}
}

// Whatever the limits of an axis: its ticks end, are finite, inside it, ascending, no more than asked for, and placed.
func TestTicksOfAnyRange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Min: anyFloat().Draw(t, "min"), Max: anyFloat().Draw(t, "max"), Log: rapid.Bool().Draw(t, "log")}
		if rapid.Bool().Draw(t, "near") { // neighbours: a range of a few last bits
			a.Max = math.Float64frombits(math.Float64bits(a.Min) + rapid.Uint64Range(0, 40).Draw(t, "ulps"))
		}
		n := rapid.OneOf(rapid.IntRange(-1, 40), rapid.Int()).Draw(t, "ticks")
		watched(t, "the axis", func() {
			s := a.scale()
			if !(s.Lo < s.Hi) || !finite(s.Lo) || !finite(s.Hi) || !finite(s.Hi-s.Lo) {
				t.Fatalf("%+v becomes %+v", a, s)
			}
			at, labels := a.ticks(n)
			if len(at) > max(n, 0) || len(at) > 256 || len(labels) != len(at) {
				t.Fatalf("%+v: %d ticks and %d labels, at most %d were asked for", a, len(at), len(labels), n)
			}
			last := math.Inf(-1)
			for i, v := range at {
				if u := s.unit(v); !finite(v) || v < last || !(u > -0.01 && u < 1.01) {
					t.Fatalf("%+v: tick %v of %v lies at %v", a, v, at, u)
				}
				if last = v; len(labels[i]) > 24 {
					t.Fatalf("%+v: label %q", a, labels[i])
				}
			}
			p := a.Pad(0.05)
			if !finite(p.Min) || !finite(p.Max) {
				t.Fatalf("%+v padded is %+v", a, p)
			}
			p.ticks(n)
		})
	})
}

// Every chart ends and stays in its frame on any numbers, at any size.
func TestChartsOfAnyNumbers(t *testing.T) {
	t.Parallel()
	terms := allTerminals()
	rapid.Check(t, func(rt *rapid.T) {
		num := anyFloat()
		f := func(name string) float64 { return num.Draw(rt, name) }
		many := func(name string) []float64 { return rapid.SliceOfN(num, 0, 9).Draw(rt, name) }
		axis := func() Axis {
			return Axis{Min: f("min"), Max: f("max"), Log: rapid.Bool().Draw(rt, "log"), Label: "x"}
		}
		w, h := rapid.IntRange(0, 90).Draw(rt, "w"), rapid.IntRange(0, 30).Draw(rt, "h")
		term := rapid.SampledFrom(terms).Draw(rt, "terminal")
		plot := Plot{
			Title: "any", X: axis(), Y: axis(), XRows: XLine,
			Hatches: []Hatch{{X0: f("x0"), X1: f("x1"), Y0: f("y0"), Y1: f("y1")}},
			Bands:   []Band{{X: many("bx"), Lo: many("lo"), Hi: many("hi"), Fill: blue}, {Lo: many("lo"), Hi: many("hi"), Fill: blue}},
			Levels:  []Level{{Y: f("level"), Label: "level"}}, Cursors: []Cursor{{X: f("cursor"), Label: "next"}},
			Series: []Series{{X: many("sx"), Y: many("sy")}, {Y: many("even"), Dash: Dashed}},
			Points: []Point{{X: f("px"), Y: f("py"), Label: "p"}}, Feet: []Foot{{X: f("foot"), Label: "f"}},
		}
		grid := rapid.SliceOfN(num, 12, 12).Draw(rt, "values")
		heat := HeatMap{X: axis(), Y: axis(), NX: 4, NY: 3, Values: grid, Min: f("least"), Max: f("most"), Log: rapid.Bool().Draw(rt, "decades"),
			Ramp: NewRamp(red, blue), Bar: true, XRows: XLine, Points: plot.Points}
		gauge := Gauge{Budget: f("budget"), Paid: many("paid"), Over: f("over"), Fantasy: f("fantasy"), Total: f("total"), Fill: red, Track: blue}
		strip := Strip{Gauge: gauge, From: f("from"), Parts: many("parts"), Words: []string{"words"}, Color: blue}
		bars := Bars{Title: "bars", Fill: red}
		for range 3 {
			bars.Items = append(bars.Items, Bar{Label: Num(f("label")), Value: f("value"), Lo: f("lo"), Hi: f("hi")})
		}
		line := Timeline{Max: f("max"), Now: f("now"), Rows: []TimelineRow{{Name: "row", At: many("at"), Bad: f("bad")}}}
		for name, draw := range map[string]func(Canvas){
			"plot":     func(c Canvas) { plot.Draw(c, testStyle) },
			"stack":    func(c Canvas) { Stack{Plots: []Plot{plot, plot}, XRows: XLine}.Draw(c, testStyle) },
			"heat map": func(c Canvas) { heat.Draw(c, testStyle) },
			"gauge":    func(c Canvas) { gauge.Draw(c, testStyle) },
			"strip":    func(c Canvas) { strip.Draw(c, testStyle) },
			"bars":     func(c Canvas) { bars.Draw(c, testStyle) },
			"timeline": func(c Canvas) { line.Draw(c, testStyle) },
		} {
			watched(rt, name, func() {
				c := New(w, h, term)
				draw(c)
				checkFrame(t, c)
			})
		}
	})
}
