package builtin_test

import (
	"fmt"

	"farsight/scenarios/builtin"
)

// A built-in scenario is a problem like any other.
func ExampleLoad() {
	p, err := builtin.Load("myopia", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Title)
	fmt.Println(p.Dim(), "parameter, a budget of", p.Budget, "evaluated by", p.EvaluatedBy())
	// Output:
	// Myopia: cheap points look good per unit of cost, and only the best counts
	// 1 parameter, a budget of 27.3 evaluated by expressions
}
