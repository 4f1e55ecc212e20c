// Package policy holds the policies: how the next point is chosen.
//
// Each policy is one file with all that is special about it: name, description,
// formula, options with their defaults, decision, state between decisions, and
// its words on the screens. Everything else (problem files, journals,
// experiments, flags, screens) ranges over [All] and names none of them.
//
// To add a policy, write a file with an init function that registers it:
//
//	func init() {
//		Register(ClosedForm(Kind{
//			ID: "my-rule", Title: "My rule", Order: 65,
//			Sentence:   "what it does, as a line of a list",
//			Formula:    "what it maximises, in symbols",
//			Choose:     "when to choose it",
//			ChartTitle: titled("what its curve means"),
//			Why:        said(", where …"), // continues "Next: x=0.85 for about 9.0 of the 27.3 left"
//			Numbers:    func(t Telling) []string { … }, // the formula with the numbers of a step
//		}, func(p Policy, s Situation) acquisition.Function { return … }))
//	}
//
// [ClosedForm] is for acquisition functions of the current posterior: Eval has
// exact derivatives by the four moments, Value is what charts show. Other
// policies set Start to make a [Decider]; pbgi_d.go is a short example with
// state, tree.go a long one. Order is the place in lists, Hue the colour, Ahead
// marks planning policies, and Options become flags, fields and settings. Test
// derivatives against finite differences and one decision against independent
// code. A kind without title, sentence or formula panics at the start.
//
//	kind.go        what a policy is, and the list of them
//	policy.go      a policy with its name and options
//	option.go      options, which have one shape everywhere: "steps=3 schedule=off"
//	decide.go      the input and output of a decision
//	words.go       a decision put into words and numbers
//	closed_form.go what policies share that maximise a closed form
//	tree.go        what those share that plan with a scenario tree
//	stop.go        why no point is chosen
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
