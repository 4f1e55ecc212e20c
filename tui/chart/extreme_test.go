package chart

import (
	"math"
	"runtime"
	"testing"
	"time"

	"pgregory.net/rapid"
)

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
			at, labels := a.Round(n)
			if len(at) > max(n, 0) || len(at) > 256 || len(labels) != len(at) {
				t.Fatalf("%+v: %d ticks and %d labels, at most %d were asked for", a, len(at), len(labels), n)
			}
			last := math.Inf(-1)
			for i, v := range at {
				if u := s.Unit(v); !finite(v) || v < last || !(u > -0.01 && u < 1.01) {
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
			p.Round(n)
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
		fraction := f("fraction")
		for name, draw := range map[string]func(Canvas){
			"plot":     func(c Canvas) { plot.Draw(c, testStyle) },
			"stack":    func(c Canvas) { Stack{Plots: []Plot{plot, plot}, XRows: XLine}.Draw(c, testStyle) },
			"heat map": func(c Canvas) { heat.Draw(c, testStyle) },
			"gauge":    func(c Canvas) { gauge.Draw(c, testStyle) },
			"strip":    func(c Canvas) { strip.Draw(c, testStyle) },
			"bars":     func(c Canvas) { bars.Draw(c, testStyle) },
			"timeline": func(c Canvas) { line.Draw(c, testStyle) },
			"meter":    func(c Canvas) { Meter(c, c.Rect(), fraction, red, blue) },
		} {
			watched(rt, name, func() {
				c := New(w, h, term)
				draw(c)
				checkFrame(t, c)
			})
		}
	})
}
