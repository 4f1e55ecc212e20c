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
//	panel.go     caption and question, also in large letters
//	finale.go    both ends, in large digits
//	check.go     claims of a tour that are false
//	notes.go     notes on a second terminal; notes_server.go the socket it reads, prompt.go what is sent
//	frames.go    a tour without a terminal
package player
