// Package golden reads files of reference numbers: posteriors, acquisition
// values, gradients and scenario trees computed by an independent program.
//
// Reading is strict. A missing field, a number that is not one, a cost that is
// not positive, a point outside the unit cube, a row of the wrong length or
// empty data is an error that names the file, the case, the field and the row.
// Fields this package does not know are listed, for whoever must not pretend
// to have checked them.
//
// Index 0 of an output pair is the objective f, index 1 the log-cost ln c.
package golden
