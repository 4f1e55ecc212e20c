// Package player plays tours (package tour): it drives explorers through scenes
// and says what there is to see.
//
//	guide.go     messages in, commands out; keys.go
//	backdrop.go  the explorers behind scenes
//	screens.go   what is asked of single screens
//	simulate.go  was it luck?
//	values.go    what captions refer to
//	draw.go      the frame: picture, caption, keys
//	panel.go     what is said; big.go in large letters
//	frames.go    a tour without a terminal
package player
