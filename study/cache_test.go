package study

import (
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// pairOf is a pair of n evaluations.
func pairOf(t *testing.T, n int) *model.Pair {
	t.Helper()
	var d model.Data
	for i := range n {
		x := float64(i) / float64(n)
		d.X, d.Y, d.Cost = append(d.X, model.Unit{x}), append(d.Y, x*x), append(d.Cost, 1+x)
	}
	h := &model.Hyper{Variance: 1, Scale: []float64{0.2}, Noise: 1e-4}
	p, err := model.FitPair(d, model.PairSettings{Objective: model.Settings{Fixed: h}, Cost: model.Settings{Fixed: h}}, nil)
	testkit.OK(t, err)
	return p
}

// What was not looked at for the longest is given up, and made again once for
// all who look.
func TestCacheEvicts(t *testing.T) {
	t.Parallel()
	p := pairOf(t, 350) // four besides the last
	if mostNumbers/(350*350) != 4 {
		t.Fatal("the numbers of this test are out of date")
	}
	var room pairCache
	var made [7]atomic.Int32
	var all []*cachedPair
	for i := range made {
		own := *p
		all = append(all, room.add(&own, func() (*model.Pair, error) {
			made[i].Add(1)
			return &own, nil
		}))
		if i == 3 {
			all[0].models() // looked at again
		}
	}
	for i, want := range []bool{true, false, false, true, true, true, true} {
		if all[i].held() != want {
			t.Errorf("belief %d is held: %v", i, all[i].held())
		}
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if all[1].models() == nil {
				t.Error("nothing is believed")
			}
		})
	}
	wg.Wait()
	if n := made[1].Load(); n != 1 {
		t.Errorf("made %d times, want once", n)
	}
	if all[3].held() || all[4].models() == nil || made[4].Load() != 0 {
		t.Error("what was held was made again, or more is held than there is room for")
	}
}

// Who looks in passing has what is held, or makes it, and changes nothing.
func TestCacheApart(t *testing.T) {
	t.Parallel()
	p := pairOf(t, 800) // none besides the last
	var room pairCache
	made := 0
	keep := func() *cachedPair {
		own := *p
		return room.add(&own, func() (*model.Pair, error) {
			made++
			return &own, nil
		})
	}
	a, b := keep(), keep()
	if a.held() || !b.held() {
		t.Fatal("the numbers of this test are out of date")
	}
	if b.apart().models() != b.pair.Load() || made != 0 {
		t.Error("what is held was made again")
	}
	apart := a.apart()
	if apart.models() == nil || !apart.held() || made != 1 {
		t.Errorf("made %d times, want once", made)
	}
	if a.held() || !b.held() {
		t.Error("what was looked at in passing is held instead")
	}
	if (*cachedPair)(nil).apart() != nil {
		t.Error("of nothing there is something apart")
	}
}

// A fit is made once of the same data by the same settings from the same start,
// and again as soon as any of them is another.
func TestLastFit(t *testing.T) {
	t.Parallel()
	fits := 0
	p := pairOf(t, 5)
	fit := func() (*model.Pair, error) { fits++; return p, nil }
	data := func() model.Data {
		return model.Data{X: []model.Unit{{0.1}, {0.2}}, Y: []float64{1, math.NaN()}, Cost: []float64{1, 2}}
	}
	var last lastFit
	look := func(want int, of any, d model.Data, warm *model.Pair) {
		t.Helper()
		if got, err := last.fit(of, d, warm, fit); got != p || err != nil || fits != want {
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
	if _, err := last.fit("c", d, nil, func() (*model.Pair, error) { return nil, errors.New("none") }); err == nil {
		t.Error("a fit that failed is none")
	}
	look(9, "b", d, nil) // what is known stays
	if _, err := (*lastFit)(nil).fit("b", d, nil, fit); err != nil || fits != 10 {
		t.Error("who remembers nothing fits every time")
	}
}
