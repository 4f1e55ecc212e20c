package learn

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

func svmOf(t testing.TB, table Table, s svmSettings) *svmModel {
	t.Helper()
	m, err := trainSVM(t.Context(), table, s)
	testkit.OK(t, err)
	return m
}

// some are the first rows of the example.
func some(n int) Table {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return Example().pick(rows)
}

// solved runs the dual by itself, and gives the kernel computed without it.
func solved(table Table, s svmSettings) (d *dual, kernels [][]float64, steps int) {
	_, rows := standardise(table)
	mean, sd := moments(table.Y)
	y := make([]float64, len(table.Y))
	for i, v := range table.Y {
		y[i] = (v - mean) / sd
	}
	d = newDual(rows, y, s)
	for steps < maxSteps && d.step() {
		steps++
	}
	n, p := len(y), len(table.Columns)
	for i := range n {
		row := make([]float64, n)
		for j := range n {
			squares := 0.0
			for l := range p {
				squares += math.Pow(rows[i*p+l]-rows[j*p+l], 2)
			}
			row[j] = math.Exp(-s.Gamma * squares)
		}
		kernels = append(kernels, row)
	}
	return d, kernels, steps
}

// The conditions of Karush, Kuhn and Tucker, from β alone: what is predicted is
// computed again. With r = y − Σ β K − b: |r| ≤ ε where β is 0, r = ε where it is
// between 0 and C, r ≥ ε at C, and the mirror image below.
func TestOptimumMeetsItsConditions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		power := func(low, high float64, name string) float64 {
			return math.Pow(10, rapid.Float64Range(low, high).Draw(t, name))
		}
		s := svmSettings{C: power(-2, 1.5, "C"), Gamma: power(-4, 1, "γ"), Epsilon: power(-3, 0, "ε"), Tolerance: power(-5, -2, "τ")}
		table := some(rapid.IntRange(2, 60).Draw(t, "n"))
		d, kernels, steps := solved(table, s)
		if steps == maxSteps {
			t.Skip()
		}
		slack := s.Tolerance + 1e-9
		b, sum := d.bias(), 0.0
		for i, beta := range d.beta {
			sum += beta
			r := d.y[i] - b
			for j, other := range d.beta {
				r -= other * kernels[i][j]
			}
			ok := false
			switch {
			case beta < -s.C || beta > s.C:
			case beta == s.C:
				ok = r >= s.Epsilon-slack
			case beta == -s.C:
				ok = r <= -s.Epsilon+slack
			case beta > 0:
				ok = math.Abs(r-s.Epsilon) <= slack
			case beta < 0:
				ok = math.Abs(r+s.Epsilon) <= slack
			default:
				ok = math.Abs(r) <= s.Epsilon+slack
			}
			if !ok {
				t.Errorf("row %d of %d: β %v and an error of %v with %+v", i, len(d.beta), beta, r, s)
			}
		}
		if math.Abs(sum) > 1e-9*s.C*float64(len(d.beta)) {
			t.Errorf("Σβ = %v", sum)
		}
	})
}

// What the primal and the dual are worth meet at the optimum, and nowhere else:
// ½βᵀKβ + CΣ max(0, |r| − ε) = −½βᵀKβ + yᵀβ − εΣ|β|.
func TestPrimalAndDualMeet(t *testing.T) {
	t.Parallel()
	for _, s := range []svmSettings{{1, 0.1, 0.1, 1e-7}, {10, 0.03, 0.05, 1e-7}, {0.05, 1, 0.3, 1e-7}, {100, 2, 0, 1e-7}} {
		d, kernels, steps := solved(some(50), s)
		if steps == maxSteps {
			t.Fatalf("%+v takes more than %d steps", s, maxSteps)
		}
		var bend, gain, loss float64
		b := d.bias()
		for i, beta := range d.beta {
			f := 0.0
			for j, other := range d.beta {
				f += other * kernels[i][j]
			}
			bend += beta * f / 2
			gain += d.y[i]*beta - s.Epsilon*math.Abs(beta)
			loss += s.C * max(0, math.Abs(d.y[i]-f-b)-s.Epsilon)
		}
		if primal, value := bend+loss, gain-bend; math.Abs(primal-value) > 1e-5*math.Abs(value) {
			t.Errorf("%+v: the primal is worth %v, the dual %v", s, primal, value)
		}
	}
}

