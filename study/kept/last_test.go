package kept

import (
	"errors"
	"math"
	"slices"
	"testing"

	"farsight/model"
)

// A fit is made once of the same data by the same settings from the same start,
// and again as soon as any of them is another.
func TestLast(t *testing.T) {
	t.Parallel()
	fits := 0
	p := pairOf(t, 5)
	fit := func() (*model.Pair, error) { fits++; return p, nil }
	data := func() model.Data {
		return model.Data{X: []model.Unit{{0.1}, {0.2}}, Y: []float64{1, math.NaN()}, Cost: []float64{1, 2}}
	}
	var last Last
	look := func(want int, of any, d model.Data, warm *model.Pair) {
		t.Helper()
		if got, err := last.Fit(of, d, warm, fit); got != p || err != nil || fits != want {
			t.Errorf("%d fits, want %d; %v", fits, want, err)
		}
	}
	look(1, "a", data(), nil)
	look(1, "a", data(), nil)
	look(2, "b", data(), nil)
	look(3, "b", data(), p)
	look(3, "b", data(), pairOf(t, 5))
	look(4, "b", data(), pairOf(t, 6))
	for i, change := range []func(*model.Data){
		func(d *model.Data) { d.X[0] = model.Unit{0.11} }, func(d *model.Data) { d.Y[1] = 2 }, func(d *model.Data) { d.Cost[0] = 3 },
		func(d *model.Data) { d.Noise = []float64{0, 0.1} },
	} {
		d := data()
		change(&d)
		look(5+i, "b", d, nil)
	}
	d := data()
	d.X, d.Y, d.Cost = slices.Clone(d.X[:1]), d.Y[:1], d.Cost[:1]
	look(9, "b", d, nil)
	if _, err := last.Fit("c", d, nil, func() (*model.Pair, error) { return nil, errors.New("none") }); err == nil {
		t.Error("a fit that failed is none")
	}
	look(9, "b", d, nil) // what is known stays
	if _, err := (*Last)(nil).Fit("b", d, nil, fit); err != nil || fits != 10 {
		t.Error("who remembers nothing fits every time")
	}
}
