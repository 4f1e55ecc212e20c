// Package site makes a folder for a static host: the page, the program compiled
// for WebAssembly, what starts it, compressed copies, and what a course puts into
// it.
//
//	site.go     the folder as a whole, and what is said of it
//	poster.go   pictures of all there is to see, drawn as the explorer draws them
//	pages.go    a page of each, which needs no program to be seen, and the gallery
//	article.go  the article, with its figures as they stand at first
//	compile.go  the program, with modules that know pages
//	segments.go makes the program easier to compress
//	course.go   problems, tables and a tour of one's own
package site
