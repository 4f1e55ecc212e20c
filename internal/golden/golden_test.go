package golden

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
)

func TestReferenceFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                 string
		cases, races, trials int
	}{{"gp_tree.json", 14, 0, 0}, {"races.json", 0, 4, 0}, {"trials.json", 0, 0, 32}} {
		f, err := Read("testdata/" + c.name)
		testkit.OK(t, err)
		if len(f.Cases) != c.cases || len(f.Races) != c.races || len(f.Trials) != c.trials {
			t.Errorf("%s: %d cases, %d races, %d trials", c.name, len(f.Cases), len(f.Races), len(f.Trials))
		}
	}
}

// small is a case with one number of each kind: d = 2, one test point, two
// fantasies. The numbers mean nothing; this is about reading them.
const small = `{"versions": {"by": "hand"}, "cases": [{
 "id": 7, "problem": "none", "d": 2, "n": 2, "cost_params": [1, 2, 3],
 "X": [[0, 1], [0.5, 0.25]], "y": [1, -2e-3], "cost": [0.5, 2],
 "hyper": {"ls": [[0.1, 0.2], [0.3, 0.4]], "os": [1, 2], "noise": [1e-4, 1e-3], "mean": [0, 1], "std_mean": [2, 3], "std_scale": [4, 5]},
 "loglik": [-1, -2], "logprior": [-3, -4], "budget_left": 6, "nu": 0.5, "best": 1,
 "test_x": [[0.1, 0.9]], "post_mean": [[1, 2]], "post_var": [[3, 4]], "grad_mean_f": [[5, 6]], "grad_var_f": [[7, 8]],
 "ei": [1e-300], "grad_ei": [null], "ei_puc": [1], "grad_ei_puc": [[1, 2]], "ei_puc_cc": [2], "grad_ei_puc_cc": [[3, 4]], "q1": [3], "grad_q1": [[5, 6]],
 "tree": {"fantasies": [2], "base_samples": [[[0.5, -0.5], [1, -1]]], "value": 0.1, "nodes": [
  {"path": [], "x": [0.1, 0.2], "grad": [1, 2], "mu_f": 1, "s_f": 2, "mu_c": 3, "s_c": 4, "best": 5, "budget": 6, "q1": 7},
  {"path": [0], "x": [0.1, 0.2], "grad": null, "mu_f": 1, "s_f": 2, "mu_c": 3, "s_c": 4, "best": 5, "budget": 6, "q1": 7},
  {"path": [1], "x": [0.1, 0.2], "grad": [3, 4], "mu_f": 1, "s_f": 2, "mu_c": 3, "s_c": 4, "best": 5, "budget": 6, "q1": 7}]},
 "fit": {"hyper": {"ls": [[0.1, 0.2], [0.3, 0.4]], "os": [1, 2], "noise": [1e-4, 1e-3], "mean": [0, 1], "std_mean": [2, 3], "std_scale": [4, 5]},
  "loglik": [-1, -2], "logprior": [-3, -4], "post_mean": [[1, 2]], "post_var": [[3, 4]]}
}]}`

func TestReadsWhatIsWritten(t *testing.T) {
	t.Parallel()
	f, err := Parse("small.json", []byte(small))
	testkit.OK(t, err)
	c := f.Cases[0]
	switch {
	case c.ID != 7, c.D != 2, c.N != 2, c.X[1][1] != 0.25, c.Y[1] != -2e-3, c.Cost[0] != 0.5,
		c.Hyper.Scale[1][0] != 0.3, c.Hyper.StdScale[1] != 5, c.PostVar[0] != [2]float64{3, 4},
		c.EI[0] != 1e-300, c.GradEI[0] != nil, c.GradQ1[0][1] != 6,
		c.Tree.BaseSamples[0][1] != [2]float64{1, -1}, c.Tree.Nodes[1].Grad != nil, c.Tree.Nodes[2].Path[0] != 1,
		c.Fit.LogPrior[1] != -4:
		t.Errorf("misread: %+v", c)
	}
}

