// Package tui is the explorer: a terminal that shows what a policy believes,
// wants and imagines.
//
// The Model is the program: it routes messages, draws the frame around a screen
// and does what screens want. Nothing is fitted, planned or measured in Update or
// View: long work runs in commands that carry the number of the run they belong
// to, so that a result of an older run is dropped.
//
//	problem → track (a policy's replay) → scene (curves of one step) → screen
//
//	session     what all screens look at, and the work under way; no drawing
//	screen      what a screen is: it sees a View and returns what it Wants done
//	pane        drawing that several screens share
//	compare, focus, theorem, …  one package per screen
//	player      above: guided tours, each scene on an explorer of its own
//	record      above: recordings, figures and numbers, without a terminal
//	serve       above: the explorer over SSH, for a room
//	screentest  a screen without the program, for tests
//
//	model.go    the tea.Model: messages in, commands out
//	screens.go  going from screen to screen, granting what they want
//	keys.go     which keys can do something now; act.go obeys them
//	view.go     the frame: frame.go its title and footer, cover.go what covers it
//	palette.go  a list that one searches by typing; find.go: what there is to find
//	cross.go    the crosshair; mouse.go: the mouse
//	program.go  a terminal of one's own, restored in every case; terminal.go: what it can show
//	drive.go    an explorer that somebody else drives: a tour (player), a recorder
package tui
