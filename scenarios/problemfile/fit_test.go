package problemfile

import (
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/table"
)

// The paper's table of 289 runs (docs/scenarios.md, "Benchmark problems"): unit
// coordinates 2κ−1, log2 τ₀/10, log2 S/14, surrogates of −perplexity and ln
// hours. The saved fit belongs to the table, is what a fresh fit gives, and
// reproduces the rows.
func TestLDA(t *testing.T) {
	t.Parallel()
	file := withLDATable(t, "../../examples/lda.toml")
	p, err := Load(file)
	testkit.OK(t, err)
	tab := p.Source.(*table.Source)
	if len(tab.X) != 289 || tab.Fit == nil || tab.Stale {
		t.Fatalf("%d rows, stale %v", len(tab.X), tab.Stale)
	}
	u := p.ToUnit([]float64{0.7, 64, 128})
	for i, want := range []float64{0.4, 0.6, 0.5} {
		if math.Abs(u[i]-want) > 1e-12 {
			t.Errorf("unit coordinate %d is %v, want %v", i, u[i], want)
		}
	}
	value, cost, err := tab.Quality(t.Context())
	testkit.OK(t, err)
	t.Logf("value %+v, ln cost %+v", value, cost)
	if value.Own > 0.05 || cost.Own > 0.05 {
		t.Errorf("the surrogates miss their own rows by %v and %v standard deviations, want at most 0.05", value.Own, cost.Own)
	}
	best, err := p.BestKnown()
	testkit.OK(t, err)
	if e := at(t, p, best.X...); math.Abs(e.Value-best.Value) > 1e-9*math.Abs(best.Value) || best.Value > slices.Min(tab.Value) {
		t.Errorf("%v at the optimum, saved as %v; the best row has %v", e.Value, best.Value, slices.Min(tab.Value))
	}
	if testing.Short() {
		t.Skip("fits 289 rows again")
	}
	unfitted := &table.Source{Surrogate: tab.Surrogate, X: tab.X, Value: tab.Value, Paid: tab.Paid, Parameters: tab.Parameters, Minimise: tab.Minimise}
	fresh, err := unfitted.Fitted()
	testkit.OK(t, err)
	if math.Abs(fresh.Optimum.Value-best.Value) > 1e-3 {
		t.Errorf("a fresh fit has its best at %+v, the saved one at %+v", fresh.Optimum, *best)
	}
}

// lab reads the small smooth table of the other tests.
func lab(t *testing.T, toml string) (*scenarios.Problem, *table.Source, string) {
	t.Helper()
	p, err := loadTable(t, smooth(), toml)
	testkit.OK(t, err)
	return p, p.Source.(*table.Source), toml
}

// Leave-one-out figures against processes that were never shown the row.
func TestQuality(t *testing.T) {
	t.Parallel()
	p, tab, _ := lab(t, tableFile)
	q, cost, err := tab.Quality(t.Context())
	testkit.OK(t, err)
	g, _, err := tab.Surrogates()
	testkit.OK(t, err)
	var u []model.Unit
	var y []float64
	for i, x := range tab.X {
		u, y = append(u, p.ToUnit(x)), append(y, p.Sign()*tab.Value[i])
	}
	var squares, own, inside float64
	n := float64(len(y))
	for i := range y {
		h, err := model.New(slices.Delete(slices.Clone(u), i, i+1), slices.Delete(slices.Clone(y), i, i+1), g.Hyper())
		testkit.OK(t, err)
		m, v := h.Predict(new(model.Workspace), u[i])
		squares += (m - y[i]) * (m - y[i])
		if math.Abs(m-y[i]) <= 1.959964*math.Sqrt(v+g.Hyper().Noise) {
			inside += 1 / n
		}
		m, _ = g.Predict(new(model.Workspace), u[i])
		own += (m - y[i]) * (m - y[i])
	}
	_, scale := model.Standardisation(y)
	if want := math.Sqrt(squares/n) / scale; math.Abs(q.LeftOut-want) > 1e-6 {
		t.Errorf("left out %v, want %v", q.LeftOut, want)
	}
	if want := math.Sqrt(own/n) / scale; math.Abs(q.Own-want) > 1e-12 || math.Abs(q.Inside-inside) > 1e-12 || q.Folds != 0 {
		t.Errorf("%+v, want own %v, inside %v", q, want, inside)
	}
	if cost.Own <= 0 || cost.Own > 0.05 || cost.LeftOut < cost.Own {
		t.Errorf("ln cost %+v", cost)
	}
	_, wood, _ := lab(t, tableFile+"surrogate = \"forest\"\n")
	q, _, err = wood.Quality(t.Context())
	if err != nil || q.Folds != 10 || !math.IsNaN(q.Inside) || q.Own >= q.LeftOut || q.LeftOut > 1 {
		t.Errorf("forest %+v, %v", q, err)
	}
	if value, _, err := wood.Surrogates(); value != nil || err != nil {
		t.Errorf("a forest shows the process %v, %v", value, err)
	}
}

// The best of a surrogate is as good as the best of a fine grid, on the points
// that can be evaluated: here also whole numbers and steps.
func TestBestKnown(t *testing.T) {
	t.Parallel()
	for name, toml := range map[string]string{
		"gp":     tableFile,
		"forest": tableFile + "surrogate = \"forest\"\n",
		"grids":  strings.Replace(strings.Replace(tableFile, "high = 1\n", "high = 1\nstep = 0.07\n", 1), "scale = \"log\"", "scale = \"log\"\ninteger = true", 1),
	} {
		p, tab, _ := lab(t, toml)
		best, err := p.BestKnown()
		testkit.OK(t, err)
		if err := p.CheckPoint(best.X); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if e := at(t, p, best.X...); e.Value != best.Value {
			t.Errorf("%s: %v where the best is said to be %v", name, e.Value, best.Value)
		}
		for i := range p.Parameters {
			if p.Parameters[i].Snap(best.X[i]) != best.X[i] {
				t.Errorf("%s: %v is not on the grid", name, best.X)
			}
		}
		const fine = 60
		for i := range fine + 1 {
			for j := range fine + 1 {
				x := p.FromUnit([]float64{float64(i) / fine, float64(j) / fine})
				if v, _, err := tab.Truth(x); err != nil || v < best.Value-1e-9 {
					t.Fatalf("%s: %v at %v is better than %v at %v (%v)", name, v, x, best.Value, best.X, err)
				}
			}
		}
	}
	// What the problem says of its optimum wins, and nothing known is nil.
	if o, err := parse(t, base).BestKnown(); o != nil || err != nil {
		t.Errorf("%v, %v", o, err)
	}
	p, _, _ := lab(t, tableFile+"[optimum]\nvalue = -1\n")
	if o, err := p.BestKnown(); err != nil || o.Value != -1 {
		t.Errorf("%v, %v", o, err)
	}
}
