// Package triangular has the algebra of Cholesky factors: lower-triangular
// matrices kept as rows, their factorisation, inverse and products.
//
// The plain code takes four rows at a time through the vectors of package
// simd. On amd64 with AVX-512 the whole computation is in assembly, eight rows
// at a time; large matrices are packed into panels first, so that what is near
// in memory is used together. All do the same operations in the same order for
// each number, so that results have the same bits; a test compares them.
package triangular
