package study

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
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
	key := func(name string) fitKey { return fitKey{policy: policy.Policy{Name: name}} }
	look := func(want int, of string, d model.Data, warm *model.Pair) {
		t.Helper()
		if got, err := last.fit(key(of), d, warm, fit); got != p || err != nil || fits != want {
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
	if _, err := last.fit(key("c"), d, nil, func() (*model.Pair, error) { return nil, errors.New("none") }); err == nil {
		t.Error("a fit that failed is none")
	}
	look(9, "b", d, nil) // what is known stays
	if _, err := (*lastFit)(nil).fit(key("b"), d, nil, fit); err != nil || fits != 10 {
		t.Error("who remembers nothing fits every time")
	}
}

// What every policy believed when it decided is built again from rows and
// hyperparameters, to the bit: factors, moments, and where it stood.
func TestBeliefsAreBuiltAgainToTheBit(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	problems := map[string]func(*scenarios.Problem){
		"as it is": func(*scenarios.Problem) {},
		"fitted":   func(p *scenarios.Problem) { p.Objective.Fixed, p.Cost.Fixed = nil, nil },
		"noisy": func(p *scenarios.Problem) {
			p.Objective.Fixed, p.Cost.Fixed, p.Noise.Simulated = nil, nil, 0.2
			p.Noise.Noisy = true
		},
	}
	for _, id := range policy.IDs() {
		for name, change := range problems {
			p := *scenario(t, "myopia", 1)
			change(&p)
			q := policy.Must(id)
			if q.Tree() {
				q = policy.Must(id + " effort=quick")
			}
			st, err := New(t.Context(), &p, q, Settings{Seed: 2, Limit: 4, Light: true})
			if err != nil {
				t.Fatalf("%s, %s: %v", id, name, err)
			}
			for st.Stopped() == Running {
				if err := st.Decide(t.Context()); err != nil {
					t.Fatalf("%s, %s: %v", id, name, err)
				}
				s := st.Snapshot()
				again, err := rebuild(s.Problem, s.Policy, s.Rows, *s.Fitted)
				if err != nil {
					t.Fatalf("%s, %s, step %d: %v", id, name, s.Step, err)
				}
				samePair(t, id+", "+name, again.From(st.pair.At, st.pair.Way), st.pair)
				if err := st.Step(t.Context()); err != nil {
					t.Fatalf("%s, %s: %v", id, name, err)
				}
			}
		}
	}
}

func samePair(t *testing.T, name string, got, want *model.Pair) {
	t.Helper()
	same := func(a, b *model.GP) bool {
		if a == nil || b == nil {
			return a == b
		}
		x, y := a.Factor(), b.Factor()
		return slices.Equal(x.Alpha, y.Alpha) && reflect.DeepEqual(x.Inverse, y.Inverse)
	}
	if !same(got.Objective, want.Objective) || !same(got.LogCost, want.LogCost) {
		t.Errorf("%s: the factors differ", name)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var ws model.Workspace
	for range 20 {
		u := make(model.Unit, want.Dim())
		for j := range u {
			u[j] = rng.Float64()
		}
		if a, b := got.Moments(&ws, u), want.Moments(&ws, u); a != b {
			t.Fatalf("%s: moments at %v are %+v, want %+v", name, u, a, b)
		}
	}
}

// Of a long replay the models of early steps are given up, and what they say is
// what they said.
func TestLongReplaysKeepNumbersOnly(t *testing.T) {
	t.Parallel()
	p := *scenario(t, "myopia", 1)
	p.Budget = 1e6
	type said struct{ band, cost Band }
	line := Line(model.Unit{0.5}, p.Axes()[0], 5)
	var then []said
	r, err := NewReplay(t.Context(), &p, policy.Must("random"), Settings{Limit: 160}, func(s Snapshot) {
		then = append(then, said{s.Objective(line), s.Cost(line)})
	})
	testkit.OK(t, err)
	held := 0
	for i := range r.Snapshots {
		if r.Snapshots[i].ready() {
			held++
		}
	}
	if first, n := &r.Snapshots[0], len(r.Snapshots); first.ready() || !r.Snapshots[n-1].ready() || held > n/2 {
		t.Errorf("the models of %d of %d steps are held, the first's %v", held, n, first.ready())
	}
	for i := range r.Snapshots {
		s := &r.Snapshots[i]
		if len(s.Rows) != len(r.Snapshots[0].Rows)+i || cap(s.Rows) != len(s.Rows) {
			t.Fatalf("step %d has %d rows with room for %d", i, len(s.Rows), cap(s.Rows))
		}
		if now := (said{s.Objective(line), s.Cost(line)}); !slices.Equal(now.band.Low, then[i].band.Low) || !slices.Equal(now.cost.High, then[i].cost.High) {
			t.Fatalf("step %d: %v, and then %v", i, now, then[i])
		}
	}
}
