package learn

import (
	"math"
	"strings"
	"testing"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
)

// read reads a table from the text of a CSV file.
func read(text, target string) (Table, mistake.List) {
	data, err := mistake.CheckText("x.csv", "table", []byte(text), csvfile.MaxSize)
	if err != nil {
		return Table{}, mistake.OfFile("x.csv", "%s", strings.TrimPrefix(err.Error(), "x.csv: "))
	}
	sheet, found := csvfile.Open("x.csv", data)
	if found != nil {
		return Table{}, found
	}
	return FromSheet(sheet, target)
}

func TestTablesWithMistakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, target, says string }{
		"empty":             {"", "y", "x.csv: is empty"},
		"header only":       {"a,y\n", "y", "x.csv: has no rows"},
		"missing column":    {"a,b\n1,2\n", "y", `x.csv: has no column "y"; there is a, b`},
		"only a target":     {"y\n1\n2\n", "y", "x.csv: has no column but the target; add at least one feature"},
		"doubled column":    {"a,a,y\n1,2,3\n", "y", `x.csv:1:3: two columns are called "a"`},
		"nameless column":   {"a,,y\n1,2,3\n", "y", "x.csv:1:3: column 2 has no name; the first line must name the columns"},
		"text in a number":  {"a,y\n1,2\n3,four\n", "y", `x.csv:3:3: y: row 2: "four" is not a finite number`},
		"missing value":     {"a,y\n1,2\n,4\n", "y", `x.csv:3:1: a: row 2: the cell is empty`},
		"no number":         {"a,y\nNaN,2\n", "y", `x.csv:2:1: a: row 1: "NaN" is not a finite number`},
		"constant column":   {"a,b,y\n1,3,2\n2,3,4\n", "y", `x.csv: column "b" is 3 in every row; remove it, it carries no information`},
		"constant target":   {"a,y\n1,5\n2,5\n", "y", `x.csv: the target "y" is 5 in every row; there is nothing to predict`},
		"single row":        {"a,y\n1,5\n", "y", "x.csv: has a single row; there is nothing to learn from it"},
		"short row":         {"a,y\n1\n", "y", "x.csv:2:1: this row has not as many cells as the first line names columns"},
		"quote":             {"a,y\n1,\"2\n", "y", "x.csv:2:6: "},
		"escape in a name":  {"\x1b[2J,y\n1,2\n1,3\n", "y", `x.csv: column "" is 1 in every row`},
		"many columns":      {strings.Repeat("a,", 256) + "y\n", "y", "x.csv: has 257 columns; at most 256 are read"},
		"long list of them": {"a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v\n", "yield", `x.csv: has no column "yield"`},
	} {
		table, found := read(c.text, c.target)
		if found == nil {
			t.Errorf("%s: no error but %+v", name, table)
		} else if got := found.Error(); !strings.HasPrefix(got, c.says) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.says)
		}
	}
	table, found := read("\ufeffy, \"a b\"\n1,2\n3, 4e1\n", "y")
	if found != nil || table.Y[1] != 3 || table.Columns[0][1] != 40 || table.Features[0] != "a b" {
		t.Errorf("%+v, %v", table, found)
	}
}

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
