package fantasy

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func draw(t *testing.T, s Shape, seed uint64) Samples {
	t.Helper()
	f, err := s.Draw(seed, false)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func parsed(t *testing.T, r Rule, text string) Shape {
	t.Helper()
	s, err := ParseShape(r, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestShapesReadBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule         Rule
		text         string
		nodes, steps int
	}{
		{Sampled, "", 1, 1}, {Sampled, "4,4,2", 53, 4}, {Sampled, "4,2,2,1", 45, 5},
		{Path, "1,1,1", 4, 4}, {GaussHermite, "9x3,5x1", 1 + 27 + 135, 3},
	} {
		s, err := ParseShape(c.rule, c.text)
		if err != nil || s.String() != c.text || s.Nodes() != c.nodes || s.Steps() != c.steps {
			t.Errorf("%v %q: %q with %d nodes and %d steps, %v", c.rule, c.text, s, s.Nodes(), s.Steps(), err)
		}
		f := draw(t, s, 1)
		if f.Nodes() != c.nodes || f.Steps() != c.steps {
			t.Errorf("%v %q: drawn with %d nodes and %d steps", c.rule, c.text, f.Nodes(), f.Steps())
		}
	}
	for _, r := range []Rule{Sampled, Path, GaussHermite} {
		if back, err := ParseRule(r.String()); err != nil || back != r {
			t.Errorf("%v reads back as %v, %v", r, back, err)
		}
	}
	if DefaultShape(Sampled, 4).String() != "4,4,2" {
		t.Error("the reference shape for four steps is (4,4,2)")
	}
}

func TestShapeMistakes(t *testing.T) {
	t.Parallel()
	for text, rule := range map[string]Rule{"4,x": Sampled, "0": Sampled, "-1,2": Sampled, "9x3": Sampled, "2": Path, "3x0": GaussHermite, "4,,2": Sampled,
		"201": GaussHermite, "3,1x201": GaussHermite, "100001": Sampled, "4294967296x4294967296": GaussHermite} {
		if _, err := ParseShape(rule, text); err == nil || !strings.Contains(err.Error(), "stage") {
			t.Errorf("%v %q: %v, want an error that names the stage", rule, text, err)
		}
	}
	if _, err := ParseRule("branches"); err == nil {
		t.Error("an unknown rule was accepted")
	}
	// Far too large to count.
	huge := parsed(t, Sampled, "100000,100000,100000,100000")
	if _, err := huge.Draw(0, false); err == nil {
		t.Error("a tree beyond counting was made")
	}
	if _, err := huge.Draw(0, true); err == nil || !strings.Contains(err.Error(), "use at most 100000") {
		t.Errorf("a tree beyond counting, asked for: %v", err)
	}
	if _, err := parsed(t, GaussHermite, "200").Draw(0, false); err != nil {
		t.Error(err)
	}
}

// Weights are probabilities, base samples those of a standard normal, the same
// for the same seed and others for another.
func TestBaseSamples(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule      Rule
		text      string
		tolerance float64 // of the first two moments
	}{{Sampled, "64,32", 0.05}, {GaussHermite, "9x3,5x2", 1e-12}} {
		f := draw(t, parsed(t, c.rule, c.text), 5)
		for i, st := range f {
			sum, first, second := 0.0, [2]float64{}, [2]float64{}
			for j, z := range st.Z {
				sum += st.Weight[j]
				for k := range 2 {
					first[k] += st.Weight[j] * z[k]
					second[k] += st.Weight[j] * z[k] * z[k]
				}
			}
			for k := range 2 {
				if math.Abs(sum-1) > 1e-12 || math.Abs(first[k]) > c.tolerance || math.Abs(second[k]-1) > 4*c.tolerance {
					t.Errorf("%v stage %d: weight %v, moments %v and %v", c.rule, i, sum, first, second)
				}
			}
		}
	}
	shape := parsed(t, Sampled, "8,8")
	a, b, other := draw(t, shape, 5), draw(t, shape, 5), draw(t, shape, 6)
	for i := range a {
		if !slices.Equal(a[i].Z, b[i].Z) || slices.Equal(a[i].Z, other[i].Z) {
			t.Errorf("stage %d does not follow the seed", i)
		}
	}
	if slices.Equal(a[0].Z, a[1].Z) {
		t.Error("two stages share their samples")
	}
}