// What would lead a check astray is refused, with its case and field.
func TestMistakesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, new, want string }{
		{"missing list", `"y": [1, -2e-3], `, ``, "small.json: case 7, field y: has 0 entries, must have 2"},
		{"no cases", `"cases"`, `"kases"`, "unknown field"},
		{"unknown field", `"nu": 0.5`, `"nu": 0.5, "novelty": 1`, `case 7: json: unknown field "novelty"`},
		{"NaN", `[1, -2e-3]`, `[1, NaN]`, "invalid character 'N'"},
		{"overflow", `"best": 1,`, `"best": 1e999,`, "case 7: json: cannot unmarshal number 1e999"},
		{"cost zero", `"cost": [0.5, 2]`, `"cost": [0.5, 0]`, "case 7, field cost, row 1: is 0, must be above 0"},
		{"outside the box", `[0.5, 0.25]]`, `[0.5, 1.25]]`, "case 7, field X, row 1: coordinate 1 is 1.25, outside the unit cube"},
		{"test point outside", `[[0.1, 0.9]]`, `[[-0.1, 0.9]]`, "case 7, field test_x, row 0: coordinate 0 is -0.1, outside"},
		{"node outside", `"path": [1], "x": [0.1, 0.2]`, `"path": [1], "x": [0.1, 2]`, "case 7, field tree.nodes.x, row 2: coordinate 1 is 2, outside"},
		{"short row", `[0.5, 0.25]]`, `[0.5]]`, "case 7, field X, row 1: has 1 entries, must have 2"},
		{"no data", `"n": 2`, `"n": 0`, "case 7, field n: there are no data"},
		{"no test points", `"test_x": [[0.1, 0.9]]`, `"test_x": []`, "case 7, field test_x: has 0 entries, must have 1"},
		{"no cases at all", small, `{"cases": []}`, "small.json: must hold cases"},
		{"n not whole", `"n": 2`, `"n": 2.02`, "cannot unmarshal number 2.02"},
		{"null row", `"grad_mean_f": [[5, 6]]`, `"grad_mean_f": [null]`, `case 7, field grad_mean_f, row 0: has 0 entries`},
		{"noise zero", `"noise": [1e-4, 1e-3]`, `"noise": [0, 1e-3]`, "case 7, field hyper.noise, row 0: is 0, must be above 0"},
		{"lengthscale", `[0.3, 0.4]`, `[0.3, -0.4]`, "case 7, field hyper.ls, row 3: is -0.4, must be above 0"},
		{"too few samples", `"fantasies": [2]`, `"fantasies": [3]`, "case 7, field base_samples, row 0: has 2 entries, must have 3"},
		{"same node twice", `"path": [1]`, `"path": [0]`, "case 7, field tree.nodes, row 2: the path [0] is not in the tree, or named twice"},
		{"no such branch", `"path": [1]`, `"path": [2]`, "the path [2] is not in the tree"},
		{"path too long", `"path": [1]`, `"path": [1, 0]`, "the path [1 0] is not in the tree"},
		{"two values", small, small + `{}`, "something follows its end"},
		{"same case twice", small, strings.TrimSuffix(small, `]}`) + `, ` + small[strings.Index(small, `[{`)+1:], "two cases have the id 7"},
		{"a number", small, `3`, "small.json: json: cannot unmarshal number"},
		{"empty list", small, `[]`, "small.json: holds nothing"},
		{"race without data", small, `[{"problem": "none"}]`, `race on "none", field n: there are no data`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(small, c.old) {
				t.Fatalf("%q is not in the sample", c.old)
			}
			_, err := Parse("small.json", []byte(strings.Replace(small, c.old, c.new, 1)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(`[{"trial": 1, "X0": [[0.5]]}]`))
	f.Add([]byte(`{"cases": [{"id": 1, "tree": {"fantasies": [1e9, 1e9]}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("f", data)
		if (file == nil) == (err == nil) {
			t.Fatalf("file %v with error %v", file, err)
		}
	})
}