// Two rows: standardised they are ±1 and their targets, too, so that
// β = ±min(C, (1 − ε)/(1 − K)) with K = e^{−4γ}, and b = 0.
func TestTwoRows(t *testing.T) {
	t.Parallel()
	table := Table{Features: []string{"x"}, Columns: [][]float64{{2, 6}}, Target: "y", Y: []float64{10, 30}}
	for _, s := range []svmSettings{{5, 0.5, 0.25, 1e-9}, {0.5, 0.5, 0.25, 1e-9}} {
		m := svmOf(t, table, s)
		k := float64(float32(math.Exp(-4 * s.Gamma))) // as kernels are rounded
		beta := min(s.C, (1-s.Epsilon)/(1-k))
		// 20 + 10·f, and f = ∓β(1 − K) at the two rows
		for i, x := range []float64{2, 6} {
			want := 20 + 10*beta*(1-k)*float64(2*i-1)
			if got := m.Predict([]float64{x}); math.Abs(got-want) > 1e-9 {
				t.Errorf("%+v: %v at %v, want %v", s, got, x, want)
			}
		}
	}
	// Errors that are all free: nothing is learnt but the middle.
	m := svmOf(t, table, svmSettings{1, 1, 1, 1e-3})
	if len(m.beta) != 0 || m.Predict([]float64{2}) != 20 || m.Predict([]float64{100}) != 20 {
		t.Errorf("with free errors: %+v", m)
	}
	// A target that does not vary.
	table.Y = []float64{3, 3}
	if m := svmOf(t, table, svmSettings{1, 1, 0.1, 1e-3}); m.Predict([]float64{0}) != 3 {
		t.Errorf("a constant target is predicted as %v", m.Predict([]float64{0}))
	}
}

// Neither the unit of a feature nor that of the target matters.
func TestPredictionsFollowTheUnits(t *testing.T) {
	t.Parallel()
	table := some(80)
	scaled := table.pick([]int{})
	scaled.Y = make([]float64, table.Rows())
	for j, column := range table.Columns {
		scaled.Columns[j] = make([]float64, table.Rows())
		for i, v := range column {
			scaled.Columns[j][i] = 100*v - float64(j)
		}
	}
	for i, y := range table.Y {
		scaled.Y[i] = 3*y + 1000
	}
	s := svmSettings{3, 0.05, 0.1, 1e-6}
	a, b := svmOf(t, table, s), svmOf(t, scaled, s)
	x, z := make([]float64, 10), make([]float64, 10)
	for i := range table.Rows() {
		table.row(x, i)
		scaled.row(z, i)
		if p, q := a.Predict(x), b.Predict(z); math.Abs(3*p+1000-q) > 1e-3 {
			t.Fatalf("row %d: %v becomes %v", i, p, q)
		}
	}
}

// Work is three rows a step and a kernel's row for each partner there ever was.
func TestSVMWorkIsCounted(t *testing.T) {
	t.Parallel()
	d, _, steps := solved(some(60), svmSettings{2, 0.1, 0.2, 1e-3})
	columns := 0
	for _, k := range d.kernel {
		if k != nil {
			columns++
		}
	}
	if want := int64(steps*3*60 + columns*60*10); d.work != want || steps == 0 || columns == 0 || columns > 60 {
		t.Errorf("work %d, want %d for %d steps and %d of 60 rows of the kernel", d.work, want, steps, columns)
	}
	m := svmOf(t, some(60), svmSettings{2, 0.1, 0.2, 1e-3})
	if m.Work() != d.work || m.steps != steps || !m.converged() {
		t.Errorf("training takes %d and %d steps, the dual alone %d and %d", m.Work(), m.steps, d.work, steps)
	}
	// What asks for more takes more.
	easy := svmOf(t, some(60), svmSettings{2, 0.1, 0.2, 1e-2})
	if hard := svmOf(t, some(60), svmSettings{2, 0.1, 0.2, 1e-5}); !(easy.Work() < m.Work() && m.Work() < hard.Work()) {
		t.Errorf("tolerances of 1e-2, 1e-3, 1e-5 take %d, %d, %d", easy.Work(), m.Work(), hard.Work())
	}
}

func TestSVMMistakes(t *testing.T) {
	t.Parallel()
	fine := svmSettings{1, 1, 0.1, 1e-3}
	for says, change := range map[string]func(*svmSettings){
		"C must be between 1e-09 and 1e+09, not 0": func(s *svmSettings) { s.C = 0 },
		"C must be":            func(s *svmSettings) { s.C = math.NaN() },
		"gamma must":           func(s *svmSettings) { s.Gamma = math.Inf(1) },
		"epsilon must":         func(s *svmSettings) { s.Epsilon = -1 },
		"tolerance must be be": func(s *svmSettings) { s.Tolerance = 0 },
	} {
		s := fine
		if change(&s); s == fine {
			t.Fatal("nothing changed")
		}
		if _, err := trainSVM(t.Context(), some(10), s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %q", s, err, says)
		}
	}
	many := Table{Features: []string{"x"}, Columns: [][]float64{make([]float64, maxRows+1)}, Y: make([]float64, maxRows+1)}
	if _, err := trainSVM(t.Context(), many, fine); err == nil || !strings.Contains(err.Error(), "at most 4000") {
		t.Errorf("%v", err)
	}
	if _, err := trainSVM(t.Context(), Table{}, fine); err == nil {
		t.Error("an empty table")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trainSVM(ctx, Example(), svmSettings{10, 0.03, 0.01, 1e-3}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
