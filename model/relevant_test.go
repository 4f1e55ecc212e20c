package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
)

// hill is what hillData observes: one hill, its top at (0.6, 0.4).
func hill(u Unit) float64 {
	return 3*math.Exp(-((u[0]-0.6)*(u[0]-0.6)+(u[1]-0.4)*(u[1]-0.4))/0.08) + 0.3*math.Sin(9*u[0])
}

func hillData(n int, noise float64, seed uint64) Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	var d Data
	for range n {
		u := Unit{rng.Float64(), rng.Float64()}
		d.X, d.Y = append(d.X, u), append(d.Y, hill(u)+noise*rng.NormFloat64())
		d.Cost = append(d.Cost, math.Exp(u[0]+0.1*rng.NormFloat64()))
	}
	return d
}

// Up to 624 evaluations the models are made of all, as they were before anything was chosen.
func TestRelevantKeepsAllOfFew(t *testing.T) {
	d := hillData(624, 0, 1)
	if got := d.Relevant(); len(got.X) != 624 || &got.X[0] != &d.X[0] {
		t.Errorf("%d of 624 evaluations are kept", len(got.X))
	}
	d = hillData(625, 0, 1)
	if got := len(d.Relevant().X); got != mostPlaces {
		t.Errorf("%d of 625 evaluations are kept, want %d", got, mostPlaces)
	}
}

// Of very many the models get a number that does not grow, in their order, the best one and the newest among them,
// whatever the unit of values; what is told next only adds to them.
func TestRelevantOfMany(t *testing.T) {
	d := hillData(2100, 0.5, 2)
	d.Y[3] = math.NaN() // it failed
	got := d.Relevant()
	if n := len(got.X); n != mostPlaces+100 || len(got.Y) != n || len(got.Cost) != n || got.Noise != nil {
		t.Fatalf("%d evaluations are kept of 2100, %d values, %d costs", n, len(got.Y), len(got.Cost))
	}
	index := map[*float64]int{}
	for i, u := range d.X {
		index[&u[0]] = i
	}
	kept, last := map[int]bool{}, -1
	for k, u := range got.X {
		i := index[&u[0]]
		if i <= last || got.Cost[k] != d.Cost[i] || got.Y[k] != d.Y[i] && !math.IsNaN(d.Y[i]) {
			t.Fatalf("row %d is evaluation %d after %d, or another", k, i, last)
		}
		kept[i], last = true, i
	}
	best := 0
	for i, y := range d.Y {
		if y > d.Y[best] {
			best = i
		}
	}
	if !kept[best] || !kept[2000] || !kept[2099] {
		t.Errorf("the best is kept: %v, the newest: %v %v", kept[best], kept[2000], kept[2099])
	}
	other := Data{X: d.X, Cost: d.Cost}
	for _, y := range d.Y {
		other.Y = append(other.Y, 1000*y-5)
	}
	more := hillData(2101, 0.5, 2)
	more.Y[3] = math.NaN()
	for name, again := range map[string]Data{"in another unit": other.Relevant(), "after one more": more.Relevant()} {
		for k := range got.X {
			if !samePlace(got.X[k], again.X[k]) {
				t.Fatalf("%s row %d is another evaluation", name, k)
			}
		}
	}
}

// Measurements of one place are one place: many of few are all kept, and those of a place that is chosen stay together.
func TestRelevantCountsPlaces(t *testing.T) {
	few := hillData(400, 0.5, 3)
	d := Data{}
	for i := range 2000 {
		d.X, d.Y, d.Cost = append(d.X, few.X[i%400]), append(d.Y, few.Y[i%400]), append(d.Cost, 1)
	}
	if got := len(d.Relevant().X); got != 2000 {
		t.Errorf("%d of 2000 measurements at 400 places are kept", got)
	}
	many := hillData(1000, 0.5, 4)
	d = Data{X: append(many.X, many.X...), Y: append(many.Y, many.Y...), Cost: append(many.Cost, many.Cost...)}
	count := map[*float64]int{}
	for _, u := range d.Relevant().X {
		count[&u[0]]++
	}
	for _, n := range count {
		if n != 2 {
			t.Fatalf("a place has %d of its 2 measurements", n)
		}
	}
	if len(count) != mostPlaces {
		t.Errorf("%d places are kept", len(count))
	}
}

// The choice is not by luck: the noise of what is chosen has the mean 0. Chosen by the highest values it would not.
func TestRelevantIsNotChosenByLuck(t *testing.T) {
	d := hillData(2000, 1, 5)
	got, sum := d.Relevant(), 0.0
	for i, y := range got.Y {
		sum += y - hill(got.X[i])
	}
	n := float64(len(got.Y))
	if mean := sum / n; math.Abs(mean) > 3.5/math.Sqrt(n) {
		t.Errorf("the noise of what is chosen is %.3f in the mean, with a standard error of %.3f", mean, 1/math.Sqrt(n))
	}
}

// Where values are high, what is chosen knows them almost as well as all do, and better than as many evaluations as they
// come.
func TestRelevantKnowsWhereItIsHigh(t *testing.T) {
	if testing.Short() {
		t.Skip("fits processes to a thousand evaluations")
	}
	d := hillData(1000, 0.3, 6)
	fit := func(d Data) *GP {
		g, err := Fit(d.X, d.Y, Settings{Noisy: true})
		testkit.OK(t, err)
		return g
	}
	all, some, first := fit(d), fit(d.Relevant()), fit(d.first(mostPlaces))
	wrong := func(g *GP) float64 {
		rng, sum, n := rand.New(rand.NewPCG(9, 9)), 0.0, 0.0
		var ws Workspace
		for range 4000 {
			u := Unit{rng.Float64(), rng.Float64()}
			if hill(u) < 2 {
				continue
			}
			m, _ := g.Predict(&ws, u)
			sum += (m - hill(u)) * (m - hill(u))
			n++
		}
		return math.Sqrt(sum / n)
	}
	a, s, f := wrong(all), wrong(some), wrong(first)
	t.Logf("wrong by %.4f with all 1000, %.4f with the %d chosen, %.4f with the first %d", a, s, mostPlaces, f, mostPlaces)
	if s > 1.25*a || s > f {
		t.Errorf("wrong by %.4f with what is chosen, %.4f with all, %.4f with the first", s, a, f)
	}
}
