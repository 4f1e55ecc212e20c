package lookahead_test

import (
	"context"
	"fmt"

	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Plan two steps ahead with a budget that pays for one dear evaluation or two cheap ones.
func ExampleMaximise() {
	f, err := model.New([]model.Unit{{0}, {1}}, []float64{0, 0}, model.Hyper{Variance: 1, Scale: []float64{0.3}, Noise: 1e-4})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := lookahead.State{
		Pair:   &model.Pair{Objective: f, Known: func(x model.Unit) float64 { return 1 + x[0] }},
		Budget: 3,
	}
	shape, err := fantasy.ParseShape(fantasy.Sampled, "4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fantasies, err := shape.Draw(1, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	one, err := lookahead.Maximise(context.Background(), state, nil, lookahead.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	two, err := lookahead.Maximise(context.Background(), state, fantasies, lookahead.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d steps, %d decision points\n", fantasies.Steps(), fantasies.Nodes())
	fmt.Printf("one step alone would go to %.1f\n", one.Root[0])
	fmt.Println("two are worth more than one:", two.Value > one.Value)
	// Output:
	// 2 steps, 5 decision points
	// one step alone would go to 0.5
	// two are worth more than one: true
}
