// Package theme defines the colours of all screens by their meaning.
//
// A Theme names what a colour says (the objective, the cost, the next point, what cannot be
// afforded), never what it looks like; charts and texts take their colours from it, so that the same
// thing looks the same everywhere. Every meaning has a shape or a word as well: see chart.Shape.
//
//	th, ok := theme.Named("dark")
//	st := th.Style()                       // what every chart shares
//	chart.Series{Color: th.Objective, …}
//	chart.Band{Fill: th.ObjectiveBand, Edge: th.Objective, …}
//
// The theme's own background is assumed, not painted: the terminal keeps its look. All colours also read well reduced to 256, and each names the ANSI
// colour that stands for it among sixteen. Tests hold the contrast of each palette and the
// distance between its hues as colour-blind eyes see them.
package theme
