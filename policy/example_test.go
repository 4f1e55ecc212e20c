package policy_test

import (
	"context"
	"fmt"
	"log"

	"farsight/model"
	"farsight/policy"
)

// A policy chooses the next point of the unit cube from what is believed, the
// best value so far and the budget left.
func Example() {
	pair, err := model.FitPair(model.Data{
		X:    []model.Unit{{0.1}, {0.4}, {0.7}, {0.95}},
		Y:    []float64{0.2, 0.9, 0.4, 0.1},
		Cost: []float64{1, 2, 5, 9},
	}, model.PairSettings{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	now := policy.Situation{
		Pair: pair, Best: 0.9, Left: 10, Total: 30, Seed: 1,
		Seen:  []policy.Seen{{Value: 0.2, Cost: 1, Initial: true}, {Value: 0.9, Cost: 2, Initial: true}, {Value: 0.4, Cost: 5, Initial: true}, {Value: 0.1, Cost: 9, Initial: true}},
		Point: func(u model.Unit) []float64 { return u },
	}
	for _, name := range []string{"ei-puc", "2-b-ms-ei schedule=off effort=quick"} {
		p, err := policy.Must(name).Fill("")
		if err != nil {
			log.Fatal(err)
		}
		d, stop, err := p.Kind().Start(p).Decide(context.Background(), now)
		if err != nil || d == nil {
			log.Fatal(stop, err)
		}
		fmt.Printf("%s: x = %.1f, %s\n", p.Title(), d.U[0], p.Kind().ChartTitle(p, d, false))
	}
	// Output:
	// EI-PUC: x = 0.5, expected improvement per unit of cost
	// 2-B-MS-EI: x = 0.4, value of this point and what it leaves room for (2 steps)
}

// Options have one shape everywhere, and what is asked for wins over a
// problem's defaults.
func ExamplePolicy_Fill() {
	p, err := policy.Must("b-ms-ei steps=3").Fill("steps=2 rule=gauss-hermite fantasies=9x3 schedule=off")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Title(), p.Details())
	fmt.Println(p)
	// Output:
	// B-MS-EI N=3, Gauss-Hermite 9x3,5x1
	// b-ms-ei steps=3 rule=gauss-hermite fantasies=9x3,5x1 effort=standard schedule=off
}
