package learn

import (
	"math"
	"testing"
)

// Standardised columns have mean 0 and variance 1; a constant one is 0, also at
// points where it is something else.
func TestStandardise(t *testing.T) {
	t.Parallel()
	table := Example()
	table.Columns = append(table.Columns, make([]float64, table.Rows()))
	for i := range table.Columns[10] {
		table.Columns[10][i] = 0.1
	}
	scale, rows := standardise(table)
	p := len(table.Columns)
	for j := range p {
		var sum, squares float64
		for i := range table.Rows() {
			sum += rows[i*p+j]
			squares += rows[i*p+j] * rows[i*p+j]
		}
		want := float64(table.Rows())
		if j == 10 {
			want = 0
		}
		if math.Abs(sum) > 1e-10 || math.Abs(squares-want) > 1e-10 {
			t.Errorf("column %d: sum %v, squares %v", j, sum, squares)
		}
	}
	x := make([]float64, p)
	x[10] = 7
	if scale.apply(x, x); x[10] != 0 {
		t.Errorf("a feature that never varied is %v", x[10])
	}
}

// An m of which numbers are above: between two different values, with as nearly
// as can be half of the rows on either side.
func TestHalves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ y, want []float64 }{
		{[]float64{3, 1, 4, 2}, []float64{1, 0, 1, 0}},
		{[]float64{0, 1, 1, 1, 1}, []float64{0, 1, 1, 1, 1}},
		{[]float64{0, 0, 0, 1}, []float64{0, 0, 0, 1}},
		{[]float64{1, 2, 2, 2, 3}, []float64{0, 1, 1, 1, 1}},
		{[]float64{5, 1, 3}, []float64{1, 0, 1}},
		{[]float64{2, 2}, []float64{1, 1}}, // which no table's target is
	} {
		got := aboveMedian(c.y)
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, want %v", c.y, got, c.want)
				break
			}
		}
	}
	ones := 0.0
	for _, v := range aboveMedian(Example().Y) {
		ones += v
	}
	if ones != 100 {
		t.Errorf("%v of the example's 200 rows are above the median", ones)
	}
}
