package chart_test

import (
	"fmt"

	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/theme"
)

func ExampleGauge() {
	th, _ := theme.Named("dark")
	c := chart.New(48, 1, chart.Terminal{Profile: chart.NoColor})
	chart.Gauge{Budget: 27.3, Paid: []float64{8.95, 8.98}, Fill: th.Policy(1), Track: th.Left}.Draw(c, th.Style())
	fmt.Print(picture.Text(c.Still()))
	// Output: ▐     8.95      ▐     8.98      ▐     9.37 left▐
}

func ExamplePlot() {
	th, _ := theme.Named("dark")
	c := chart.New(40, 8, chart.Terminal{Glyphs: chart.ASCII, Profile: chart.NoColor})
	chart.Plot{
		Title: "objective", Hue: th.Objective, XRows: chart.XLine,
		X: chart.Axis{Min: 0, Max: 1, Label: "x"}, Y: chart.Axis{Min: 0, Max: 1},
		Series: []chart.Series{{Y: []float64{0, 1, 0}, Color: th.Objective}},
		Points: []chart.Point{{X: 0.25, Y: 0.5, Shape: chart.MarkNewest, Label: "newest"}},
		Feet:   []chart.Foot{{X: 0.5, Shape: chart.MarkNext, Label: "next 0.5"}},
	}.Draw(c, th.Style())
	fmt.Print(picture.Text(c.Still()))
	// Output:
	// objective
	// 1.0 +               _---_.
	//     | newest    _--'     '--_.
	// 0.5 +       _N-'             '---_
	//     |   _--'                      '--_
	// 0.0 +--'                              '-
	//     ++----------------A next 0.5 ------+
	//   x 0.0              0.5             1.0
}
