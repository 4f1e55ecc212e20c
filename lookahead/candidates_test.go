package lookahead

import (
	"math"
	"slices"
	"testing"

	"farsight/model"
)

type distanceWay struct{}

func (distanceWay) Price(from, to model.Unit, _, _ []float64) float64 { return distance(from, to) }

// All candidates lie in the cube, those asked for come after the plain ones, and
// a seed has the same ones again.
func TestCandidates(t *testing.T) {
	t.Parallel()
	fixed := model.Settings{Fixed: &model.Hyper{Variance: 1, Noise: 1e-4, Scale: []float64{0.3, 0.5}}}
	data := model.Data{X: []model.Unit{{0.1, 0.9}, {0.5, 0.5}, {1, 0.3}}, Y: []float64{0, 1, -1}, Cost: []float64{1, 2, 3}}
	pair, err := model.FitPair(data, model.PairSettings{Objective: fixed, Cost: fixed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, moves := range []bool{false, true} {
		if moves {
			pair.Way, pair.At = distanceWay{}, model.Unit{1, 0.3}
		}
		w := Candidates{Pair: pair, Best: 1, Budget: 5, Price: 0.01, Spread: 16, Modes: 2, Ascent: 6, Seed: 3}
		extra := model.Unit{0.25, 0.75}
		points := w.Points(t.Context(), []model.Unit{extra})
		if n := w.plain(); !slices.Equal(points[n], extra) || len(points) <= n+1 {
			t.Fatalf("moving %v: %d points, %d of them plain, and not then %v", moves, len(points), n, extra)
		}
		for i, x := range points {
			if !(slices.Min(x) >= 0 && slices.Max(x) <= 1) {
				t.Errorf("moving %v: point %d is %v", moves, i, x)
			}
		}
		if again := w.Points(t.Context(), []model.Unit{extra}); !slices.EqualFunc(points, again, slices.Equal[model.Unit]) {
			t.Errorf("moving %v: %v, again %v", moves, points, again)
		}
		w.Cache = new(CandidateCache)
		for _, price := range []float64{0, 0.01, 0.01} { // what was sought before changes nothing
			w.Price = price
			alone := w
			alone.Cache = nil
			for _, extra := range [][]model.Unit{nil, {extra}} {
				if got, want := w.Points(t.Context(), extra), alone.Points(t.Context(), extra); !slices.EqualFunc(got, want, slices.Equal[model.Unit]) {
					t.Errorf("moving %v, price %v: %v, alone %v", moves, price, got, want)
				}
			}
		}
		if moves && !slices.ContainsFunc(points[:w.plain()], func(x model.Unit) bool { return distance(x, pair.At) == 0 }) {
			t.Errorf("none is where the way begins, %v", pair.At)
		}
	}
	// Nothing left, and nothing found but 0: the rule is the zero value of another one's.
	ended := Candidates{Pair: pair, Spread: 16, Modes: 2, Ascent: 6, Seed: 3}
	if points := ended.Points(t.Context(), nil); len(points) < ended.plain() {
		t.Errorf("%d points, of which %d are plain", len(points), ended.plain())
	}
	if d := distance([]float64{0.25, 1}, []float64{0.5, 0.5}); math.Abs(d-0.5) > 0 {
		t.Errorf("distance %v, want 0.5", d)
	}
}
