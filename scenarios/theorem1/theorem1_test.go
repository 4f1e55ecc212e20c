package theorem1

import (
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// docs/results/tables/theorem-1.csv, for δ = 0.1, whose figures
// come from an independent program: ε, K, N, V(EI-PUC), the ratio of part 1,
// V(cheap) of part 2 and the ratio of part 2.
var theorem1Table = []struct {
	epsilon        float64
	k, n           int
	puc, ratio1    float64
	cheap, ratio2  float64
	digits1, digit float64 // half a unit of the last digit the table prints of each ratio
}{
	{.5, 3, 2, .340519, 1.1716, .340519, .8536, 5e-5, 5e-5},
	{.2, 6, 5, .233941, 1.7053, .935764, 2.3456, 5e-5, 5e-5},
	{.1, 11, 11, .158649, 2.5146, 1.427839, 3.5791, 5e-5, 5e-5},
	{.05, 22, 22, .095485, 4.1781, 1.814208, 4.5475, 5e-5, 5e-5},
	{.01, 110, 110, .025415, 15.6973, 2.516060, 6.3068, 5e-5, 5e-5},
	{.001, 1100, 1100, .003269, 122.049, 3.265434, 8.1852, 5e-4, 5e-5},
}

func TestTheorem1Table(t *testing.T) {
	t.Parallel()
	for _, row := range theorem1Table {
		one, err := Instance{1, row.epsilon, 0.1}.Exact()
		testkit.OK(t, err)
		two, err := Instance{2, row.epsilon, 0.1}.Exact()
		testkit.OK(t, err)
		if one.K != row.k || one.N != row.n || two.K != row.k || two.N != row.n {
			t.Errorf("ε = %v: K = %d, N = %d; want %d, %d", row.epsilon, one.K, one.N, row.k, row.n)
		}
		for _, c := range []struct {
			what           string
			got, want, tol float64
		}{
			{"V(EI-PUC)", one.Policy, row.puc, 1e-5}, {"V(expensive)", one.Other, 1 / math.Sqrt(2*math.Pi), 1e-12},
			{"ratio of part 1", one.Ratio, row.ratio1, row.digits1 * 1.01},
			{"V(EI)", two.Policy, 1 / math.Sqrt(2*math.Pi), 1e-12}, {"V(cheap)", two.Other, row.cheap, 1e-5},
			{"ratio of part 2", two.Ratio, row.ratio2, row.digit * 1.01},
		} {
			if math.Abs(c.got-c.want) > c.tol {
				t.Errorf("ε = %v: %s = %.8f, want %.6f", row.epsilon, c.what, c.got, c.want)
			}
		}
	}
}

// exceeds is P(max of n standard normals > t).
func exceeds(t float64, n int) float64 {
	q := 0.5 * math.Erfc(t/math.Sqrt2)
	return -math.Expm1(float64(n) * math.Log1p(-q))
}

// E[max(0, Z₁, …, Z_n)] is 1/√(2π) for one normal and (1 + √2)/(2√π) for two;
// for more, a fine trapezium is the oracle.
func TestExpectedMax(t *testing.T) {
	t.Parallel()
	if got, want := expectedMax(1), 1/math.Sqrt(2*math.Pi); math.Abs(got-want) > 1e-14 {
		t.Errorf("one normal: %.16f, want 1/√(2π) = %.16f", got, want)
	}
	if got, want := expectedMax(2), (1+math.Sqrt2)/(2*math.Sqrt(math.Pi)); math.Abs(got-want) > 1e-14 {
		t.Errorf("two normals: %.16f, want (1+√2)/(2√π) = %.16f", got, want)
	}
	for _, n := range []int{3, 7, 1100, 1_100_000} {
		const steps = 400_000 // trapezium with an end correction: 1e-12 on so smooth a function
		h, sum := 14.0/steps, 0.5*exceeds(0, n)
		for i := 1; i < steps; i++ {
			sum += exceeds(float64(i)*h, n)
		}
		// Euler–Maclaurin: the derivative at 0 is −n·2^{1−n}/√(2π).
		sum = h*sum - h*h/12*float64(n)*math.Pow(2, 1-float64(n))/math.Sqrt(2*math.Pi)
		if got := expectedMax(n); math.Abs(got-sum) > 1e-11 {
			t.Errorf("%d normals: %.14f, trapezium %.14f", n, got, sum)
		}
	}
}

func TestTheorem1Counts(t *testing.T) {
	t.Parallel()
	// Brute force over k·ε, as the convention says, for values that divide the
	// budget exactly in decimals but not in binary.
	for _, eps := range []float64{.5, .2, .1, .05, .025, .01, .003, .001, .7, .99, .11, .055, 1.0 / 3} {
		for _, delta := range []float64{1e-6, .05, .1, .2, .3, 1, 10} {
			th := Instance{1, eps, delta}
			k, n := 0, 0
			for float64(k)*eps < 1+delta-1e-9 {
				k++
			}
			for float64(n+1)*eps <= 1+delta+1e-9 {
				n++
			}
			if th.K() != k || th.N() != min(n, k) {
				t.Errorf("ε = %v, δ = %v: K = %d, N = %d; counted %d, %d", eps, delta, th.K(), th.N(), k, n)
			}
		}
	}
	small, err := Instance{1, 1e-6, 0.1}.Exact() // needs N only, no arms in memory
	if err != nil || small.N != 1_100_000 || small.K != 1_100_000 {
		t.Errorf("ε = 1e-6: %+v, %v", small, err)
	}
}

func TestTheorem1Check(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		th   Instance
		want string
	}{
		{Instance{3, .1, .1}, "parts 1 and 2"}, {Instance{1, 0, .1}, "ε = 0"}, {Instance{1, 1, .1}, "ε = 1"},
		{Instance{2, math.NaN(), .1}, "ε = NaN"}, {Instance{1, .1, 0}, "δ = 0"}, {Instance{1, .1, math.Inf(1)}, "δ = +Inf"},
	} {
		if _, err := c.th.Exact(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.th, err, c.want)
		}
		if _, err := c.th.Simulate(10, 1); err == nil {
			t.Errorf("%+v is simulated", c.th)
		}
	}
	if _, err := (Instance{1, .1, .1}).Simulate(1, 1); err == nil {
		t.Error("one run has no standard error, yet no error")
	}
}

