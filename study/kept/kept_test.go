package kept

import (
	"sync"
	"sync/atomic"
	"testing"

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
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What was not looked at for the longest is given up, and made again once for
// all who look.
func TestWhatIsNotLookedAtIsGivenUp(t *testing.T) {
	t.Parallel()
	p := pairOf(t, 350) // four besides the last
	if mostNumbers/(350*350) != 4 {
		t.Fatal("the numbers of this test are out of date")
	}
	var room Room
	var made [7]atomic.Int32
	var all []*Belief
	for i := range made {
		own := *p
		all = append(all, room.Keep(&own, func() (*model.Pair, error) {
			made[i].Add(1)
			return &own, nil
		}))
		if i == 3 {
			all[0].Pair() // looked at again
		}
	}
	for i, want := range []bool{true, false, false, true, true, true, true} {
		if all[i].Held() != want {
			t.Errorf("belief %d is held: %v", i, all[i].Held())
		}
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if all[1].Pair() == nil {
				t.Error("nothing is believed")
			}
		})
	}
	wg.Wait()
	if n := made[1].Load(); n != 1 {
		t.Errorf("made %d times, want once", n)
	}
	if all[3].Held() || all[4].Pair() == nil || made[4].Load() != 0 {
		t.Error("what was held was made again, or more is held than there is room for")
	}
}

// Who looks in passing has what is held, or makes it, and changes nothing.
func TestApart(t *testing.T) {
	t.Parallel()
	p := pairOf(t, 800) // none besides the last
	var room Room
	made := 0
	keep := func() *Belief {
		own := *p
		return room.Keep(&own, func() (*model.Pair, error) {
			made++
			return &own, nil
		})
	}
	a, b := keep(), keep()
	if a.Held() || !b.Held() {
		t.Fatal("the numbers of this test are out of date")
	}
	if b.Apart().Pair() != b.pair.Load() || made != 0 {
		t.Error("what is held was made again")
	}
	apart := a.Apart()
	if apart.Pair() == nil || !apart.Held() || made != 1 {
		t.Errorf("made %d times, want once", made)
	}
	if a.Held() || !b.Held() {
		t.Error("what was looked at in passing is held instead")
	}
	if (*Belief)(nil).Apart() != nil {
		t.Error("of nothing there is something apart")
	}
}

// Some are never given up, and of nothing there is no pair.
func TestOf(t *testing.T) {
	t.Parallel()
	p := pairOf(t, 3)
	if Of(nil) != nil || Of(nil).Pair() != nil || Of(p).Pair() != p || !Of(p).Held() {
		t.Error("a belief that is never given up is not what it was made of")
	}
}
