// Package front is the explorer in a page: it drives the same model as a terminal does, draws its
// frames in pieces, and exchanges messages with the page. JavaScript is confined to web/app, so
// that this package is tested like any other.
//
//	front.go        what it is, and its loop
//	open.go         what can be opened: problems, the map of problems, a tour
//	receive.go      messages from the page; send.go: messages to it
//	input.go        keys and mouse as bubbletea names them
//	edit.go         a problem that is being typed
//	studies.go      live studies, kept in the visitor's browser
//	article.go      figures of the article; figure.go draws them for the page
//	link.go         a state as the fragment of an address; state.go that of the explorer
//	scheduler.go    long work that leaves the page its thread
//	description.go  the frame in words
package front
