// Package front is the explorer in a page: it drives the same model as a
// terminal does, draws its frames in pieces, and speaks with the page in
// messages. It knows nothing of JavaScript, which web/app does, so that it is
// tested as any other package.
//
//	front.go        what it is, and its loop
//	open.go         what can be opened: problems, the map of problems, a tour
//	take.go         what the page says; tell.go what it is told
//	input.go        keys and mouse as bubbletea names them
//	edit.go         a problem that is being typed
//	studies.go      live studies, kept in the visitor's browser
//	article.go      figures of the article; figure.go draws them for the page
//	link.go         a state as the fragment of an address; state.go that of the explorer
//	scheduler.go    long work that leaves the page its thread
//	description.go  the frame in words
package front
