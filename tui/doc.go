// Package tui is the explorer: a terminal program that shows posteriors, acquisition functions,
// decisions and scenario trees.
//
// The Model is the program: it routes messages, draws the frame around a screen and executes what
// screens request. Nothing is fitted, planned or measured in Update or View: long work runs in
// commands that carry the number of the run they belong to, so that a result of an older run is
// dropped.
//
//	problem → track (a policy's replay) → scene (curves of one step) → screen
//
//	session     what all screens look at, and the work in progress; no drawing
//	screen      the interface of screens: a screen sees a View and returns its requests (Wants)
//	pane        drawing that several screens share
//	compare, focus, theorem, …  one package per screen
//	player      above: guided tours, each scene on an explorer of its own
//	record      above: recordings, figures and numbers, without a terminal
//	serve       above: the explorer over SSH, for a room
//	screentest  a screen without the program, for tests
//
//	model.go    the tea.Model: messages in, commands out
//	screens.go  switching screens, executing their requests
//	keys.go     which keys can do something now; act.go handles them
//	view.go     the frame: frame.go its title and footer, cover.go what covers it
//	palette.go  a list with a search field; find.go: its entries
//	cross.go    the crosshair; mouse.go: the mouse
//	program.go  a terminal, restored in every case; terminal.go: its abilities
//	drive.go    an explorer driven by another program: a tour (player), a recorder
package tui
