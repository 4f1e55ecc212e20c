package chart

import (
	"math"
	"strconv"
	"testing"

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
		"meter": func(c Canvas) {
			for i, v := range odd {
				Meter(c, Rect{0, i, c.w, 1}, v, red, blue)
			}
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
