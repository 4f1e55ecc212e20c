// Package paint brings a program's frames to a terminal and sends no more than what changes there.
//
// A frame is cells, with figures where the terminal shows pictures. Bubbletea would be given text, would
// send a line again as soon as one of its characters is another, and look for news at every tick of a
// clock. Here a Screen knows which character in which look every cell has, and sends runs of those that
// differ; a Terminal paints when there is a frame to paint and sleeps otherwise. (cellbuf of
// charmbracelet/x, which does that, took 9 ms and 1 MB for 160x48 where this takes 0.5 ms.) All else (modes, the alternate screen, the mouse,
// suspension, what is restored after a panic) stays bubbletea's: its output passes through, and tells
// the Terminal when the screen is ours and when nothing is known of it.
//
// Terminals differ in how wide they show emoji, marks and some scripts, and in which direction. A row
// with such characters is never sent in part.
package paint
