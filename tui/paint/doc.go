// Package paint brings a program's frames to a terminal and sends no more than what changes there.
//
// A frame is text with colours, a line for every row. Bubbletea sends a line again as soon as one of
// its characters is another, and looks for news at every tick of a clock. Here a Screen knows which
// character in which look every cell has, and sends runs of those that differ; a Terminal paints when
// there is a frame to paint and sleeps otherwise. All else (modes, the alternate screen, the mouse,
// suspension, what is restored after a panic) stays bubbletea's: its output passes through, and tells
// the Terminal when the screen is ours and when nothing is known of it.
//
// Terminals differ in how wide they show emoji, marks and some scripts, and in which direction. A row
// with such characters is never sent in part.
package paint
