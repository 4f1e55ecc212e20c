package acquisition_test

import (
	"context"
	"fmt"

	"farsight/acquisition"
	"farsight/model"
)

// Find the point of largest expected improvement, among those that can be paid for.
func ExampleMaximise() {
	f, err := model.New([]model.Unit{{0}, {1}}, []float64{0, 0}, model.Hyper{Variance: 1, Scale: []float64{1}, Noise: 1e-4})
	if err != nil {
		fmt.Println(err)
		return
	}
	pair := &model.Pair{Objective: f, Known: func(x model.Unit) float64 { return 1 + x[0] }}
	ei := acquisition.NewEI(pair.Incumbent())
	for _, fn := range []acquisition.Function{ei, acquisition.Within(ei, 1.25)} {
		got, err := acquisition.Maximise(context.Background(), pair, fn, acquisition.Settings{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s is largest at %.2f\n", fn.Name(), got.Best.X[0])
	}
	// Output:
	// EI is largest at 0.50
	// EI is largest at 0.25
}

// The logarithm of EI has a slope where EI itself is 0 to any computer.
func ExampleLogEI() {
	fmt.Println(acquisition.EI(-50, 1, 0))
	fmt.Printf("%.1f\n", acquisition.LogEI(-50, 1, 0))
	// Output:
	// 0
	// -1258.7
}
