// Package policy holds the policies: how the next point is chosen.
//
// Each policy is one file, and that file holds all that is special about it:
// its name, what it does and when to choose it in a sentence, its formula, its
// options with their defaults, how it decides, what it remembers from one
// decision to the next, and how a screen titles, draws and tells it. Everything
// else (problem files, journals, experiments, flags, screens) ranges over [All]
// and names none of them. docs/policies.md says how to add one.
//
//	kind.go        what a policy is, and the list of them
//	policy.go      a policy as it is asked for: a name and its options
//	option.go      options, which have one shape everywhere: "steps=3 schedule=off"
//	decide.go      what a policy knows when it decides, and what it answers
//	words.go       a decision put into words and numbers
//	closed_form.go what policies share that maximise a closed form
//	tree.go        what those share that plan with a scenario tree
//
// Points are points of the unit cube, values those of the maximised objective:
// a policy knows neither the problem nor its units.
//
//	paper   code              meaning
//	f*      Situation.Best    the incumbent
//	B       Situation.Total   the whole budget
//	ν       Situation.Cooling remaining / initial budget
//	N       Policy.Steps      evaluations planned
//	λ       Decision.Price    price of one unit of cost
package policy
