// Package lbfgsb minimises a smooth function of up to a few hundred variables
// in a box: the algorithm of R. H. Byrd, P. Lu, J. Nocedal and C. Zhu, "A
// limited memory algorithm for bound constrained optimization", SIAM J. Sci.
// Comput. 16 (1995), with the subspace projection of J. L. Morales and J.
// Nocedal, "Remark on Algorithm 778", ACM TOMS 38 (2011), and the line search of
// J. J. Moré and D. J. Thuente, ACM TOMS 20 (1994).
//
// An iteration minimises a quadratic model, whose matrix is made of the last
// few steps and changes of gradient: first along the projected gradient, which
// says what bounds will be met (cauchy.go), then over the variables that stay
// free (subspace.go). A line search to the point so found (linesearch.go) makes
// sure that the function itself goes down.
//
// Equation numbers in the comments are of the 1995 paper.
//
//	paper   code            meaning
//	l, u    lower, upper    the box; ±Inf: no bound
//	x, g    m.x, m.g        iterate and gradient there
//	x^c     m.xc            generalised Cauchy point
//	x̂       m.hat           minimiser of the model in the box, or near it
//	d       m.d             search direction x̂ − x
//	d^c     m.dc            −g/θ where a variable can move on the Cauchy path
//	S, Y    b.s, b.y        steps and gradient changes, a column for each
//	θ       b.theta         scale of the model's matrix B = θI − W M Wᵀ
//	W, M    b.k             [Y θS] and the middle matrix, equation (3.4), by its inverse
//	D, L    b.d, b.l        diagonal and lower part of SᵀY
//	Z, A    b.free          unit vectors of the free variables, of the others
//	K       b.k             M⁻¹ − WᵀZZᵀW/θ
//	p, c    m.p, m.c        Wᵀd^c and Wᵀ(x^c − x): the Y part, then the θS part
//	pg      —               gradient without what points out of the box
//
// It differs from the published Fortran code in what it means by small: both
// tolerances are relative to the run itself, and the first step is measured by
// the box, so that neither the units of f nor those of x matter.
package lbfgsb
