// Package pixels shows the figures of a canvas as pictures in the terminal, where it has a way to:
// the graphics protocol of Kitty, or sixel. Labels stay text.
//
// The text of a frame goes through bubbletea, which writes what changed and when it likes to. So a
// Screen is told of every frame that is drawn, and hands out a mark that stands for its pictures at
// the end of the frame's text; where the mark comes out again, in what is written to the terminal,
// the pictures are put in its place. Only those that changed are.
//
//	ask.go      what a terminal says it can show
//	screen.go   frames, and what is shown of them
//	output.go   the way to the terminal
//	worker.go   pictures, several at a time
//	indexed.go  pictures of few colours
//	kitty.go, sixel.go  how they are sent
package pixels
