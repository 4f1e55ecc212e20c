package scenarios

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farsight/model"
)

// The paper's table of 289 runs (DESIGN §6): unit coordinates 2κ−1, log2 τ₀/10,
// log2 S/14, surrogates of −perplexity and ln hours. The saved fit belongs to
// the table, is what a fresh fit gives, and reproduces the rows.
func TestLDA(t *testing.T) {
	file := withLDATable(t, "../examples/lda.toml")
	p, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	tab := p.Source.(*Table)
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
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("value %+v, ln cost %+v", value, cost)
	if value.Own > 0.05 || cost.Own > 0.05 {
		t.Errorf("the surrogates miss their own rows by %v and %v standard deviations, want at most 0.05", value.Own, cost.Own)
	}
	best, err := p.BestKnown()
	if err != nil {
		t.Fatal(err)
	}
	if e := at(t, p, best.X...); math.Abs(e.Value-best.Value) > 1e-9*math.Abs(best.Value) || best.Value > slices.Min(tab.Value) {
		t.Errorf("%v at the optimum, saved as %v; the best row has %v", e.Value, best.Value, slices.Min(tab.Value))
	}
	if testing.Short() {
		t.Skip("fits 289 rows again")
	}
	tab.Fit = nil
	tab.ready()
	fresh, err := tab.Fitted()
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(fresh.Optimum.Value-best.Value) > 1e-3 {
		t.Errorf("a fresh fit has its best at %+v, the saved one at %+v", fresh.Optimum, *best)
	}
}

// table reads the small smooth table of the other tests.
func table(t *testing.T, toml string) (*Problem, *Table, string) {
	t.Helper()
	p, err := loadTable(t, smooth(), toml)
	if err != nil {
		t.Fatal(err)
	}
	return p, p.Source.(*Table), toml
}

// A saved fit gives bit for bit the problem that was fitted, for both kinds of
// surrogate, and saving it again changes nothing.
func TestSaveFit(t *testing.T) {
	known := strings.Replace(tableFile, "cost = \"seconds / 60\"\n", "[cost]\nexpression = \"(1 + x)*sqrt(tau)\"\nknown = true\n", 1)
	for name, toml := range map[string]string{
		"gp": tableFile, "forest": tableFile + "surrogate = \"forest\"\n", "known": known,
		"maximised": strings.Replace(tableFile, "minimise", "maximise", 1),
		"around":    tableFile + "\n# of the model\n[model.objective]\npriors = \"paper\"\n",
		"crlf":      strings.ReplaceAll(tableFile, "\n", "\r\n"),
		"no name":   strings.Replace(tableFile, "name = \"lab\"\n", "", 1),
	} {
		t.Run(name, func(t *testing.T) {
			p, tab, text := table(t, toml)
			saved, err := SaveFit([]byte(text), p)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
				if !bytes.Contains(saved, []byte(line)) {
					t.Errorf("the line %q is gone:\n%s", line, saved)
				}
			}
			q, err := Parse("lab.toml", saved, p.Dir)
			if err != nil {
				t.Fatalf("%v\n%s", err, saved)
			}
			again := q.Source.(*Table)
			if again.Fit == nil || again.Stale {
				t.Fatalf("the fit just saved is stale:\n%s", saved)
			}
			for _, x := range [][]float64{{0.25, 10}, {0.5, 100}, {0.9, 3}} {
				if a, b := at(t, p, x...), at(t, q, x...); a != b {
					t.Errorf("%+v fitted, %+v saved", a, b)
				}
			}
			a, errA := p.BestKnown()
			b, errB := q.BestKnown()
			if errA != nil || errB != nil || a.Value != b.Value || !slices.Equal(a.X, b.X) {
				t.Errorf("best %+v (%v) fitted, %+v (%v) saved", a, errA, b, errB)
			}
			twice, err := SaveFit(saved, q)
			if err != nil || !bytes.Equal(twice, saved) {
				t.Errorf("saved twice (%v):\n%s\nonce:\n%s", err, twice, saved)
			}
			if (again.Fit.Cost != nil) != (name != "forest" && name != "known") || tab.Fit != nil {
				t.Errorf("%+v", again.Fit)
			}
		})
	}
	if _, err := SaveFit([]byte(base), parse(t, base)); err == nil || !strings.Contains(err.Error(), "no table") {
		t.Errorf("a problem without a table: %v", err)
	}
}

