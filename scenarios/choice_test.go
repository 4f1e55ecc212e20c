package scenarios

import (
	"slices"
	"strings"
	"testing"
)

// mixed has a choice between two numbers.
var mixed = []Parameter{
	{Name: "t", Low: 20, High: 120},
	{Name: "solvent", High: 2, Choices: []string{"THF", "DMF", "water"}},
	{Name: "n", Low: 1, High: 5, Integer: true},
}

// Points go to the unit cube and back, choices to its corners.
func TestChoicesOnTheUnitCube(t *testing.T) {
	t.Parallel()
	p := &Problem{Name: "p", Parameters: mixed}
	if Width(mixed) != 5 || p.Dim() != 3 {
		t.Fatalf("%d coordinates of %d parameters", Width(mixed), p.Dim())
	}
	for k := range 3 {
		x := Point{70, float64(k), 4}
		u := p.ToUnit(x)
		if len(u) != 5 || u[0] != 0.5 || u[1+k] == 0 || u[4] != 0.75 {
			t.Errorf("%v is %v on the cube", x, u)
		}
		if back := p.FromUnit(u); !slices.Equal(back, x) {
			t.Errorf("%v comes back as %v", x, back)
		}
	}
	// Between corners the largest coordinate decides, of equals the first.
	if x := p.FromUnit([]float64{0, 0.2, 0.6, 0.6, 1}); !slices.Equal(x, Point{20, 1, 5}) {
		t.Errorf("%v", x)
	}
	counts := make([]int, 3)
	for i := range 300 {
		counts[int(FromShares(mixed, []float64{0, (float64(i) + 0.5) / 300, 0})[1])]++
	}
	if !slices.Equal(counts, []int{100, 100, 100}) {
		t.Errorf("shares of the choices %v", counts)
	}
	if x := FromShares(mixed, []float64{1, 1, 1}); x[1] != 2 {
		t.Errorf("the last choice is %v", x[1])
	}
	if a := p.Axes(); a[1].At != 1 || a[1].Choices != 3 || a[2].At != 4 || len(p.Choices()) != 1 {
		t.Errorf("axes %v", a)
	}
	if err := p.CheckPoint(Point{20, 3, 1}); err == nil || !strings.Contains(err.Error(), "solvent") {
		t.Errorf("choice 3 of 3: %v", err)
	}
	if err := p.CheckPoint(Point{20, 0.5, 1}); err == nil || !strings.Contains(err.Error(), "is no choice") {
		t.Errorf("half a choice: %v", err)
	}
	if s := ShowPoint(mixed, Point{20, 1, 3}); s != "t = 20, solvent = DMF, n = 3" {
		t.Error(s)
	}
}

func TestChoicesAreReadAndShown(t *testing.T) {
	t.Parallel()
	s := mixed[1]
	for text, want := range map[string]string{
		"DMF": "DMF", "dmf": "DMF", " Water ": "water", "w": "water", "T": "THF", "d": "DMF",
		"": "error", "ether": "error", "1": "error",
	} {
		got := "error"
		if v, err := s.Read(text); err == nil {
			got = s.Show(v)
		} else if !strings.Contains(err.Error(), "THF, DMF, water") {
			t.Errorf("%q: %v does not say what there is", text, err)
		}
		if got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
	alike := Parameter{Name: "acid", High: 1, Choices: []string{"acetic", "acetic anhydride"}}
	if v, err := alike.Read("acetic"); err != nil || v != 0 {
		t.Errorf("a whole name is its own: %v, %v", v, err)
	}
	if _, err := alike.Read("acet"); err == nil || !strings.Contains(err.Error(), "more than one") {
		t.Errorf("a beginning of two: %v", err)
	}
	if c := s.Complain(0.5); !strings.Contains(c, "no choice") {
		t.Errorf("half a choice: %q", c)
	}
	if s.Value(2) != "water" || mixed[0].Value(2) != 2.0 || s.Exact(0) != "THF" {
		t.Errorf("%v, %v", s.Value(2), mixed[0].Value(2))
	}
}
