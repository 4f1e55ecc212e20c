// Package study runs the optimization loop: a policy chooses a point, the problem or
// a person returns its value and cost, and the budget decides what counts.
//
//	problem → study → fit → decide → observe → snapshot → view
//
// [Study] is one run. [Snapshot] is what every view and export is a function
// of: a value that shares nothing that changes.
//
//	paper   code                 meaning
//	D       Snapshot.Rows        evaluations, initial design first
//	B       Budget.Total         what the evaluations may cost
//	s(D)    Budget.Spent         compensated sum of the counted costs
//	u(D)    Snapshot.Best        best counted value
//	N_B     Snapshot.Evaluations evaluations within the budget
//	ν       Budget.Cooling       remaining / initial budget
//
// A run is deterministic by its seed on the same kind of processor, whatever
// GOMAXPROCS.
package study
