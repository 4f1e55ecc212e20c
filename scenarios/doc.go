// Package scenarios defines optimisation problems.
//
// A Problem is named parameters with their bounds, an objective, a cost, a
// budget, initial data, model settings and what is known of the optimum. Its
// Source evaluates points; each kind is a package below this one (expression,
// table, command, push, learn, drawn), and a problem without any is measured by
// a person. Problems come from packages builtin and problemfile.
//
//	paper  code              meaning
//	f, c   Evaluation        value and cost of a point
//	B      Problem.Budget    what the evaluations may cost in all
//	x*     Optimum.X         where the best value is
//	[0,1]  ToUnit, FromUnit  the unit cube, in which models and policies work
//
// docs/method.md, "Problem and budget", has the definitions.
package scenarios
