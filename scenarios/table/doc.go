// Package table makes problems of past evaluations: the rows of a CSV file
// become surrogates of the value and of the logarithm of the cost, which answer
// for points in between. They are Gaussian processes or random forests.
//
//	paper  code           meaning
//	x      Source.X       a row's parameters, in problem units
//	y      Source.Value   its value, in the problem's own sign
//	z      Source.Paid    what it cost; surrogates are of ln z
//	m, s²  predict        mean and variance of a surrogate at a point
//
// The fit of the processes, and where the surrogate of the value is best, can be
// kept in the problem file (Fit).
package table