// 100 000 runs of each play agree with the exact values within three standard
// errors, for every ε of the table and both parts.
func TestTheorem1Simulation(t *testing.T) {
	t.Parallel()
	runs := testkit.SweepSize(4_000, 20_000, 100_000)
	for _, row := range theorem1Table {
		for part := 1; part <= 2; part++ {
			th := Instance{part, row.epsilon, 0.1}
			exact, err := th.Exact()
			testkit.OK(t, err)
			s, err := th.Simulate(runs, 2021)
			testkit.OK(t, err)
			if d := math.Abs(s.Policy - exact.Policy); d > 3*s.PolicySE || s.PolicySE <= 0 {
				t.Errorf("part %d, ε = %v: policy %.6f ± %.6f, exact %.6f", part, row.epsilon, s.Policy, s.PolicySE, exact.Policy)
			}
			if d := math.Abs(s.Other - exact.Other); d > 3*s.OtherSE || s.OtherSE <= 0 {
				t.Errorf("part %d, ε = %v: other %.6f ± %.6f, exact %.6f", part, row.epsilon, s.Other, s.OtherSE, exact.Other)
			}
		}
	}
}

// One run step by step: the rule is EI per cost over affordable arms, so part 1
// takes exactly N cheap arms and never the expensive one; part 2's EI takes the expensive
// arm and is done.
func TestTheorem1Run(t *testing.T) {
	t.Parallel()
	th := Instance{1, .05, .1}
	r := th.Run(playEIPUC, 3)
	first := r.Scores()
	if !(first[0].EIPUC > first[1].EIPUC) || !(first[0].EI < first[1].EI) {
		t.Errorf("scores at the start: %+v", first)
	}
	best, spent := 0.0, 0.0
	for i := 1; ; i++ {
		p, ok := r.Next()
		if !ok {
			if i != 23 {
				t.Errorf("EI-PUC took %d arms, want 22", i-1)
			}
			break
		}
		best, spent = math.Max(best, p.Value), spent+p.Cost
		if p.Arm != i || p.Class != ArmCheap || p.Best != best || math.Abs(p.Remaining-(1.1-spent)) > 1e-12 {
			t.Fatalf("pull %d: %+v", i, p)
		}
		if s := r.Scores(); s[1].Affordable {
			t.Fatalf("after pull %d the expensive arm still counts as affordable", i)
		}
	}
	if r.Best() != best {
		t.Errorf("best %v, want %v", r.Best(), best)
	}
	if th.Policy().String() != "EI-PUC" || th.Other().String() != "the expensive arm" || ArmCheap.String() != "cheap" {
		t.Errorf("%v against %v, %v", th.Policy(), th.Other(), ArmCheap)
	}
	two := Instance{2, .05, .1}.Run(playEI, 3)
	p, ok := two.Next()
	if !ok || p.Class != ArmExpensive || p.Arm != 23 || p.Remaining != 0 {
		t.Errorf("EI's first arm: %+v, %v; want the expensive one", p, ok)
	}
	if _, ok := two.Next(); ok {
		t.Error("EI goes on without money")
	}
	again := th.Run(playEIPUC, 3)
	q, _ := again.Next()
	if p1, _ := th.Run(playEIPUC, 3).Next(); p1 != q {
		t.Error("the same seed gives another run")
	}
}

