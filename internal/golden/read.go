package golden

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// maxSize is many times the size of a real file.
const maxSize = 64 << 20

// Read reads and checks one file.
func Read(name string) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	return Parse(name, data)
}

// cause is the reason in a file error, without the name we give ourselves.
func cause(err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Parse reads and checks the contents of a file; name is for messages.
func Parse(name string, data []byte) (*File, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s: larger than %d MB, so not a file of reference numbers", name, maxSize>>20)
	}
	top, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &File{Name: name}
	r := &reader{}
	switch top := top.(type) {
	case map[string]any:
		if _, ok := top["cases"]; !ok {
			return nil, fmt.Errorf("%s: field cases: is missing", name)
		}
		f.Cases = r.cases(top)
	case []any:
		// Races and trials are both bare lists; only a trial has a trial number.
		if first, _ := at(top, 0).(map[string]any); first["trial"] != nil {
			f.Trials = r.trials(top)
		} else {
			f.Races = r.races(top)
		}
	default:
		return nil, fmt.Errorf("%s: must hold cases {\"cases\": [ … ]}, or a list of races or trials", name)
	}
	if r.err != nil {
		return nil, fmt.Errorf("%s: %w", name, r.err)
	}
	f.Unknown = r.unknown
	return f, nil
}

func (r *reader) cases(top map[string]any) []Case {
	file := r.object(top, "the file", "")
	file.used["versions"] = true // who computed it; holds no number to check
	list := file.list("cases", -1)
	file.done()
	cases := make([]Case, 0, len(list))
	seen := map[int]bool{}
	for i, v := range list {
		c := r.caseOf(v, fmt.Sprintf("case at position %d", i))
		if r.err != nil {
			return nil
		}
		if seen[c.ID] {
			r.fail(fmt.Sprintf("case at position %d, field id", i), "%d is taken by an earlier case", c.ID)
		}
		seen[c.ID] = true
		cases = append(cases, c)
	}
	return cases
}

func (r *reader) caseOf(v any, item string) (c Case) {
	o := r.object(v, item, "")
	c.ID = o.whole("id")
	if r.err == nil {
		o.item = fmt.Sprintf("case %d", c.ID)
	}
	c.Problem = o.text("problem")
	c.CostParams = o.vector("cost_params", 3)
	c.Data = o.data()
	c.Hyper = o.hyper("hyper", c.D)
	c.LogLik, c.LogPrior = o.pair("loglik"), o.pair("logprior")
	c.BudgetLeft, c.Nu, c.Best = o.number("budget_left"), o.number("nu"), o.number("best")
	c.TestX = o.points("test_x", -1, c.D)
	m := len(c.TestX)
	c.PostMean, c.PostVar = o.pairs("post_mean", m), o.pairs("post_var", m)
	c.GradMeanF = o.matrix("grad_mean_f", m, c.D, false)
	c.GradVarF = o.matrix("grad_var_f", m, c.D, false)
	c.EI, c.EIPUC = o.acquisition("ei", m, c.D), o.acquisition("ei_puc", m, c.D)
	c.EIPUCCC, c.Q1 = o.acquisition("ei_puc_cc", m, c.D), o.acquisition("q1", m, c.D)
	c.Tree = o.tree(c.D)
	fit := o.child("fit")
	c.Fit.Hyper = fit.hyper("hyper", c.D)
	c.Fit.LogLik, c.Fit.LogPrior = fit.pair("loglik"), fit.pair("logprior")
	c.Fit.PostMean, c.Fit.PostVar = fit.pairs("post_mean", m), fit.pairs("post_var", m)
	fit.done()
	o.done()
	return c
}

func (o object) data() (d Data) {
	d.D, d.N = o.whole("d"), o.whole("n")
	if d.D < 1 {
		o.r.fail(o.where("d", -1), "is %d, must be at least 1", d.D)
	}
	if d.N < 1 {
		o.r.fail(o.where("n", -1), "is %d: there are no data", d.N)
	}
	d.X = o.points("X", d.N, d.D)
	d.Y = o.vector("y", d.N)
	d.Cost = o.costs("cost", d.N)
	return d
}

func (o object) costs(field string, n int) []float64 {
	costs := o.vector(field, n)
	for i, c := range costs {
		if !(c > 0) {
			o.r.fail(o.where(field, i), "is %v, must be above 0", c)
		}
	}
	return costs
}

