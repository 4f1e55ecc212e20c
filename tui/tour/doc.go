// Package tour holds guided tours as data: a list of scenes, each a problem, a
// screen, what to look at and what is said of it.
//
// Nothing here draws or computes. Captions name what they tell in braces, such
// as {left.end.best}, and are filled with what the explorer has computed, so
// that words and charts cannot disagree; claims, such as "right.end.best >
// left.end.best", are checked the same way.
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
//	doubts.go    what of it is not so
//	origin.go    where a word stands in the file
//	builtin/     the tours that ship with the program
package tour
