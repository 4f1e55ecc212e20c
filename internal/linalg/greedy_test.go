package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Bounds of all candidates, and places among them, are those of one after the other,
// at every length.
func TestBranch(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for n := range 67 {
		r, v := random(rng, n), random(rng, n)
		dst, sd := make([]float64, n), make([]float64, n)
		for i := range v {
			v[i] = math.Abs(v[i])
		}
		shrunk := append([]float64{}, r...)
		Shrink(shrunk, 0.3, dst, sd, v, 1e-3)
		for i := range r {
			want := math.Max(v[i]-0.09*r[i]*r[i], 1e-3)
			if math.Abs(shrunk[i]-0.3*r[i]) > 1e-15*math.Abs(r[i]) || math.Abs(dst[i]-want) > 1e-12*(v[i]+want) || sd[i] != math.Sqrt(dst[i]) {
				t.Fatalf("Shrink of %v and %v: %v, %v, root %v", r[i], v[i], shrunk[i], dst[i], sd[i])
			}
		}
		b := Branch{
			MuF: random(rng, n), RF: r, SdF: sd, ZF: rng.NormFloat64(), Best: rng.NormFloat64(),
			RC: random(rng, n), SdC: sd, ZC: rng.NormFloat64(), LnBudget: rng.NormFloat64(), Bounds: bounds,
			Limit: make([]float64, n+1),
		}
		at, highest, rough := b.Begin(), math.Inf(-1), make([]float64, n)
		for i := range rough {
			rough[i] = b.coarse(i)
			highest = max(highest, rough[i])
		}
		for i, v := range rough {
			equal(t, "Begin", b.Limit[i:i+1], []float64{v}, 1e-12)
		}
		if n > 0 && rough[at] < highest*(1-1e-12) || b.Limit[n] != 0 {
			t.Fatalf("of %d the highest is said to be %v at %d, and is %v", n, rough[at], at, highest)
		}
		for range 3 { // with a known cost, an unknown one, and a price
			for _, value := range append([]float64{-1, 0, 1e300}, sd...) {
				b.Begin()
				b.Refine(value)
				for i := range n {
					if room := room(value); math.Abs(b.bound(i)-room) > 1e-9*(1+math.Abs(room)) && (b.Limit[i] > room) != (min(rough[i], b.bound(i)) > room) {
						t.Fatalf("candidate %d of %d has the bound %v beside %v: Refine says %v", i, n, b.bound(i), value, b.Limit[i])
					}
				}
				for from := range n + 1 {
					first := from
					for first < n && b.Limit[first] <= room(value) {
						first++
					}
					if got := b.Above(from, value); got != first {
						t.Fatalf("above %v from %d of %d: %d, want %d", value, from, n, got, first)
					}
				}
			}
			if b.MuC != nil {
				b.Lambda, b.PerBudget, b.VarC, b.LnMean, b.Mean0, b.Wide = rng.Float64(), rng.Float64(), v, random(rng, n), v, sd
			}
			b.MuC = random(rng, n)
		}
	}
}

var bounds = NewBounds(
	func(u float64) float64 { return math.Exp(-u*u/2)/math.Sqrt(2*math.Pi) + u*math.Erfc(-u/math.Sqrt2)/2 },
	func(u float64) float64 { return math.Erfc(-u/math.Sqrt2) / 2 },
)

// What is no number has no bound above anything, with and without assembly, and an index of its own nowhere.
func TestBoundsOfNoNumbers(t *testing.T) {
	t.Parallel()
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 0, 1, math.NaN()}
	one := make([]float64, len(odd))
	for i := range one {
		one[i] = 1
	}
	for _, z := range odd {
		b := Branch{MuF: odd, RF: one, SdF: one, ZF: z, MuC: odd, RC: odd, SdC: one, ZC: z, LnBudget: z, Bounds: bounds, Limit: make([]float64, len(odd))}
		if at := b.Begin(); at < 0 || at >= len(odd) {
			t.Errorf("the highest is at %d", at)
		}
		b.Refine(-1)
		for from := range odd {
			if got := b.Above(from, 1e300); got < from || got > len(odd) {
				t.Errorf("above from %d: %d", from, got)
			}
			b.bound(from)
		}
	}
}

// The bound of what is spent is one: below E[min(c, b)] by quadrature, and not
// far below where costs are as expected and money is not short.
func TestSpendingBound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		mu, sd, b := rng.NormFloat64(), 0.05+1.5*rng.Float64(), math.Exp(2*rng.NormFloat64())
		shift := 0.5 * rng.NormFloat64()
		spent := 0.0
		for z := -9.0; z <= 9; z += 1.0 / 256 {
			spent += math.Min(math.Exp(mu+sd*z), b) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / 256
		}
		ln := mu + sd*sd/2 - shift
		one := Branch{
			MuF: []float64{0}, RF: []float64{0}, SdF: []float64{1}, MuC: []float64{mu}, RC: []float64{0}, SdC: []float64{sd}, LnBudget: math.Inf(1), Bounds: bounds,
			Lambda: 1, PerBudget: 1 / b, VarC: []float64{sd * sd}, LnMean: []float64{ln}, Mean0: []float64{math.Exp(ln)}, Wide: []float64{math.Exp(sd * sd)},
		}
		plain := one
		plain.Lambda = 0
		less := plain.bound(0) - one.bound(0)
		if less > spent*(1+1e-6) {
			t.Errorf("μ %v, σ %v, b %v: at least %v, by quadrature %v", mu, sd, b, less, spent)
		}
		if math.Abs(shift) < 0.1 && sd < 0.3 && b > 10*math.Exp(mu) && less < 0.8*spent {
			t.Errorf("μ %v, σ %v, b %v: at least %v is far below %v", mu, sd, b, less, spent)
		}
	}
}

// The coarse bounds are above the others.
func TestCoarseBounds(t *testing.T) {
	t.Parallel()
	b := Branch{MuF: make([]float64, 1), RF: make([]float64, 1), SdF: make([]float64, 1), Bounds: bounds}
	for u := -12.0; u < 12; u += 1.0 / 512 {
		for _, sd := range []float64{1e-8, 0.3, 1, 1e5} {
			b.MuF[0], b.SdF[0] = u*sd, sd
			if coarse, bound := b.coarse(0), b.bound(0); !(coarse > bound) || coarse > bound+0.024*sd+2e-4*coarse {
				t.Fatalf("at u = %v, σ = %v: %v above %v", u, sd, coarse, bound)
			} else if b.Exceeds(0, coarse+1e-5*sd, bounds) || !b.Exceeds(0, bound, bounds) {
				t.Fatalf("at u = %v, σ = %v: %v does not exceed itself, or more", u, sd, bound)
			}
		}
	}
}
