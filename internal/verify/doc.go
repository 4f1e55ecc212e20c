// Package verify recomputes files of reference numbers with Farsight's own
// model, acquisition rules and scenario trees, and says how far apart the two
// are.
//
// Errors are relative, number by number, so that a value of 1e-200 counts as
// much as one of 1. Where a number may be zero by cancellation its error is
// taken relative to a millionth of its natural size at least (a gradient's
// largest component, a mean's standard deviation): below that, with the
// tolerances used here, only rounding is left.
package verify
