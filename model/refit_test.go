package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"farsight/internal/testkit"
)

// believed is the process of the first n of the data with the hyperparameters h.
func believed(t testing.TB, x []Unit, y []float64, h Hyper) *GP {
	t.Helper()
	g, err := New(x, y, h)
	testkit.OK(t, err)
	return g
}

// drawnData are n points of a function that the hyperparameters describe.
func drawnData(n, d int) ([]Unit, []float64, Hyper) {
	x, y := randomData(rand.New(rand.NewPCG(uint64(n), 2)), n, d)
	h := Hyper{Mean: 0.5, Variance: 12, Noise: 1e-4}
	for range d {
		h.Scale = append(h.Scale, 1.4)
	}
	return x, y, h
}

// Beyond carriedPoints hyperparameters stay, and then the process is that of
// all data at once, bit by bit.
func TestCarriedIsConditionedAtOnce(t *testing.T) {
	t.Parallel()
	const n = carriedPoints + 7
	x, y, h := drawnData(n, 2)
	warm := believed(t, x[:n-3], y[:n-3], h)
	got, err := Refit(x, y, Settings{}, warm)
	testkit.OK(t, err)
	want := believed(t, x, y, h)
	if fmt.Sprint(got.Hyper()) != fmt.Sprint(h) {
		t.Fatalf("hyperparameters moved to %v", got.Hyper())
	}
	var a, b Workspace
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		u := Unit{rng.Float64(), rng.Float64()}
		m, v := got.Predict(&a, u)
		wantM, wantV := want.Predict(&b, u)
		if m != wantM || v != wantV {
			t.Fatalf("at %v: %v, %v; conditioned at once %v, %v", u, m, v, wantM, wantV)
		}
	}
	if got.LogLikelihood() != want.LogLikelihood() {
		t.Errorf("log-likelihood %v, conditioned at once %v", got.LogLikelihood(), want.LogLikelihood())
	}
	// By one observation after the other results differ in rounding only.
	one := warm
	for i := n - 3; i < n; i++ {
		one, err = one.Condition(x[i], y[i])
		testkit.OK(t, err)
	}
	m, v := one.Predict(&a, Unit{0.3, 0.6})
	wantM, wantV := want.Predict(&b, Unit{0.3, 0.6})
	if math.Abs(m-wantM) > 1e-8 || math.Abs(v-wantV) > 1e-8 {
		t.Errorf("one after the other: %v, %v; at once %v, %v", m, v, wantM, wantV)
	}
}

// When hyperparameters are fitted again.
func TestWhatIsNotCarried(t *testing.T) {
	t.Parallel()
	const n = carriedPoints + 7
	x, y, h := drawnData(n, 2)
	seen := n - 1
	warm := believed(t, x[:seen], y[:seen], h)
	all := func() observed { return plain(flatten(x, 2), append([]float64(nil), y...)) }
	if warm.carried(all()) == nil || !warm.stays(n) {
		t.Fatal("one more output of the same kind is fitted to anew")
	}
	for what, change := range map[string]func(o *observed){
		"an output that moves the likelihood": func(o *observed) { o.y[n-1] += 8 * math.Sqrt(h.Variance) },
		"an output that was corrected":        func(o *observed) { o.y[0] += 1e-9 },
		"a point that was corrected":          func(o *observed) { o.x[3] += 1e-9 },
		"noise of its own":                    func(o *observed) { o.share, o.known = make([]float64, n), make([]float64, n) },
	} {
		o := all()
		change(&o)
		if warm.carried(o) != nil {
			t.Errorf("%s is carried", what)
		}
	}
	if o := all(); warm.carried(plain(o.x[:2*(seen-1)], o.y[:seen-1])) != nil {
		t.Error("fewer outputs than before are carried")
	}
	if warm.stays(carriedPoints) || warm.stays(n+refitEvery) {
		t.Errorf("hyperparameters stay at %d outputs or %d after %d", carriedPoints, n+refitEvery, seen)
	}
	few := believed(t, x[:settledPoints-2], y[:settledPoints-2], h)
	if o := all(); few.carried(plain(o.x[:2*(settledPoints-1)], o.y[:settledPoints-1])) != nil {
		t.Error("few outputs are carried")
	}
}

// A refit to many outputs that climbs from the last optimum only is as good as one that also takes the usual start.
func TestSettledRefitFindsTheOptimum(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("fits to 260 points")
	}
	const n = settledPoints + 4
	x, y, _ := drawnData(n, 2)
	warm, err := Fit(x[:n-1], y[:n-1], Settings{Starts: 1})
	testkit.OK(t, err)
	if warm.carried(plain(flatten(x, 2), y)) == nil {
		t.Fatal("one more output of the same kind has moved the likelihood")
	}
	mean, scale := Standardisation(y)
	z := plain(flatten(x, 2), y).standardised(mean, scale)
	s := Settings{}.filled()
	both, err := maximisePosterior(context.Background(), z, 2, s, warm, mean, scale)
	testkit.OK(t, err)
	s.settled = true
	one, err := maximisePosterior(context.Background(), z, 2, s, warm, mean, scale)
	testkit.OK(t, err)
	if one.negative > both.negative+1e-4 {
		t.Errorf("log posterior density %v from the last optimum, %v with the usual start", -one.negative, -both.negative)
	}
}

// Fits to many points on one core: from nothing, from the last optimum after a
// multiple of refitEvery was passed, and with the hyperparameters that stay.
func BenchmarkFitLarge(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, n := range []int{500, 1000} {
		x, y, h := drawnData(n+1, 2)
		b.Run(fmt.Sprintf("n=%d/cold", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Fit(x[:n], y[:n], Settings{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("n=%d/warm", n), func(b *testing.B) {
			warm, err := Fit(x[:n-1], y[:n-1], Settings{Starts: 1})
			testkit.OK(b, err)
			for b.Loop() { // n is a multiple: hyperparameters are fitted
				if _, err := Refit(x[:n], y[:n], Settings{}, warm); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("n=%d/carried", n+1), func(b *testing.B) {
			warm := believed(b, x[:n], y[:n], h)
			for b.Loop() {
				if warm.carried(plain(flatten(x, 2), y)) == nil {
					b.Fatal("not carried")
				}
			}
		})
	}
}

// Where to climb from is found with a part of many outputs, and the climb
// ends where one from all the starts does.
func TestManyPointsAreFittedFromAFew(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of likelihoods of 455 outputs: minutes where a processor is emulated")
	}
	for _, d := range []int{1, 3} {
		x, y := randomData(rand.New(rand.NewPCG(uint64(d), 2)), manyPoints+5, d)
		got, want := bothFits(t, x, y)
		t.Logf("d = %d: minus the log posterior density %.6f, from all starts %.6f", d, got, want)
		if !(got <= want+1e-3) {
			t.Errorf("d = %d: minus the log posterior density %v, from all starts %v", d, got, want)
		}
	}
}

// bothFits are minus the log posterior densities of the fit as it is and of one
// that climbs from all starts.
func bothFits(t *testing.T, x []Unit, y []float64) (got, want float64) {
	t.Helper()
	d := len(x[0])
	s := Settings{}.filled()
	mean, scale := Standardisation(y)
	o := plain(flatten(x, d), y).standardised(mean, scale)
	fit, err := maximisePosterior(context.Background(), o, d, s, nil, mean, scale)
	testkit.OK(t, err)
	f := newLikelihood(context.Background(), o, d, s.Priors, s.Noisy, s.Choices)
	lower, upper := searchBox(d, s)
	_, want = climbed(context.Background(), f, coldStarts(f, s, lower, upper), lower, upper)
	return fit.negative, want
}
