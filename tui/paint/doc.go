// Package paint brings a program's frames to a terminal and sends no more than what changes there.
//
// A frame is text with colours, a line for every row. Bubbletea sends a line again as soon as one
// of its characters changes, and polls at every tick of a clock. Here a Screen knows the character
// and look of every cell, and sends runs of those that differ; a Terminal paints when there is a
// frame to paint and sleeps otherwise. All else (modes, the alternate screen, the mouse,
// suspension, what is restored after a panic) stays bubbletea's: its output passes through, from
// which the Terminal learns when the alternate screen is active and when its content is unknown.
//
// Terminals differ in how wide they show emoji, marks and some scripts, and in which direction. A row
// with such characters is never sent in part.
package paint
