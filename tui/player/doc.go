// Package player plays tours (package tour): it drives explorers through scenes and shows their
// captions.
//
//	guide.go     messages in, commands out; keys.go
//	backdrop.go  the explorers behind scenes
//	screens.go   what is asked of single screens
//	simulate.go  was it luck?
//	gauges.go    budgets as bars; problems.go the map of problems
//	values.go    what captions refer to
//	draw.go      the frame: picture, caption, keys
//	panel.go     what is said; big.go in large letters
//	finale.go    both ends, in large digits
//	doubts.go    what a tour says that is not so
//	desk.go      where a second terminal finds the tour; prompt.go what it is told
//	notes.go     notes on a second terminal
//	frames.go    a tour without a terminal
package player
