package model_test

import (
	"fmt"

	"farsight/model"
)

// Fit a pair of processes to a few evaluations and ask what they expect elsewhere.
func ExampleFitPair() {
	data := model.Data{
		X:    []model.Unit{{0.1}, {0.4}, {0.6}, {0.9}}, // on the unit cube
		Y:    []float64{0.2, 0.8, 0.9, 0.1},            // to be maximised
		Cost: []float64{1, 2, 3, 4},
	}
	pair, err := model.FitPair(data, model.PairSettings{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var ws model.Workspace
	seen, between := pair.Moments(&ws, []float64{0.4}), pair.Moments(&ws, []float64{0.5})
	fmt.Printf("best so far %.1f, at 0.4 the mean is %.1f\n", pair.Incumbent(), seen.MuF)
	fmt.Println("less is known between the points:", between.SdF > seen.SdF)
	// Output:
	// best so far 0.9, at 0.4 the mean is 0.8
	// less is known between the points: true
}

// Condition a process with given hyperparameters on one more observation.
func ExampleGP_Condition() {
	g, err := model.New([]model.Unit{{0.2}}, []float64{1}, model.Hyper{Variance: 1, Scale: []float64{0.3}, Noise: 1e-4})
	if err != nil {
		fmt.Println(err)
		return
	}
	var ws model.Workspace
	_, before := g.Predict(&ws, []float64{0.8})
	if g, err = g.Condition([]float64{0.8}, 0.5); err != nil {
		fmt.Println(err)
		return
	}
	mean, after := g.Predict(&ws, []float64{0.8})
	fmt.Printf("variance %.2f before, %.2f after, mean %.2f\n", before, after, mean)
	// Output: variance 0.98 before, 0.00 after, mean 0.50
}
