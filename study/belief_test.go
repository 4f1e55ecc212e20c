package study

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

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
