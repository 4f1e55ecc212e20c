package golden

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"farsight/internal/jsonlog"
)

// Read reads and checks one file.
func Read(name string) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// Parse reads and checks the contents of a file; name is for messages.
func Parse(name string, data []byte) (*File, error) {
	f := &File{Name: name}
	var err error
	switch first := bytes.TrimSpace(data); {
	case len(first) == 0 || first[0] != '[':
		top := struct {
			Versions any // who computed it; holds no number to check
			Cases    *[]Case
		}{Cases: &f.Cases}
		err = jsonlog.Unmarshal(data, &top)
		if err == nil && len(f.Cases) == 0 {
			err = errors.New(`must hold cases {"cases": [ … ]}, or a list of races or trials`)
		}
		seen := map[int]bool{}
		for _, c := range f.Cases {
			if err == nil && seen[c.ID] {
				err = fmt.Errorf("two cases have the id %d", c.ID)
			}
			seen[c.ID] = true
		}
	case bytes.Contains(data, []byte(`"trial"`)): // races and trials are both bare lists
		err = jsonlog.Unmarshal(data, &f.Trials)
	default:
		err = jsonlog.Unmarshal(data, &f.Races)
		if err == nil && len(f.Races) == 0 {
			err = errors.New("holds nothing")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// UnmarshalJSON reads a case.
func (c *Case) UnmarshalJSON(data []byte) error {
	type plain Case
	if err := jsonlog.Unmarshal(data, (*plain)(c)); err != nil {
		return fmt.Errorf("case %d: %w", c.ID, err)
	}
	m := len(c.TestX)
	var s shape
	s.count("cost_params", len(c.CostParams), 3)
	s.data(c.Data)
	s.hyper("hyper", c.Hyper, c.D)
	s.hyper("fit.hyper", c.Fit.Hyper, c.D)
	s.points("test_x", c.TestX, max(1, m), c.D)
	for field, n := range map[string]int{"post_mean": len(c.PostMean), "post_var": len(c.PostVar), "fit.post_mean": len(c.Fit.PostMean), "fit.post_var": len(c.Fit.PostVar)} {
		s.count(field, n, m)
	}
	s.matrix("grad_mean_f", c.GradMeanF, m, c.D)
	s.matrix("grad_var_f", c.GradVarF, m, c.D)
	for field, n := range map[string]int{"ei": len(c.EI), "ei_puc": len(c.EIPUC), "ei_puc_cc": len(c.EIPUCCC), "q1": len(c.Q1)} {
		s.count(field, n, m)
	}
	for field, grad := range map[string][][]float64{"ei": c.GradEI, "ei_puc": c.GradEIPUC, "ei_puc_cc": c.GradEIPUCCC, "q1": c.GradQ1} {
		s.count("grad_"+field, len(grad), m)
		for i, g := range grad {
			if g != nil {
				s.count(fmt.Sprintf("grad_%s[%d]", field, i), len(g), c.D)
			}
		}
	}
	var paths [][]int
	var at [][]float64
	for i, n := range c.Tree.Nodes {
		paths, at = append(paths, n.Path), append(at, n.X)
		if n.Grad != nil {
			s.count(fmt.Sprintf("tree.nodes[%d].grad", i), len(n.Grad), c.D)
		}
	}
	s.tree("tree.nodes", c.Tree.Fantasies, c.Tree.BaseSamples, paths)
	s.points("tree.nodes.x", at, len(at), c.D)
	return s.of("case %d", c.ID)
}

// UnmarshalJSON reads a race.
func (r *Race) UnmarshalJSON(data []byte) error {
	type plain Race
	if err := jsonlog.Unmarshal(data, (*plain)(r)); err != nil {
		return fmt.Errorf("race on %q: %w", r.Problem, err)
	}
	var s shape
	s.data(r.Data)
	s.hyper("hyper", r.Hyper, r.D)
	s.tree("paths", r.Fantasies, r.BaseSamples, r.Paths)
	s.points("tree", r.Points, len(r.Paths), r.D)
	if len(r.Runs) == 0 {
		s.fail("runs: is empty")
	}
	return s.of("race on %q", r.Problem)
}

// UnmarshalJSON reads a trial, whose data are called otherwise.
func (t *Trial) UnmarshalJSON(data []byte) error {
	type plain Trial
	a := struct {
		*plain
		Alpha float64     `json:"cost_alpha"`
		B     float64     `json:"cost_b"`
		Gamma float64     `json:"cost_gamma"`
		X0    [][]float64 `json:"X0"`
		Y0    []float64   `json:"y0"`
		Cost0 []float64   `json:"cost0"`
	}{plain: (*plain)(t)}
	if err := jsonlog.Unmarshal(data, &a); err != nil {
		return fmt.Errorf("trial %d: %w", t.Number, err)
	}
	t.CostParams = []float64{a.Alpha, a.B, a.Gamma}
	t.Data = Data{N: len(a.X0), X: a.X0, Y: a.Y0, Cost: a.Cost0}
	if t.N > 0 {
		t.D = len(a.X0[0])
	}
	var s shape
	s.data(t.Data)
	return s.of("trial %d", t.Number)
}

// shape checks that lists are as long as they must be, and numbers where they
// may be. It keeps the first thing that is wrong.
type shape struct{ wrong string }

func (s *shape) fail(format string, args ...any) {
	if s.wrong == "" {
		s.wrong = fmt.Sprintf(format, args...)
	}
}

// of is what is wrong with something; nil if nothing is.
func (s *shape) of(what string, name any) error {
	if s.wrong == "" {
		return nil
	}
	return fmt.Errorf(what+", field %s", name, s.wrong)
}

func (s *shape) count(field string, n, want int) {
	if n != want {
		s.fail("%s: has %d entries, must have %d", field, n, want)
	}
}

func (s *shape) matrix(field string, rows [][]float64, n, d int) {
	s.count(field, len(rows), n)
	for i, row := range rows {
		s.count(fmt.Sprintf("%s, row %d", field, i), len(row), d)
	}
}

// points are those of a matrix inside the unit cube.
func (s *shape) points(field string, rows [][]float64, n, d int) {
	s.matrix(field, rows, n, d)
	for i, row := range rows {
		for j, v := range row {
			if !(v >= 0 && v <= 1) {
				s.fail("%s, row %d: coordinate %d is %v, outside the unit cube [0, 1]", field, i, j, v)
			}
		}
	}
}

func (s *shape) positive(field string, numbers []float64) {
	for i, v := range numbers {
		if !(v > 0) {
			s.fail("%s, row %d: is %v, must be above 0", field, i, v)
		}
	}
}

func (s *shape) data(d Data) {
	if d.D < 1 || d.N < 1 {
		s.fail("n: there are no data: %d points of %d parameters", d.N, d.D)
	}
	s.points("X", d.X, d.N, d.D)
	s.count("y", len(d.Y), d.N)
	s.count("cost", len(d.Cost), d.N)
	s.positive("cost", d.Cost)
}

func (s *shape) hyper(field string, h Hyper, d int) {
	s.matrix(field+".ls", h.Scale[:], 2, d)
	s.positive(field+".ls", append(append([]float64{}, h.Scale[0]...), h.Scale[1]...))
	s.positive(field+".os", h.Variance[:])
	s.positive(field+".noise", h.Noise[:])
	s.positive(field+".std_scale", h.StdScale[:])
}

// tree requires base samples for every fantasy, and paths that name every node once.
func (s *shape) tree(field string, fantasies []int, samples [][][2]float64, paths [][]int) {
	s.count("base_samples", len(samples), len(fantasies))
	want, stage := 1.0, 1.0 // floating, because nonsense must not overflow
	for i, m := range fantasies {
		if m < 1 {
			s.fail("fantasies, row %d: is %d, must be at least 1", i, m)
		}
		if i < len(samples) {
			s.count(fmt.Sprintf("base_samples, row %d", i), len(samples[i]), m)
		}
		stage *= float64(m)
		want += stage
	}
	if float64(len(paths)) != want {
		s.fail("%s: has %d nodes, the fantasies %v make %.0f", field, len(paths), fantasies, want)
	}
	seen := map[string]bool{}
	for i, path := range paths {
		valid := len(path) <= len(fantasies) && !seen[fmt.Sprint(path)]
		for stage, j := range path {
			valid = valid && j >= 0 && j < fantasies[stage]
		}
		if !valid {
			s.fail("%s, row %d: the path %v is not in the tree, or named twice", field, i, path)
		}
		seen[fmt.Sprint(path)] = true
	}
}
