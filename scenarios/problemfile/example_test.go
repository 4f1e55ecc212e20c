package problemfile_test

import (
	"context"
	"fmt"

	"farsight/scenarios/problemfile"
)

// A problem is read from text, evaluated, and written back.
func Example() {
	p, err := problemfile.Parse("oven.toml", []byte(`
budget = 20

[[parameter]]
name = "heat"
low = 150
high = 250

[objective]
expression = "-((heat - 210)/20)^2"

[cost]
expression = "1 + heat/250"
`), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := p.Source.Evaluate(context.Background(), []float64{200})
	fmt.Println(e.Value, e.Cost, err)
	text, err := problemfile.Format(p)
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// -0.25 1.8 <nil>
	// name = "oven"
	// budget = 20
	//
	// [[parameter]]
	// name = "heat"
	// low = 150
	// high = 250
	//
	// [objective]
	// goal = "maximise"
	// expression = "-((heat - 210)/20)^2"
	//
	// [cost]
	// expression = "1 + heat/250"
	// <nil>
}

// All mistakes are told at once, each with its place.
func ExampleParse_mistakes() {
	_, err := problemfile.Parse("oven.toml", []byte("bugdet = 20\n[[parameter]]\nname = \"heat\"\nlow = 250\nhigh = 150\n"), "")
	fmt.Println(err)
	// Output:
	// oven.toml:1:1: budget: is missing: write how much the evaluations may cost in all, such as budget = 20
	// oven.toml:1:1: bugdet: unknown field; did you mean budget?
	// oven.toml:4:7: parameter[1].low: 250 is not below high = 150
}
