package golden

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestReferenceFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                 string
		cases, races, trials int
	}{{"gp_tree.json", 14, 0, 0}, {"races.json", 0, 4, 0}, {"trials.json", 0, 0, 32}} {
		f, err := Read("testdata/" + c.name)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Cases) != c.cases || len(f.Races) != c.races || len(f.Trials) != c.trials || len(f.Unknown) != 0 {
			t.Errorf("%s: %d cases, %d races, %d trials, unknown %q", c.name, len(f.Cases), len(f.Races), len(f.Trials), f.Unknown)
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
	if err != nil {
		t.Fatal(err)
	}
	c := f.Cases[0]
	switch {
	case c.ID != 7, c.D != 2, c.N != 2, c.X[1][1] != 0.25, c.Y[1] != -2e-3, c.Cost[0] != 0.5,
		c.Hyper.Scale[1][0] != 0.3, c.Hyper.StdScale[1] != 5, c.PostVar[0] != [2]float64{3, 4},
		c.EI.Value[0] != 1e-300, c.EI.Grad[0] != nil, c.Q1.Grad[0][1] != 6,
		c.Tree.BaseSamples[0][1] != [2]float64{1, -1}, c.Tree.Nodes[1].Grad != nil, c.Tree.Nodes[2].Path[0] != 1,
		c.Fit.LogPrior[1] != -4, len(f.Unknown) != 0:
		t.Errorf("misread: %+v, unknown %q", c, f.Unknown)
	}
}

