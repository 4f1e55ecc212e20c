// Package site makes a folder for a static host: the page, the program compiled
// for WebAssembly, what starts it, compressed copies, and what a course puts into
// it.
//
//	site.go     the folder as a whole, and its messages
//	poster.go   pictures of all there is to see, drawn as the explorer draws them
//	pages.go    a page of each, which needs no program to be seen, and the gallery
//	article.go  the article, with its figures in their first state
//	compile.go  the program, with patched modules
//	segments.go makes the program easier to compress
//	lines.go    drops what it has for traces
//	course.go   problems, tables and a tour of one's own
package site
