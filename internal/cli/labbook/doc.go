// Package labbook writes a live study as one page for a lab book: what was
// asked, what came out, what was spent on what, what is believed, how good the
// predictions were and how to go on.
//
// The page is one file that fetches nothing and runs nothing. Numbers stand in
// it twice, rounded for the reader and in full as the value of their element.
//
//	report.go   the sections, in their order
//	page.go     the page about them, and text and numbers in it
//	asked.go    the problem, the policy and the budget
//	history.go  every evaluation, and what it was spent on
//	belief.go   slices through the best point; the models' numbers
//	foreseen.go what was expected against what was measured
//	plot.go     charts as SVG
package labbook
