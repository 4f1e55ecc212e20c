package learn

import (
	"os"
	"testing"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
)

// boston is not ours to hand on; whoever has it puts it there. Its target is medv.
const boston = "../../examples/boston.csv"

func bostonTable(tb testing.TB) Table {
	if _, err := os.Stat(boston); err != nil {
		tb.Skipf("the Boston housing table is not ours to hand on; put it where this looks for it: %v", err)
	}
	t, err := readTable(boston, "medv")
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// readTable reads a table from a CSV file.
func readTable(path, target string) (Table, error) {
	data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
	if err != nil {
		return Table{}, err
	}
	sheet, found := csvfile.Open(path, data)
	if found != nil {
		return Table{}, found
	}
	t, found := FromSheet(sheet, target)
	if found != nil {
		return Table{}, found
	}
	return t, nil
}

func BenchmarkGrowForest(b *testing.B) {
	table := bostonTable(b)
	for _, c := range []struct {
		name string
		s    ForestSettings
	}{
		{"200 trees, a third", ForestSettings{Trees: 200, MaxDepth: 64, MaxFeatures: 1. / 3}},
		{"default", ForestSettings{}},
		{"largest in the box", ForestSettings{Trees: 256, MaxDepth: 64}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := GrowForest(b.Context(), table, c.s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPredictForest(b *testing.B) {
	table := bostonTable(b)
	forest, err := GrowForest(b.Context(), table, ForestSettings{})
	if err != nil {
		b.Fatal(err)
	}
	x := make([]float64, len(table.Columns))
	table.Row(x, 7)
	for b.Loop() {
		forest.Predict(x)
	}
}