func (o object) hyper(field string, d int) (h Hyper) {
	c := o.child(field)
	for i, row := range c.matrix("ls", 2, d, false) {
		h.Scale[i] = row
		for j, l := range row {
			if !(l > 0) {
				c.r.fail(c.where("ls", i), "entry %d is %v, must be above 0", j, l)
			}
		}
	}
	h.Variance, h.Noise, h.Mean = c.positivePair("os"), c.positivePair("noise"), c.pair("mean")
	h.StdMean, h.StdScale = c.pair("std_mean"), c.positivePair("std_scale")
	c.done()
	return h
}

func (o object) acquisition(field string, m, d int) Acquisition {
	return Acquisition{Value: o.vector(field, m), Grad: o.matrix("grad_"+field, m, d, true)}
}

func (o object) tree(d int) (t Tree) {
	c := o.child("tree")
	t.Fantasies = c.fantasies()
	t.BaseSamples = c.baseSamples(t.Fantasies)
	t.Value = c.number("value")
	list := c.list("nodes", -1)
	c.done()
	var paths [][]int
	for i, v := range list {
		n := o.r.object(v, o.item, fmt.Sprintf("tree.nodes[%d].", i))
		node := Node{
			Path: n.path("path"),
			MuF:  n.number("mu_f"), SdF: n.number("s_f"),
			MuC: n.number("mu_c"), SdC: n.number("s_c"),
			Best: n.number("best"), Budget: n.number("budget"), Q1: n.number("q1"),
		}
		if x, ok := n.get("x"); ok {
			node.X = o.r.row(x, n.where("x", -1), d)
			o.r.inBox(node.X, n.where("x", -1))
		}
		if g, ok := n.get("grad"); ok && g != nil {
			node.Grad = o.r.row(g, n.where("grad", -1), d)
		}
		n.done()
		t.Nodes = append(t.Nodes, node)
		paths = append(paths, node.Path)
	}
	c.wholeTree("nodes", t.Fantasies, paths)
	return t
}

func (o object) fantasies() []int {
	m := o.wholes("fantasies")
	for i, v := range m {
		if v < 1 {
			o.r.fail(o.where("fantasies", i), "is %d, must be at least 1", v)
		}
	}
	return m
}

func (o object) baseSamples(fantasies []int) [][][2]float64 {
	stages := o.list("base_samples", len(fantasies))
	out := make([][][2]float64, len(stages))
	for i, v := range stages {
		where := o.where("base_samples", i)
		for j, z := range o.r.list(v, where, fantasies[i]) {
			row := o.r.row(z, fmt.Sprintf("%s, fantasy %d", where, j), 2)
			if len(row) == 2 {
				out[i] = append(out[i], [2]float64(row))
			}
		}
	}
	return out
}

// path reads a path, which is empty at the root.
func (o object) path(field string) []int {
	v, ok := o.get(field)
	if !ok {
		return nil
	}
	return o.r.path(v, o.where(field, -1))
}

func (r *reader) path(v any, where string) []int {
	list, ok := v.([]any)
	if !ok {
		r.fail(where, "must be a list [ … ], is %s", kind(v))
	}
	out := make([]int, len(list))
	for i, v := range list {
		out[i] = r.whole(v, where)
	}
	return out
}

// wholeTree checks that paths name every node of the tree once.
func (o object) wholeTree(field string, fantasies []int, paths [][]int) {
	if o.r.err != nil {
		return
	}
	want, stage := 1.0, 1.0 // floating, because nonsense must not overflow
	for _, m := range fantasies {
		stage *= float64(m)
		want += stage
	}
	if float64(len(paths)) != want {
		o.r.fail(o.where(field, -1), "has %d nodes, the fantasies %v make %.0f", len(paths), fantasies, want)
		return
	}
	seen := map[string]bool{}
	for i, path := range paths {
		valid := len(path) <= len(fantasies)
		for stage, j := range path {
			valid = valid && j >= 0 && j < fantasies[stage]
		}
		key := fmt.Sprint(path)
		if !valid || seen[key] {
			o.r.fail(o.where(field, i), "the path %v is not in the tree, or named twice", path)
			return
		}
		seen[key] = true
	}
}
