package forest

import (
	"os"
	"testing"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/scenarios/learn"
)

// boston is not ours to hand on; whoever has it puts it there. Its target is medv.
const boston = "../../examples/boston.csv"

func bostonTable(tb testing.TB) learn.Table {
	if _, err := os.Stat(boston); err != nil {
		tb.Skipf("the Boston housing table is not ours to hand on; put it where this looks for it: %v", err)
	}
	t, err := read(boston, "medv")
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// read reads a table from a CSV file.
func read(path, target string) (learn.Table, error) {
	data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
	if err != nil {
		return learn.Table{}, err
	}
	sheet, found := csvfile.Open(path, data)
	if found != nil {
		return learn.Table{}, found
	}
	t, found := learn.FromSheet(sheet, target)
	if found != nil {
		return learn.Table{}, found
	}
	return t, nil
}

func BenchmarkTrain(b *testing.B) {
	table := bostonTable(b)
	for _, c := range []struct {
		name string
		s    Settings
	}{
		{"200 trees, a third", Settings{Trees: 200, MaxDepth: 64, MaxFeatures: 1. / 3}},
		{"default", Settings{}},
		{"largest in the box", Settings{Trees: 256, MaxDepth: 64}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Train(b.Context(), table, c.s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPredict(b *testing.B) {
	table := bostonTable(b)
	forest, err := Train(b.Context(), table, Settings{})
	if err != nil {
		b.Fatal(err)
	}
	x := make([]float64, len(table.Columns))
	table.Row(x, 7)
	for b.Loop() {
		forest.Predict(x)
	}
}