// N = 2 takes the better class of arms in both parts, at every ε of the table;
// each of the others is wrong in one part. Two normals promise (1 + √2)/(2√π).
func TestLookingAheadIsRightInBothParts(t *testing.T) {
	t.Parallel()
	pair := (1 + math.Sqrt2) / (2 * math.Sqrt(math.Pi))
	for _, row := range theorem1Table {
		for part := 1; part <= 2; part++ {
			th := Instance{part, row.epsilon, 0.1}
			n, err := th.Exact()
			testkit.OK(t, err)
			if want := math.Max(n.Policy, n.Other); n.Ahead != want {
				t.Errorf("part %d, ε = %v: B-MS-EI expects %v, the better choice %v", part, row.epsilon, n.Ahead, want)
			}
			if got, want := th.Promise(ArmCheap), th.CheapSd()*pair; math.Abs(got-want) > 1e-14 {
				t.Errorf("part %d, ε = %v: two cheap arms promise %v, want %v", part, row.epsilon, got, want)
			}
			r := th.Run(PlayAhead, 5)
			p, ok := r.Next()
			if !ok || p.Class.String() != n.Takes || th.Value(th.Policy()) != n.Policy || th.Value(th.Other()) != n.Other {
				t.Errorf("part %d, ε = %v: the run begins with a %v arm, %v", part, row.epsilon, p.Class, n)
			}
			same := map[ArmClass]Play{ArmCheap: playCheap, ArmExpensive: PlayExpensive}[p.Class]
			if q, _ := th.Run(same, 5).Next(); q != p {
				t.Errorf("part %d, ε = %v: it saw %v, who chose the same arm %v", part, row.epsilon, p, q)
			}
		}
		if row.epsilon > 0.2 {
			continue // there the myopic ones are not wrong
		}
		for _, c := range []struct {
			part int
			play Play
			want ArmClass
		}{{1, playEIPUC, ArmCheap}, {1, playEI, ArmExpensive}, {1, PlayAhead, ArmExpensive}, {2, playEIPUC, ArmCheap}, {2, playEI, ArmExpensive}, {2, PlayAhead, ArmCheap}} {
			if got, ok := (Instance{c.part, row.epsilon, 0.1}).First(c.play); got != c.want || !ok {
				t.Errorf("part %d, ε = %v: %v takes %v arms, want %v", c.part, row.epsilon, c.play, got, c.want)
			}
		}
	}
	// Two arms are not always enough: 22 cheap ones are worth more than the expensive
	// one, two of them less.
	if n, err := (Instance{2, .5, 10}).Exact(); err != nil || n.Takes != "expensive" || n.Ahead != n.Policy || n.Ratio < 2 {
		t.Errorf("%+v, %v", n, err)
	}
	mean, se := Instance{2, .1, .1}.Average(PlayAhead, 4000, 1)
	if want := (Instance{2, .1, .1}).Value(PlayAhead); math.Abs(mean-want) > 4*se {
		t.Errorf("4000 runs average %v ± %v, exactly %v", mean, se, want)
	}
}

// The closed form stays below the exact ratio wherever the sliders can stand,
// and grows without bound itself.
func TestBound(t *testing.T) {
	t.Parallel()
	for part := 1; part <= 2; part++ {
		for _, delta := range []float64{MinDelta, .01, .1, .3, 1, 3, MaxDelta} {
			last := 0.0
			for e := math.Log(MaxEpsilon); e > math.Log(MinEpsilon); e -= 0.21 {
				th := Instance{part, math.Exp(e), delta}
				n, err := th.Exact()
				testkit.OK(t, err)
				if !(n.Bound <= n.Ratio) || n.Bound < 0 {
					t.Fatalf("part %d, ε = %v, δ = %v: the bound %v is above the ratio %v", part, th.Epsilon, delta, n.Bound, n.Ratio)
				}
				if th.Epsilon < 0.01 && n.Bound <= last {
					t.Fatalf("part %d, ε = %v, δ = %v: the bound %v does not grow, it was %v", part, th.Epsilon, delta, n.Bound, last)
				}
				last = n.Bound
			}
		}
	}
}
