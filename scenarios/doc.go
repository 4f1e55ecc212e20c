// Package scenarios holds what there is to optimise: problems built in, read
// from files, or measured by a person.
//
// A Problem is named parameters with their bounds, an objective, a cost, a
// budget, initial data, model settings and what is known of the optimum. It
// comes from Builtin, or from Load and Parse, which read a TOML file without
// running anything and report every mistake with its line, column and field.
// Seven kinds of Source evaluate a point:
//
//	Expression  formulas of the parameters (Formula, formula*.go)
//	Table       past evaluations in a CSV file, turned into surrogates (fit.go, best.go)
//	Command     an external program, which runs only once it is allowed
//	Push        robot pushing, simulated (package push)
//	Forest      training random forests on a CSV file (package forest)
//	Draw        functions drawn from the models' priors, by a seed
//	none        a person measures (Problem.IsManual)
//
// Theorem1 is the exception: not a box but the arms of the paper's theorem 1,
// with exact values and simulated runs.
//
//	paper  code              meaning
//	f, c   Evaluation        value and cost of a point
//	B      Problem.Budget    what the evaluations may cost in all
//	x*     Optimum.X         where the best value is
//	ε, δ   Theorem1          how cheap the cheap arms are, how dear the dear one
//	α β γ  CostFamily        parameters of the benchmarks' cost functions
//
// Text from files is made harmless (internal/plain) before it gets anywhere.
package scenarios
