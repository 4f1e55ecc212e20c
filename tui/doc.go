// Package tui is the explorer: a terminal that shows what a policy believes,
// wants and imagines.
//
// One Model holds everything; screens are small values that draw it. Nothing
// is fitted, planned or measured in Update or View: long work runs in commands
// that carry the number of the run they belong to, so that a result of an older
// run is dropped.
//
//	problem → track (a policy's replay) → scene (curves of one step) → screen
//
//	model.go      the tea.Model: messages in, commands out
//	screens.go    what a screen is, and going from one to another
//	keys.go       the key map behind dispatch (act.go), footer and help
//	track.go      a policy's replay, computed step by step in the background
//	scene.go      what the charts of one step need, computed in the background
//	work.go       stopping, going on, progress; processors.go shares the processors
//	position.go   where we are: equal evaluations or equal money
//	view.go       the frame: title, body, footer; column.go a policy's charts
//	tree_*.go     the scenario tree as a chart, its screen, one of its nodes
//	program.go    a terminal of one's own, restored in every case
//	loading.go    problems and their files, read in the background
//	textline.go   a line of text while it is being typed
//	narrate.go    what happened and why, in words
//	slice.go      which line through several parameters a chart shows
//	live_*.go     a study kept in a file: its commands, its form, its screen
//	map_*.go      heat maps over two parameters: the grid, the screen
//	atlas_*.go    a heat map of kinds of problems, each cell opening some of them
//	shared.go     what explorers of one process compute once for all
//	background.go turns they take; mirror.go: a frame as another terminal shows it
//	*_screen.go   one screen each
//	tour_*.go     guided tours, each scene on an explorer of its own
//	export*.go    recordings, figures and numbers, without a terminal
package tui
