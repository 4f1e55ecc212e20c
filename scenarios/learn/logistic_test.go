package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// logisticExample is the table that ships, with its labels.
func logisticExample() Table {
	t := Example()
	t.Y = aboveMedian(t.Y)
	return t
}

func logisticOf(t testing.TB, table Table, s logisticSettings) *logisticModel {
	t.Helper()
	m, err := trainLogistic(t.Context(), table, s)
	testkit.OK(t, err)
	return m
}

// loss is J of the rows of a batch, written out again.
func loss(w, rows, labels []float64, batch []int, l2 float64) float64 {
	p := len(w) - 1
	sum := 0.0
	for _, i := range batch {
		s := w[p]
		for j := range p {
			s += w[j] * rows[i*p+j]
		}
		chance := 1 / (1 + math.Exp(-s))
		sum -= labels[i]*math.Log(chance) + (1-labels[i])*math.Log(1-chance)
	}
	sum /= float64(len(batch))
	for _, v := range w[:p] {
		sum += l2 * v * v / 2
	}
	return sum
}

// The gradient is that of the loss, by central differences; and a step is the
// one the package says.
func TestGradient(t *testing.T) {
	t.Parallel()
	table := logisticExample()
	_, rows := standardise(table)
	rng := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		w := make([]float64, 11)
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		batch := rng.Perm(200)[:1+rng.IntN(40)]
		d := descent{weights: w, gradient: make([]float64, 11), rows: rows, labels: table.Y}
		d.slope(batch)
		for j := range w {
			const h = 1e-5
			up, down := slices.Clone(w), slices.Clone(w)
			up[j] += h
			down[j] -= h
			want := (loss(up, rows, table.Y, batch, 0) - loss(down, rows, table.Y, batch, 0)) / (2 * h)
			if math.Abs(d.gradient[j]-want) > 1e-8 {
				t.Errorf("∂/∂w%d is %v, by differences %v", j, d.gradient[j], want)
			}
		}
		before, g := slices.Clone(w), slices.Clone(d.gradient)
		s := logisticSettings{learningRate: 0.3, l2: 0.7}
		d.step(batch, s)
		for j := range w {
			want := before[j] - 0.3*g[j]
			if j < 10 {
				want /= 1 + 0.3*0.7
			}
			if math.Abs(w[j]-want) > 1e-14 {
				t.Errorf("w%d becomes %v, want %v", j, w[j], want)
			}
		}
	}
}

// All rows in every step, long enough: the gradient of J vanishes, whatever the
// rate.
func TestDescentEndsAtTheMinimum(t *testing.T) {
	t.Parallel()
	table := logisticExample()
	_, rows := standardise(table)
	all := rand.New(rand.NewPCG(1, 1)).Perm(200)
	for _, s := range []logisticSettings{{learningRate: 1, l2: 0.01}, {learningRate: 3, l2: 0.1}, {learningRate: 0.5, l2: 1}} {
		s.batch, s.epochs = 200, 4000
		m := logisticOf(t, table, s)
		d := descent{weights: m.weights, gradient: make([]float64, 11), rows: rows, labels: table.Y}
		d.slope(all)
		for j, g := range d.gradient {
			if j < 10 {
				g += s.l2 * m.weights[j]
			}
			if math.Abs(g) > 1e-9 {
				t.Errorf("%+v: ∂J/∂w%d = %v", s, j, g)
			}
		}
		// A stronger penalty, smaller weights; that of the features that matter is positive.
		if m.weights[3] <= 0 || m.weights[3] < m.weights[7] {
			t.Errorf("%+v: weights %v", s, m.weights)
		}
	}
}

// Nothing overshoots, however long the steps: chances stay chances.
func TestExtremesStayFinite(t *testing.T) {
	t.Parallel()
	table := logisticExample()
	x := make([]float64, 10)
	for _, s := range []logisticSettings{
		{learningRate: maxRate, l2: maxL2, batch: 1, epochs: 3}, {learningRate: maxRate, batch: 1, epochs: 50},
		{learningRate: 1e-9, l2: maxL2, batch: 500, epochs: 1}, {learningRate: maxRate, l2: 1, batch: 7, epochs: 20},
	} {
		m := logisticOf(t, table, s)
		for i := range table.Rows() {
			table.row(x, i)
			if c := m.Predict(x); !(c >= 0 && c <= 1) {
				t.Fatalf("%+v: chance %v of row %d", s, c, i)
			}
		}
	}
	// One label alone is learnt, too.
	table.Y = slices.Repeat([]float64{1}, 200)
	if c := logisticOf(t, table, logisticSettings{learningRate: 1, batch: 20, epochs: 50}).Predict(x); c < 0.9 {
		t.Errorf("what is always so has a chance of %v", c)
	}
}

// The work is decided by epochs and batch: 2n and a step's for every step, times
// the weights there are.
func TestLogisticWorkIsCounted(t *testing.T) {
	t.Parallel()
	table := logisticExample()
	for _, c := range []struct{ batch, epochs, steps int }{{1, 3, 200}, {20, 10, 10}, {30, 7, 7}, {200, 5, 1}, {1000, 5, 1}} {
		m := logisticOf(t, table, logisticSettings{learningRate: 0.1, batch: c.batch, epochs: c.epochs})
		if want := int64(11 * c.epochs * (2*200 + c.steps)); m.Work() != want {
			t.Errorf("%+v takes %d, want %d", c, m.Work(), want)
		}
	}
}

func TestLogisticMistakes(t *testing.T) {
	t.Parallel()
	fine := logisticSettings{learningRate: 1, batch: 1, epochs: 1}
	for says, change := range map[string]func(*logisticSettings){
		"learning rate must be above 0": func(s *logisticSettings) { s.learningRate = 0 },
		"learning rate":                 func(s *logisticSettings) { s.learningRate = math.NaN() },
		"penalty must":                  func(s *logisticSettings) { s.l2 = -1 },
		"at least 1 row":                func(s *logisticSettings) { s.batch = 0 },
		"between 1 and 100000":          func(s *logisticSettings) { s.epochs = 0 },
	} {
		s := fine
		change(&s)
		if _, err := trainLogistic(t.Context(), logisticExample(), s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want %q", s, err, says)
		}
	}
	if _, err := trainLogistic(t.Context(), Example(), fine); err == nil || !strings.Contains(err.Error(), "predicts 0 or 1") {
		t.Errorf("a target that is no label: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trainLogistic(ctx, logisticExample(), fine); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