// Whatever the surrogates depend on makes a saved fit stale; what they do not
// depend on does not. A stale fit is no mistake, and is not used.
func TestStaleFit(t *testing.T) {
	p, _, text := table(t, tableFile)
	saved, err := SaveFit([]byte(text), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new string
		stale    bool
	}{
		{"", "", false},
		{"budget = 10", "budget = 20\ntitle = \"another\"", false},
		{"name = \"x\"", "column = \"x\"\nunit = \"m\"\nname = \"speed\"", false},
		{"high = 1\n", "high = 1.5\n", true},
		{"scale = \"log\"\n", "", true},
		{"scale = \"log\"\n", "scale = \"log\"\ninteger = true\n", true},
		{"minimise", "maximise", true},
		{"objective = \"loss\"", "objective = \"loss + 1\"", true},
		{"seconds / 60", "seconds / 3600", true},
		{"objective = \"loss\"", "surrogate = \"forest\"\nobjective = \"loss\"", true},
		{"[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n", "", true},
		{"checksum = \"", "checksum = \"0", true},
		{"\nx = [0.", "\nx = [2.", true}, // outside: mended by hand, and wrongly
	} {
		changed := strings.Replace(string(saved), c.old, c.new, 1)
		if changed == string(saved) && c.old != "" {
			t.Fatalf("%q is not in\n%s", c.old, saved)
		}
		q, err := Parse("lab.toml", []byte(changed), p.Dir)
		if err != nil {
			t.Errorf("%q: %v", c.new, err)
			continue
		}
		tab := q.Source.(*Table)
		if tab.Stale != c.stale {
			t.Errorf("%q for %q: stale %v, want %v", c.new, c.old, tab.Stale, c.stale)
		}
		if c.new == "maximise" { // the hyperparameters of −loss would be wrong
			e := at(t, q, 0.5, 100)
			if want := 0.04 + math.Log2(100)/10; math.Abs(e.Value-want) > 0.02 {
				t.Errorf("a stale fit gives %v, want %v", e.Value, want)
			}
		}
	}
	// More rows, too.
	csv := filepath.Join(p.Dir, "lab.csv")
	data, err := os.ReadFile(csv)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(csv, append(data, "0.33,3,61,0.2,new\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	q, err := Parse("lab.toml", saved, p.Dir)
	if err != nil || !q.Source.(*Table).Stale {
		t.Errorf("one more row: %v", err)
	}
	for _, wrong := range []string{"checksum = 3", "optimum = \"x\"", "optimum = nan", "x = [\"a\"]", "best = 1", "variance = -1", "lengthscale = [0]"} {
		field, _, _ := strings.Cut(wrong, " ")
		var kept []string
		for _, line := range strings.Split(string(saved), "\n") {
			if strings.HasPrefix(line, field+" = ") && (field != "x" || strings.Contains(line, "[")) {
				line = wrong
			}
			kept = append(kept, line)
		}
		changed := strings.Join(kept, "\n")
		if field == "best" {
			changed = strings.Replace(string(saved), "checksum", "best = 1\nchecksum", 1)
		}
		if _, err := Parse("lab.toml", []byte(changed), p.Dir); err == nil || !strings.Contains(err.Error(), "table.fit.") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// A line of a note that looks like a saved fit: nothing is changed, and the fit
// is shown instead.
func TestSaveFitGivesUp(t *testing.T) {
	text := "note = \"\"\"\n[table.fit]\nis written by farsight\n\"\"\"\n" + tableFile
	p, err := loadTable(t, smooth(), text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := SaveFit([]byte(text), p); err == nil || !strings.Contains(err.Error(), "by hand:\n\n[table.fit]\nchecksum") {
		t.Errorf("error %v", err)
	}
}

// Leave-one-out figures against processes that were never shown the row.
func TestQuality(t *testing.T) {
	_, tab, _ := table(t, tableFile)
	q, cost, err := tab.Quality(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := tab.Surrogates()
	if err != nil {
		t.Fatal(err)
	}
	u, y, _ := tab.columns()
	var squares, own, inside float64
	n := float64(len(y))
	for i := range y {
		h, err := model.New(slices.Delete(slices.Clone(u), i, i+1), slices.Delete(slices.Clone(y), i, i+1), g.Hyper())
		if err != nil {
			t.Fatal(err)
		}
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
	_, wood, _ := table(t, tableFile+"surrogate = \"forest\"\n")
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
	for name, toml := range map[string]string{
		"gp":     tableFile,
		"forest": tableFile + "surrogate = \"forest\"\n",
		"grids":  strings.Replace(strings.Replace(tableFile, "high = 1\n", "high = 1\nstep = 0.07\n", 1), "scale = \"log\"", "scale = \"log\"\ninteger = true", 1),
	} {
		p, tab, _ := table(t, toml)
		best, err := p.BestKnown()
		if err != nil {
			t.Fatal(err)
		}
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
	p, _, _ := table(t, tableFile+"[optimum]\nvalue = -1\n")
	if o, err := p.BestKnown(); err != nil || o.Value != -1 {
		t.Errorf("%v, %v", o, err)
	}
}

func TestHistogram(t *testing.T) {
	bins := Histogram([]float64{1, 1.5, 2, 3.9, 4, 15.9, 16}, 4) // 1, 2, 4, 8, 16
	var counts []int
	for i, b := range bins {
		counts = append(counts, b.Count)
		if math.Abs(b.Low-math.Exp2(float64(i))) > 1e-12 || math.Abs(b.High-2*b.Low) > 1e-12 {
			t.Errorf("bin %d: %+v", i, b)
		}
	}
	if !slices.Equal(counts, []int{2, 2, 1, 2}) {
		t.Errorf("%v", counts)
	}
	if one := Histogram([]float64{3, 3, 3}, 4); len(one) != 1 || one[0] != (Bin{3, 3, 3}) {
		t.Errorf("%v", one)
	}
	if Histogram(nil, 4) != nil {
		t.Error("bins of nothing")
	}
}
