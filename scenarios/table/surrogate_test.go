package table

import (
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// A table too large to fit as a whole lends some rows to the fit, and answers
// from all of them.
func TestLargeTable(t *testing.T) {
	t.Parallel()
	var u []model.Unit
	var value []float64
	for i := range 6 {
		for j := range 6 {
			x, y := float64(i)/5, float64(j)/5
			u, value = append(u, []float64{x, y}), append(value, (x-.3)*(x-.3)+y)
		}
	}
	g, err := fitProcess(t.Context(), u, value, 18, nil)
	testkit.OK(t, err)
	if g.Len() != 36 {
		t.Errorf("the surrogate knows %d rows, want 36", g.Len())
	}
	for i := range u {
		if m, _ := g.Predict(new(model.Workspace), u[i]); math.Abs(m-value[i]) > 0.02 {
			t.Errorf("row %d: %v, want %v", i+1, m, value[i])
		}
	}
}
