// Package tour holds guided tours as data: a list of scenes, each with a problem, a screen,
// highlights and a caption.
//
// Nothing here draws or computes. Captions refer to numbers in braces, such as {left.end.best},
// which are filled with what the explorer has computed, so that words and charts cannot disagree;
// claims, such as "right.end.best > left.end.best", are checked the same way.
//
//	tour.go      a tour, its scenes and what they are computed from
//	parse.go     from TOML, strictly: every mistake with its line and column
//	fields.go    its fields, each within its bounds
//	text.go      captions: text with expressions in it
//	claim.go     what a scene says that numbers can confirm
//	expr.go      what is computed of numbers and references
//	refs.go      what can be referred to
//	gauge.go     budgets drawn as bars
//	problems.go  the map of problems
//	check.go     claims and references that are false
//	origin.go    the place of a word in the file
//	builtin/     the tours that ship with the program
package tour