// Each mistake must be named with its file, case, field and, where there is
// one, row.
func TestMistakesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, old, new, want string }{
		{"missing field", `"y": [1, -2e-3], `, ``, "small.json: case 7, field y: is missing"},
		{"missing nested field", `"noise": [1e-4, 1e-3], "mean": [0, 1], "std_mean": [2, 3], "std_scale": [4, 5]},
 "loglik"`, `"mean": [0, 1], "std_mean": [2, 3], "std_scale": [4, 5]},
 "loglik"`, "small.json: case 7, field hyper.noise: is missing"},
		{"missing id", `"id": 7, `, ``, "small.json: case at position 0, field id: is missing"},
		{"no cases", `"cases"`, `"kases"`, "small.json: field cases: is missing"},
		{"NaN", `[1, -2e-3]`, `[1, NaN]`, "small.json: case 7, field y, row 1: is NaN, must be a finite number"},
		{"-Infinity", `"nu": 0.5`, `"nu": -Infinity`, "case 7, field nu: is -Infinity, must be a finite number"},
		{"overflow", `"best": 1,`, `"best": 1e999,`, "case 7, field best: is 1e999, too large"},
		{"cost zero", `"cost": [0.5, 2]`, `"cost": [0.5, 0]`, "case 7, field cost, row 1: is 0, must be above 0"},
		{"cost negative", `"cost": [0.5, 2]`, `"cost": [-0.5, 2]`, "case 7, field cost, row 0: is -0.5, must be above 0"},
		{"outside the box", `[0.5, 0.25]]`, `[0.5, 1.25]]`, "case 7, field X, row 1: coordinate 1 is 1.25, outside the unit cube"},
		{"test point outside", `[[0.1, 0.9]]`, `[[-0.1, 0.9]]`, "case 7, field test_x, row 0: coordinate 0 is -0.1, outside"},
		{"node outside", `"path": [1], "x": [0.1, 0.2]`, `"path": [1], "x": [0.1, 2]`, "case 7, field tree.nodes[2].x: coordinate 1 is 2, outside"},
		{"short row", `[0.5, 0.25]]`, `[0.5]]`, "case 7, field X, row 1: has 1 entries, must have 2"},
		{"too few rows", `"y": [1, -2e-3]`, `"y": [1]`, "case 7, field y: has 1 entries, must have 2"},
		{"no data", `"n": 2`, `"n": 0`, "case 7, field n: is 0: there are no data"},
		{"no test points", `"test_x": [[0.1, 0.9]]`, `"test_x": []`, "case 7, field test_x: is empty"},
		{"no cases at all", small, `{"cases": []}`, "small.json: the file, field cases: is empty"},
		{"n not whole", `"n": 2`, `"n": 2.02`, "case 7, field n: is 2.02, must be a whole number"},
		{"word for a number", `"nu": 0.5`, `"nu": "half"`, `case 7, field nu: must be a number, is "half"`},
		{"null for a number", `"nu": 0.5`, `"nu": null`, `case 7, field nu: must be a number, is null`},
		{"number for a list", `"ei_puc": [1]`, `"ei_puc": 1`, `case 7, field ei_puc: must be a list [ … ], is the number 1`},
		{"null row", `"grad_mean_f": [[5, 6]]`, `"grad_mean_f": [null]`, `case 7, field grad_mean_f, row 0: must be a list`},
		{"noise zero", `"noise": [1e-4, 1e-3]`, `"noise": [0, 1e-3]`, "case 7, field hyper.noise, row 0: is 0, must be above 0"},
		{"lengthscale", `[0.3, 0.4]`, `[0.3, -0.4]`, "case 7, field hyper.ls, row 1: entry 1 is -0.4, must be above 0"},
		{"too few nodes", `"fantasies": [2]`, `"fantasies": [3]`, "case 7, field tree.base_samples, row 0: has 2 entries, must have 3"},
		{"node missing", `
  {"path": [1], "x": [0.1, 0.2], "grad": [3, 4], "mu_f": 1, "s_f": 2, "mu_c": 3, "s_c": 4, "best": 5, "budget": 6, "q1": 7}]`, `
  {"path": [0], "x": [0.1, 0.2], "grad": [3, 4], "mu_f": 1, "s_f": 2, "mu_c": 3, "s_c": 4, "best": 5, "budget": 6, "q1": 7}, null]`, "case 7, field tree.nodes[3]: must be an object"},
		{"same node twice", `"path": [1]`, `"path": [0]`, "case 7, field tree.nodes, row 2: the path [0] is not in the tree, or named twice"},
		{"no such branch", `"path": [1]`, `"path": [2]`, "the path [2] is not in the tree"},
		{"path too long", `"path": [1]`, `"path": [1, 0]`, "the path [1 0] is not in the tree"},
		{"field twice", `"nu": 0.5`, `"nu": 0.5, "nu": 0.6`, `small.json: not valid JSON near line 5: field "nu" is given twice`},
		{"not JSON", `"nu": 0.5`, `"nu" 0.5`, "small.json: not valid JSON near line 5"},
		{"cut off", `}]}`, ``, "it ends in the middle"},
		{"two values", `}]}`, `}]} {}`, "more follows"},
		{"a number", small, `3`, "small.json: must hold cases"},
		{"empty list", small, `[]`, "small.json: the file: holds nothing"},
		{"empty file", small, ``, "small.json: not valid JSON"},
		{"deep", small, strings.Repeat("[", 100000), "nested too deeply"},
		{"race without data", small, `[{"problem": "none"}]`, "small.json: race 0, field seed: is missing"},
		{"list of words", small, `["a"]`, "small.json: race 0: must be an object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := strings.LastIndex(small, c.old)
			if c.name != "cut off" && c.name != "two values" {
				i = strings.Index(small, c.old)
			}
			if i < 0 {
				t.Fatalf("%q is not in the sample", c.old)
			}
			_, err := Parse("small.json", []byte(small[:i]+c.new+small[i+len(c.old):]))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestUnknownFieldsAreListed(t *testing.T) {
	t.Parallel()
	text := strings.Replace(small, `"nu": 0.5`, `"nu": 0.5, "novelty": [1], "fit2": {}`, 1)
	f, err := Parse("small.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.Unknown, "; "); got != "case 7, field fit2; case 7, field novelty" {
		t.Errorf("unknown: %q", got)
	}
}

func TestSameCaseTwice(t *testing.T) {
	t.Parallel()
	one := small[strings.Index(small, `[{`)+1 : strings.LastIndex(small, `]`)]
	_, err := Parse("twice.json", []byte(`{"cases": [`+one+`, `+one+`]}`))
	if err == nil || !strings.Contains(err.Error(), "case at position 1, field id: 7 is taken") {
		t.Errorf("got %v", err)
	}
}

// NaN inside a word is a word.
func TestNonFiniteOnlyOutsideStrings(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`[NaN]`:                  `["NaN"]`,
		`[-Infinity, Infinity]`:  `["-Infinity", "Infinity"]`,
		`{"NaN": "a \" NaN b"}`:  `{"NaN": "a \" NaN b"}`,
		`{"a\\": NaN, "b": [1]}`: `{"a\\": "NaN", "b": [1]}`,
	} {
		got := string(quoteNonFinite([]byte(in)))
		if got != want || !json.Valid([]byte(got)) {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}

func TestReadNamesTheFile(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none.json")
	if _, err := Read(missing); err == nil || strings.Count(err.Error(), "none.json") != 1 {
		t.Errorf("missing file: %v", err)
	}
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("a folder was read as a file")
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
