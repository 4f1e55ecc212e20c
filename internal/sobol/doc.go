// Package sobol makes the points at which Farsight averages: Sobol points with
// Owen's nested uniform scrambling, as uniforms or as normals, and
// Gauss–Hermite rules for expectations over a single normal.
//
// Over seeds every scrambled point is uniform on the cube, so a mean over the
// points is unbiased; within a seed the first 2ᵐ points form a net, so for a
// smooth integrand the variance of that mean falls almost like n⁻³, where
// independent draws give n⁻¹. Take powers of two where you can.
//
//	paper  code         meaning
//	s      dim          dimensions of a point
//	d      j + 1        a dimension; Joe and Kuo count from 1
//	a, mᵢ  polynomial   a dimension's primitive polynomial and first odd integers
//	vᵢ     v            direction numbers, 48-bit binary fractions
//	x      x            a point before scrambling, one 48-bit fraction a dimension
//	t      Σ(deg − 1)   quality of the net: 0 is best (Niederreiter 1988)
//	z, w   nodes, …     Gauss–Hermite nodes and weights for N(0, 1)
//
// Sources: S. Joe and F. Y. Kuo, Constructing Sobol sequences with better
// two-dimensional projections, SIAM J. Sci. Comput. 30 (2008) 2635–2654;
// A. B. Owen, Randomly permuted (t,m,s)-nets and (t,s)-sequences, in Monte
// Carlo and Quasi-Monte Carlo Methods (1995) 299–317; M. J. Wichura, Algorithm
// AS 241, Appl. Statist. 37 (1988) 477–484.
package sobol
