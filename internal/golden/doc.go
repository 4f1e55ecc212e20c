// Package golden reads files of reference numbers: posteriors, acquisition
// values, gradients and scenario trees computed by an independent program.
//
// Reading is strict. A field that is not known, a cost that is not positive, a point outside the
// unit cube, a row of the wrong length or empty data is an error that names the file, the case and
// the field: so that nothing counts as checked that was not read.
//
// Index 0 of an output pair is the objective f, index 1 the log-cost ln c.
package golden
