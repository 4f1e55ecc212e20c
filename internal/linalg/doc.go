// Package linalg has the numerical loops that a decision spends its time in:
// products of vectors and matrices, Cholesky factors, the Matérn-5/2 kernel of
// whole rows, and what a scenario tree does with them.
//
//	file        what it holds
//	vector.go   Dot, Axpy and other loops along one row
//	matrix.go   products of many rows with the inverse of one matrix
//	lower.go    Cholesky factors: ours for few points, gonum's for many
//	matern.go   the kernel and its slope
//	greedy.go   bounds of all candidates of a greedy tree
//	nodes.go    the moments of all nodes of a stage, and back
//	gradient.go the gradient of a tree by its points
//
// On amd64 the loops run four numbers at a time with AVX2 and FMA, in assembly,
// which the build tag purego leaves out; everywhere else, and on processors
// without them, in Go. One program gives the same bits on the same kind of
// processor; between kinds the last digits differ.
//
// gonum's kernels have two lanes, and for the rows of ten to a hundred numbers
// met here most of their time goes into getting started: a factor, inverse and
// determinant take ten times as long with 20 points. With more than 130 points
// the difference is not felt, and the algebra is gonum's.
package linalg
